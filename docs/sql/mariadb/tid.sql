-- tid, the atproto TID: microseconds and a clock identifier
-- MariaDB, BIGINT
-- Ids with the top bit set do not fit; no generator produces them.
-- Ids from time a to before b: id >= tid_min(a) AND id < tid_min(b).
-- Times are in UTC.

DELIMITER //

CREATE OR REPLACE FUNCTION tid_time(id BIGINT) RETURNS DATETIME(6)
DETERMINISTIC NO SQL
BEGIN
  DECLARE tick BIGINT DEFAULT CAST((id >> 10) & 9007199254740991 AS SIGNED);
  RETURN TIMESTAMPADD(MICROSECOND, tick, TIMESTAMP'1970-01-01 00:00:00.000000');
END//

CREATE OR REPLACE FUNCTION tid_min(t DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL
BEGIN
  DECLARE us BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t);
  DECLARE tick BIGINT;
  IF us < 0 OR us > 9007199254740991 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'tid_min: time out of range'; END IF;
  SET tick = us;
  RETURN (tick * 1024);
END//

CREATE OR REPLACE FUNCTION tid_max(t DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL
BEGIN
  DECLARE us BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t);
  DECLARE tick BIGINT;
  IF us < 0 OR us > 9007199254740991 THEN SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = 'tid_max: time out of range'; END IF;
  SET tick = us;
  RETURN ((tick * 1024) + 1023);
END//

CREATE OR REPLACE FUNCTION tid_text(id BIGINT) RETURNS VARCHAR(13) CHARACTER SET ascii COLLATE ascii_bin
DETERMINISTIC NO SQL
BEGIN
  DECLARE a BIGINT;
  DECLARE b BIGINT;
  DECLARE s BIGINT;
  DECLARE h BIGINT;
  DECLARE l BIGINT;
  SET a = CAST((id >> 40) & 16777215 AS SIGNED);
  SET b = CAST((id >> 0) & 1099511627775 AS SIGNED);
  SET s = b;
  SET h = ((a * 1024) + (s DIV 1073741824));
  SET l = (s % 1073741824);
  RETURN concat(substr('234567abcdefghijklmnopqrstuvwxyz', ((h DIV 1073741824) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((h DIV 33554432) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((h DIV 1048576) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((h DIV 32768) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((h DIV 1024) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((h DIV 32) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', ((h % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', ((l DIV 33554432) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((l DIV 1048576) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((l DIV 32768) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((l DIV 1024) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', (((l DIV 32) % 32) + 1), 1), substr('234567abcdefghijklmnopqrstuvwxyz', ((l % 32) + 1), 1));
END//

CREATE OR REPLACE FUNCTION tid_parse(t VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin) RETURNS BIGINT
DETERMINISTIC NO SQL
BEGIN
  DECLARE h BIGINT;
  DECLARE l BIGINT;
  DECLARE a BIGINT;
  DECLARE b BIGINT;
  IF NOT (t REGEXP '^[234567abcdefghijklmnopqrstuvwxyz]{13}$' AND INSTR(t, CHAR(10)) = 0 AND t <= 'bzzzzzzzzzzzz') THEN SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = 'tid_parse: not a valid tid'; END IF;
  SET h = (((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 1, 1)) - 1) * 1073741824) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 2, 1)) - 1) * 33554432) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 3, 1)) - 1) * 1048576) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 4, 1)) - 1) * 32768) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 5, 1)) - 1) * 1024) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 6, 1)) - 1) * 32) + (instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 7, 1)) - 1));
  SET l = (((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 8, 1)) - 1) * 33554432) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 9, 1)) - 1) * 1048576) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 10, 1)) - 1) * 32768) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 11, 1)) - 1) * 1024) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 12, 1)) - 1) * 32) + (instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 13, 1)) - 1));
  SET a = ((h * 64) + (l DIV 16777216));
  SET b = ((((h % 16777216) * 1073741824) + l) % 16777216);
  RETURN ((a * 16777216) + b);
END//

DELIMITER ;

-- tid_unix_us:
-- CAST((`id` >> 10) & 9007199254740991 AS SIGNED)

-- check:
-- `id` >= 0

-- column:
-- `id` BIGINT NOT NULL CHECK (`id` >= 0)
