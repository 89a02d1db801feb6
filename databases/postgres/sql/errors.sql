-- What is refused, and how.
\set VERBOSITY verbose
\set SHOW_CONTEXT never
CREATE FUNCTION told(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE state text; message text; detail text;
BEGIN
  EXECUTE query;
  RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
  RETURN concat_ws(' | ', state, message, detail);
END $$;
SELECT told($$SELECT '3jzfcijpj2z21'::sortid_tid$$);
SELECT told($$SELECT '3jzfcijpj2z2'::sortid_tid$$);
SELECT told($$SELECT 'zzzzzzzzzzzzz'::sortid_tid$$);
SELECT told($$SELECT '\x00'::bytea::sortid_tid$$);
SELECT told($$SELECT (-1)::bigint::sortid_tid$$);
SELECT told($$SELECT 'j222222222222'::sortid_tid::bigint$$);
SELECT told($$SELECT sortid_time('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid)$$);
SELECT told($$SELECT sortid_min_tid('1969-12-31Z')$$);
SELECT told($$SELECT sortid_min_tid('infinity')$$);
SELECT told($$SELECT sortid_time_is_tid('3jzfcijpj2z2a', '<>', now())$$);
SELECT told($$SELECT sortid_new_tid()$$);
SELECT told($$SELECT sortid_new_mastodon()$$);
