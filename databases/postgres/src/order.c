/* Comparison of ids stored as bytes, by the library. 64-bit ids use the server's functions for
 * integers. */

#include "sortid_pg.h"

#include "common/hashfn.h"

static int
compared(FunctionCallInfo fcinfo, uint32 format)
{
	sortid_id	a = sortid_pg_read(PG_GETARG_DATUM(0), format);
	sortid_id	b = sortid_pg_read(PG_GETARG_DATUM(1), format);

	return sortid_compare(&a, &b);
}

#define COMPARED(how, sign) \
  static Datum id_##how(FunctionCallInfo fcinfo, uint32 format) { PG_RETURN_BOOL(compared(fcinfo, format) sign 0); }

COMPARED(lt, <)
COMPARED(le, <=)
COMPARED(eq, ==)
COMPARED(ne, !=)
COMPARED(ge, >=)
COMPARED(gt, >)

static Datum
id_cmp(FunctionCallInfo fcinfo, uint32 format)
{
	PG_RETURN_INT32(compared(fcinfo, format));
}

static Datum
id_hash(FunctionCallInfo fcinfo, uint32 format)
{
	return hash_bytes((const unsigned char *) PG_GETARG_POINTER(0), (int) sortid_format_bytes_size(format));
}

static Datum
id_hash_extended(FunctionCallInfo fcinfo, uint32 format)
{
	uint64		seed = (uint64) PG_GETARG_INT64(1);

	return UInt64GetDatum(hash_bytes_extended((const unsigned char *) PG_GETARG_POINTER(0), (int) sortid_format_bytes_size(format), seed));
}

#define ORDER(number, name) \
  SORTID_PG_FUNCTION(lt, number, name) SORTID_PG_FUNCTION(le, number, name) SORTID_PG_FUNCTION(eq, number, name) \
  SORTID_PG_FUNCTION(ne, number, name) SORTID_PG_FUNCTION(ge, number, name) SORTID_PG_FUNCTION(gt, number, name) \
  SORTID_PG_FUNCTION(cmp, number, name) SORTID_PG_FUNCTION(hash, number, name) SORTID_PG_FUNCTION(hash_extended, number, name)

SORTID_PG_BYTES(ORDER)
