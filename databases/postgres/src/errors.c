/* Errors of libsortid as errors of the server. */

#include "sortid_pg.h"

static int
sqlstate(int32 status)
{
	switch (status)
	{
		case SORTID_ERR_INVALID_LENGTH:
		case SORTID_ERR_INVALID_CHARACTER:
		case SORTID_ERR_INVALID_VARIANT:
		case SORTID_ERR_INVALID_VERSION:
			return ERRCODE_INVALID_TEXT_REPRESENTATION;
		case SORTID_ERR_OUT_OF_RANGE:
			return ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE;
		case SORTID_ERR_TIMESTAMP_OUT_OF_RANGE:
			return ERRCODE_DATETIME_VALUE_OUT_OF_RANGE;
		case SORTID_ERR_INVALID_FIELD:
		case SORTID_ERR_INVALID_OPTION:
			return ERRCODE_INVALID_PARAMETER_VALUE;
		case SORTID_ERR_NOT_APPLICABLE:
			return ERRCODE_FEATURE_NOT_SUPPORTED;
		case SORTID_ERR_CLOCK_ROLLBACK:
		case SORTID_ERR_COUNTER_EXHAUSTED:
		case SORTID_ERR_FORKED_GENERATOR:
		case SORTID_ERR_LEAD_EXCEEDED:
		case SORTID_ERR_LEASE_EXPIRED:
			return ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
		case SORTID_ERR_ENTROPY_UNAVAILABLE:
			return ERRCODE_SYSTEM_ERROR;
		case SORTID_ERR_STORE_IO:
		case SORTID_ERR_STORE_CORRUPT:
		case SORTID_ERR_STORE_FOREIGN:
		case SORTID_ERR_STORE_LOCKED:
		case SORTID_ERR_STORE_READ_ONLY:
		case SORTID_ERR_STORE_FULL:
			return ERRCODE_IO_ERROR;
		default:
			return ERRCODE_INTERNAL_ERROR;
	}
}

void
sortid_pg_raise(uint32 format, const char *text, const sortid_error *error)
{
	const char *name = sortid_format_name(format);

	if (text == NULL)
		ereport(ERROR, (errcode(sqlstate(error->status)), errmsg("%s: %s", name, error->message)));
	ereport(ERROR,
			(errcode(sqlstate(error->status)), errmsg("invalid text for %s: \"%s\"", name, text), errdetail("%s.", error->message)));
}
