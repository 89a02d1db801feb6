-- ulid, milliseconds and 80 random bits, which count up within a millisecond
-- DuckDB, UUID
-- Ids from time a to before b: id >= ulid_min(a) AND id < ulid_min(b).
-- No conversions of text: plain SQL only converts hexadecimal and unsigned 64-bit ids.
-- Times are in UTC.

CREATE OR REPLACE MACRO ulid_time(id) AS (make_timestamp((CAST('0x' || substr(replace(CAST(id AS VARCHAR), '-', ''), 1, 12) AS BIGINT) * 1000)));

CREATE OR REPLACE MACRO ulid_min(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('ulid_min: time out of range') ELSE CAST((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || '00000000000000000000') AS UUID) END);

CREATE OR REPLACE MACRO ulid_max(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('ulid_max: time out of range') ELSE CAST((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || 'ffffffffffffffffffff') AS UUID) END);

CREATE OR REPLACE MACRO ulid_keyed(t, key, namespace := '') AS (CASE WHEN key = '' THEN error('ulid_keyed: the key is empty') ELSE (SELECT CAST((lower(lpad(hex(CAST('0x' || substr(replace(CAST(lowest AS VARCHAR), '-', ''), 1, 12) AS BIGINT)), 12, '0')) || lower(lpad(hex((CAST('0x' || substr(replace(CAST(lowest AS VARCHAR), '-', ''), 13, 12) AS BIGINT) + CAST('0x' || substr(digest, 1, 12) AS BIGINT))), 12, '0')) || lower(lpad(hex((CAST('0x' || substr(replace(CAST(lowest AS VARCHAR), '-', ''), 25, 8) AS BIGINT) + CAST('0x' || substr(digest, 13, 8) AS BIGINT))), 8, '0'))) AS UUID) FROM (SELECT lowest, sha256(unhex('736f72746964206b65796564203100000004756c6964') || unhex(lpad(hex(octet_length(encode(namespace))), 8, '0')) || encode(namespace) || unhex(lpad(hex(CAST('0x' || substr(replace(CAST(lowest AS VARCHAR), '-', ''), 1, 12) AS BIGINT)), 16, '0')) || unhex(lpad(hex(octet_length(encode(key))), 8, '0')) || encode(key)) AS digest FROM (SELECT ulid_min(t) AS lowest))) END);

-- column:
-- "id" UUID NOT NULL
