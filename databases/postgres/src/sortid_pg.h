/* Declarations shared by the files of the extension: how the server stores ids, and how errors are reported. */

#ifndef SORTID_PG_H
#define SORTID_PG_H

#include "postgres.h"

#include "datatype/timestamp.h"
#include "fmgr.h"
#if PG_VERSION_NUM >= 160000
/* Before, postgres.h had it. */
#include "varatt.h"
#endif

#include "sortid.h"

#include "formats.h"

/* A function of SQL for a format: `id_how` is what all formats share. */
#define SORTID_PG_FUNCTION(how, number, name) \
  PG_FUNCTION_INFO_V1(sortid_pg_##how##_##name); \
  Datum sortid_pg_##how##_##name(PG_FUNCTION_ARGS) { return id_##how(fcinfo, number); }

/* The functions that tell the time are known to the planner's support function by the names of their symbols. */
#define SORTID_PG_TIME_SYMBOL "sortid_pg_time_"
#define SORTID_PG_TIME_IS_SYMBOL "sortid_pg_time_is_"

/* Flipped in ids that the server keeps as integers, but for timeid. */
#define SORTID_PG_SIGN (UINT64CONST(1) << 63)

/* The id in a value of its type, or in a uuid. It is read without being judged: the library judges it where it is used. */
extern sortid_id sortid_pg_read(Datum datum, uint32 format);

/* The value of an id. */
extern Datum sortid_pg_write(const sortid_id *id);

/* Reads an id from bytes; invalid bytes are an error. */
extern sortid_id sortid_pg_from_bytes(const void *bytes, Size size, uint32 format);

/* Reports an error of the library. `text` is the rejected text, or NULL. */
extern void sortid_pg_raise(uint32 format, const char *text, const sortid_error *error) pg_attribute_noreturn();

/* Whether the planner knows the time of every id of a format. */
extern bool sortid_pg_bounds_are_exact(uint32 format);

/* Whether no id above all that are made has an earlier time: the reserved ids of tid have, whose top bit is no part of the time. */
extern bool sortid_pg_is_bounded_above(uint32 format);

/* The state of the settings: one that was read before another was set is old. */
extern uint32 sortid_pg_settings;
extern char *sortid_pg_state_dir;
extern int sortid_pg_node;

/* Whether the node was given by the session, or by who opened it: not by a configuration that all sessions have. */
extern bool sortid_pg_node_is_sessions(void);

#endif
