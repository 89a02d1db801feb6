-- ulid, milliseconds and 80 random bits, which count up within a millisecond
-- ClickHouse, FixedString(16)
-- Ids from time a to before b: id >= ulid_min(a) AND id < ulid_min(b).
-- No conversions of text: plain SQL only converts hexadecimal and unsigned 64-bit ids.
-- Times are in UTC.

CREATE OR REPLACE FUNCTION ulid_time AS (id) -> fromUnixTimestamp64Micro((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(id), 1, 12))))) * toInt64(1000)) + throwIf(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(id), 1, 12))))) > toInt64(10413791999999), 'ulid_time: time out of range'), 'UTC');

CREATE OR REPLACE FUNCTION ulid_min AS (t) -> toFixedString(unhex(concat(leftPad(lower(hex((intDiv(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(281474976710655999), 'ulid_min: time out of range')))), 12, '0'), '00000000000000000000')), 16);

CREATE OR REPLACE FUNCTION ulid_max AS (t) -> toFixedString(unhex(concat(leftPad(lower(hex((intDiv(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')), toInt64(1000)) + throwIf(toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) < toInt64(0) OR toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC')) > toInt64(281474976710655999), 'ulid_max: time out of range')))), 12, '0'), 'ffffffffffffffffffff')), 16);

CREATE OR REPLACE FUNCTION ulid_keyed AS (t, key, namespace) -> arrayMap(lowest -> arrayMap(digest -> toFixedString(unhex(concat(leftPad(lower(hex(toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(lowest), 1, 12))))))), 12, '0'), leftPad(lower(hex((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(lowest), 13, 12))))) + toInt64(reinterpretAsUInt64(reverse(unhex(substr(digest, 1, 12)))))))), 12, '0'), leftPad(lower(hex((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(lowest), 25, 8))))) + toInt64(reinterpretAsUInt64(reverse(unhex(substr(digest, 13, 8)))))))), 8, '0'))), 16), [lower(hex(SHA256(concat(unhex('736f72746964206b65796564203100000004756c6964'), unhex(leftPad(hex(toInt64(length(namespace))), 8, '0')), namespace, unhex(leftPad(hex(toInt64((toInt64(reinterpretAsUInt64(reverse(unhex(substr(hex(lowest), 1, 12))))) + throwIf(key = '', 'ulid_keyed: the key is empty')))), 16, '0')), unhex(leftPad(hex(toInt64(length(key))), 8, '0')), key))))])[1], [ulid_min(t)])[1];

-- column:
-- `id` FixedString(16)
