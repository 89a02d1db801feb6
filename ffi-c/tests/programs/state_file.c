/* Generators with a state file on Unix: forks, and errors of unusable files. kept.c has the tests for all systems. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sortid.h>

#include "folder.h"
#include "state_file.h"

enum { SECONDS = 60, PATH_SIZE = 512 };

static char folder[PATH_SIZE];

static const char *in_folder(const char *name) {
  static char path[2 * PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

/* Whether the file is rejected with this status and an error that names it. */
static int is_rejected(const char *path, int32_t status) {
  sortid_generator *generator;
  sortid_error error;
  const int refused = open_with(path, strlen(path), &generator, &error) == status && error.status == status && error.offset == -1;
  if (!refused) fprintf(stderr, "%s\n", error.message);
  return refused && strcmp(sortid_error_path(&error), path) == 0 && strstr(error.message, error.subject) != NULL &&
         strstr(error.message, sortid_status_message(status)) != NULL;
}

/* Whether a forked child exits with status 0. */
static int exits_with_0(pid_t child) {
  int status;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Only the state file prevents equal ids in parent and child. */
static void forked_child_continues(void) {
  sortid_generator *generator = opened(in_folder("forked"));
  const uint64_t before = next(generator);
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    alarm(SECONDS);
    sortid_id id;
    uint64_t value = 0;
    const int generated = sortid_generator_next(generator, &id, NULL) == SORTID_OK && sortid_u64(&id, &value, NULL) == SORTID_OK;
    _exit(generated && write(ends[1], &value, sizeof value) == (ssize_t)sizeof value ? 0 : 1);
  }
  uint64_t of_child = 0;
  CHECK(read(ends[0], &of_child, sizeof of_child) == (ssize_t)sizeof of_child);
  CHECK(exits_with_0(child));
  CHECK(of_child > before && next(generator) > of_child);
  close(ends[0]);
  close(ends[1]);
  sortid_generator_free(generator);
}

static void write_file(const char *path, const char *content, size_t size) {
  FILE *file = fopen(path, "w");
  CHECK(file != NULL && fwrite(content, 1, size, file) == size && fclose(file) == 0);
}

static void unusable_files_are_rejected(void) {
  const char *path = in_folder("foreign");
  write_file(path, "Dear diary,\n", 12);
  CHECK(is_rejected(path, SORTID_ERR_STORE_FOREIGN));
  CHECK(is_rejected(in_folder("foreign/ids"), SORTID_ERR_STORE_IO));
  CHECK(is_rejected(in_folder("missing folder/ids"), SORTID_ERR_STORE_IO));

  path = in_folder("empty");
  write_file(path, "", 0);
  CHECK(is_rejected(path, SORTID_ERR_STORE_CORRUPT));

  path = in_folder("truncated");
  sortid_generator_free(opened(path));
  CHECK(truncate(path, 100) == 0);
  CHECK(is_rejected(path, SORTID_ERR_STORE_CORRUPT));

  path = in_folder("read-only");
  sortid_generator_free(opened(path));
  CHECK(chmod(path, 0444) == 0);
  CHECK(is_rejected(path, SORTID_ERR_STORE_READ_ONLY));

  path = in_folder("locked");
  sortid_generator_free(opened(path));
  const int file = open(path, O_RDWR);
  CHECK(file >= 0 && flock(file, LOCK_EX) == 0);
  CHECK(is_rejected(path, SORTID_ERR_STORE_LOCKED));
  CHECK(close(file) == 0);
  sortid_generator_free(opened(path));
}

static void full_disk_returns_store_full(void) {
  const char *path = in_folder("full disk");
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit limit = {1000, 1000};
    signal(SIGXFSZ, SIG_IGN);
    _exit(setrlimit(RLIMIT_FSIZE, &limit) == 0 && is_rejected(path, SORTID_ERR_STORE_FULL) ? 0 : 1);
  }
  CHECK(exits_with_0(child));
  CHECK(access(path, F_OK) != 0);
}

static sortid_generator *unmapped(const char *path) {
  const sortid_option options[] = {SORTID_OPTION_TEXT("unmapped_state_file", path)};
  sortid_generator *generator = NULL;
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, options, 1, &generator, NULL) == SORTID_OK);
  return generator;
}

