/*
 * Compares the speed of libsortid and libuuid, and prints each row as a line of JSON.
 *
 * A round times a batch of calls of sortid and one of the peer, in alternating order; figures are
 * medians. Batches of tids run ahead of the clock, which catches up while the peer runs.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sortid.h>
#include <uuid/uuid.h>

#define MAX_ROUNDS 400
#define SAMPLES 256
#define FILL 4096
#define SORTED 200000

/* A batch of calls whose results the compiler cannot optimize away. */
typedef void batch(size_t calls);

typedef struct row {
  const char *what;
  batch *ours;
  const char *peer;
  batch *theirs;
  double demand; /* 0 without a limit */
  size_t calls, their_calls;
  size_t ids; /* ids per call of sortid's; a call of the peer's generates one */
} row;

static char texts[SAMPLES][SORTID_UUID7_TEXT_SIZE];
static sortid_id ids[SAMPLES];
static uuid_t uuids[SAMPLES];
static uint64_t ints[FILL];
static char fill_texts[FILL * SORTID_TID_TEXT_SIZE];
static const sortid_generator *raw_tids, *raw_uuids;
static uint8_t fill_bytes[FILL * SORTID_UUID7_BYTES_SIZE];
static sortid_id unsorted[SORTED], sorted[SORTED];
static uuid_t unsorted_uuids[SORTED], sorted_uuids[SORTED];

