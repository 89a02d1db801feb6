/* An error in a thread with the smallest stack. */
#define _POSIX_C_SOURCE 200809L

#include <limits.h>
#include <pthread.h>

#include <sortid.h>

#include "check.h"

static void *parse(void *argument) {
  sortid_id id;
  sortid_error error;
  int *failed = argument;
  *failed = sortid_parse(SORTID_TEXT("3jzfcijpj2z21"), SORTID_FORMAT_TID, &id, &error) != SORTID_ERR_INVALID_CHARACTER ||
            strstr(error.message, "'1' at byte 12") == NULL;
  return NULL;
}

int main(void) {
  pthread_attr_t small;
  pthread_t thread;
  int failed = 1;
  CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN) == 0);
  CHECK(pthread_create(&thread, &small, parse, &failed) == 0 && pthread_join(thread, NULL) == 0 && !failed);
  return checks_done();
}
