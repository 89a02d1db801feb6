-- Errors for invalid input.
\set VERBOSITY verbose
\set SHOW_CONTEXT never
CREATE FUNCTION error_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE state text; message text; detail text;
BEGIN
  EXECUTE query;
  RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
  RETURN concat_ws(' | ', state, message, detail);
END $$;
SELECT error_of($$SELECT '3jzfcijpj2z21'::sortid_tid$$);
SELECT error_of($$SELECT '3jzfcijpj2z2'::sortid_tid$$);
SELECT error_of($$SELECT 'zzzzzzzzzzzzz'::sortid_tid$$);
SELECT error_of($$SELECT '\x00'::bytea::sortid_tid$$);
SELECT error_of($$SELECT (-1)::bigint::sortid_tid$$);
SELECT error_of($$SELECT 'j222222222222'::sortid_tid::bigint$$);
SELECT error_of($$SELECT sortid_time('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid)$$);
SELECT error_of($$SELECT sortid_min_tid('1969-12-31Z')$$);
SELECT error_of($$SELECT sortid_min_tid('infinity')$$);
SELECT error_of($$SELECT sortid_time_is_tid('3jzfcijpj2z2a', '<>', now())$$);
SELECT error_of($$SELECT sortid_new_tid()$$);
SELECT error_of($$SELECT sortid_new_mastodon()$$);
