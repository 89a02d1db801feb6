-- snowflake, milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer
-- DuckDB, BIGINT
-- Ids with the top bit set, which nobody makes, do not fit.
-- Of the half-open interval from a to b: id >= snowflake_min(a) AND id < snowflake_min(b).
-- Times are in UTC.

CREATE OR REPLACE MACRO snowflake_time(id) AS (make_timestamp(((CAST((id >> 22) & 2199023255551 AS BIGINT) * 1000) + 1288834974657000)));

CREATE OR REPLACE MACRO snowflake_min(t) AS (CASE WHEN epoch_us(t) < 1288834974657000 OR epoch_us(t) > 3487858230208999 THEN error('snowflake_min: a time out of range') ELSE (((epoch_us(t) - 1288834974657000) // 1000) * 4194304) END);

CREATE OR REPLACE MACRO snowflake_max(t) AS (CASE WHEN epoch_us(t) < 1288834974657000 OR epoch_us(t) > 3487858230208999 THEN error('snowflake_max: a time out of range') ELSE ((((epoch_us(t) - 1288834974657000) // 1000) * 4194304) + 4194303) END);

-- check:
-- "id" >= 0

-- column:
-- "id" BIGINT NOT NULL CHECK ("id" >= 0)
