/* The time of an id, and the smallest and the largest id of a time. */

#include "sortid_pg.h"

#include "port/pg_bswap.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

/* From 1970, the epoch of the library, to 2000, that of PostgreSQL. */
static const int64 EPOCH_SECONDS = (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * (int64) SECS_PER_DAY;

/* The nanoseconds of the unit to which times are rounded down. */
static const uint32 MICROSECOND = 1000;

/* The first and the last time of a format's ids, if they sort by time. */
typedef struct
{
	TimestampTz first;
	TimestampTz last;
}			Span;

static const Span SPANS[] = {
#define SPAN(number, name, first, last) [number] = {first, last},
	SORTID_PG_BOUNDED(SPAN)
};

/* The constants to compute the time of an id from its first 16 bytes; the mask is 0 if only the
 * library can. */
typedef struct
{
	int			bits;
	int			below;
	uint64		mask;
	int64		unit;
	TimestampTz first;
	uint64		fixed[2];
	uint64		values[2];
}			Count;

static const Count COUNTS[SORTID_FORMAT_COUNT + 1] = {
#define COUNT(number, name, bits, below, mask, unit, first, fixed, fixed_low, values, values_low) \
	[number] = {bits, below, mask, unit, first, {fixed, fixed_low}, {values, values_low}},
	SORTID_PG_COUNTED(COUNT)
};

static sortid_time
library_time(TimestampTz time, uint32 nanos)
{
	sortid_time of;
	int64		rest = time % USECS_PER_SEC;

	of.seconds = time / USECS_PER_SEC + EPOCH_SECONDS;
	if (rest < 0)
	{
		rest += USECS_PER_SEC;
		of.seconds--;
	}
	of.nanos = (uint32) rest * MICROSECOND + nanos;
	return of;
}

/* Whether a timestamptz can hold the time. */
static bool
fits_server(sortid_time time)
{
	return time.seconds >= MIN_TIMESTAMP / USECS_PER_SEC + EPOCH_SECONDS && time.seconds < END_TIMESTAMP / USECS_PER_SEC + EPOCH_SECONDS;
}

static TimestampTz
server_time(sortid_time time)
{
	return (time.seconds - EPOCH_SECONDS) * USECS_PER_SEC + time.nanos / MICROSECOND;
}

static TimestampTz
time_of(const sortid_id *id)
{
	sortid_time time;
	sortid_error error;

	if (sortid_timestamp(id, &time, &error) != SORTID_OK)
		sortid_pg_raise(id->format, NULL, &error);
	if (!fits_server(time))
		ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE), errmsg("timestamp out of range")));
	return server_time(time);
}

/* Returns the time of a value. Scans call it for each row, so it calls the library for invalid
 * ids and rare formats only. */
static TimestampTz
value_time(Datum datum, uint32 format)
{
	const Count *count = &COUNTS[format];
	uint64		words[2] = {0};
	sortid_id	id;

	if (count->mask != 0)
	{
		if (count->bits == 64)
			words[0] = (uint64) DatumGetInt64(datum) ^ SORTID_PG_SIGN;
		else
		{
			memcpy(words, DatumGetPointer(datum), sizeof words);
			words[0] = pg_ntoh64(words[0]);
			words[1] = pg_ntoh64(words[1]);
		}
		if ((words[0] & count->fixed[0]) == count->values[0] && (words[1] & count->fixed[1]) == count->values[1])
			return (TimestampTz) (words[0] >> count->below & count->mask) * count->unit + count->first;
	}
	id = sortid_pg_read(datum, format);
	return time_of(&id);
}

static Datum
id_time(FunctionCallInfo fcinfo, uint32 format)
{
	PG_RETURN_TIMESTAMPTZ(value_time(PG_GETARG_DATUM(0), format));
}

