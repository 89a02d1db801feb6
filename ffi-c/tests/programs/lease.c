/* A lease in C with scripted replies of a Redis with two nodes. libsortid generates the ids. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <sortid_lease.h>

#include "check.h"
#include "folder.h"

/* Grants outlast the test, even if it is suspended: the library reads the system's clock. */
enum { STRETCH_MS = 600000, FIRST_NODE = 16, SECONDS = 60, ROOM = 32 };

static char folder[512], file[sizeof folder + 8], plain[sizeof folder + 8];
static int takes, renewals, closings;

/* The length of the next grant, and the end of the last one on the lease's clock. */
static int64_t granted_ms, granted_until_ms;

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wait_ms(int64_t ms) {
  const struct timespec time = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
  nanosleep(&time, NULL);
}

static int32_t open_lease(const char *path, uint32_t format, const sortid_option *options, size_t count, uint32_t server,
                          sortid_lease **lease, sortid_error *error) {
  return sortid_lease_open(path, SORTID_NTS, SORTID_TEXT("orders"), format, options, count, server, SORTID_TEXT("a test"), lease, error);
}

/* Every value has a text of the stated length that matches its kind. */
static void values_have_length_and_kind(const sortid_lease_statement *statement) {
  CHECK(strlen(statement->text) == statement->text_length);
  for (size_t i = 0; i < statement->count; i++) {
    const sortid_lease_value *value = &statement->values[i];
    CHECK(value->text != NULL && strlen(value->text) == value->text_length && value->reserved == 0);
    if (value->kind == SORTID_LEASE_INT) CHECK(strtoll(value->text, NULL, 10) == value->number);
  }
}

/* Passes the server's reply to a command to the lease. */
static void answer(sortid_lease *lease, const sortid_lease_turn *turn) {
  sortid_error error;
  CHECK(turn->count == 1);
  const sortid_lease_statement *statement = turn->statements;
  values_have_length_and_kind(statement);
  if (strcmp(statement->text, "HMGET") == 0) {
    const char *const record[] = {"tid", "16", "2", "600000", "1", "0", "first"};
    CHECK(sortid_lease_hear(lease, record, NULL, 7, &error) == SORTID_OK);
    return;
  }
  static int64_t count;
  const char *const command = statement->values[3].text;
  char from[ROOM], until[ROOM], counted[ROOM], now[ROOM];
  /* The server's clock equals the lease's at the request. */
  const int64_t clock_ms = statement->values[3 + 6].number;
  granted_until_ms = clock_ms + granted_ms;
  snprintf(now, sizeof now, "%" PRId64, clock_ms);
  snprintf(from, sizeof from, "%" PRId64, clock_ms - 10000);
  snprintf(until, sizeof until, "%" PRId64, granted_until_ms);
  snprintf(counted, sizeof counted, "%" PRId64, ++count);
  if (strcmp(command, "close") == 0) {
    const char *const closed[] = {"closed", now};
    closings++;
    CHECK(sortid_lease_hear(lease, closed, NULL, 2, &error) == SORTID_OK);
    return;
  }
  if (strcmp(command, "renew") == 0) {
    renewals++;
    snprintf(from, sizeof from, "%s", statement->values[3 + 11].text);
  } else {
    takes++;
    CHECK_TEXT(command, "take");
  }
  /* Lengths end cells: the first one has a further character. */
  const char *const granted[] = {"granted!", "0", from, until, counted, now};
  const size_t lengths[] = {7, 1, strlen(from), strlen(until), strlen(counted), strlen(now)};
  CHECK(sortid_lease_hear(lease, granted, lengths, 6, &error) == SORTID_OK);
}

/* Answers all statements that are due. Returns the time until the next ones in ms. */
static int64_t renew(sortid_lease *lease) {
  for (;;) {
    sortid_lease_turn turn;
    sortid_error error;
    if (!CHECK(sortid_lease_ask(lease, &turn, &error) == SORTID_OK)) exit(checks_done());
    if (turn.count == 0) {
      CHECK(turn.statements == NULL);
      return turn.wait_ms;
    }
    wait_ms(turn.wait_ms);
    answer(lease, &turn);
  }
}

/* Waits for the next request and answers it: a second renewal soon after the first is delayed. */
static void serve(sortid_lease *lease) {
  const int before = takes + renewals + closings;
  while (takes + renewals + closings == before) {
    sortid_lease_turn turn;
    if (!CHECK(sortid_lease_ask(lease, &turn, NULL) == SORTID_OK)) exit(checks_done());
    if (turn.count > 0) {
      answer(lease, &turn);
    } else {
      wait_ms(turn.wait_ms);
    }
  }
}

static int32_t next_at(const sortid_generator *generator, int64_t unix_ms) {
  sortid_id id;
  return sortid_generator_next_at(generator, sortid_time_from_unix_ms(unix_ms), &id, NULL);
}

