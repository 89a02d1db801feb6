-- ulid, milliseconds and 80 random bits, which count up within a millisecond
-- PostgreSQL, uuid
-- Ids from time a to before b: id >= ulid_min(a) AND id < ulid_min(b).
-- No conversions of text: plain SQL only converts hexadecimal and unsigned 64-bit ids.
-- For PostgreSQL 14 and later.

DO $do$
DECLARE
  other regprocedure;
BEGIN
  FOR other IN SELECT oid FROM pg_proc
    WHERE oid IN (to_regprocedure('ulid_min(timestamptz)'),
      to_regprocedure('ulid_max(timestamptz)'),
      to_regprocedure('ulid_keyed(timestamptz,text,text)'))
    AND pronamespace = to_regnamespace(quote_ident(current_schema()))
    AND prorettype <> 'uuid'::regtype
  LOOP
    EXECUTE format('DROP FUNCTION %s', other);
  END LOOP;
END
$do$;

CREATE OR REPLACE FUNCTION ulid_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT ((date '1970-01-01' + ((('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint * 1000) / 86400000000)::integer)
    + (('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint * 1000) % 86400000000 * interval '1 microsecond') AT TIME ZONE 'UTC'
$$;

CREATE OR REPLACE FUNCTION ulid_min(t timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  utc timestamp := t AT TIME ZONE 'UTC';
  us numeric := (utc::date - date '1970-01-01')::bigint * 86400000000
    + extract(epoch FROM utc::time)::numeric * 1000000;
  tick bigint;
BEGIN
  IF us < 0 OR us > 281474976710655999 THEN
    RAISE EXCEPTION 'ulid_min: time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := div(us, 1000);
  RETURN (lpad(to_hex(tick), 12, '0') || '00000000000000000000')::uuid;
END
$$;

CREATE OR REPLACE FUNCTION ulid_max(t timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  utc timestamp := t AT TIME ZONE 'UTC';
  us numeric := (utc::date - date '1970-01-01')::bigint * 86400000000
    + extract(epoch FROM utc::time)::numeric * 1000000;
  tick bigint;
BEGIN
  IF us < 0 OR us > 281474976710655999 THEN
    RAISE EXCEPTION 'ulid_max: time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := div(us, 1000);
  RETURN (lpad(to_hex(tick), 12, '0') || 'ffffffffffffffffffff')::uuid;
END
$$;

CREATE OR REPLACE FUNCTION ulid_keyed(t timestamptz, key text, namespace text DEFAULT '') RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  lowest uuid := ulid_min(t);
  digest text := encode(sha256('\x736f72746964206b65796564203100000004756c6964'::bytea || int4send(octet_length(convert_to(namespace, 'UTF8'))) || convert_to(namespace, 'UTF8') || int8send((('x' || substr(encode(uuid_send(lowest), 'hex'), 1, 12))::bit(48)::bigint)::bigint) || int4send(octet_length(convert_to(key, 'UTF8'))) || convert_to(key, 'UTF8')), 'hex');
BEGIN
  IF key = '' THEN
    RAISE EXCEPTION 'ulid_keyed: the key is empty' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN (lpad(to_hex(('x' || substr(encode(uuid_send(lowest), 'hex'), 1, 12))::bit(48)::bigint), 12, '0') || lpad(to_hex((('x' || substr(encode(uuid_send(lowest), 'hex'), 13, 12))::bit(48)::bigint + ('x' || substr(digest, 1, 12))::bit(48)::bigint)), 12, '0') || lpad(to_hex((('x' || substr(encode(uuid_send(lowest), 'hex'), 25, 8))::bit(32)::bigint + ('x' || substr(digest, 13, 8))::bit(32)::bigint)), 8, '0'))::uuid;
END
$$;

-- column:
-- "id" uuid NOT NULL
