-- tid, the atproto TID: microseconds and a clock identifier
-- ClickHouse, UInt64
-- Of the half-open interval from a to b: id >= tid_min(a) AND id < tid_min(b).
-- Times are in UTC.

CREATE OR REPLACE FUNCTION tid_time AS (id) -> fromUnixTimestamp64Micro(toInt64(bitAnd(bitShiftRight(id, 10), 9007199254740991)), 'UTC');

CREATE OR REPLACE FUNCTION tid_min AS (t) -> (toUInt64((toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(9007199254740991), 'tid_min: a time out of range'))) * toUInt64(1024) + toUInt64(0));

CREATE OR REPLACE FUNCTION tid_max AS (t) -> (toUInt64((toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(9007199254740991), 'tid_max: a time out of range'))) * toUInt64(1024) + toUInt64(1023));

-- column:
-- `id` UInt64
