/*
 * New ids: by default from the generators of each backend process, or from a state file that all
 * backends share.
 *
 * The random bits of a uuid suffice to separate backends, but a random node of ten bits does not:
 * such formats require a state directory or a node that the session sets.
 */

#include "sortid_pg.h"

#include "access/xlog.h"
#include "miscadmin.h"
#include "storage/ipc.h"

/* A format's generator with options, and the version of the settings that it was created with. */
typedef struct
{
	uint32		settings;
	sortid_generator *generator;
}			Maker;

static Maker makers[SORTID_FORMAT_COUNT + 1];

/* The time between two checks for interrupts. */
#define SLICE_MS 20

/* Longer than any wait for the clock: its tolerance and the lead are 11 seconds. */
#define TIME_LIMIT_MS 15000

/* Frees the generators when the backend exits, which saves the last ids in the state files. */
static void
leave(int code, Datum argument)
{
	for (int i = 0; i < (int) lengthof(makers); i++)
	{
		sortid_generator_free(makers[i].generator);
		makers[i].generator = NULL;
		makers[i].settings = 0;
	}
}

static void
prepare(Maker *maker, uint32 format, bool draws_enough, bool takes_file, const char *node)
{
	static bool is_registered = false;
	bool		has_directory = sortid_pg_state_dir != NULL && sortid_pg_state_dir[0] != '\0' && takes_file;
	bool		has_node = node != NULL && (has_directory ? sortid_pg_node >= 0 : sortid_pg_node_is_sessions());
	sortid_option options[2] = {{0}};
	Size		count = 0;
	char	   *path = NULL;
	sortid_generator *generator = NULL;
	sortid_error error;

	if (!draws_enough && !has_directory && !has_node)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("sessions could generate the same %s", sortid_format_name(format)),
				 errdetail("It has too few random bits to separate sessions."),
				 node != NULL
				 ? errhint("Set sortid.state_dir in the server's configuration, or a different sortid.node in each session.")
				 : errhint("Set sortid.state_dir in the server's configuration.")));
	if (has_directory)
	{
		path = psprintf("%s/%s.state", sortid_pg_state_dir, sortid_format_name(format));
		/* Not mapped: truncation of a mapped file raises SIGBUS, which would restart the server. */
		options[count++] = (sortid_option) SORTID_OPTION_TEXT("unmapped_state_file", path);
	}
	if (has_node)
		options[count++] = (sortid_option) SORTID_OPTION_NUMBER(node, sortid_pg_node);
	if (!is_registered)
	{
		on_proc_exit(leave, 0);
		is_registered = true;
	}
	if (count > 0)
	{
		if (sortid_generator_new(format, options, count, &generator, &error) != SORTID_OK)
			sortid_pg_raise(format, NULL, &error);
	}
	sortid_generator_free(maker->generator);
	maker->generator = generator;
	maker->settings = sortid_pg_settings;
}

/* Generates an id. Interrupts end a wait for the clock or the state file. */
static int32
next(sortid_generator *generator, sortid_id *id, sortid_error *error)
{
	for (int waited = 0; waited < TIME_LIMIT_MS; waited += SLICE_MS)
	{
		size_t		written = 0;
		int32		status = sortid_generator_next_within(generator, SLICE_MS, id, &written, error);

		if (status != SORTID_OK || written > 0)
			return status;
		CHECK_FOR_INTERRUPTS();
	}
	error->status = SORTID_ERR_STORE_LOCKED;
	strlcpy(error->message, "store_locked: other sessions use the state file", sizeof error->message);
	return error->status;
}

static Datum
make(uint32 format, bool draws_enough, bool takes_file, const char *node)
{
	Maker	   *maker = &makers[format];
	sortid_id	id;
	sortid_error error;
	int32		status;

	/* A promoted standby could repeat them. */
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("cannot generate ids on a standby server"),
				 errhint("Generate them on the primary server.")));
	if (maker->settings != sortid_pg_settings)
		prepare(maker, format, draws_enough, takes_file, node);
	status = maker->generator != NULL ? next(maker->generator, &id, &error) : sortid_new_id(format, &id, &error);
	if (status != SORTID_OK)
		sortid_pg_raise(format, NULL, &error);
	return sortid_pg_write(&id);
}

#define NEW(number, name, draws_enough, takes_file, node) \
  PG_FUNCTION_INFO_V1(sortid_pg_new_##name); \
  Datum sortid_pg_new_##name(PG_FUNCTION_ARGS) { return make(number, draws_enough, takes_file, node); }

SORTID_PG_MADE(NEW)
