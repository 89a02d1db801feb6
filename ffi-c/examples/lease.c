/*
 * Ids with a leased node, without an agent: this program renews its lease file over its own
 * connection to PostgreSQL. Requires the tables (`sortid lease schema postgres`) and the namespace
 * (`sortid lease create orders --format tid`).
 *
 *     cc lease.c $(pkg-config --cflags --libs sortid_lease sortid libpq) -o lease && ./lease /run/orders/tid
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <libpq-fe.h>
#include <sortid_lease.h>

/* Enough for the values and the cells of any statement. */
enum { ROOM = 64, SECONDS = 10 };

static void expect(int32_t status, const sortid_error *error) {
  if (status == SORTID_OK) return;
  fprintf(stderr, "%s\n", error->message);
  exit(EXIT_FAILURE);
}

static void wait_ms(int64_t ms) {
  const struct timespec time = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
  nanosleep(&time, NULL);
}

static int run_one(PGconn *connection, const sortid_lease_statement *statement, PGresult **result) {
  const char *values[ROOM];
  if (statement->count > ROOM) return 0;
  for (size_t i = 0; i < statement->count; i++) values[i] = statement->values[i].text;
  *result = PQexecParams(connection, statement->text, (int)statement->count, NULL, values, NULL, NULL, 0);
  const ExecStatusType status = PQresultStatus(*result);
  return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

static int command(PGconn *connection, const char *text) {
  PGresult *result = PQexec(connection, text);
  const int is_done = PQresultStatus(result) == PGRES_COMMAND_OK;
  PQclear(result);
  return is_done;
}

/* Runs the statements in one transaction, and passes the result of the last one to the lease. */
static void run(sortid_lease *lease, PGconn *connection, const sortid_lease_turn *turn) {
  PGresult *result = NULL;
  sortid_error error;
  int is_done = command(connection, "BEGIN");
  for (size_t i = 0; is_done && i < turn->count; i++) {
    PQclear(result);
    is_done = run_one(connection, &turn->statements[i], &result);
  }
  const int rows = PQntuples(result), columns = PQnfields(result);
  is_done = is_done && rows * columns <= ROOM && command(connection, "COMMIT");
  if (is_done) {
    const char *cells[ROOM];
    size_t count = 0;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        cells[count++] = PQgetisnull(result, row, column) ? NULL : PQgetvalue(result, row, column);
      }
    }
    expect(sortid_lease_hear(lease, cells, NULL, count, &error), &error);
  } else {
    fprintf(stderr, "%s", PQerrorMessage(connection));
    command(connection, "ROLLBACK");
    if (PQstatus(connection) != CONNECTION_OK) PQreset(connection);
    expect(sortid_lease_fail(lease, &error), &error);
  }
  PQclear(result);
}

/* Runs all pending statements; returns the milliseconds until the next ones. */
static int64_t renew(sortid_lease *lease, PGconn *connection) {
  for (;;) {
    sortid_lease_turn turn;
    sortid_error error;
    expect(sortid_lease_ask(lease, &turn, &error), &error);
    if (turn.count == 0) return turn.wait_ms;
    wait_ms(turn.wait_ms);
    run(lease, connection, &turn);
  }
}

/* Returns the end of the lease, or 0. Prints it if it has changed. */
static int64_t until_ms(sortid_lease *lease, int64_t before) {
  bool has_lease;
  uint64_t node;
  int64_t until;
  if (sortid_lease_grant(lease, &has_lease, &node, &until, NULL) != SORTID_OK || !has_lease) return 0;
  if (until != before) printf("node %" PRIu64 " until %" PRId64 "\n", node, until);
  return until;
}

int main(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: %s LEASE_FILE\n", words[0]);
    return 2;
  }
  sortid_error error;
  sortid_lease *lease;
  PGconn *connection = PQconnectdb("");
  const char *file = words[1];
  expect(sortid_lease_open(file, SORTID_NTS, SORTID_TEXT("orders"), SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_POSTGRES,
                           SORTID_TEXT("lease.c"), &lease, &error),
         &error);
  int64_t later_ms = renew(lease, connection), until;
  while ((until = until_ms(lease, 0)) == 0) {
    wait_ms(later_ms);
    later_ms = renew(lease, connection);
  }

  const sortid_option options[] = {SORTID_OPTION_TEXT("lease_file", file)};
  sortid_generator *generator;
  expect(sortid_generator_new(SORTID_FORMAT_TID, options, 1, &generator, &error), &error);
  const time_t end = time(NULL) + SECONDS;
  while (time(NULL) < end) {
    sortid_id id;
    char text[SORTID_TEXT_SIZE];
    if (sortid_generator_next(generator, &id, NULL) == SORTID_OK && sortid_text(&id, text, sizeof text, NULL, NULL) == SORTID_OK) puts(text);
    /* The program's own work, until the lease must be renewed. */
    wait_ms(later_ms);
    later_ms = renew(lease, connection);
    until = until_ms(lease, until);
  }
  sortid_generator_free(generator);

  /* Ends the lease in the file, then in the table. */
  expect(sortid_lease_release(lease, &error), &error);
  renew(lease, connection);
  puts("given back");
  sortid_lease_free(lease);
  PQfinish(connection);
  return EXIT_SUCCESS;
}
