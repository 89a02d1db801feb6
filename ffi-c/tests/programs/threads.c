/* C11 threads on one generator: no id repeats, and each thread's ids increase. */
#include <stdlib.h>
#include <threads.h>

#include <sortid.h>

#include "check.h"

enum { THREADS = 8 };

typedef struct worker {
  thrd_t thread;
  const sortid_generator *generator;
  sortid_id *ids;
  size_t count;
} worker;

static int work(void *argument) {
  const worker *mine = argument;
  for (size_t i = 0; i < mine->count; i++) {
    if (sortid_generator_next(mine->generator, &mine->ids[i], NULL) != SORTID_OK) return 1;
  }
  return 0;
}

static int rises(const sortid_id *ids, size_t count) {
  for (size_t i = 1; i < count; i++) {
    if (sortid_compare(&ids[i - 1], &ids[i]) >= 0) return 0;
  }
  return 1;
}

static void share(uint32_t format, size_t per_thread) {
  static worker workers[THREADS];
  sortid_id *ids = calloc(THREADS * per_thread, sizeof *ids);
  sortid_generator *generator;
  if (!CHECK(ids != NULL) || !CHECK(sortid_generator_new(format, NULL, 0, &generator, NULL) == SORTID_OK)) return;
  for (size_t i = 0; i < THREADS; i++) {
    workers[i].generator = generator;
    workers[i].ids = &ids[i * per_thread];
    workers[i].count = per_thread;
    CHECK(thrd_create(&workers[i].thread, work, &workers[i]) == thrd_success);
  }
  for (size_t i = 0; i < THREADS; i++) {
    int failed = 1;
    CHECK(thrd_join(workers[i].thread, &failed) == thrd_success && !failed);
    CHECK(rises(workers[i].ids, per_thread));
  }
  qsort(ids, THREADS * per_thread, sizeof *ids, sortid_compare);
  CHECK(rises(ids, THREADS * per_thread));
  sortid_generator_status status;
  CHECK(sortid_generator_get_status(generator, &status, NULL) == SORTID_OK && status.ids == THREADS * per_thread);
  sortid_generator_free(generator);
  free(ids);
}

int main(void) {
  share(SORTID_FORMAT_UUID7, 50000);
  share(SORTID_FORMAT_SCRU160, 50000);
  share(SORTID_FORMAT_TID, 20000);
  return checks_done();
}
