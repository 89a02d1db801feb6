-- uuid7, UUID version 7: milliseconds, a counter and random bits
-- MariaDB, UUID
-- Of the half-open interval from a to b: id >= uuid7_min(a) AND id < uuid7_min(b).
-- Times are in UTC.

DELIMITER //

CREATE OR REPLACE FUNCTION uuid7_time(id UUID) RETURNS DATETIME(6)
DETERMINISTIC NO SQL
BEGIN
  DECLARE tick BIGINT DEFAULT CAST(CONV(substr(replace(CAST(id AS CHAR), '-', ''), 1, 12), 16, 10) AS SIGNED);
  IF tick > 253402300799999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'uuid7_time: a time out of range'; END IF;
  RETURN TIMESTAMPADD(MICROSECOND, (tick * 1000), TIMESTAMP'1970-01-01 00:00:00.000000');
END//

CREATE OR REPLACE FUNCTION uuid7_min(t DATETIME(6)) RETURNS UUID
DETERMINISTIC NO SQL
BEGIN
  DECLARE us BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t);
  DECLARE tick BIGINT;
  IF us < 0 OR us > 281474976710655999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'uuid7_min: a time out of range'; END IF;
  SET tick = (us DIV 1000);
  RETURN CAST(concat(LPAD(LOWER(HEX(tick)), 12, '0'), '70008000000000000000') AS UUID);
END//

CREATE OR REPLACE FUNCTION uuid7_max(t DATETIME(6)) RETURNS UUID
DETERMINISTIC NO SQL
BEGIN
  DECLARE us BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t);
  DECLARE tick BIGINT;
  IF us < 0 OR us > 281474976710655999 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'uuid7_max: a time out of range'; END IF;
  SET tick = (us DIV 1000);
  RETURN CAST(concat(LPAD(LOWER(HEX(tick)), 12, '0'), '7fffbfffffffffffffff') AS UUID);
END//

DELIMITER ;

-- uuid7_unix_us:
-- (CAST(CONV(substr(replace(CAST(`id` AS CHAR), '-', ''), 1, 12), 16, 10) AS SIGNED) * 1000)

-- check:
-- CAST((CAST(CONV(substr(replace(CAST(`id` AS CHAR), '-', ''), 17, 2), 16, 10) AS SIGNED) >> 6) & 3 AS SIGNED) = 2 AND CAST((CAST(CONV(substr(replace(CAST(`id` AS CHAR), '-', ''), 13, 2), 16, 10) AS SIGNED) >> 4) & 15 AS SIGNED) = 7

-- column:
-- `id` UUID NOT NULL CHECK (CAST((CAST(CONV(substr(replace(CAST(`id` AS CHAR), '-', ''), 17, 2), 16, 10) AS SIGNED) >> 6) & 3 AS SIGNED) = 2 AND CAST((CAST(CONV(substr(replace(CAST(`id` AS CHAR), '-', ''), 13, 2), 16, 10) AS SIGNED) >> 4) & 15 AS SIGNED) = 7)
