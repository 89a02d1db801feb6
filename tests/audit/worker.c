/*
 * Generates ids until the audit ends. src/mixture.rs explains the arguments.
 *
 * `fork` forks before the first id, `preload` after it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sortid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SINGLE = 100, BATCH = 1000, MOST = 32 };

static char *names[MOST];
static uint32_t formats[MOST];
static const sortid_generator *generators[MOST];
static int count;
static int is_batch;

static void check(int is_good, const char *what) {
  if (is_good) return;
  perror(what);
  _exit(1);
}

/* `NAME` is the default generator, `custom64:PRESET` one with a preset, and `-` none. */
static void open_generator(int at) {
  char *preset = strchr(names[at], ':');
  size_t length = preset ? (size_t)(preset - names[at]) : SORTID_NTS;
  check(sortid_format_named(names[at], length, &formats[at], NULL) == SORTID_OK, names[at]);
  if (preset) {
    sortid_option option = {"preset", SORTID_NTS, preset + 1, SORTID_NTS, 0};
    sortid_generator *generator;
    check(sortid_generator_new(formats[at], &option, 1, &generator, NULL) == SORTID_OK, names[at]);
    generators[at] = generator;
  } else if (is_batch) {
    check(sortid_generator_default(formats[at], &generators[at], NULL) == SORTID_OK, names[at]);
  }
}

static void next(int at, uint64_t *value) {
  sortid_id id;
  int status = generators[at] ? sortid_generator_next(generators[at], &id, NULL) : sortid_new_id(formats[at], &id, NULL);
  check(status == SORTID_OK && sortid_u64(&id, value, NULL) == SORTID_OK, names[at]);
}

static void burst(const char *folder, const char *name, int at) {
  uint64_t ids[BATCH];
  size_t made = SINGLE;
  if (is_batch) {
    check(sortid_generator_fill_u64(generators[at], ids, BATCH, &made, NULL) == SORTID_OK, names[at]);
  } else {
    for (int i = 0; i < SINGLE; i++) next(at, &ids[i]);
  }
  for (size_t i = 0; i < made; i++) ids[i] = __builtin_bswap64(ids[i]);
  char path[4096];
  snprintf(path, sizeof path, "%s/%s/%s.%d", folder, names[at], name, (int)getpid());
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  check(file >= 0 && write(file, ids, made * sizeof *ids) >= 0, path);
  close(file);
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  char go[4096];
  snprintf(go, sizeof go, "%s/go", argv[1]);
  for (char *name = strtok(argv[3], ","); name && count < MOST; name = strtok(NULL, ",")) names[count++] = name;
  is_batch = strcmp(argv[4], "batch") == 0;
  int is_preload = strcmp(argv[5], "preload") == 0;
  uint64_t value;
  for (int at = 0; is_preload && at < count; at++) {
    if (names[at][0] != '-') open_generator(at), next(at, &value);
  }
  for (int left = atoi(argv[6]); left > 1 && fork() != 0; left--) {
  }
  for (int at = 0; !is_preload && at < count; at++) {
    if (names[at][0] != '-') open_generator(at);
  }
  while (access(go, F_OK) == 0) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    /* Turns of 20 ms: all processes generate the same format at the same time. */
    long long ms = now.tv_sec * 1000LL + now.tv_nsec / 1000000;
    int at = (int)(ms / 20 % count);
    if (names[at][0] != '-') burst(argv[1], argv[2], at);
    clock_gettime(CLOCK_REALTIME, &now);
    long left = 20000000 - (long)(now.tv_nsec % 20000000);
    nanosleep(&(struct timespec){0, left}, NULL);
  }
  int failed = 0;
  for (int status; wait(&status) > 0;) failed |= status != 0;
  return failed;
}