/* Compares the time of an id; the planner rewrites `sortid_time(id) >= time` to this function. */
static Datum
id_time_is(FunctionCallInfo fcinfo, uint32 format)
{
	TimestampTz own = value_time(PG_GETARG_DATUM(0), format);
	text	   *sign = PG_GETARG_TEXT_PP(1);
	TimestampTz time = PG_GETARG_TIMESTAMPTZ(2);
	const char *first = VARDATA_ANY(sign);
	Size		length = VARSIZE_ANY_EXHDR(sign);
	bool		or_equal = length == 2 && first[1] == '=';

	if (length == 1 && first[0] == '=')
		PG_RETURN_BOOL(own == time);
	if (length == 1 || or_equal)
	{
		if (first[0] == '<')
			PG_RETURN_BOOL(own < time || (or_equal && own == time));
		if (first[0] == '>')
			PG_RETURN_BOOL(own > time || (or_equal && own == time));
	}
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid comparison operator: \"%s\"", text_to_cstring(sign))));
}

static Datum
bound(FunctionCallInfo fcinfo, uint32 format, bool is_min)
{
	TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
	sortid_id	id;
	sortid_error error = {.status = SORTID_ERR_TIMESTAMP_OUT_OF_RANGE, .message = "timestamp_out_of_range: the time is infinite"};
	int32		status = error.status;

	if (!TIMESTAMP_NOT_FINITE(time))
		status = is_min ? sortid_min_at(library_time(time, 0), format, &id, &error) : sortid_max_at(library_time(time, 0), format, &id, &error);
	if (status != SORTID_OK)
		sortid_pg_raise(format, NULL, &error);
	return sortid_pg_write(&id);
}

static Datum
id_min(FunctionCallInfo fcinfo, uint32 format)
{
	return bound(fcinfo, format, true);
}

static Datum
id_max(FunctionCallInfo fcinfo, uint32 format)
{
	return bound(fcinfo, format, false);
}

/*
 * Returns the largest id of a microsecond, which is in its last tick if the format has several per
 * microsecond. If the format has no id in it (timeid has none in one microsecond before 1970),
 * returns the largest of an earlier one.
 */
static sortid_id
largest_of(TimestampTz time, uint32 format)
{
	uint32		nanos = MICROSECOND;
	sortid_id	id;
	sortid_error error;
	int32		status;

	do
	{
		status = sortid_max_at(library_time(time, --nanos), format, &id, &error);
		if (nanos == 0)
		{
			nanos = MICROSECOND;
			time--;
		}
	} while (status == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE && time >= SPANS[format].first);
	if (status != SORTID_OK)
		sortid_pg_raise(format, NULL, &error);
	return id;
}

/* Returns the smallest or the largest id that can be generated. */
static sortid_id
generated_extreme(uint32 format, bool is_min)
{
	sortid_id	id;
	sortid_error error;

	if (!is_min)
		return largest_of(SPANS[format].last, format);
	if (sortid_min_at(library_time(SPANS[format].first, 0), format, &id, &error) != SORTID_OK)
		sortid_pg_raise(format, NULL, &error);
	return id;
}

/*
 * Returns the smallest or the largest valid id, which may be a reserved one beyond those that can
 * be generated. Candidates are the id with extreme fields, and the range of the first character of
 * the text.
 */
static sortid_id
extreme(uint32 format, bool is_min)
{
	sortid_id	id = generated_extreme(format, is_min);
	sortid_field fields[SORTID_MAX_FIELDS] = {{0}};
	Size		count = sortid_format_field_count(format);
	char		text[SORTID_TEXT_SIZE];
	sortid_id	others[3];
	bool		exists[3] = {false};

	for (Size i = 0; i < count; i++)
	{
		uint32		bits = is_min ? 0 : sortid_format_field_bits(format, i);

		fields[i].name = sortid_format_field_name(format, i);
		fields[i].name_length = SORTID_NTS;
		fields[i].value.low = bits >= 64 ? PG_UINT64_MAX : (UINT64CONST(1) << bits) - 1;
		fields[i].value.high = bits > 64 ? (INT64CONST(1) << (bits - 64)) - 1 : 0;
	}
	exists[0] = sortid_from_fields(fields, count, format, &others[0], NULL) == SORTID_OK;
	if (sortid_text(&id, text, sizeof text, NULL, NULL) == SORTID_OK)
		exists[1] = exists[2] = sortid_prefix_range(text, 1, format, &others[1], &others[2], NULL) == SORTID_OK;
	for (int i = 0; i < (int) lengthof(others); i++)
		if (exists[i] && (is_min ? sortid_compare(&others[i], &id) < 0 : sortid_compare(&others[i], &id) > 0))
			id = others[i];
	return id;
}

