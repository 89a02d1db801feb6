-- uuid7, UUID version 7: milliseconds, a counter and random bits
-- DuckDB, UUID
-- Of the half-open interval from a to b: id >= uuid7_min(a) AND id < uuid7_min(b).
-- Times are in UTC.

CREATE OR REPLACE MACRO uuid7_time(id) AS (make_timestamp((CAST('0x' || substr(replace(CAST(id AS VARCHAR), '-', ''), 1, 12) AS BIGINT) * 1000)));

CREATE OR REPLACE MACRO uuid7_min(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('uuid7_min: a time out of range') ELSE CAST((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || '70008000000000000000') AS UUID) END);

CREATE OR REPLACE MACRO uuid7_max(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('uuid7_max: a time out of range') ELSE CAST((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || '7fffbfffffffffffffff') AS UUID) END);

CREATE OR REPLACE MACRO uuid7_text(id) AS (CAST(id AS VARCHAR));

CREATE OR REPLACE MACRO uuid7_parse(t) AS (CASE WHEN NOT (CASE WHEN NOT (regexp_full_match(t, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')) THEN false ELSE CAST((CAST('0x' || substr(replace(t, '-', ''), 17, 2) AS BIGINT) >> 6) & 3 AS BIGINT) = 2 AND CAST((CAST('0x' || substr(replace(t, '-', ''), 13, 2) AS BIGINT) >> 4) & 15 AS BIGINT) = 7 END) THEN error('uuid7_parse: no text of uuid7') ELSE CAST(replace(t, '-', '') AS UUID) END);

-- check:
-- CAST((CAST('0x' || substr(replace(CAST("id" AS VARCHAR), '-', ''), 17, 2) AS BIGINT) >> 6) & 3 AS BIGINT) = 2 AND CAST((CAST('0x' || substr(replace(CAST("id" AS VARCHAR), '-', ''), 13, 2) AS BIGINT) >> 4) & 15 AS BIGINT) = 7

-- column:
-- "id" UUID NOT NULL CHECK (CAST((CAST('0x' || substr(replace(CAST("id" AS VARCHAR), '-', ''), 17, 2) AS BIGINT) >> 6) & 3 AS BIGINT) = 2 AND CAST((CAST('0x' || substr(replace(CAST("id" AS VARCHAR), '-', ''), 13, 2) AS BIGINT) >> 4) & 15 AS BIGINT) = 7)