static int is_leased(sortid_lease *lease) {
  bool has_lease = false;
  uint64_t node = 1;
  int64_t until_ms = 1;
  CHECK(sortid_lease_grant(lease, &has_lease, &node, &until_ms, NULL) == SORTID_OK);
  CHECK(has_lease ? node == FIRST_NODE && until_ms > now_ms() - SECONDS * 1000 : node == 0 && until_ms == 0);
  return has_lease;
}

static void open_rejects_invalid_arguments(void) {
  sortid_lease *lease = NULL;
  sortid_error error;
  const sortid_option node = SORTID_OPTION_NUMBER("node", 5), none = SORTID_OPTION_NUMBER("nothing", 5);
  CHECK(open_lease(file, SORTID_FORMAT_TID, &node, 1, SORTID_LEASE_REDIS, &lease, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "node");
  CHECK(open_lease(file, SORTID_FORMAT_TID, &none, 1, SORTID_LEASE_REDIS, &lease, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK(open_lease(file, SORTID_FORMAT_TID, NULL, 1, SORTID_LEASE_REDIS, &lease, &error) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(open_lease(file, SORTID_FORMAT_TID, NULL, 0, 0, &lease, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK(open_lease(file, SORTID_FORMAT_TID, NULL, 0, 3, &lease, NULL) == SORTID_ERR_INVALID_OPTION);
  CHECK(open_lease(file, 0, NULL, 0, SORTID_LEASE_REDIS, &lease, &error) == SORTID_ERR_UNKNOWN_FORMAT);
  CHECK(open_lease(file, SORTID_FORMAT_UID11_XID, NULL, 0, SORTID_LEASE_REDIS, &lease, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK(open_lease(NULL, SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, &lease, &error) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(open_lease(file, SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, NULL, &error) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_open(file, SORTID_NTS, NULL, 0, SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, "", 0, &lease, &error) ==
        SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_open(file, SORTID_NTS, SORTID_TEXT("No Name"), SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, "", 0, &lease, &error) ==
        SORTID_ERR_INVALID_OPTION);
  CHECK(sortid_lease_open(file, SORTID_NTS, SORTID_TEXT("orders"), SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, NULL, 0, &lease, &error) ==
        SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_open(file, SORTID_NTS, SORTID_TEXT("orders"), SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, SORTID_TEXT("a\0b"), &lease,
                          &error) == SORTID_ERR_INVALID_OPTION);
  CHECK(lease == NULL);

  sortid_generator *generator = NULL;
  const sortid_option state_file = SORTID_OPTION_TEXT("state_file", plain);
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, &state_file, 1, &generator, &error) == SORTID_OK);
  sortid_id id;
  CHECK(sortid_generator_next(generator, &id, NULL) == SORTID_OK);
  sortid_generator_free(generator);
  CHECK(open_lease(plain, SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, &lease, &error) == SORTID_ERR_STORE_FOREIGN);
  CHECK(lease == NULL && error.status == SORTID_ERR_STORE_FOREIGN && strcmp(error.subject, plain) == 0);
  sortid_lease_free(NULL);
}

static void functions_reject_null(sortid_lease *lease) {
  sortid_lease_turn turn;
  bool has_lease;
  uint64_t node;
  int64_t ms;
  const char *reason;
  const char *const cells[] = {"tid"};
  const size_t wrong[] = {SIZE_MAX / 2 + 1};
  CHECK(sortid_lease_ask(NULL, &turn, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_ask(lease, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_hear(NULL, cells, NULL, 1, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_hear(lease, NULL, NULL, 1, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_hear(lease, cells, wrong, 1, NULL) == SORTID_ERR_INVALID_LENGTH);
  CHECK(sortid_lease_hear(lease, cells, NULL, SIZE_MAX, NULL) == SORTID_ERR_INVALID_LENGTH);
  CHECK(sortid_lease_fail(NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_release(NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_grant(NULL, &has_lease, &node, &ms, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_grant(lease, NULL, &node, &ms, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_grant(lease, &has_lease, NULL, &ms, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_grant(lease, &has_lease, &node, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_refused(NULL, &reason, &ms, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_refused(lease, NULL, &ms, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_lease_refused(lease, &reason, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
}

/* Rejects a missing or different namespace, and repeats the request. */
static void lease_rejects_another_namespace(sortid_lease *lease) {
  sortid_lease_turn turn;
  sortid_error error;
  const char *const missing[7] = {NULL}, *const other[] = {"snowflake", "16", "2", "300", "1", "0", "first"};
  CHECK(sortid_lease_ask(lease, &turn, &error) == SORTID_OK && turn.count == 1 && turn.wait_ms == 0);
  CHECK(sortid_lease_hear(lease, missing, NULL, 7, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "namespace");
  CHECK(sortid_lease_ask(lease, &turn, &error) == SORTID_OK && turn.count == 1);
  CHECK(sortid_lease_hear(lease, other, NULL, 7, &error) == SORTID_ERR_STORE_FOREIGN);
  CHECK(sortid_lease_ask(lease, &turn, &error) == SORTID_OK && turn.count == 1);
  CHECK(sortid_lease_fail(lease, &error) == SORTID_OK);
}

/* In a forked child, every call does nothing. */
static void forked_child_does_nothing(sortid_lease *lease) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(SECONDS);
    sortid_lease_turn turn;
    bool has_lease = true;
    uint64_t node;
    int64_t until_ms;
    const int well = sortid_lease_ask(lease, &turn, NULL) == SORTID_OK && turn.count == 0 && turn.wait_ms == INT64_MAX &&
                     sortid_lease_hear(lease, NULL, NULL, 0, NULL) == SORTID_OK && sortid_lease_fail(lease, NULL) == SORTID_OK &&
                     sortid_lease_release(lease, NULL) == SORTID_OK &&
                     sortid_lease_grant(lease, &has_lease, &node, &until_ms, NULL) == SORTID_OK && !has_lease;
    sortid_lease_free(lease);
    _exit(well ? 0 : 1);
  }
  int status;
  CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  /* The parent's lock on the file remains. */
  sortid_lease *second = NULL;
  CHECK(open_lease(file, SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, &second, NULL) == SORTID_ERR_STORE_LOCKED);
}

static void lease_is_granted_renewed_and_released(void) {
  sortid_lease *lease = NULL;
  sortid_error error;
  if (!CHECK(open_lease(file, SORTID_FORMAT_TID, NULL, 0, SORTID_LEASE_REDIS, &lease, &error) == SORTID_OK)) {
    fprintf(stderr, "%s\n", error.message);
    return;
  }
  functions_reject_null(lease);
  lease_rejects_another_namespace(lease);
  CHECK(!is_leased(lease));

  /* The first grant ends a second before its request. */
  granted_ms = -1000;
  serve(lease);
  CHECK(takes == 1 && !is_leased(lease));
  sortid_generator *generator = NULL;
  const sortid_option options[] = {SORTID_OPTION_TEXT("lease_file", file), SORTID_OPTION_TEXT("clock", "manual")};
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, options, 2, &generator, &error) == SORTID_OK);
  CHECK(next_at(generator, granted_until_ms - 1) == SORTID_OK);
  CHECK(next_at(generator, granted_until_ms) == SORTID_ERR_LEASE_EXPIRED);

  /* The reply to the script is missing; the query before it succeeds. */
  const char *reason = "";
  int64_t later_ms = 1;
  sortid_lease_turn turn;
  CHECK(sortid_lease_ask(lease, &turn, &error) == SORTID_OK && turn.count == 1);
  CHECK_TEXT(turn.statements->text, "HMGET");
  answer(lease, &turn);
  CHECK(sortid_lease_ask(lease, &turn, &error) == SORTID_OK && turn.count == 1);
  CHECK(sortid_lease_fail(lease, &error) == SORTID_OK);
  CHECK(sortid_lease_refused(lease, &reason, &later_ms, NULL) == SORTID_OK && reason != NULL && later_ms == 0);
  if (reason != NULL) CHECK_TEXT(reason, "silence");
  do {
    CHECK(sortid_lease_ask(lease, &turn, &error) == SORTID_OK);
    wait_ms(turn.wait_ms);
  } while (turn.count == 0);
  granted_ms = STRETCH_MS;
  answer(lease, &turn);
  serve(lease);
  CHECK(renewals == 1 && is_leased(lease) && next_at(generator, now_ms()) == SORTID_OK);
  CHECK(sortid_lease_refused(lease, &reason, &later_ms, NULL) == SORTID_OK && reason == NULL && later_ms == 0);
  const int64_t first = renew(lease);
  CHECK(first >= 1 && first <= STRETCH_MS && renewals == 1);

  /* A lease that has almost expired is renewed. */
  CHECK(next_at(generator, granted_until_ms - 3000) == SORTID_OK);
  granted_ms += SECONDS * 1000;
  serve(lease);
  CHECK(takes == 1 && renewals == 2 && is_leased(lease));
  forked_child_does_nothing(lease);

  CHECK(sortid_lease_release(lease, &error) == SORTID_OK);
  CHECK(next_at(generator, granted_until_ms - 1) == SORTID_ERR_LEASE_EXPIRED && closings == 0);
  CHECK(renew(lease) == INT64_MAX && closings == 1 && !is_leased(lease));
  CHECK(renew(lease) == INT64_MAX && closings == 1);
  sortid_generator_free(generator);
  sortid_lease_free(lease);
}

int main(void) {
  if (!CHECK(make_folder(folder, sizeof folder, "lease"))) return checks_done();
  snprintf(file, sizeof file, "%s/lease", folder);
  snprintf(plain, sizeof plain, "%s/plain", folder);
  open_rejects_invalid_arguments();
  lease_is_granted_renewed_and_released();
  unlink(file);
  unlink(plain);
  CHECK(rmdir(folder) == 0);
  return checks_done();
}
