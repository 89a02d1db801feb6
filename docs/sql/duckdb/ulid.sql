-- ulid, milliseconds and 80 random bits that count up within one
-- DuckDB, UUID
-- Of the half-open interval from a to b: id >= ulid_min(a) AND id < ulid_min(b).
-- No text and no parse: plain SQL knows those of hexadecimal digits and of 64 bits without a sign alone.
-- Times are in UTC.

CREATE OR REPLACE MACRO ulid_time(id) AS (make_timestamp((CAST('0x' || substr(replace(CAST(id AS VARCHAR), '-', ''), 1, 12) AS BIGINT) * 1000)));

CREATE OR REPLACE MACRO ulid_min(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('ulid_min: a time out of range') ELSE CAST((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || '00000000000000000000') AS UUID) END);

CREATE OR REPLACE MACRO ulid_max(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('ulid_max: a time out of range') ELSE CAST((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || 'ffffffffffffffffffff') AS UUID) END);

-- column:
-- "id" UUID NOT NULL
