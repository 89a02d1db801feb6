-- tid, the atproto TID: microseconds and a clock identifier
-- PostgreSQL, bigint
-- Ids with the top bit set, which nobody makes, do not fit.
-- Of the half-open interval from a to b: id >= tid_min(a) AND id < tid_min(b).
-- For PostgreSQL 14 and later.

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
    RAISE EXCEPTION 'tid_min: a time out of range' USING ERRCODE = 'datetime_field_overflow';
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
    RAISE EXCEPTION 'tid_max: a time out of range' USING ERRCODE = 'datetime_field_overflow';
  END IF;
  tick := us;
  RETURN ((tick * 1024) + 1023);
END
$$;

-- check:
-- "id" >= 0

-- column:
-- "id" bigint NOT NULL CHECK ("id" >= 0)
