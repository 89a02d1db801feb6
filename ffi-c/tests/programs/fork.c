/*
 * Forked children never repeat ids of their parent or siblings, and never hang, even if the parent
 * was generating ids in another thread. Excludes uid11_xid, uid11_ts_seq_rand and mastodon: no
 * node, and few random bits.
 */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include <sortid.h>

#include "check.h"

enum { ROUNDS = 200, IDS = 20, SECONDS = 120 };

static atomic_bool stop;

/* Generates ids until stopped, so that a fork often finds the generator locked. */
static int make_ids(void *generator) {
  sortid_id id;
  while (!atomic_load(&stop)) {
    if (sortid_generator_next(generator, &id, NULL) != SORTID_OK) return 1;
  }
  return 0;
}

static int make(const sortid_generator *generator, sortid_id *ids) {
  for (int i = 0; i < IDS; i++) {
    if (sortid_generator_next(generator, &ids[i], NULL) != SORTID_OK) return 0;
  }
  return 1;
}

/* Reads ids that a child generates after the fork. An alarm ends a child that hangs. */
static int ids_of_child(const sortid_generator *generator, sortid_id *ids) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  pid_t child = fork();
  if (child == 0) {
    alarm(SECONDS);
    int generated = make(generator, ids);
    int written = write(ends[1], ids, IDS * sizeof *ids) == (ssize_t)(IDS * sizeof *ids);
    _exit(generated && written ? 0 : 1);
  }
  close(ends[1]);
  size_t size = 0;
  ssize_t part;
  while ((part = read(ends[0], (char *)ids + size, IDS * sizeof *ids - size)) > 0) size += (size_t)part;
  close(ends[0]);
  int status;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0 && size == IDS * sizeof *ids;
}

static int all_differ(sortid_id *ids, size_t count) {
  qsort(ids, count, sizeof *ids, sortid_compare);
  for (size_t i = 1; i < count; i++) {
    if (sortid_compare(&ids[i - 1], &ids[i]) == 0) return 0;
  }
  return 1;
}

static void family(uint32_t format, int with_threads) {
  static sortid_id ids[ROUNDS * IDS * 2];
  const sortid_generator *generator;
  sortid_generator *own;
  CHECK(sortid_generator_new(format, NULL, 0, &own, NULL) == SORTID_OK);
  generator = own;
  thrd_t threads[4];
  atomic_store(&stop, false);
  for (int i = 0; with_threads && i < 4; i++) CHECK(thrd_create(&threads[i], make_ids, own) == thrd_success);
  int children = 0, parents = 0;
  for (size_t round = 0; round < ROUNDS; round++) {
    children += ids_of_child(generator, &ids[2 * round * IDS]);
    parents += make(generator, &ids[(2 * round + 1) * IDS]);
  }
  atomic_store(&stop, true);
  for (int i = 0; with_threads && i < 4; i++) CHECK(thrd_join(threads[i], NULL) == thrd_success);
  CHECK(children == ROUNDS && parents == ROUNDS);
  check(all_differ(ids, ROUNDS * IDS * 2), sortid_format_name(format), __FILE__, __LINE__);
  sortid_generator_free(own);
}

/* A child with the assigned node of its parent gets an error until it has its own node. */
static void child_needs_its_own_node(void) {
  const sortid_option options[] = {SORTID_OPTION_NUMBER("node", 5)};
  const uint64_t node = 6;
  sortid_generator *generator;
  sortid_id id;
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, options, 1, &generator, NULL) == SORTID_OK);
  CHECK(sortid_generator_next(generator, &id, NULL) == SORTID_OK);
  pid_t child = fork();
  if (child == 0) {
    alarm(SECONDS);
    int refused = sortid_generator_next(generator, &id, NULL) == SORTID_ERR_FORKED_GENERATOR;
    int renewed = sortid_generator_reseed(generator, NULL, 0, &node, NULL) == SORTID_OK;
    _exit(refused && renewed && sortid_generator_next(generator, &id, NULL) == SORTID_OK ? 0 : 1);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  sortid_generator_free(generator);
}

int main(void) {
  for (uint32_t format = 1; format <= sortid_format_count(); format++) {
    if (!sortid_format_can_generate(format)) continue;
    if (format == SORTID_FORMAT_UID11_XID || format == SORTID_FORMAT_UID11_TS_SEQ_RAND || format == SORTID_FORMAT_MASTODON) continue;
    family(format, 0);
  }
  family(SORTID_FORMAT_UUID7, 1);
  child_needs_its_own_node();
  return checks_done();
}
