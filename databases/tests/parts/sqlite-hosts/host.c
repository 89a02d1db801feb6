/*
 * A program that contains SQLite and the extension, and passes generators to it: `host DIRECTORY`.
 *
 * Runs with sanitizers: tests failing allocations, threads, and random texts and bytes.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sortid.h>
#include <sqlite3.h>

int sqlite3_sortidsqlite_init(sqlite3 *connection, char **message, const void *api);

static int failed;

static void check(const char *name, int good) {
  printf("%s host: %s\n", good ? "ok" : "not ok", name);
  failed |= !good;
}

static sqlite3 *opened(void) {
  sqlite3 *connection = NULL;
  if (sqlite3_open(":memory:", &connection) != SQLITE_OK) {
    printf("not ok host: %s\n", sqlite3_errmsg(connection));
    exit(1);
  }
  return connection;
}

/* Returns the first column of the first row as text, or the error's message. The caller frees
 * it. */
static char *query(sqlite3 *connection, const char *sql, void *pointer, const char *type) {
  sqlite3_stmt *statement = NULL;
  char *answer = NULL;
  if (sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) == SQLITE_OK) {
    if (type != NULL) sqlite3_bind_pointer(statement, 1, pointer, type, NULL);
    if (sqlite3_step(statement) == SQLITE_ROW) answer = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
  }
  if (answer == NULL) answer = sqlite3_mprintf("%s", sqlite3_errmsg(connection));
  sqlite3_finalize(statement);
  return answer;
}

static int is(sqlite3 *connection, const char *sql, void *pointer, const char *type, const char *expected) {
  char *answer = query(connection, sql, pointer, type);
  int same = answer != NULL && strncmp(answer, expected, strlen(expected)) == 0;
  if (!same) printf("%s: %s\n", sql, answer == NULL ? "no memory" : answer);
  sqlite3_free(answer);
  return same;
}

static sortid_generator *generator_of(uint32_t format, const sortid_option *options, size_t count) {
  sortid_generator *generator = NULL;
  sortid_error error;
  if (sortid_generator_new(format, options, count, &generator, &error) != SORTID_OK) {
    printf("not ok host: %s\n", error.message);
    exit(1);
  }
  return generator;
}

static int64_t made_by(const sortid_generator *generator) {
  sortid_generator_status status;
  return sortid_generator_get_status(generator, &status, NULL) == SORTID_OK ? (int64_t)status.ids : -1;
}

#define TYPE "sortid_generator"
#define USE "SELECT sortid_use(?)"

/* A generator with a state file: ids continue above those of a closed connection. */
static void state_file_continues(const char *directory) {
  char *path = sqlite3_mprintf("%s/ids.state", directory), *last = NULL;
  const sortid_option options[] = {SORTID_OPTION_TEXT("state_file", path)};
  int good = 1;
  for (int round = 0; round < 3; round++) {
    sortid_generator *generator = generator_of(SORTID_FORMAT_TID, options, 1);
    sqlite3 *connection = opened(), *other = opened();
    good &= is(connection, USE, generator, TYPE, "tid");
    for (int i = 0; i < 100; i++) {
      char *id = query(connection, "SELECT sortid_new('tid')", NULL, NULL);
      good &= id != NULL && strlen(id) == 13 && (last == NULL || strcmp(last, id) < 0);
      sqlite3_free(last);
      last = id;
    }
    good &= is(other, "SELECT sortid_valid(sortid_new('tid'), 'tid')", NULL, NULL, "1") && made_by(generator) == 100;
    good &= is(connection, "SELECT sortid_valid(sortid_new('uuid7'), 'uuid7')", NULL, NULL, "1") && made_by(generator) == 100;
    sqlite3_close(connection);
    sqlite3_close(other);
    sortid_generator_free(generator);
  }
  check("uses a state file only in its connection, and continues above it", good);
  sqlite3_free(last);
  sqlite3_free(path);
}

