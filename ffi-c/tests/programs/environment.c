/* The option `node_from_env` on Unix, which reads the node from environment variables. */
#define _POSIX_C_SOURCE 200112L

#include <stdlib.h>

#include <sortid.h>

#include "check.h"

static const sortid_option options[] = {SORTID_OPTION_TEXT("node_from_env", "true")};

static uint64_t node_of(uint32_t format) {
  sortid_generator *generator = NULL;
  uint64_t node = 0;
  CHECK(sortid_generator_new(format, options, 1, &generator, NULL) == SORTID_OK);
  CHECK(sortid_generator_get_node(generator, &node, NULL) == SORTID_OK);
  sortid_generator_free(generator);
  return node;
}

/* Checks that the variable is rejected, and that the error names it. */
static void check_rejected(uint32_t format, const char *variable) {
  sortid_generator *generator = NULL;
  sortid_error error;
  CHECK(sortid_generator_new(format, options, 1, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.subject, variable);
  CHECK(strstr(error.message, " must be ") != NULL);
}

int main(void) {
  setenv("SORTID_NODE", "7", 1);
  CHECK(node_of(SORTID_FORMAT_TID) == 7);
  CHECK(node_of(SORTID_FORMAT_UUID7) == 7);
  CHECK(node_of(SORTID_FORMAT_XID) == 7);
  setenv("XID_MACHINE_ID", "5", 1);
  CHECK(node_of(SORTID_FORMAT_XID) >> 16 == 5);
  setenv("TSID_NODE", "8", 1);
  CHECK(node_of(SORTID_FORMAT_TSID) == 8);
  setenv("TSIDCREATOR_NODE", "9", 1);
  CHECK(node_of(SORTID_FORMAT_TSID) == 9);
  setenv("SCRU64_NODE_SPEC", "42/8", 1);
  CHECK(node_of(SORTID_FORMAT_SCRU64) == 42);
  setenv("SORTID_NODE", "1024", 1);
  check_rejected(SORTID_FORMAT_TID, "SORTID_NODE");
  setenv("SCRU64_NODE_SPEC", "42", 1);
  check_rejected(SORTID_FORMAT_SCRU64, "SCRU64_NODE_SPEC");
  return checks_done();
}
