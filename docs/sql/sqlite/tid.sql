-- tid, the atproto TID: microseconds and a clock identifier
-- SQLite, INTEGER
-- Ids with the top bit set do not fit; no generator produces them.
-- Ids from time a to before b: id >= tid_min(a) AND id < tid_min(b).
-- :text is a placeholder for a canonical text.
-- :us is a placeholder for microseconds since 1970.

-- tid_min:
-- (SELECT CASE WHEN us < 0 OR us > 9007199254740991 THEN abs(-9223372036854775807 - 1) ELSE (tick * 1024) END FROM (SELECT us, us AS tick FROM (SELECT CAST(:us AS INTEGER) AS us)))

-- tid_max:
-- (SELECT CASE WHEN us < 0 OR us > 9007199254740991 THEN abs(-9223372036854775807 - 1) ELSE ((tick * 1024) + 1023) END FROM (SELECT us, us AS tick FROM (SELECT CAST(:us AS INTEGER) AS us)))

-- tid_text:
-- (SELECT (substr('234567abcdefghijklmnopqrstuvwxyz', ((h / 1073741824) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 33554432) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 1048576) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 32768) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 1024) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 32) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', ((h % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', ((l / 33554432) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((l / 1048576) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((l / 32768) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((l / 1024) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((l / 32) % 32) + 1), 1) || substr('234567abcdefghijklmnopqrstuvwxyz', ((l % 32) + 1), 1)) FROM (SELECT *, (s % 1073741824) AS l FROM (SELECT *, ((a * 1024) + (s / 1073741824)) AS h FROM (SELECT *, b AS s FROM (SELECT *, (id & 1099511627775) AS b FROM (SELECT *, ((id >> 40) & 16777215) AS a FROM (SELECT "id" AS id)))))))

-- tid_parse:
-- (SELECT CASE WHEN t IS NOT NULL AND NOT (typeof(t) = 'text' AND instr(t, char(0)) = 0 AND t GLOB '[234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz][234567abcdefghijklmnopqrstuvwxyz]' AND t COLLATE BINARY <= 'bzzzzzzzzzzzz') THEN abs(-9223372036854775807 - 1) ELSE ((a * 16777216) + b) END FROM (SELECT *, ((((h % 16777216) * 1073741824) + l) % 16777216) AS b FROM (SELECT *, ((h * 64) + (l / 16777216)) AS a FROM (SELECT *, (((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 8, 1)) - 1) * 33554432) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 9, 1)) - 1) * 1048576) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 10, 1)) - 1) * 32768) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 11, 1)) - 1) * 1024) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 12, 1)) - 1) * 32) + (instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 13, 1)) - 1)) AS l FROM (SELECT *, (((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 1, 1)) - 1) * 1073741824) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 2, 1)) - 1) * 33554432) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 3, 1)) - 1) * 1048576) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 4, 1)) - 1) * 32768) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 5, 1)) - 1) * 1024) + ((instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 6, 1)) - 1) * 32) + (instr('234567abcdefghijklmnopqrstuvwxyz', substr(t, 7, 1)) - 1)) AS h FROM (SELECT :text AS t))))))

-- tid_time:
-- (("id" >> 10) & 9007199254740991)

-- check:
-- typeof("id") = 'integer' AND "id" >= 0

-- column:
-- "id" INTEGER NOT NULL CHECK (typeof("id") = 'integer' AND "id" >= 0)
