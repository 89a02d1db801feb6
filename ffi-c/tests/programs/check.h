/* Counts checks, and prints failed ones and the totals, which the runner parses. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>

static unsigned long checks_passed, checks_failed;

static int check(int is_true, const char *condition, const char *file, int line) {
  if (is_true) {
    checks_passed++;
  } else {
    checks_failed++;
    fprintf(stderr, "%s:%d: %s\n", file, line, condition);
  }
  return is_true;
}

#define CHECK(condition) check((condition) ? 1 : 0, #condition, __FILE__, __LINE__)
#define CHECK_TEXT(text, wanted) check(strcmp((text), (wanted)) == 0, #text " is " #wanted, __FILE__, __LINE__)

static int checks_done(void) {
  printf("%lu passed, %lu failed\n", checks_passed, checks_failed);
  return checks_failed != 0 || checks_passed == 0;
}

#endif