/* A mapped file would end the process with SIGBUS. */
static void truncated_unmapped_file_returns_errors(void) {
  const char *path = in_folder("unmapped");
  sortid_generator *first = unmapped(path), *second = unmapped(path);
  uint64_t last = 0;
  for (int i = 0; i < 1000; i++) {
    const uint64_t id = next(i % 3 == 0 ? first : second);
    CHECK(id > last);
    last = id;
  }
  CHECK(is_rejected(path, SORTID_ERR_STORE_LOCKED));
  sortid_generator_free(second);
  second = unmapped(path);
  CHECK(next(second) > last);
  sortid_id id;
  CHECK(truncate(path, 5000) == 0);
  CHECK(sortid_generator_next(first, &id, NULL) == SORTID_ERR_STORE_CORRUPT);
  CHECK(truncate(path, 0) == 0);
  CHECK(sortid_generator_next(first, &id, NULL) == SORTID_ERR_STORE_CORRUPT);
  CHECK(truncate(path, 8192) == 0);
  CHECK(sortid_generator_next(second, &id, NULL) == SORTID_ERR_STORE_CORRUPT);
  CHECK(is_rejected(path, SORTID_ERR_STORE_CORRUPT));
  sortid_generator_free(first);
  sortid_generator_free(second);
  CHECK(is_rejected(path, SORTID_ERR_STORE_CORRUPT));
}

static void unmapped_file_on_a_full_disk_returns_store_full(void) {
  sortid_generator *generator = unmapped(in_folder("unmapped on a full disk"));
  const uint64_t before = next(generator);
  const pid_t child = fork();
  if (child == 0) {
    alarm(SECONDS);
    sortid_id id;
    uint64_t after = 0;
    struct rlimit limit = {1000, RLIM_INFINITY};
    signal(SIGXFSZ, SIG_IGN);
    int succeeded = sortid_generator_next(generator, &id, NULL) == SORTID_OK && setrlimit(RLIMIT_FSIZE, &limit) == 0;
    for (int i = 0; i < 3; i++) succeeded = succeeded && sortid_generator_next(generator, &id, NULL) == SORTID_ERR_STORE_FULL;
    limit.rlim_cur = RLIM_INFINITY;
    succeeded = succeeded && setrlimit(RLIMIT_FSIZE, &limit) == 0 && sortid_generator_next(generator, &id, NULL) == SORTID_OK;
    _exit(succeeded && sortid_u64(&id, &after, NULL) == SORTID_OK && after > before ? 0 : 1);
  }
  CHECK(exits_with_0(child));
  CHECK(next(generator) > before);
  sortid_generator_free(generator);
}

/* Paths are bytes. Errors replace invalid UTF-8, and the middle of a long path by an ellipsis. */
static void paths_of_any_bytes(void) {
  const char *path = in_folder("\xff\xfe");
  sortid_generator *generator = opened(path);
  next(generator);
  sortid_generator_free(generator);
  CHECK(access(path, F_OK) == 0);

  for (size_t shift = 0; shift < 2; shift++) {
    static char longer[10000];
    sortid_error error;
    memset(&error, 'x', sizeof error);
    strcpy(longer, shift == 0 ? "/" : "//");
    while (strlen(longer) + 3 < sizeof longer) strcat(longer, "\xc3\xa4");
    CHECK(open_with(longer, strlen(longer), &generator, &error) == SORTID_ERR_STORE_IO);
    CHECK_TEXT(sortid_error_path(&error), longer);
    const size_t message = strlen(error.message), subject = strlen(error.subject);
    CHECK(message + 4 >= sizeof error.message && message < sizeof error.message);
    CHECK(subject + 4 >= sizeof error.subject && subject < sizeof error.subject);
    CHECK(strstr(error.subject, "\xa4\xe2\x80\xa6\xc3") != NULL && strstr(error.message, "\xa4\xe2\x80\xa6\xc3") != NULL);
    CHECK(strstr(error.message, sortid_status_message(SORTID_ERR_STORE_IO)) != NULL && strstr(error.message, "(os error ") != NULL);
  }
}

static void remove_folder(void) {
  char command[PATH_SIZE + 16];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  CHECK(system(command) == 0);
}

int main(void) {
  if (!make_folder(folder, sizeof folder, "state-file")) {
    perror(folder);
    return 1;
  }
  forked_child_continues();
  unusable_files_are_rejected();
  full_disk_returns_store_full();
  truncated_unmapped_file_returns_errors();
  unmapped_file_on_a_full_disk_returns_store_full();
  paths_of_any_bytes();
  remove_folder();
  return checks_done();
}
