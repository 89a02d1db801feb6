-- snowflake, milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer
-- DuckDB, UBIGINT
-- Ids from time a to before b: id >= snowflake_min(a) AND id < snowflake_min(b).
-- Times are in UTC.

CREATE OR REPLACE MACRO snowflake_time(id) AS (make_timestamp(((CAST((id >> 22) & 2199023255551 AS BIGINT) * 1000) + 1288834974657000)));

CREATE OR REPLACE MACRO snowflake_min(t) AS (CASE WHEN epoch_us(t) < 1288834974657000 OR epoch_us(t) > 3487858230208999 THEN error('snowflake_min: time out of range') ELSE CAST((CAST(((epoch_us(t) - 1288834974657000) // 1000) AS HUGEINT) * 4194304) AS UBIGINT) END);

CREATE OR REPLACE MACRO snowflake_max(t) AS (CASE WHEN epoch_us(t) < 1288834974657000 OR epoch_us(t) > 3487858230208999 THEN error('snowflake_max: time out of range') ELSE CAST(((CAST(((epoch_us(t) - 1288834974657000) // 1000) AS HUGEINT) * 4194304) + 4194303) AS UBIGINT) END);

CREATE OR REPLACE MACRO snowflake_text(id) AS (CAST(id AS VARCHAR));

CREATE OR REPLACE MACRO snowflake_parse(t) AS (CASE WHEN NOT (regexp_full_match(t, '(0|[1-9][0-9]*)') AND (length(t) < 19 OR length(t) = 19 AND t <= '9223372036854775807')) THEN error('snowflake_parse: not a valid snowflake') ELSE CAST(t AS UBIGINT) END);

-- check:
-- CAST(("id" >> 63) & 1 AS BIGINT) = 0

-- column:
-- "id" UBIGINT NOT NULL CHECK (CAST(("id" >> 63) & 1 AS BIGINT) = 0)
