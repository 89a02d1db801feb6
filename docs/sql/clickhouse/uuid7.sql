-- uuid7, UUID version 7: milliseconds, a counter and random bits
-- ClickHouse, FixedString(16)
-- Ids from time a to before b: id >= uuid7_min(a) AND id < uuid7_min(b).
-- Times are in UTC.

CREATE OR REPLACE FUNCTION uuid7_time AS (id) -> fromUnixTimestamp64Micro((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(id), 1, 12))))) * toInt64(1000)) + throwIf(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(id), 1, 12))))) > toInt64(10413791999999), 'uuid7_time: time out of range'), 'UTC');

CREATE OR REPLACE FUNCTION uuid7_min AS (t) -> toFixedString(unhex(concat(leftPad(lower(hex((intDiv(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(281474976710655999), 'uuid7_min: time out of range')))), 12, '0'), '70008000000000000000')), 16);

CREATE OR REPLACE FUNCTION uuid7_max AS (t) -> toFixedString(unhex(concat(leftPad(lower(hex((intDiv(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(281474976710655999), 'uuid7_max: time out of range')))), 12, '0'), '7fffbfffffffffffffff')), 16);

CREATE OR REPLACE FUNCTION uuid7_keyed AS (t, key, namespace) -> arrayMap(lowest -> arrayMap(digest -> toFixedString(unhex(concat(leftPad(lower(hex(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(lowest), 1, 12))))))), 12, '0'), leftPad(lower(hex((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(lowest), 13, 12))))) + (toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(digest, 1, 4))))), 4), 4095)) * toInt64(4294967296)) + toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(digest, 3, 10))))), 6), 1073741823))))), 12, '0'), leftPad(lower(hex((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(lowest), 25, 8))))) + toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(digest, 11, 10))))), 6), 4294967295))))), 8, '0'))), 16), [lower(hex(SHA256(concat(unhex('736f72746964206b657965642031000000057575696437'), unhex(leftPad(hex(toInt64(length(namespace))), 8, '0')), namespace, unhex(leftPad(hex(toInt64((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(lowest), 1, 12))))) + throwIf(key = '', 'uuid7_keyed: the key is empty')))), 16, '0')), unhex(leftPad(hex(toInt64(length(key))), 8, '0')), key))))])[1], [uuid7_min(t)])[1];

CREATE OR REPLACE FUNCTION uuid7_text AS (id) -> concat(substr(lower(hex(id)), 1, 8), '-', substr(lower(hex(id)), 9, 4), '-', substr(lower(hex(id)), 13, 4), '-', substr(lower(hex(id)), 17, 4), '-', substr(lower(hex(id)), 21, 12));

CREATE OR REPLACE FUNCTION uuid7_parse AS (t) -> toFixedString(unhex(replace(substring(t, 1 + throwIf(NOT (match(t, '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$') AND toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(replace(t, '-', ''), 17, 2))))), 6), 3)) = 2 AND toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(replace(t, '-', ''), 13, 2))))), 4), 15)) = 7), 'uuid7_parse: not a valid uuid7')), '-', '')), 16);

-- check:
-- toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(`id`), 17, 2))))), 6), 3)) = 2 AND toInt64(bitAnd(bitShiftRight(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(`id`), 13, 2))))), 4), 15)) = 7

-- column:
-- `id` FixedString(16)
