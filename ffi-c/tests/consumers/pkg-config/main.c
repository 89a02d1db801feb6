/* A project of somebody else, who knows pkg-config alone. */
#include <stdio.h>

#include <sortid.h>

int main(void) {
  char text[SORTID_TID_TEXT_SIZE];
  if (sortid_tid_text(text) != SORTID_OK) return 1;
  puts(text);
  return sortid_is_valid(SORTID_FORMAT_TID, text, 13) ? 0 : 1;
}
