-- uuid7, UUID version 7: milliseconds, a counter and random bits
-- PostgreSQL, uuid
-- Ids from time a to before b: id >= uuid7_min(a) AND id < uuid7_min(b).
-- For PostgreSQL 14 and later.

DO $do$
DECLARE
  other regprocedure;
BEGIN
  FOR other IN SELECT oid FROM pg_proc
    WHERE oid IN (to_regprocedure('uuid7_min(timestamptz)'),
      to_regprocedure('uuid7_max(timestamptz)'),
      to_regprocedure('uuid7_keyed(timestamptz,text,text)'),
      to_regprocedure('uuid7_parse(text)'))
    AND pronamespace = to_regnamespace(quote_ident(current_schema()))
    AND prorettype <> 'uuid'::regtype
  LOOP
    EXECUTE format('DROP FUNCTION %s', other);
  END LOOP;
END
$do$;

DO $do$
BEGIN
IF current_setting('server_version_num')::integer >= 180000 THEN
CREATE OR REPLACE FUNCTION uuid7_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN uuid_extract_version(id) = 7 THEN uuid_extract_timestamp(id)
  ELSE ((date '1970-01-01' + ((('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint * 1000) / 86400000000)::integer)
    + (('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint * 1000) % 86400000000 * interval '1 microsecond') AT TIME ZONE 'UTC' END
$$;
ELSE
CREATE OR REPLACE FUNCTION uuid7_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT ((date '1970-01-01' + ((('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint * 1000) / 86400000000)::integer)
    + (('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint * 1000) % 86400000000 * interval '1 microsecond') AT TIME ZONE 'UTC'
$$;
END IF;
END
$do$;

CREATE OR REPLACE FUNCTION uuid7_min(t timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  utc timestamp := t AT TIME ZONE 'UTC';
  us numeric := (utc::date - date '1970-01-01')::bigint * 86400000000
    + extract(epoch FROM utc::time)::numeric * 1000000;
  tick bigint;
BEGIN
  IF us < 0 OR us > 281474976710655999 THEN
    RAISE EXCEPTION 'uuid7_min: time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := div(us, 1000);
  RETURN (lpad(to_hex(tick), 12, '0') || '70008000000000000000')::uuid;
END
$$;

CREATE OR REPLACE FUNCTION uuid7_max(t timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  utc timestamp := t AT TIME ZONE 'UTC';
  us numeric := (utc::date - date '1970-01-01')::bigint * 86400000000
    + extract(epoch FROM utc::time)::numeric * 1000000;
  tick bigint;
BEGIN
  IF us < 0 OR us > 281474976710655999 THEN
    RAISE EXCEPTION 'uuid7_max: time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := div(us, 1000);
  RETURN (lpad(to_hex(tick), 12, '0') || '7fffbfffffffffffffff')::uuid;
END
$$;

CREATE OR REPLACE FUNCTION uuid7_keyed(t timestamptz, key text, namespace text DEFAULT '') RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  lowest uuid := uuid7_min(t);
  digest text := encode(sha256('\x736f72746964206b657965642031000000057575696437'::bytea || int4send(octet_length(convert_to(namespace, 'UTF8'))) || convert_to(namespace, 'UTF8') || int8send((('x' || substr(encode(uuid_send(lowest), 'hex'), 1, 12))::bit(48)::bigint)::bigint) || int4send(octet_length(convert_to(key, 'UTF8'))) || convert_to(key, 'UTF8')), 'hex');
BEGIN
  IF key = '' THEN
    RAISE EXCEPTION 'uuid7_keyed: the key is empty' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN (lpad(to_hex(('x' || substr(encode(uuid_send(lowest), 'hex'), 1, 12))::bit(48)::bigint), 12, '0') || lpad(to_hex((('x' || substr(encode(uuid_send(lowest), 'hex'), 13, 12))::bit(48)::bigint + (((('x' || substr(digest, 1, 4))::bit(16)::bigint >> 4) & 4095) * 4294967296) + ((('x' || substr(digest, 3, 10))::bit(40)::bigint >> 6) & 1073741823))), 12, '0') || lpad(to_hex((('x' || substr(encode(uuid_send(lowest), 'hex'), 25, 8))::bit(32)::bigint + ((('x' || substr(digest, 11, 10))::bit(40)::bigint >> 6) & 4294967295))), 8, '0'))::uuid;
END
$$;

CREATE OR REPLACE FUNCTION uuid7_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT (id)::text $$;

CREATE OR REPLACE FUNCTION uuid7_parse(t text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN (t COLLATE "C" LIKE '________-____-7___-8___-____________'
    OR t COLLATE "C" LIKE '________-____-7___-9___-____________'
    OR t COLLATE "C" LIKE '________-____-7___-a___-____________'
    OR t COLLATE "C" LIKE '________-____-7___-b___-____________')
    AND t COLLATE "C" = lower(t COLLATE "C")
  THEN t::uuid
  ELSE ('uuid7_parse: not a valid uuid7: ' || t)::uuid END
$$;

-- check:
-- ((get_byte(uuid_send("id"), 8)::bigint >> 6) & 3) = 2 AND ((get_byte(uuid_send("id"), 6)::bigint >> 4) & 15) = 7

-- column:
-- "id" uuid NOT NULL CHECK (((get_byte(uuid_send("id"), 8)::bigint >> 6) & 3) = 2 AND ((get_byte(uuid_send("id"), 6)::bigint >> 4) & 15) = 7)
