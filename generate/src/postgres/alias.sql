
/* A uuid does not tell its format: without a name it is read as the one that is made most. */
CREATE FUNCTION sortid_time(uuid) RETURNS sortid_instant
  IMMUTABLE STRICT PARALLEL SAFE LANGUAGE C AS 'MODULE_PATHNAME', 'sortid_pg_time_@FORMAT@';
