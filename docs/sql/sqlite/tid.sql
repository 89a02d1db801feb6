-- tid, the atproto TID: microseconds and a clock identifier
-- SQLite, INTEGER
-- Ids with the top bit set, which nobody makes, do not fit.
-- Of the half-open interval from a to b: id >= tid_min(a) AND id < tid_min(b).
-- Times are microseconds since 1970; :us stands for one.

-- tid_min:
-- (SELECT CASE WHEN us < 0 OR us > 9007199254740991 THEN abs(-9223372036854775807 - 1) ELSE (tick * 1024) END FROM (SELECT us, us AS tick FROM (SELECT CAST(:us AS INTEGER) AS us)))

-- tid_max:
-- (SELECT CASE WHEN us < 0 OR us > 9007199254740991 THEN abs(-9223372036854775807 - 1) ELSE ((tick * 1024) + 1023) END FROM (SELECT us, us AS tick FROM (SELECT CAST(:us AS INTEGER) AS us)))

-- tid_time:
-- (("id" >> 10) & 9007199254740991)

-- check:
-- typeof("id") = 'integer' AND "id" >= 0

-- column:
-- "id" INTEGER NOT NULL CHECK (typeof("id") = 'integer' AND "id" >= 0)
