
/* Without a format name, a uuid is read as a uuid7, the most common format. */
CREATE FUNCTION sortid_time(uuid) RETURNS sortid_instant
  IMMUTABLE STRICT PARALLEL SAFE LANGUAGE C AS 'MODULE_PATHNAME', 'sortid_pg_time_@FORMAT@';