static void used(const void *memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

static void check(int32_t status) {
  if (status != SORTID_OK) {
    fprintf(stderr, "sortid: %s\n", sortid_status_message(status));
    exit(1);
  }
}

static void new_tid_text(size_t calls) {
  char text[SORTID_TID_TEXT_SIZE];
  for (size_t i = 0; i < calls; i++) {
    check(sortid_tid_text(text, sizeof text, NULL));
    used(text);
  }
}

static void new_uuid7_text(size_t calls) {
  char text[SORTID_UUID7_TEXT_SIZE];
  for (size_t i = 0; i < calls; i++) {
    check(sortid_uuid7_text(text, sizeof text, NULL));
    used(text);
  }
}

static void new_tid_int(size_t calls) {
  uint64_t value;
  for (size_t i = 0; i < calls; i++) {
    check(sortid_tid_u64(&value, NULL));
    used(&value);
  }
}

static void new_uuid7_bytes(size_t calls) {
  uint8_t bytes[SORTID_UUID7_BYTES_SIZE];
  for (size_t i = 0; i < calls; i++) {
    check(sortid_uuid7_bytes(bytes, sizeof bytes, NULL));
    used(bytes);
  }
}

static void parse(size_t calls) {
  sortid_id id;
  for (size_t i = 0; i < calls; i++) {
    check(sortid_parse(texts[i % SAMPLES], 36, SORTID_FORMAT_UUID7, &id, NULL));
    used(&id);
  }
}

static void print(size_t calls) {
  char text[SORTID_UUID7_TEXT_SIZE];
  for (size_t i = 0; i < calls; i++) {
    check(sortid_text(&ids[i % SAMPLES], text, sizeof text, NULL, NULL));
    used(text);
  }
}

static void compare(size_t calls) {
  int sum = 0;
  for (size_t i = 0; i < calls; i++) sum += sortid_compare(&ids[i % SAMPLES], &ids[i * 7 % SAMPLES]);
  used(&sum);
}

static void sort(size_t count) {
  memcpy(sorted, unsorted, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, sortid_compare);
  used(sorted);
}

static void fill_tids(size_t calls) {
  size_t written;
  for (size_t i = 0; i < calls; i++) {
    check(sortid_generator_fill_u64(raw_tids, ints, FILL, &written, NULL));
    used(ints);
  }
}

static void fill_tid_texts(size_t calls) {
  size_t written;
  for (size_t i = 0; i < calls; i++) {
    check(sortid_generator_fill_text(raw_tids, fill_texts, FILL * (SORTID_TID_TEXT_SIZE - 1), &written, NULL));
    used(fill_texts);
  }
}

static void fill_uuid7s(size_t calls) {
  size_t written;
  for (size_t i = 0; i < calls; i++) {
    check(sortid_generator_fill_bytes(raw_uuids, fill_bytes, sizeof fill_bytes, &written, NULL));
    used(fill_bytes);
  }
}

static void peer_random(size_t calls) {
  uuid_t uuid;
  for (size_t i = 0; i < calls; i++) {
    uuid_generate_random(uuid);
    used(uuid);
  }
}

static void peer_random_text(size_t calls) {
  uuid_t uuid;
  char text[UUID_STR_LEN];
  for (size_t i = 0; i < calls; i++) {
    uuid_generate_random(uuid);
    uuid_unparse_lower(uuid, text);
    used(text);
  }
}

static void peer_parse(size_t calls) {
  uuid_t uuid;
  for (size_t i = 0; i < calls; i++) {
    if (uuid_parse(texts[i % SAMPLES], uuid) != 0) exit(1);
    used(uuid);
  }
}

static void peer_print(size_t calls) {
  char text[UUID_STR_LEN];
  for (size_t i = 0; i < calls; i++) {
    uuid_unparse_lower(uuids[i % SAMPLES], text);
    used(text);
  }
}

static void peer_compare(size_t calls) {
  int sum = 0;
  for (size_t i = 0; i < calls; i++) sum += uuid_compare(uuids[i % SAMPLES], uuids[i * 7 % SAMPLES]);
  used(&sum);
}

static int by_uuid(const void *a, const void *b) { return uuid_compare(a, b); }

static void peer_sort(size_t count) {
  memcpy(sorted_uuids, unsorted_uuids, count * sizeof *sorted_uuids);
  qsort(sorted_uuids, count, sizeof *sorted_uuids, by_uuid);
  used(sorted_uuids);
}

static const row rows[] = {
    {"new tid as text", new_tid_text, "uuid_generate_random, uuid_unparse_lower", peer_random_text, 0.02, 4000, 2500, 1},
    {"new uuid7 as text", new_uuid7_text, "uuid_generate_random, uuid_unparse_lower", peer_random_text, 0.025, 20000, 500, 1},
    {"new tid as uint64_t", new_tid_int, "uuid_generate_random", peer_random, 0, 4000, 2500, 1},
    {"new uuid7 as bytes", new_uuid7_bytes, "uuid_generate_random", peer_random, 0, 20000, 500, 1},
    {"parse of a UUID", parse, "uuid_parse", peer_parse, 0.05, 50000, 5000, 1},
    {"print of a UUID", print, "uuid_unparse_lower", peer_print, 0.55, 50000, 20000, 1},
    {"compare of two uuid7", compare, "uuid_compare", peer_compare, 0.7, 50000, 50000, 1},
    {"qsort of 200000 uuid7, an id", sort, "uuid_compare", peer_sort, 1.2, SORTED, SORTED, 1},
    {"fill 4096 tids raw", fill_tids, "uuid_generate_random", peer_random, 0, 20, 500, FILL},
    {"fill 4096 tids as text", fill_tid_texts, "uuid_generate_random, uuid_unparse_lower", peer_random_text, 0, 10, 500, FILL},
    {"fill 4096 uuid7 raw", fill_uuid7s, "uuid_generate_random", peer_random, 0, 5, 500, FILL},
};

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double per_call(batch *run, size_t calls) {
  double before = now_ns();
  run(calls);
  return (now_ns() - before) / (double)calls;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *figures, size_t count) {
  qsort(figures, count, sizeof *figures, by_size);
  return figures[count / 2];
}

static void measure(const row *row, size_t rounds) {
  static double ours[MAX_ROUNDS], theirs[MAX_ROUNDS];
  row->ours(row->calls);
  row->theirs(row->their_calls);
  for (size_t round = 0; round < rounds; round++) {
    if (round % 2 == 0) ours[round] = per_call(row->ours, row->calls);
    theirs[round] = per_call(row->theirs, row->their_calls);
    if (round % 2 != 0) ours[round] = per_call(row->ours, row->calls);
  }
  printf("{\"what\": \"%s\", \"ours_ns\": %.4f, \"peer\": \"%s\", \"peer_version\": \"%s\", \"peer_ns\": %.4f, \"demand\": ", row->what,
         median(ours, rounds) / (double)row->ids, row->peer, LIBUUID_VERSION, median(theirs, rounds));
  if (row->demand > 0) {
    printf("%g}\n", row->demand);
  } else {
    printf("null}\n");
  }
  fflush(stdout);
}

/* A lead of an hour, so that fills of tids do not wait for the clock. */
static const sortid_generator *generator(uint32_t format) {
  const sortid_option hour[] = {SORTID_OPTION_NUMBER("max_lead_ms", 3600000)};
  sortid_generator *created;
  check(sortid_generator_new(format, hour, 1, &created, NULL));
  return created;
}

/* Random UUIDs with version 7 instead of 4, so that times are random too. */
static void make_unsorted(void) {
  for (size_t i = 0; i < SORTED; i++) {
    uuid_generate_random(unsorted_uuids[i]);
    unsorted_uuids[i][6] = (uint8_t)(0x70 | (unsorted_uuids[i][6] & 0xf));
    check(sortid_from_bytes(unsorted_uuids[i], sizeof unsorted_uuids[i], SORTID_FORMAT_UUID7, &unsorted[i], NULL));
  }
}

int main(int count, char **arguments) {
  size_t rounds = MAX_ROUNDS;
  const char *only = "";
  for (int i = 1; i < count; i++) {
    if (strcmp(arguments[i], "--quick") == 0) {
      rounds = 60;
    } else if (strcmp(arguments[i], "--only") == 0 && i + 1 < count) {
      only = arguments[++i];
    } else {
      fprintf(stderr, "usage: %s [--quick] [--only SUBSTRING]\n", arguments[0]);
      return 2;
    }
  }
  for (size_t i = 0; i < SAMPLES; i++) {
    check(sortid_uuid7(&ids[i], NULL));
    check(sortid_text(&ids[i], texts[i], sizeof texts[i], NULL, NULL));
    memcpy(uuids[i], ids[i].bytes, sizeof uuids[i]);
  }
  make_unsorted();
  raw_tids = generator(SORTID_FORMAT_TID);
  raw_uuids = generator(SORTID_FORMAT_UUID7);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strstr(rows[i].what, only) != NULL) measure(&rows[i], rounds);
  }
  return 0;
}
