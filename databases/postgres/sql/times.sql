-- The time of an id, and the ids of a time.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SELECT sortid_time('3jzfcijpj2z2a'::sortid_tid), sortid_time('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid);
SELECT sortid_time('3jzfcijpj2z2a'::sortid_tid) + interval '1 hour' AS later, pg_typeof(sortid_time('3jzfcijpj2z2a'::sortid_tid) + interval '1 hour');
SELECT sortid_time_ulid(sortid_parse_ulid('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
SELECT sortid_min_uuid7('2022-02-22 19:22:22.000001Z'), sortid_max_uuid7('2022-02-22 19:22:22.000001Z');
-- The first id is of the next tick; the last one is of the current tick.
SELECT sortid_first_uuid7('2022-02-22 19:22:22.000001Z'), sortid_last_uuid7('2022-02-22 19:22:22.000001Z');
SELECT sortid_first_uuid7('2022-02-22 19:22:22Z'), sortid_first_uuid7('2022-02-22 19:22:22Z', true), sortid_last_uuid7('2022-02-22 19:22:22Z', true);
SELECT sortid_first_ksuid('-infinity'), sortid_first_ksuid('infinity'), sortid_last_ksuid('-infinity'), sortid_last_ksuid('infinity'), sortid_first_ksuid(NULL);
SELECT sortid_time_is_tid('3jzfcijpj2z2a', sign, sortid_time('3jzfcijpj2z2a'::sortid_tid)) FROM unnest(ARRAY['<', '<=', '=', '>=', '>']) sign;
