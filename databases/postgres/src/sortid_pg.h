/* Declarations shared by the files of the extension: storage of ids, error reports and settings. */

#ifndef SORTID_PG_H
#define SORTID_PG_H

#include "postgres.h"

#include "datatype/timestamp.h"
#include "fmgr.h"
#if PG_VERSION_NUM >= 160000
/* postgres.h includes it in older versions. */
#include "varatt.h"
#endif

#include "sortid.h"

#include "formats.h"

/* Defines the SQL function of a format, which calls `id_how` with the format's number. */
#define SORTID_PG_FUNCTION(how, number, name) \
  PG_FUNCTION_INFO_V1(sortid_pg_##how##_##name); \
  Datum sortid_pg_##how##_##name(PG_FUNCTION_ARGS) { return id_##how(fcinfo, number); }

/* Prefixes of the symbols by which the planner's support function recognizes time functions. */
#define SORTID_PG_TIME_SYMBOL "sortid_pg_time_"
#define SORTID_PG_TIME_IS_SYMBOL "sortid_pg_time_is_"

/* The sign bit, which is flipped in ids stored as integers, except timeid. */
#define SORTID_PG_SIGN (UINT64CONST(1) << 63)

/* Returns the id in a value of its type or in a uuid, without validation: the library validates
 * it on use. */
extern sortid_id sortid_pg_read(Datum datum, uint32 format);

/* Returns the value of an id. */
extern Datum sortid_pg_write(const sortid_id *id);

/* Reads an id from bytes; invalid bytes are an error. */
extern sortid_id sortid_pg_from_bytes(const void *bytes, Size size, uint32 format);

/* Reports an error of the library. `text` is the rejected text, or NULL. */
extern void sortid_pg_raise(uint32 format, const char *text, const sortid_error *error) pg_attribute_noreturn();

/* Whether a format has no reserved ids, so that conditions on the id equal those on its time. */
extern bool sortid_pg_bounds_are_exact(uint32 format);

/* Whether ids above all generated ones never have an earlier time. Reserved ids of tid do: its
 * top bit is not part of the time. */
extern bool sortid_pg_is_bounded_above(uint32 format);

/* The version of the settings, which increases with each change. */
extern uint32 sortid_pg_settings;
extern char *sortid_pg_state_dir;
extern int sortid_pg_node;

/* Whether the session or its connection has set the node, as opposed to a configuration that all
 * sessions share. */
extern bool sortid_pg_node_is_sessions(void);

#endif
