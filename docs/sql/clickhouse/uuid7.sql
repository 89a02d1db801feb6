-- uuid7, UUID version 7: milliseconds, a counter and random bits
-- ClickHouse, FixedString(16)
-- Of the half-open interval from a to b: id >= uuid7_min(a) AND id < uuid7_min(b).
-- Times are in UTC.

CREATE OR REPLACE FUNCTION uuid7_time AS (id) -> fromUnixTimestamp64Micro((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(id), 1, 12))))) * toInt64(1000)) + throwIf(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(id), 1, 12))))) > toInt64(10413791999999), 'uuid7_time: a time out of range'), 'UTC');

CREATE OR REPLACE FUNCTION uuid7_min AS (t) -> toFixedString(unhex(concat(leftPad(lower(hex((intDiv(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(281474976710655999), 'uuid7_min: a time out of range')))), 12, '0'), '70008000000000000000')), 16);

CREATE OR REPLACE FUNCTION uuid7_max AS (t) -> toFixedString(unhex(concat(leftPad(lower(hex((intDiv(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(281474976710655999), 'uuid7_max: a time out of range')))), 12, '0'), '7fffbfffffffffffffff')), 16);

CREATE OR REPLACE FUNCTION uuid7_text AS (id) -> concat(substr(lower(hex(id)), 1, 8), '-', substr(lower(hex(id)), 9, 4), '-', substr(lower(hex(id)), 13, 4), '-', substr(lower(hex(id)), 17, 4), '-', substr(lower(hex(id)), 21, 12));

CREATE OR REPLACE FUNCTION uuid7_parse AS (t) -> toFixedString(unhex(replace(substring(t, 1 + throwIf(NOT (match(t, '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$') AND toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(replace(t, '-', ''), 17, 2))))), 6), 3)) = 2 AND toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(replace(t, '-', ''), 13, 2))))), 4), 15)) = 7), 'uuid7_parse: no text of uuid7')), '-', '')), 16);

-- check:
-- toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(`id`), 17, 2))))), 6), 3)) = 2 AND toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(`id`), 13, 2))))), 4), 15)) = 7

-- column:
-- `id` FixedString(16)
