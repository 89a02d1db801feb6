-- ulid, milliseconds and 80 random bits that count up within one
-- ClickHouse, FixedString(16)
-- Of the half-open interval from a to b: id >= ulid_min(a) AND id < ulid_min(b).
-- No text and no parse: plain SQL knows those of hexadecimal digits and of 64 bits without a sign alone.
-- Times are in UTC.

CREATE OR REPLACE FUNCTION ulid_time AS (id) -> fromUnixTimestamp64Micro((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(id), 1, 12))))) * toInt64(1000)) + throwIf(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(id), 1, 12))))) > toInt64(10413791999999), 'ulid_time: a time out of range'), 'UTC');

CREATE OR REPLACE FUNCTION ulid_min AS (t) -> toFixedString(unhex(concat(leftPad(lower(hex((intDiv(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(281474976710655999), 'ulid_min: a time out of range')))), 12, '0'), '00000000000000000000')), 16);

CREATE OR REPLACE FUNCTION ulid_max AS (t) -> toFixedString(unhex(concat(leftPad(lower(hex((intDiv(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(281474976710655999), 'ulid_max: a time out of range')))), 12, '0'), 'ffffffffffffffffffff')), 16);

-- column:
-- `id` FixedString(16)
