-- ulid, milliseconds and 80 random bits that count up within one
-- DuckDB, BLOB
-- Of the half-open interval from a to b: id >= ulid_min(a) AND id < ulid_min(b).
-- Times are in UTC.

CREATE OR REPLACE MACRO ulid_time(id) AS (make_timestamp((CAST('0x' || substr(hex(id), 1, 12) AS BIGINT) * 1000)));

CREATE OR REPLACE MACRO ulid_min(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('ulid_min: a time out of range') ELSE unhex((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || '00000000000000000000')) END);

CREATE OR REPLACE MACRO ulid_max(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 281474976710655999 THEN error('ulid_max: a time out of range') ELSE unhex((lower(lpad(hex((epoch_us(t) // 1000)), 12, '0')) || 'ffffffffffffffffffff')) END);

-- check:
-- octet_length("id") = 16

-- column:
-- "id" BLOB NOT NULL CHECK (octet_length("id") = 16)
