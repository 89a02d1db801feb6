-- snowflake, milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer
-- ClickHouse, UInt64
-- Ids from time a to before b: id >= snowflake_min(a) AND id < snowflake_min(b).
-- Times are in UTC.

CREATE OR REPLACE FUNCTION snowflake_time AS (id) -> fromUnixTimestamp64Micro(((toInt64(bitAnd(bitShiftRight(id, 22), 2199023255551)) * toInt64(1000)) + toInt64(1288834974657000)), 'UTC');

CREATE OR REPLACE FUNCTION snowflake_min AS (t) -> (toUInt64((intDiv((toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) - toInt64(1288834974657000)), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(1288834974657000) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(3487858230208999), 'snowflake_min: time out of range'))) * toUInt64(4194304) + toUInt64(0));

CREATE OR REPLACE FUNCTION snowflake_max AS (t) -> (toUInt64((intDiv((toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) - toInt64(1288834974657000)), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(1288834974657000) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(3487858230208999), 'snowflake_max: time out of range'))) * toUInt64(4194304) + toUInt64(4194303));

CREATE OR REPLACE FUNCTION snowflake_text AS (id) -> toString(id);

CREATE OR REPLACE FUNCTION snowflake_parse AS (t) -> (toUInt64(t) + throwIf(NOT (match(t, '^(0|[1-9][0-9]*)$') AND (length(t) < 19 OR length(t) = 19 AND t <= '9223372036854775807')), 'snowflake_parse: not a valid snowflake'));

-- check:
-- toInt64(bitAnd(bitShiftRight(`id`, 63), 1)) = 0

-- column:
-- `id` UInt64
