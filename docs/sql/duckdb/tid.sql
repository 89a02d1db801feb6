-- tid, the atproto TID: microseconds and a clock identifier
-- DuckDB, BIGINT
-- Ids with the top bit set, which nobody makes, do not fit.
-- Of the half-open interval from a to b: id >= tid_min(a) AND id < tid_min(b).
-- Times are in UTC.

CREATE OR REPLACE MACRO tid_time(id) AS (make_timestamp(CAST((id >> 10) & 9007199254740991 AS BIGINT)));

CREATE OR REPLACE MACRO tid_min(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 9007199254740991 THEN error('tid_min: a time out of range') ELSE (epoch_us(t) * 1024) END);

CREATE OR REPLACE MACRO tid_max(t) AS (CASE WHEN epoch_us(t) < 0 OR epoch_us(t) > 9007199254740991 THEN error('tid_max: a time out of range') ELSE ((epoch_us(t) * 1024) + 1023) END);

-- check:
-- "id" >= 0

-- column:
-- "id" BIGINT NOT NULL CHECK ("id" >= 0)
