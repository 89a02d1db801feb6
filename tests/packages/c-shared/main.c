/* A user's program: generates ids, parses one, and rejects an invalid one. */
#include <stdio.h>

#include <sortid.h>

int main(void) {
  char text[SORTID_UUID7_TEXT_SIZE];
  sortid_id id;
  sortid_time time;
  if (sortid_uuid7_text(text, sizeof text, NULL) != SORTID_OK || !sortid_is_valid(text, SORTID_NTS, SORTID_FORMAT_UUID7)) return 1;
  puts(text);
  if (sortid_parse("3jzfcijpj2z2a", SORTID_NTS, SORTID_FORMAT_TID, &id, NULL) != SORTID_OK) return 2;
  if (sortid_timestamp(&id, &time, NULL) != SORTID_OK || time.seconds != 1688137381 || time.nanos != 887007000) return 3;
  return sortid_parse("3jzfcijpj2z21", SORTID_NTS, SORTID_FORMAT_TID, &id, NULL) == SORTID_ERR_INVALID_CHARACTER ? 0 : 4;
}
