/* A project outside of the repository that only uses find_package. */
#include <stdio.h>

#include <sortid.h>

int main(void) {
  char text[SORTID_TID_TEXT_SIZE];
  if (sortid_tid_text(text, sizeof text, NULL) != SORTID_OK) return 1;
  puts(text);
  return sortid_is_valid(text, 13, SORTID_FORMAT_TID) ? 0 : 1;
}
