/*
 * Cancelled threads (`pthread_cancel`, deferred) complete their calls. Each thread is cancelled
 * before its first call, so that a cancellation point in the call would end it.
 */
#define _XOPEN_SOURCE 700

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <sortid.h>

#include "check.h"
#include "folder.h"

enum { PATH_SIZE = 1024 };

static char path[PATH_SIZE];
static sortid_generator *shared;

typedef struct job {
  int32_t (*work)(void);
  int32_t status;
  int is_done;
} job;

static void *cancelled(void *argument) {
  job *mine = argument;
  pthread_cancel(pthread_self());
  mine->status = mine->work();
  mine->is_done = 1;
  pthread_testcancel();
  return NULL;
}

static void run(const char *name, int32_t (*work)(void)) {
  job mine = {work, SORTID_ERR_PANIC, 0};
  pthread_t thread;
  void *result = NULL;
  if (!CHECK(pthread_create(&thread, NULL, cancelled, &mine) == 0)) return;
  CHECK(pthread_join(thread, &result) == 0);
  if (!CHECK(mine.is_done && mine.status == SORTID_OK && result == PTHREAD_CANCELED)) {
    fprintf(stderr, "  %s: done %d, status %s\n", name, mine.is_done, sortid_status_name(mine.status));
  }
}

/* The first id of a thread reads random bytes from the system. */
static int32_t first_id(void) {
  char text[SORTID_UUID7_TEXT_SIZE];
  return sortid_uuid7_text(text, sizeof text, NULL);
}

static long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Calibrates the processor's counter, which opens a system file. */
static int32_t ids_for_a_while(void) {
  const long begun = now_ms();
  do {
    sortid_id id;
    const int32_t status = sortid_uuid7(&id, NULL);
    if (status != SORTID_OK) return status;
  } while (now_ms() - begun < 300);
  return SORTID_OK;
}

/* Waits for the clock: 10 ms have 256 ids, and no lead is allowed. */
static int32_t ids_that_wait(void) {
  for (int i = 0; i < 1000; i++) {
    sortid_id id;
    const int32_t status = sortid_generator_next(shared, &id, NULL);
    if (status != SORTID_OK) return status;
  }
  return SORTID_OK;
}

/* Creates a state file, syncs it and its folder, locks it, advances its high-water mark, and closes it. */
static int32_t ids_of_a_file(void) {
  const sortid_option options[] = {SORTID_OPTION_TEXT("state_file", path), SORTID_OPTION_TEXT("clock", "manual")};
  sortid_generator *generator;
  int32_t status = sortid_generator_new(SORTID_FORMAT_TID, options, 2, &generator, NULL);
  if (status != SORTID_OK) return status;
  /* Five seconds, since the high-water mark is at most one second ahead. */
  for (int ms = 0; ms < 5000 && status == SORTID_OK; ms++) {
    sortid_id id;
    const sortid_time at = {1700000000 + ms / 1000, (uint32_t)(ms % 1000) * 1000000};
    status = sortid_generator_next_at(generator, at, &id, NULL);
  }
  sortid_generator_free(generator);
  return status;
}

static int32_t new_keys(void) {
  sortid_id id;
  int32_t status = sortid_reseed(NULL);
  if (status == SORTID_OK) status = sortid_uuid4(&id, NULL);
  if (status == SORTID_OK) status = sortid_generator_reseed(shared, NULL, 0, NULL, NULL);
  return status;
}

int main(void) {
  char folder[PATH_SIZE - 8];
  if (!CHECK(make_folder(folder, sizeof folder, "cancel"))) return checks_done();
  snprintf(path, sizeof path, "%s/ids", folder);
  const sortid_option options[] = {SORTID_OPTION_NUMBER("max_lead_ms", 0)};
  if (!CHECK(sortid_generator_new(SORTID_FORMAT_SONYFLAKE, options, 1, &shared, NULL) == SORTID_OK)) return checks_done();
  run("the first id", first_id);
  run("ids for a while", ids_for_a_while);
  run("waiting for the clock", ids_that_wait);
  run("a new file", ids_of_a_file);
  run("an existing file", ids_of_a_file);
  run("new keys", new_keys);
  /* No lock remains. */
  sortid_id id;
  CHECK(sortid_generator_next(shared, &id, NULL) == SORTID_OK && sortid_uuid7(&id, NULL) == SORTID_OK);
  CHECK(ids_of_a_file() == SORTID_OK);
  sortid_generator_free(shared);
  CHECK(remove(path) == 0 && rmdir(folder) == 0);
  return checks_done();
}
