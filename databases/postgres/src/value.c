/*
 * Storage of ids: 64-bit ids are integers that the server passes by value, others are big-endian
 * bytes.
 *
 * Unsigned integers are stored with the sign bit flipped, so that the server's functions for
 * `bigint` sort and hash them.
 */

#include "sortid_pg.h"

#include "port/pg_bswap.h"

/* The sizes that `sortid_format_bytes_size` returns, as compile-time constants for speed. */
static const uint8 SIZES[] = {
#define SIZE(number, name, NAME, Name) [number] = SORTID_##NAME##_BYTES_SIZE,
	SORTID_FORMATS(SIZE)
};

static bool
is_integer(uint32 format)
{
	return SIZES[format] == sizeof(uint64);
}

static uint64
flip(uint32 format)
{
	return format == SORTID_FORMAT_TIMEID ? 0 : SORTID_PG_SIGN;
}

sortid_id
sortid_pg_read(Datum datum, uint32 format)
{
	sortid_id	id = {{0}, format};

	if (is_integer(format))
	{
		uint64		value = pg_hton64((uint64) DatumGetInt64(datum) ^ flip(format));

		memcpy(id.bytes, &value, sizeof value);
	}
	else
		memcpy(id.bytes, DatumGetPointer(datum), SIZES[format]);
	return id;
}

Datum
sortid_pg_write(const sortid_id *id)
{
	Size		size = SIZES[id->format];
	void	   *bytes;

	if (is_integer(id->format))
	{
		uint64		value;

		memcpy(&value, id->bytes, sizeof value);
		return Int64GetDatum((int64) (pg_ntoh64(value) ^ flip(id->format)));
	}
	bytes = palloc(size);
	memcpy(bytes, id->bytes, size);
	return PointerGetDatum(bytes);
}

sortid_id
sortid_pg_from_bytes(const void *bytes, Size size, uint32 format)
{
	sortid_id	id;
	sortid_error error;
	int32		status = sortid_from_bytes(bytes, size, format, &id, &error);

	if (status != SORTID_OK)
		ereport(ERROR,
				(errcode(status == SORTID_ERR_OUT_OF_RANGE ? ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE : ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid bytes for %s", sortid_format_name(format)),
				 errdetail("%s.", error.message)));
	return id;
}
