/* A program that links two static libraries written in Rust. */
#include <stdbool.h>
#include <stdio.h>

#include <sortid.h>

size_t other_length(uint64_t number, bool panics);

int main(void) {
  char text[SORTID_UUID7_TEXT_SIZE];
  if (sortid_uuid7_text(text, sizeof text, NULL) != SORTID_OK || puts(text) < 0) return 1;
  if (other_length(42, false) != 9 || other_length(42, true) != 0) return 2;
  return sortid_is_valid(text, SORTID_NTS, SORTID_FORMAT_UUID7) ? 0 : 3;
}
