-- snowflake, milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer
-- SQLite, INTEGER
-- Ids with the top bit set do not fit; no generator produces them.
-- Ids from time a to before b: id >= snowflake_min(a) AND id < snowflake_min(b).
-- :text is a placeholder for a canonical text.
-- :us is a placeholder for microseconds since 1970.

-- snowflake_min:
-- (SELECT CASE WHEN us < 1288834974657000 OR us > 3487858230208999 THEN abs(-9223372036854775807 - 1) ELSE (tick * 4194304) END FROM (SELECT us, ((us - 1288834974657000) / 1000) AS tick FROM (SELECT CAST(:us AS INTEGER) AS us)))

-- snowflake_max:
-- (SELECT CASE WHEN us < 1288834974657000 OR us > 3487858230208999 THEN abs(-9223372036854775807 - 1) ELSE ((tick * 4194304) + 4194303) END FROM (SELECT us, ((us - 1288834974657000) / 1000) AS tick FROM (SELECT CAST(:us AS INTEGER) AS us)))

-- snowflake_text:
-- (SELECT CAST(id AS TEXT) FROM (SELECT "id" AS id))

-- snowflake_parse:
-- (SELECT CASE WHEN t IS NOT NULL AND NOT (typeof(t) = 'text' AND instr(t, char(0)) = 0 AND t NOT GLOB '*[^0-9]*' AND t <> '' AND (t = '0' OR t NOT GLOB '0*') AND (length(t) < 19 OR length(t) = 19 AND t COLLATE BINARY <= '9223372036854775807')) THEN abs(-9223372036854775807 - 1) ELSE CAST(t AS INTEGER) END FROM (SELECT :text AS t))

-- snowflake_time:
-- (((("id" >> 22) & 2199023255551) * 1000) + 1288834974657000)

-- check:
-- typeof("id") = 'integer' AND "id" >= 0

-- column:
-- "id" INTEGER NOT NULL CHECK (typeof("id") = 'integer' AND "id" >= 0)
