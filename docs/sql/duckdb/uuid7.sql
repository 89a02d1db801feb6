-- uuid7, UUID version 7: milliseconds, a counter and random bits
-- DuckDB, UUID
-- Ids from time a to before b: id >= uuid7_min(a) AND id < uuid7_min(b).
-- Times are in UTC.

CREATE OR REPLACE MACRO uuid7_time(id) AS (make_timestamp((CAST('0x' || substr(replace(CAST(id AS VARCHAR), '-', ''), 1, 12) AS BIGINT) * 1000)));

CREATE OR REPLACE MACRO uuid7_min(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('uuid7_min: time out of range') ELSE CAST((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || '70008000000000000000') AS UUID) END);

CREATE OR REPLACE MACRO uuid7_max(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('uuid7_max: time out of range') ELSE CAST((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || '7fffbfffffffffffffff') AS UUID) END);

CREATE OR REPLACE MACRO uuid7_keyed(t, key, namespace := '') AS (CASE WHEN key = '' THEN error('uuid7_keyed: the key is empty') ELSE (SELECT CAST((lower(lpad(hex(CAST('0x' || substr(replace(CAST(lowest AS VARCHAR), '-', ''), 1, 12) AS BIGINT)), 12, '0')) || lower(lpad(hex((CAST('0x' || substr(replace(CAST(lowest AS VARCHAR), '-', ''), 13, 12) AS BIGINT) + (CAST((CAST('0x' || substr(digest, 1, 4) AS BIGINT) >> 4) & 4095 AS BIGINT) * 4294967296) + CAST((CAST('0x' || substr(digest, 3, 10) AS BIGINT) >> 6) & 1073741823 AS BIGINT))), 12, '0')) || lower(lpad(hex((CAST('0x' || substr(replace(CAST(lowest AS VARCHAR), '-', ''), 25, 8) AS BIGINT) + CAST((CAST('0x' || substr(digest, 11, 10) AS BIGINT) >> 6) & 4294967295 AS BIGINT))), 8, '0'))) AS UUID) FROM (SELECT lowest, sha256(unhex('736f72746964206b657965642031000000057575696437') || unhex(lpad(hex(octet_length(encode(namespace))), 8, '0')) || encode(namespace) || unhex(lpad(hex(CAST('0x' || substr(replace(CAST(lowest AS VARCHAR), '-', ''), 1, 12) AS BIGINT)), 16, '0')) || unhex(lpad(hex(octet_length(encode(key))), 8, '0')) || encode(key)) AS digest FROM (SELECT uuid7_min(t) AS lowest))) END);

CREATE OR REPLACE MACRO uuid7_text(id) AS (CAST(id AS VARCHAR));

CREATE OR REPLACE MACRO uuid7_parse(t) AS (CASE WHEN NOT (CASE WHEN NOT (regexp_full_match(t, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')) THEN false ELSE CAST((CAST('0x' || substr(replace(t, '-', ''), 17, 2) AS BIGINT) >> 6) & 3 AS BIGINT) = 2 AND CAST((CAST('0x' || substr(replace(t, '-', ''), 13, 2) AS BIGINT) >> 4) & 15 AS BIGINT) = 7 END) THEN error('uuid7_parse: not a valid uuid7') ELSE CAST(replace(t, '-', '') AS UUID) END);

-- check:
-- CAST((CAST('0x' || substr(replace(CAST("id" AS VARCHAR), '-', ''), 17, 2) AS BIGINT) >> 6) & 3 AS BIGINT) = 2 AND CAST((CAST('0x' || substr(replace(CAST("id" AS VARCHAR), '-', ''), 13, 2) AS BIGINT) >> 4) & 15 AS BIGINT) = 7

-- column:
-- "id" UUID NOT NULL CHECK (CAST((CAST('0x' || substr(replace(CAST("id" AS VARCHAR), '-', ''), 17, 2) AS BIGINT) >> 6) & 3 AS BIGINT) = 2 AND CAST((CAST('0x' || substr(replace(CAST("id" AS VARCHAR), '-', ''), 13, 2) AS BIGINT) >> 4) & 15 AS BIGINT) = 7)
