-- tid, the atproto TID: microseconds and a clock identifier
-- PostgreSQL, bigint
-- Ids with the top bit set do not fit; no generator produces them.
-- Ids from time a to before b: id >= tid_min(a) AND id < tid_min(b).
-- For PostgreSQL 14 and later.

DO $do$
DECLARE
  other regprocedure;
BEGIN
  FOR other IN SELECT oid FROM pg_proc
    WHERE oid IN (to_regprocedure('tid_min(timestamptz)'),
      to_regprocedure('tid_max(timestamptz)'),
      to_regprocedure('tid_parse(text)'))
    AND pronamespace = to_regnamespace(quote_ident(current_schema()))
    AND prorettype <> 'bigint'::regtype
  LOOP
    EXECUTE format('DROP FUNCTION %s', other);
  END LOOP;
END
$do$;

CREATE OR REPLACE FUNCTION tid_time(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT ((date '1970-01-01' + (((id >> 10) & 9007199254740991) / 86400000000)::integer)
    + ((id >> 10) & 9007199254740991) % 86400000000 * interval '1 microsecond') AT TIME ZONE 'UTC'
$$;

CREATE OR REPLACE FUNCTION tid_min(t timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  utc timestamp := t AT TIME ZONE 'UTC';
  us numeric := (utc::date - date '1970-01-01')::bigint * 86400000000
    + extract(epoch FROM utc::time)::numeric * 1000000;
  tick bigint;
BEGIN
  IF us < 0 OR us > 9007199254740991 THEN
    RAISE EXCEPTION 'tid_min: time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := us;
  RETURN (tick * 1024);
END
$$;

CREATE OR REPLACE FUNCTION tid_max(t timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  utc timestamp := t AT TIME ZONE 'UTC';
  us numeric := (utc::date - date '1970-01-01')::bigint * 86400000000
    + extract(epoch FROM utc::time)::numeric * 1000000;
  tick bigint;
BEGIN
  IF us < 0 OR us > 9007199254740991 THEN
    RAISE EXCEPTION 'tid_max: time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := us;
  RETURN ((tick * 1024) + 1023);
END
$$;

CREATE OR REPLACE FUNCTION tid_text(id bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  a bigint;
  b bigint;
  s bigint;
  h bigint;
  l bigint;
BEGIN
  a := ((id >> 40) & 16777215);
  b := (id & 1099511627775);
  s := b;
  h := ((a * 1024) + (s / 1073741824));
  l := (s % 1073741824);
  RETURN (substr('234567abcdefghijklmnopqrstuvwxyz', ((h / 1073741824) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 33554432) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 1048576) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 32768) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 1024) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((h / 32) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', ((h % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', ((l / 33554432) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((l / 1048576) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((l / 32768) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((l / 1024) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', (((l / 32) % 32) + 1)::integer, 1) || substr('234567abcdefghijklmnopqrstuvwxyz', ((l % 32) + 1)::integer, 1));
END
$$;

CREATE OR REPLACE FUNCTION tid_parse(t text) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  h bigint;
  l bigint;
  a bigint;
  b bigint;
BEGIN
  IF NOT (t ~ '^[234567abcdefghijklmnopqrstuvwxyz]{13}$' AND t COLLATE "C" <= 'bzzzzzzzzzzzz') THEN
    RAISE EXCEPTION 'tid_parse: not a valid tid' USING ERRCODE = 'invalid_text_representation';
  END IF;
  h := (((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 1, 1))::bigint - 1) * 1073741824) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 2, 1))::bigint - 1) * 33554432) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 3, 1))::bigint - 1) * 1048576) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 4, 1))::bigint - 1) * 32768) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 5, 1))::bigint - 1) * 1024) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 6, 1))::bigint - 1) * 32) + (strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 7, 1))::bigint - 1));
  l := (((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 8, 1))::bigint - 1) * 33554432) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 9, 1))::bigint - 1) * 1048576) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 10, 1))::bigint - 1) * 32768) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 11, 1))::bigint - 1) * 1024) + ((strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 12, 1))::bigint - 1) * 32) + (strpos('234567abcdefghijklmnopqrstuvwxyz', substr(t, 13, 1))::bigint - 1));
  a := ((h * 64) + (l / 16777216));
  b := ((((h % 16777216) * 1073741824) + l) % 16777216);
  RETURN ((a * 16777216) + b);
END
$$;

-- check:
-- "id" >= 0

-- column:
-- "id" bigint NOT NULL CHECK ("id" >= 0)