static bool
has_reserved(uint32 format, bool is_min)
{
	sortid_id	generated = generated_extreme(format, is_min);
	sortid_id	any = extreme(format, is_min);

	return sortid_compare(&generated, &any) != 0;
}

bool
sortid_pg_is_bounded_above(uint32 format)
{
	sortid_id	id = extreme(format, false);
	sortid_time time;

	return !has_reserved(format, false) || sortid_timestamp(&id, &time, NULL) != SORTID_OK || !fits_server(time) ||
		server_time(time) > SPANS[format].last;
}

bool
sortid_pg_bounds_are_exact(uint32 format)
{
	return !has_reserved(format, true) && !has_reserved(format, false);
}

/* Returns the bound for times outside those of generated ids: NULL, or the last generated id if
 * there may be reserved ids, some without time. */
static Datum
beyond_all(FunctionCallInfo fcinfo, uint32 format, bool is_min)
{
	sortid_id	id;

	if (!has_reserved(format, is_min))
		PG_RETURN_NULL();
	id = generated_extreme(format, is_min);
	return sortid_pg_write(&id);
}

/* Returns the lower bound of the ids at `time` or later, or if `beyond`, after `time`. NULL if
 * there is no such id. */
static Datum
id_first(FunctionCallInfo fcinfo, uint32 format)
{
	TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
	bool		beyond = PG_GETARG_BOOL(1);
	sortid_id	id;
	sortid_error error;
	int32		status;

	if (time < SPANS[format].first)
		id = extreme(format, true);
	else if (time > SPANS[format].last - (beyond ? 1 : 0))
		return beyond_all(fcinfo, format, false);
	else
	{
		if (beyond)
			time++;
		/* Skip times without ids. */
		while ((status = sortid_min_at(library_time(time, 0), format, &id, &error)) == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE && time < SPANS[format].last)
			time++;
		if (status == SORTID_OK && time_of(&id) < time)
		{
			/* Its tick began before `time`: use the next one. */
			sortid_time next = library_time(time, 0);
			uint64		nanos = next.nanos + sortid_format_resolution_ns(format);

			next.seconds += (int64) (nanos / 1000000000);
			next.nanos = (uint32) (nanos % 1000000000);
			status = sortid_min_at(next, format, &id, &error);
			if (status == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE)
				return beyond_all(fcinfo, format, false);
		}
		if (status != SORTID_OK)
			sortid_pg_raise(format, NULL, &error);
	}
	return sortid_pg_write(&id);
}

/* Returns the upper bound of the ids at `time` or earlier, or if `beyond`, before `time`. NULL
 * if there is no such id. */
static Datum
id_last(FunctionCallInfo fcinfo, uint32 format)
{
	TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
	bool		beyond = PG_GETARG_BOOL(1);
	sortid_id	id;

	if (time > SPANS[format].last)
		id = extreme(format, false);
	else if (time < SPANS[format].first + (beyond ? 1 : 0))
		return beyond_all(fcinfo, format, true);
	else
		id = largest_of(beyond ? time - 1 : time, format);
	return sortid_pg_write(&id);
}

#define TIMED(number, name) SORTID_PG_FUNCTION(time, number, name)

SORTID_PG_TIMED(TIMED)

#define BOUNDED(number, name, begin, end) \
  SORTID_PG_FUNCTION(time_is, number, name) SORTID_PG_FUNCTION(min, number, name) SORTID_PG_FUNCTION(max, number, name) \
  SORTID_PG_FUNCTION(first, number, name) SORTID_PG_FUNCTION(last, number, name)

SORTID_PG_BOUNDED(BOUNDED)
