/* A panic in the library returns a status, also repeatedly and in a thread, and never unwinds into C. */
#include <string.h>
#include <threads.h>

#include <sortid.h>

#include "check.h"

extern int32_t sortid_test_panic(struct sortid_error *error);

static int fault(void *unused) {
  (void)unused;
  return sortid_test_panic(NULL);
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    sortid_error error = {0};
    CHECK(sortid_test_panic(&error) == SORTID_ERR_PANIC);
    CHECK(error.status == SORTID_ERR_PANIC && strcmp(error.message, "panic: an internal error was caught") == 0);
  }
  thrd_t thread;
  int status = 0;
  CHECK(thrd_create(&thread, fault, NULL) == thrd_success && thrd_join(thread, &status) == thrd_success);
  CHECK(status == SORTID_ERR_PANIC);
  sortid_id id;
  CHECK(sortid_uuid7(&id, NULL) == SORTID_OK);
  return checks_done();
}
