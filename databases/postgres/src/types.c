/* Input, output and casts. */

#include "sortid_pg.h"

#include "libpq/pqformat.h"
#include "utils/builtins.h"

static Datum
parsed(const char *text, Size length, uint32 format)
{
	sortid_id	id;
	sortid_error error;

	if (sortid_parse(text, length, format, &id, &error) != SORTID_OK)
		sortid_pg_raise(format, pnstrdup(text, length), &error);
	return sortid_pg_write(&id);
}

static char *
written(Datum datum, uint32 format)
{
	sortid_id	id = sortid_pg_read(datum, format);
	char		text[SORTID_TEXT_SIZE];
	sortid_error error;

	if (sortid_text(&id, text, sizeof text, NULL, &error) != SORTID_OK)
		sortid_pg_raise(format, NULL, &error);
	return pstrdup(text);
}

static Datum
id_in(FunctionCallInfo fcinfo, uint32 format)
{
	const char *text = PG_GETARG_CSTRING(0);

	return parsed(text, strlen(text), format);
}

static Datum
id_out(FunctionCallInfo fcinfo, uint32 format)
{
	PG_RETURN_CSTRING(written(PG_GETARG_DATUM(0), format));
}

static Datum
id_recv(FunctionCallInfo fcinfo, uint32 format)
{
	StringInfo	message = (StringInfo) PG_GETARG_POINTER(0);
	int			size = message->len - message->cursor;
	sortid_id	id = sortid_pg_from_bytes(pq_getmsgbytes(message, size), size, format);

	return sortid_pg_write(&id);
}

/* Also the cast to bytea. */
static Datum
id_send(FunctionCallInfo fcinfo, uint32 format)
{
	sortid_id	id = sortid_pg_read(PG_GETARG_DATUM(0), format);
	Size		size = sortid_format_bytes_size(format);
	bytea	   *bytes = palloc(VARHDRSZ + size);

	SET_VARSIZE(bytes, VARHDRSZ + size);
	memcpy(VARDATA(bytes), id.bytes, size);
	PG_RETURN_BYTEA_P(bytes);
}

static Datum
id_from_bytes(FunctionCallInfo fcinfo, uint32 format)
{
	bytea	   *bytes = PG_GETARG_BYTEA_PP(0);
	sortid_id	id = sortid_pg_from_bytes(VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes), format);

	return sortid_pg_write(&id);
}

/* Casts to bigint. timeid is signed like `bigint`; other ids with the top bit set do not fit. */
static Datum
id_to_bigint(FunctionCallInfo fcinfo, uint32 format)
{
	sortid_id	id = sortid_pg_read(PG_GETARG_DATUM(0), format);
	uint64		value;
	sortid_error error;

	if (sortid_u64(&id, &value, &error) != SORTID_OK)
		sortid_pg_raise(format, NULL, &error);
	if (value > PG_INT64_MAX && format != SORTID_FORMAT_TIMEID)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("bigint out of range"),
				 errdetail("The %s is the unsigned integer " UINT64_FORMAT ".", sortid_format_name(format), value)));
	PG_RETURN_INT64((int64) value);
}

static Datum
id_from_bigint(FunctionCallInfo fcinfo, uint32 format)
{
	int64		value = PG_GETARG_INT64(0);
	sortid_id	id;
	sortid_error error = {.message = "out_of_range: integers of this format cannot be negative"};
	bool		is_id = false;

	if (value >= 0 || format == SORTID_FORMAT_TIMEID)
		is_id = sortid_from_u64((uint64) value, format, &id, &error) == SORTID_OK;
	if (!is_id)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg(INT64_FORMAT " is not a valid %s", value, sortid_format_name(format)),
				 errdetail("%s.", error.message)));
	return sortid_pg_write(&id);
}

/* Both are the same 16 bytes. */
static Datum
id_to_uuid(FunctionCallInfo fcinfo, uint32 format)
{
	return PG_GETARG_DATUM(0);
}

static Datum
id_from_uuid(FunctionCallInfo fcinfo, uint32 format)
{
	sortid_id	id = sortid_pg_from_bytes(PG_GETARG_POINTER(0), sortid_format_bytes_size(format), format);

	return sortid_pg_write(&id);
}

static Datum
id_parse(FunctionCallInfo fcinfo, uint32 format)
{
	text	   *given = PG_GETARG_TEXT_PP(0);

	return parsed(VARDATA_ANY(given), VARSIZE_ANY_EXHDR(given), format);
}

static Datum
id_text(FunctionCallInfo fcinfo, uint32 format)
{
	PG_RETURN_TEXT_P(cstring_to_text(written(PG_GETARG_DATUM(0), format)));
}

static Datum
id_valid(FunctionCallInfo fcinfo, uint32 format)
{
	text	   *given = PG_GETARG_TEXT_PP(0);

	PG_RETURN_BOOL(sortid_is_valid(VARDATA_ANY(given), VARSIZE_ANY_EXHDR(given), format));
}

static Datum
id_valid_uuid(FunctionCallInfo fcinfo, uint32 format)
{
	sortid_id	id;

	PG_RETURN_BOOL(sortid_from_bytes((const uint8 *) PG_GETARG_POINTER(0), sortid_format_bytes_size(format), format, &id, NULL) == SORTID_OK);
}

PG_FUNCTION_INFO_V1(sortid_pg_version);

Datum
sortid_pg_version(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text(sortid_version()));
}

#define TYPE(number, name) \
  SORTID_PG_FUNCTION(in, number, name) SORTID_PG_FUNCTION(out, number, name) SORTID_PG_FUNCTION(recv, number, name) \
  SORTID_PG_FUNCTION(send, number, name) SORTID_PG_FUNCTION(from_bytes, number, name)
#define INTEGER(number, name) SORTID_PG_FUNCTION(to_bigint, number, name) SORTID_PG_FUNCTION(from_bigint, number, name)
#define TO_UUID(number, name) SORTID_PG_FUNCTION(to_uuid, number, name) SORTID_PG_FUNCTION(from_uuid, number, name)
#define UUID(number, name) \
  SORTID_PG_FUNCTION(parse, number, name) SORTID_PG_FUNCTION(text, number, name) SORTID_PG_FUNCTION(valid_uuid, number, name)
#define VALID(number, name) SORTID_PG_FUNCTION(valid, number, name)

SORTID_PG_OWN(TYPE)
SORTID_PG_INTEGERS(INTEGER)
SORTID_PG_CAST_TO_UUID(TO_UUID)
SORTID_PG_UUIDS(UUID)
SORTID_PG_ALL(VALID)
