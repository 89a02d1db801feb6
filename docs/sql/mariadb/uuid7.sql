-- uuid7, UUID version 7: milliseconds, a counter and random bits
-- MariaDB, BINARY(16)
-- Ids from time a to before b: id >= uuid7_min(a) AND id < uuid7_min(b).
-- Times are in UTC.

DELIMITER //

CREATE OR REPLACE FUNCTION uuid7_time(id BINARY(16)) RETURNS DATETIME(6)
DETERMINISTIC NO SQL
BEGIN
  DECLARE tick BIGINT DEFAULT CAST(CONV(substr(hex(id), 1, 12), 16, 10) AS SIGNED);
  IF tick > 253402300799999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'uuid7_time: time out of range'; END IF;
  RETURN TIMESTAMPADD(MICROSECOND, (tick * 1000), TIMESTAMP'1970-01-01 00:00:00.000000');
END//

CREATE OR REPLACE FUNCTION uuid7_min(t DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL
BEGIN
  DECLARE us BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t);
  DECLARE tick BIGINT;
  IF us < 0 OR us > 281474976710655999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'uuid7_min: time out of range'; END IF;
  SET tick = (us DIV 1000);
  RETURN unhex(concat(LPAD(LOWER(HEX(tick)), 12, '0'), '70008000000000000000'));
END//

CREATE OR REPLACE FUNCTION uuid7_max(t DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL
BEGIN
  DECLARE us BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t);
  DECLARE tick BIGINT;
  IF us < 0 OR us > 281474976710655999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'uuid7_max: time out of range'; END IF;
  SET tick = (us DIV 1000);
  RETURN unhex(concat(LPAD(LOWER(HEX(tick)), 12, '0'), '7fffbfffffffffffffff'));
END//

CREATE OR REPLACE FUNCTION uuid7_keyed(t DATETIME(6), `key` LONGTEXT CHARACTER SET utf8mb4, namespace LONGTEXT CHARACTER SET utf8mb4) RETURNS BINARY(16)
DETERMINISTIC NO SQL
BEGIN
  DECLARE lowest BINARY(16) DEFAULT uuid7_min(t);
  DECLARE digest CHAR(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT SHA2(CONCAT(X'736f72746964206b657965642031000000057575696437', UNHEX(LPAD(HEX(LENGTH(`namespace`)), 8, '0')), CAST(`namespace` AS BINARY), UNHEX(LPAD(HEX(CAST(CONV(substr(hex(lowest), 1, 12), 16, 10) AS SIGNED)), 16, '0')), UNHEX(LPAD(HEX(LENGTH(`key`)), 8, '0')), CAST(`key` AS BINARY)), 256);
  IF LENGTH(`key`) = 0 THEN SIGNAL SQLSTATE '22023' SET MESSAGE_TEXT = 'uuid7_keyed: the key is empty'; END IF;
  RETURN unhex(concat(LPAD(LOWER(HEX(CAST(CONV(substr(hex(lowest), 1, 12), 16, 10) AS SIGNED))), 12, '0'), LPAD(LOWER(HEX((CAST(CONV(substr(hex(lowest), 13, 12), 16, 10) AS SIGNED) + (CAST((CAST(CONV(substr(digest, 1, 4), 16, 10) AS SIGNED) >> 4) & 4095 AS SIGNED) * 4294967296) + CAST((CAST(CONV(substr(digest, 3, 10), 16, 10) AS SIGNED) >> 6) & 1073741823 AS SIGNED)))), 12, '0'), LPAD(LOWER(HEX((CAST(CONV(substr(hex(lowest), 25, 8), 16, 10) AS SIGNED) + CAST((CAST(CONV(substr(digest, 11, 10), 16, 10) AS SIGNED) >> 6) & 4294967295 AS SIGNED)))), 8, '0')));
END//

CREATE OR REPLACE FUNCTION uuid7_text(id BINARY(16)) RETURNS VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin
DETERMINISTIC NO SQL
BEGIN
  DECLARE digits VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin;
  SET digits = lower(hex(id));
  RETURN concat(substr(digits, 1, 8), '-', substr(digits, 9, 4), '-', substr(digits, 13, 4), '-', substr(digits, 17, 4), '-', substr(digits, 21, 12));
END//

CREATE OR REPLACE FUNCTION uuid7_parse(t VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin) RETURNS BINARY(16)
DETERMINISTIC NO SQL
BEGIN
  IF NOT (t REGEXP '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' AND INSTR(t, CHAR(10)) = 0 AND CAST((CAST(CONV(substr(replace(t, '-', ''), 17, 2), 16, 10) AS SIGNED) >> 6) & 3 AS SIGNED) = 2 AND CAST((CAST(CONV(substr(replace(t, '-', ''), 13, 2), 16, 10) AS SIGNED) >> 4) & 15 AS SIGNED) = 7) THEN SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = 'uuid7_parse: not a valid uuid7'; END IF;
  RETURN unhex(replace(t, '-', ''));
END//

DELIMITER ;

-- uuid7_unix_us:
-- (CAST(CONV(substr(hex(`id`), 1, 12), 16, 10) AS SIGNED) * 1000)

-- check:
-- CAST((CAST(CONV(substr(hex(`id`), 17, 2), 16, 10) AS SIGNED) >> 6) & 3 AS SIGNED) = 2 AND CAST((CAST(CONV(substr(hex(`id`), 13, 2), 16, 10) AS SIGNED) >> 4) & 15 AS SIGNED) = 7

-- column:
-- `id` BINARY(16) NOT NULL CHECK (CAST((CAST(CONV(substr(hex(`id`), 17, 2), 16, 10) AS SIGNED) >> 6) & 3 AS SIGNED) = 2 AND CAST((CAST(CONV(substr(hex(`id`), 13, 2), 16, 10) AS SIGNED) >> 4) & 15 AS SIGNED) = 7)
