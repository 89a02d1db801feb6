/* Generators with a state file, on any system: reopened and shared files, and invalid options. */
#include <sortid.h>

#include "state_file.h"

enum { PATH_SIZE = 1024 };

/* The prefix of the names of files. */
static const char *program;

static const char *with_suffix(const char *name) {
  static char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s.%s", program, name);
  return path;
}

static void ids_continue_after_reopening(void) {
  uint64_t last = 0;
  int rising = 1;
  for (int round = 0; round < 5; round++) {
    sortid_generator *generator = opened(with_suffix("restarted"));
    for (int i = 0; i < 100; i++) {
      const uint64_t id = next(generator);
      rising = rising && id > last;
      last = id;
    }
    sortid_generator_free(generator);
  }
  CHECK(rising);
  CHECK(remove(with_suffix("restarted")) == 0);
}

static void generators_share_a_file(void) {
  sortid_generator *first = opened(with_suffix("shared")), *second = opened(with_suffix("shared"));
  uint64_t last = 0;
  int rising = 1;
  for (int i = 0; i < 1000; i++) {
    const uint64_t id = next(i % 2 == 0 ? first : second);
    rising = rising && id > last;
    last = id;
  }
  CHECK(rising);
  sortid_generator_free(first);
  sortid_generator_free(second);
  CHECK(remove(with_suffix("shared")) == 0);
}

static void unusable_files_are_rejected(void) {
  const char *path = with_suffix("foreign");
  FILE *file = fopen(path, "w");
  CHECK(file != NULL && fputs("Dear diary,\n", file) >= 0 && fclose(file) == 0);
  sortid_generator *generator;
  sortid_error error;
  CHECK(open_with(path, strlen(path), &generator, &error) == SORTID_ERR_STORE_FOREIGN && error.status == SORTID_ERR_STORE_FOREIGN);
  CHECK(strstr(error.message, sortid_error_path(&error)) != NULL && strstr(error.subject, "foreign") != NULL);
  CHECK(remove(path) == 0);
  path = with_suffix("none/ids");
  CHECK(open_with(path, strlen(path), &generator, &error) == SORTID_ERR_STORE_IO);
}

static void invalid_options_are_rejected(void) {
  const sortid_option reset[] = {SORTID_OPTION_TEXT("state_file", "unused"), SORTID_OPTION_TEXT("on_rollback", "reset")};
  const sortid_option number[] = {SORTID_OPTION_NUMBER("state_file", 5)};
  sortid_generator *generator;
  sortid_error error;
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, reset, 2, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "on_rollback");
  CHECK(sortid_generator_new(SORTID_FORMAT_UID11_FULLRAND, reset, 1, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "state_file");
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, number, 1, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "state_file");
  CHECK(open_with("", 0, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK(open_with("a\0b", 3, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "state_file");
  CHECK(sortid_error_path(&error) == NULL);
}

static void state_files_are_rejected_as_lease_files(void) {
  const char *path = with_suffix("plain");
  sortid_generator_free(opened(path));
  const sortid_option leased[] = {SORTID_OPTION_TEXT("lease_file", path), SORTID_OPTION_NUMBER("node", 5)};
  const sortid_option both[] = {SORTID_OPTION_TEXT("lease_file", path), SORTID_OPTION_TEXT("state_file", path)};
  sortid_generator *generator;
  sortid_error error;
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, leased, 1, &generator, &error) == SORTID_ERR_STORE_FOREIGN);
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, leased, 2, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "node");
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, both, 2, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "state_file");
  CHECK(sortid_generator_new(SORTID_FORMAT_UID11_XID, leased, 1, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, "lease_file");
  CHECK(remove(path) == 0);
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, leased, 1, &generator, &error) == SORTID_ERR_STORE_IO);
}

int main(int count, char **words) {
  if (!CHECK(count > 0)) return checks_done();
  program = words[0];
  ids_continue_after_reopening();
  generators_share_a_file();
  unusable_files_are_rejected();
  invalid_options_are_rejected();
  state_files_are_rejected_as_lease_files();
  return checks_done();
}
