/* The module and its settings. */

#include "sortid_pg.h"

#include <limits.h>

#include "miscadmin.h"
#include "utils/guc.h"
#if PG_VERSION_NUM >= 160000
#include "utils/guc_tables.h"
#endif

PG_MODULE_MAGIC;

/* Called by the server. */
extern PGDLLEXPORT void _PG_init(void);

uint32		sortid_pg_settings = 1;
char	   *sortid_pg_state_dir = NULL;
int			sortid_pg_node = -1;

static GucSource node_source = PGC_S_DEFAULT;

static bool
check_state_dir(char **value, void **extra, GucSource source)
{
	if (*value != NULL && **value != '\0' && !is_absolute_path(*value))
	{
		GUC_check_errdetail("The path must be absolute.");
		return false;
	}
	return true;
}

static void
assign_state_dir(const char *value, void *extra)
{
	sortid_pg_settings++;
}

static bool
check_node(int *value, void **extra, GucSource source)
{
	/* The server frees it, since version 16 with its own allocator. */
#if PG_VERSION_NUM >= 160000
	GucSource  *stored = guc_malloc(LOG, sizeof *stored);
#else
	GucSource  *stored = malloc(sizeof *stored);
#endif

	if (stored == NULL)
		return false;
	*stored = source;
	*extra = stored;
	return true;
}

static void
assign_node(int value, void *extra)
{
	node_source = extra == NULL ? PGC_S_DEFAULT : *(GucSource *) extra;
	sortid_pg_settings++;
}

bool
sortid_pg_node_is_sessions(void)
{
	return sortid_pg_node >= 0 && node_source >= PGC_S_CLIENT;
}

void
_PG_init(void)
{
	DefineCustomStringVariable("sortid.state_dir", "The folder of state files, which put the ids of all sessions in one order.",
							   "An absolute path outside the data directory. Empty disables state files.", &sortid_pg_state_dir, "",
							   PGC_SIGHUP, GUC_SUPERUSER_ONLY, check_state_dir, assign_state_dir, NULL);
	DefineCustomIntVariable("sortid.node", "The node of this session's ids, which must differ from that of all other sessions.",
							"-1 disables it. Without a state directory, only a value set by the session or its connection is used.", &sortid_pg_node, -1,
							-1, INT_MAX, PGC_SUSET, 0, check_node, assign_node, NULL);
#if PG_VERSION_NUM >= 150000
	MarkGUCPrefixReserved("sortid");
#else
	EmitWarningsOnPlaceholders("sortid");
#endif
}
