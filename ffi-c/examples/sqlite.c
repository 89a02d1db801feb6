/*
 * A connection to SQLite whose ids come from a generator with a state file. Compiles the extension
 * in:
 *
 *     cc -DSQLITE_CORE sqlite.c ../sqlite/sortid_sqlite.c $(pkg-config --cflags --libs sortid sqlite3) -o orders
 */

#include <sortid.h>
#include <sqlite3.h>
#include <stdio.h>

int sqlite3_sortidsqlite_init(sqlite3 *connection, char **message, const void *api);

int main(void) {
  const sortid_option options[] = {SORTID_OPTION_TEXT("state_file", "orders.state")};
  sortid_generator *generator;
  sortid_error error;
  if (sortid_generator_new(SORTID_FORMAT_TID, options, 1, &generator, &error) != SORTID_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  sqlite3_auto_extension((void (*)(void))sqlite3_sortidsqlite_init); /* compiled in; or sqlite3_load_extension */
  sqlite3 *connection;
  sqlite3_stmt *use, *make;
  if (sqlite3_open(":memory:", &connection) != SQLITE_OK) return 1;
  if (sqlite3_prepare_v2(connection, "SELECT sortid_use(?)", -1, &use, NULL) != SQLITE_OK) return 1;
  sqlite3_bind_pointer(use, 1, generator, "sortid_generator", NULL);
  if (sqlite3_step(use) != SQLITE_ROW) return 1; /* this connection now generates tids with the generator */
  sqlite3_finalize(use);

  if (sqlite3_prepare_v2(connection, "SELECT sortid_new('tid')", -1, &make, NULL) != SQLITE_OK) return 1;
  if (sqlite3_step(make) != SQLITE_ROW) return 1;
  puts((const char *)sqlite3_column_text(make, 0));
  sqlite3_finalize(make);
  sqlite3_close(connection);
  sortid_generator_free(generator); /* after the connections that use it */
  return 0;
}
