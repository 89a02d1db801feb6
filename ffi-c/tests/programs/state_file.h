/* Functions to open a generator with a state file and generate ids. */
#ifndef STATE_FILE_H
#define STATE_FILE_H

#include <sortid.h>

#include "check.h"

static int32_t open_with(const char *path, size_t length, sortid_generator **generator, sortid_error *error) {
  const sortid_option options[] = {{"state_file", SORTID_NTS, path, length, 0}, SORTID_OPTION_NUMBER("node", 5)};
  return sortid_generator_new(SORTID_FORMAT_TID, options, 2, generator, error);
}

static sortid_generator *opened(const char *path) {
  sortid_generator *generator = NULL;
  sortid_error error;
  if (!CHECK(open_with(path, strlen(path), &generator, &error) == SORTID_OK)) fprintf(stderr, "%s\n", error.message);
  return generator;
}

static uint64_t next(const sortid_generator *generator) {
  sortid_id id;
  uint64_t value = 0;
  CHECK(sortid_generator_next(generator, &id, NULL) == SORTID_OK && sortid_u64(&id, &value, NULL) == SORTID_OK);
  return value;
}

#endif