static void invalid_generators(void) {
  sqlite3 *connection = opened();
  const sortid_option manual[] = {SORTID_OPTION_TEXT("clock", "manual")};
  sortid_generator *generator = generator_of(SORTID_FORMAT_UUID7, manual, 1);
  int number = 7;
  int good = is(connection, USE, &number, "something else", "null_argument: ");
  good &= is(connection, USE, NULL, TYPE, "null_argument: ");
  good &= is(connection, "SELECT sortid_use('/etc/passwd')", NULL, NULL, "null_argument: ");
  good &= is(connection, "SELECT sortid_use(1)", NULL, NULL, "null_argument: ");
  good &= is(connection, USE, generator, TYPE, "uuid7");
  good &= is(connection, "SELECT sortid_new('uuid7')", NULL, NULL, "invalid_option: ");
  sqlite3_close(connection);
  sortid_generator_free(generator);
  check("rejects an invalid generator, and reports a generator's error", good);
}

enum { THREADS = 4, IDS = 2000 };
static const sortid_generator *shared_generator;
static uint64_t ids[THREADS * IDS];

static void *thread(void *data) {
  uint64_t *own = data;
  sqlite3 *connection = opened();
  sqlite3_stmt *statement = NULL;
  int count = 0;
  char *used = query(connection, USE, (void *)(uintptr_t)shared_generator, TYPE);
  sqlite3_free(used);
  sqlite3_prepare_v2(connection, "SELECT sortid_new('tid', 'int')", -1, &statement, NULL);
  for (; count < IDS && sqlite3_step(statement) == SQLITE_ROW; count++) {
    own[count] = (uint64_t)sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  sqlite3_close(connection);
  return NULL;
}

static int by_value(const void *a, const void *b) {
  const uint64_t *left = a, *right = b;
  return (*left > *right) - (*left < *right);
}

static void threads_share_a_generator(void) {
  const sortid_option node[] = {SORTID_OPTION_NUMBER("node", 7)};
  sortid_generator *generator = generator_of(SORTID_FORMAT_TID, node, 1);
  pthread_t running[THREADS];
  shared_generator = generator;
  for (int i = 0; i < THREADS; i++) pthread_create(&running[i], NULL, thread, ids + i * IDS);
  for (int i = 0; i < THREADS; i++) pthread_join(running[i], NULL);
  int good = made_by(generator) == THREADS * IDS;
  for (int n = 0; n < THREADS * IDS; n++) good &= ids[n] % 1024 == 7 && (n % IDS == 0 || ids[n - 1] < ids[n]);
  qsort(ids, THREADS * IDS, sizeof *ids, by_value);
  for (int n = 1; n < THREADS * IDS; n++) good &= ids[n - 1] < ids[n];
  sortid_generator_free(generator);
  check("threads that share the host's generator repeat no id", good);
}

/* An allocator that fails after this number of allocations. */
static sqlite3_mem_methods system_memory;
static long allowed = -1;

static int has_ended(void) { return allowed >= 0 && allowed-- == 0 && (allowed = 0, 1); }
static void *scarce_malloc(int size) { return has_ended() ? NULL : system_memory.xMalloc(size); }
static void *scarce_realloc(void *old, int size) { return has_ended() ? NULL : system_memory.xRealloc(old, size); }

static const char EVERYTHING[] =
    "SELECT sortid_new('uuid7') || sortid_text(sortid_new('ulid', 'blob'), 'ulid') || sortid_time('3jzfcijpj2z2a', 'tid')"
    " || sortid_min('ksuid', 1700000000000) || sortid_valid(7, 'uuid7') || sortid_time('no', 'tid')";

static void failing_allocations(void) {
  int good = 1, through = 0, failed = 0;
  for (long times = 0; times < 2000 && !through; times++) {
    sqlite3 *connection = NULL;
    sqlite3_stmt *statement = NULL;
    allowed = times;
    int status = sqlite3_open(":memory:", &connection);
    if (status == SQLITE_OK) status = sqlite3_prepare_v2(connection, EVERYTHING, -1, &statement, NULL);
    if (status == SQLITE_OK) status = sqlite3_step(statement);
    /* If the last function rejects its input, all allocations have succeeded. */
    through = status == SQLITE_ERROR && strstr(sqlite3_errmsg(connection), "invalid_length: ") != NULL;
    failed += status == SQLITE_NOMEM;
    good &= through || status == SQLITE_NOMEM || status == SQLITE_ERROR;
    allowed = -1;
    sqlite3_finalize(statement);
    sqlite3_close(connection);
  }
  check("reports each failed allocation", good && through && failed > 20);
}

static uint64_t drawn(void) {
  static uint64_t state = 0x9e3779b97f4a7c15;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void bind_something(sqlite3_stmt *statement, int place) {
  static const char *const WORDS[] = {"text", "blob", "int", "s", "ns", "any_uuid", "00000000-0000-7000-8000-000000000000"};
  unsigned char bytes[48];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)drawn();
  int size = (int)(drawn() % sizeof bytes);
  switch (drawn() % 8) {
    case 0: sqlite3_bind_blob(statement, place, bytes, size, SQLITE_TRANSIENT); break;
    case 1: sqlite3_bind_text(statement, place, (char *)bytes, size, SQLITE_TRANSIENT); break;
    case 2: sqlite3_bind_int64(statement, place, (sqlite3_int64)(drawn() >> drawn() % 64)); break;
    case 3: sqlite3_bind_double(statement, place, (double)drawn() * (drawn() % 2 ? 1 : -1e290)); break;
    case 4: sqlite3_bind_zeroblob(statement, place, size); break;
    case 5: sqlite3_bind_text(statement, place, WORDS[drawn() % 7], -1, SQLITE_STATIC); break;
    case 6: sqlite3_bind_null(statement, place); break;
    default: sqlite3_bind_text(statement, place, sortid_format_name(1 + (uint32_t)(drawn() % sortid_format_count())), -1, SQLITE_STATIC);
  }
}

static void random_input(void) {
  static const char *const CALLS[] = {"sortid_new(?)",          "sortid_new(?, ?)",        "sortid_time(?, ?)",   "sortid_time(?, ?, ?)",
                                      "sortid_min(?, ?)",       "sortid_max(?, ?, ?)",     "sortid_text(?, ?)",   "sortid_min(?, ?, ?, ?)",
                                      "sortid_blob(?, ?)",      "sortid_int(?, ?)",        "sortid_valid(?, ?)",  "sortid_use(?)"};
  sqlite3 *connection = opened();
  int good = 1;
  for (size_t call = 0; call < sizeof CALLS / sizeof *CALLS; call++) {
    char *sql = sqlite3_mprintf("SELECT %s", CALLS[call]);
    sqlite3_stmt *statement = NULL;
    good &= sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) == SQLITE_OK;
    int rows = 0, errors = 0;
    for (int i = 0; i < 20000; i++) {
      for (int place = 1; place <= sqlite3_bind_parameter_count(statement); place++) bind_something(statement, place);
      /* Usually bind a valid format: others are rejected before the other arguments are read. */
      if (drawn() % 4 != 0 && call != 11) {
        int place = strstr(sql, "new") != NULL || strstr(sql, "min") != NULL || strstr(sql, "max") != NULL ? 1 : 2;
        sqlite3_bind_text(statement, place, sortid_format_name(1 + (uint32_t)i % sortid_format_count()), -1, SQLITE_STATIC);
      }
      int status = sqlite3_step(statement);
      rows += status == SQLITE_ROW;
      errors += status == SQLITE_ERROR;
      sqlite3_reset(statement);
    }
    good &= rows + errors == 20000 && errors > 0 && (rows > 0 || call == 11);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
  }
  sqlite3_close(connection);
  check("any input has a result or an error", good);
}

int main(int count, char **words) {
  if (count != 2) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory);
  sqlite3_mem_methods scarce = system_memory;
  scarce.xMalloc = scarce_malloc;
  scarce.xRealloc = scarce_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &scarce);
  sqlite3_auto_extension((void (*)(void))sqlite3_sortidsqlite_init);
  state_file_continues(words[1]);
  invalid_generators();
  threads_share_a_generator();
  failing_allocations();
  random_input();
  sqlite3_reset_auto_extension();
  sqlite3_shutdown();
  return failed;
}
