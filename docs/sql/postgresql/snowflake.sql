-- snowflake, milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer
-- PostgreSQL, bigint
-- Ids with the top bit set do not fit; no generator produces them.
-- Ids from time a to before b: id >= snowflake_min(a) AND id < snowflake_min(b).
-- For PostgreSQL 14 and later.

DO $do$
DECLARE
  other regprocedure;
BEGIN
  FOR other IN SELECT oid FROM pg_proc
    WHERE oid IN (to_regprocedure('snowflake_min(timestamptz)'),
      to_regprocedure('snowflake_max(timestamptz)'),
      to_regprocedure('snowflake_parse(text)'))
    AND pronamespace = to_regnamespace(quote_ident(current_schema()))
    AND prorettype <> 'bigint'::regtype
  LOOP
    EXECUTE format('DROP FUNCTION %s', other);
  END LOOP;
END
$do$;

CREATE OR REPLACE FUNCTION snowflake_time(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT ((date '2010-11-04' + (((((id >> 22) & 2199023255551) * 1000) + 6174657000) / 86400000000)::integer)
    + ((((id >> 22) & 2199023255551) * 1000) + 6174657000) % 86400000000 * interval '1 microsecond') AT TIME ZONE 'UTC'
$$;

CREATE OR REPLACE FUNCTION snowflake_min(t timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  utc timestamp := t AT TIME ZONE 'UTC';
  us numeric := (utc::date - date '1970-01-01')::bigint * 86400000000
    + extract(epoch FROM utc::time)::numeric * 1000000;
  tick bigint;
BEGIN
  IF us < 1288834974657000 OR us > 3487858230208999 THEN
    RAISE EXCEPTION 'snowflake_min: time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := div((us - 1288834974657000), 1000);
  RETURN (tick * 4194304);
END
$$;

CREATE OR REPLACE FUNCTION snowflake_max(t timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  utc timestamp := t AT TIME ZONE 'UTC';
  us numeric := (utc::date - date '1970-01-01')::bigint * 86400000000
    + extract(epoch FROM utc::time)::numeric * 1000000;
  tick bigint;
BEGIN
  IF us < 1288834974657000 OR us > 3487858230208999 THEN
    RAISE EXCEPTION 'snowflake_max: time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := div((us - 1288834974657000), 1000);
  RETURN ((tick * 4194304) + 4194303);
END
$$;

CREATE OR REPLACE FUNCTION snowflake_text(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT (id)::text $$;

CREATE OR REPLACE FUNCTION snowflake_parse(t text) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
BEGIN
  IF NOT (t ~ '^(0|[1-9][0-9]*)$' AND (length(t) < 19 OR length(t) = 19 AND t COLLATE "C" <= '9223372036854775807')) THEN
    RAISE EXCEPTION 'snowflake_parse: not a valid snowflake' USING ERRCODE = 'invalid_text_representation';
  END IF;
  RETURN t::bigint;
END
$$;

-- check:
-- "id" >= 0

-- column:
-- "id" bigint NOT NULL CHECK ("id" >= 0)
