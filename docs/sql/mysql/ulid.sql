-- ulid, milliseconds and 80 random bits, which count up within a millisecond
-- MySQL, BINARY(16)
-- Ids from time a to before b: id >= ulid_min(a) AND id < ulid_min(b).
-- No conversions of text: plain SQL only converts hexadecimal and unsigned 64-bit ids.
-- Times are in UTC.

DELIMITER //

DROP FUNCTION IF EXISTS ulid_time//

CREATE FUNCTION ulid_time(id BINARY(16)) RETURNS DATETIME(6)
DETERMINISTIC NO SQL
BEGIN
  DECLARE tick BIGINT DEFAULT CAST(CONV(substr(hex(id), 1, 12), 16, 10) AS SIGNED);
  IF tick > 253402300799999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'ulid_time: time out of range'; END IF;
  RETURN TIMESTAMPADD(MICROSECOND, (tick * 1000), TIMESTAMP'1970-01-01 00:00:00.000000');
END//

DROP FUNCTION IF EXISTS ulid_min//

CREATE FUNCTION ulid_min(t DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL
BEGIN
  DECLARE us BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t);
  DECLARE tick BIGINT;
  IF us < 0 OR us > 281474976710655999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'ulid_min: time out of range'; END IF;
  SET tick = (us DIV 1000);
  RETURN unhex(concat(LPAD(LOWER(HEX(tick)), 12, '0'), '00000000000000000000'));
END//

DROP FUNCTION IF EXISTS ulid_max//

CREATE FUNCTION ulid_max(t DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL
BEGIN
  DECLARE us BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t);
  DECLARE tick BIGINT;
  IF us < 0 OR us > 281474976710655999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'ulid_max: time out of range'; END IF;
  SET tick = (us DIV 1000);
  RETURN unhex(concat(LPAD(LOWER(HEX(tick)), 12, '0'), 'ffffffffffffffffffff'));
END//

DROP FUNCTION IF EXISTS ulid_keyed//

CREATE FUNCTION ulid_keyed(t DATETIME(6), `key` LONGTEXT CHARACTER SET utf8mb4, namespace LONGTEXT CHARACTER SET utf8mb4) RETURNS BINARY(16)
DETERMINISTIC NO SQL
BEGIN
  DECLARE lowest BINARY(16) DEFAULT ulid_min(t);
  DECLARE digest CHAR(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT SHA2(CONCAT(X'736f72746964206b65796564203100000004756c6964', UNHEX(LPAD(HEX(LENGTH(`namespace`)), 8, '0')), CAST(`namespace` AS BINARY), UNHEX(LPAD(HEX(CAST(CONV(substr(hex(lowest), 1, 12), 16, 10) AS SIGNED)), 16, '0')), UNHEX(LPAD(HEX(LENGTH(`key`)), 8, '0')), CAST(`key` AS BINARY)), 256);
  IF LENGTH(`key`) = 0 THEN SIGNAL SQLSTATE '22023' SET MESSAGE_TEXT = 'ulid_keyed: the key is empty'; END IF;
  RETURN unhex(concat(LPAD(LOWER(HEX(CAST(CONV(substr(hex(lowest), 1, 12), 16, 10) AS SIGNED))), 12, '0'), LPAD(LOWER(HEX((CAST(CONV(substr(hex(lowest), 13, 12), 16, 10) AS SIGNED) + CAST(CONV(substr(digest, 1, 12), 16, 10) AS SIGNED)))), 12, '0'), LPAD(LOWER(HEX((CAST(CONV(substr(hex(lowest), 25, 8), 16, 10) AS SIGNED) + CAST(CONV(substr(digest, 13, 8), 16, 10) AS SIGNED)))), 8, '0')));
END//

DELIMITER ;

-- ulid_unix_us:
-- (CAST(CONV(substr(hex(`id`), 1, 12), 16, 10) AS SIGNED) * 1000)

-- column:
-- `id` BINARY(16) NOT NULL
