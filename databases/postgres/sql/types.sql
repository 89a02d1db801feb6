-- Types of the extension in a table with the system types tid and xid.
CREATE EXTENSION sortid;
CREATE TABLE beside (id sortid_tid PRIMARY KEY, other sortid_xid, physical tid, transaction xid);
INSERT INTO beside VALUES ('3jzfcijpj2z2c', '9m4e2mr0ui3e8a215n4g', '(0,1)', '7'), ('3jzfcijpj2z2a', '00000000000000000000', '(0,2)', '8');
SELECT * FROM beside ORDER BY id;
SELECT id::text, id::bytea, id::bigint, id::bigint::sortid_tid = id AS same FROM beside ORDER BY other;
SELECT '\x17fd6873eaf07c06'::bytea::sortid_tid;
-- A signed format, and an unsigned one above the range of bigint.
SELECT '2222-222-2222-22'::sortid_timeid > 's222-222-2222-22'::sortid_timeid AS signed, 's222-222-2222-22'::sortid_timeid::bigint;
SELECT '11111111111'::sortid_uid11_fullrand < 'jpXCZedGfVQ'::sortid_uid11_fullrand AS unsigned;
-- 128-bit formats: stored as uuid if that sorts, otherwise in their own type.
SELECT sortid_parse_ulid('01ARZ3NDEKTSV4RRFFQ69G5FAV') AS ulid, sortid_text_ulid('01563e3a-b5d3-d676-4c61-efb99302bd5b') AS text;
SELECT '00000001-0000-4000-8000-000000000000'::sortid_comb_mssql < '00000000-0000-4000-8000-000000000001'::sortid_comb_mssql AS by_its_end;
SELECT 'c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid::sortid_uuid1::uuid;
SELECT sortid_valid_tid('3jzfcijpj2z2a'), sortid_valid_tid('3jzfcijpj2z21'), sortid_valid_uuid7('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid);
SELECT sortid_new_uuid7() < sortid_new_uuid7() AS rises, sortid_new_ksuid() < sortid_new_ksuid() AS rises_too;
