// Frequent tasks, solved with libuuid and with sortid. The lines between the marks are counted.
#include <sortid.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <uuid/uuid.h>

#define TEXT "c232ab00-9414-11ec-b3c8-9f6bdeced846"

static int failed;

static void same(int task, int holds) {
  printf("%s task %d\n", holds ? "ok" : "not ok", task);
  failed |= !holds;
}

// 1. A new key as text
static void new_key(void) {
  // theirs
  uuid_t theirs;
  char their_text[UUID_STR_LEN];
  uuid_generate_time_safe(theirs);
  uuid_unparse_lower(theirs, their_text);
  // ours
  char our_text[SORTID_UUID1_TEXT_SIZE];
  int32_t status = sortid_uuid1_text(our_text, sizeof our_text, NULL);
  // end
  same(1, status == SORTID_OK && their_text[14] == '1' && our_text[14] == '1' && strlen(our_text) == strlen(their_text));
}

// 2. A text as a key
static int parse(uuid_t theirs, sortid_id *ours) {
  // theirs
  int their_status = uuid_parse(TEXT, theirs);
  // ours
  int our_status = sortid_parse(TEXT, SORTID_NTS, SORTID_FORMAT_UUID1, ours, NULL);
  // end
  return their_status == 0 && our_status == SORTID_OK;
}

// 3. Is a user's text a key?
static int is_theirs(const char *text) {
  // theirs
  uuid_t id;
  return uuid_parse(text, id) == 0 && uuid_variant(id) == UUID_VARIANT_DCE && uuid_type(id) == UUID_TYPE_DCE_TIME;
  // end
}

static int is_ours(const char *text) {
  // ours
  return sortid_is_valid(text, SORTID_NTS, SORTID_FORMAT_UUID1);
  // end
}

// 4. A key as text
static int text(const uuid_t theirs, const sortid_id *ours) {
  // theirs
  char their_text[UUID_STR_LEN];
  uuid_unparse_lower(theirs, their_text);
  // ours
  char our_text[SORTID_UUID1_TEXT_SIZE];
  sortid_text(ours, our_text, sizeof our_text, NULL, NULL);
  // end
  return strcmp(their_text, our_text) == 0 && strcmp(our_text, TEXT) == 0;
}

// 5. The time of a key
static int time_of(const uuid_t theirs, const sortid_id *ours) {
  // theirs
  struct timeval their_time;
  uuid_time(theirs, &their_time);
  // ours
  sortid_time our_time;
  sortid_timestamp(ours, &our_time, NULL);
  // end
  return their_time.tv_sec == our_time.seconds && their_time.tv_usec == our_time.nanos / 1000;
}

// 6. Sixteen bytes for a file
static int bytes(const uuid_t theirs, const sortid_id *ours) {
  unsigned char their_bytes[16], our_bytes[16];
  // theirs
  memcpy(their_bytes, theirs, sizeof their_bytes);
  // ours
  memcpy(our_bytes, ours->bytes, sizeof our_bytes);
  // end
  return memcmp(their_bytes, our_bytes, 16) == 0;
}

// 7. The order of two keys
static int order(const uuid_t theirs, const sortid_id *ours) {
  // theirs
  int their_order = uuid_compare(theirs, theirs);
  // ours
  int our_order = sortid_compare(ours, ours);
  // end
  return their_order == our_order;
}

// 8. The bounds of a query: keys of a day, as bytes
static int keys_of_a_day(time_t from, time_t to) {
  // theirs
  uuid_t first = {0}, last;
  memset(last, 0xff, sizeof last);
  for (int i = 0; i < 6; i++) {
    first[i] = from * 1000ULL >> (40 - 8 * i);
    last[i] = (to * 1000ULL - 1) >> (40 - 8 * i);
  }
  first[6] = 0x70, first[8] = 0x80, last[6] = 0x7f, last[8] = 0xbf;
  // ours
  sortid_id min, max;
  sortid_range((sortid_time){from, 0}, (sortid_time){to, 0}, SORTID_FORMAT_UUID7, NULL, 0, &min, &max, NULL);
  // end
  return memcmp(first, min.bytes, sizeof first) == 0 && memcmp(last, max.bytes, sizeof last) == 0;
}

int main(void) {
  uuid_t theirs;
  sortid_id ours;
  new_key();
  same(2, parse(theirs, &ours));
  same(3, is_theirs(TEXT) && is_ours(TEXT) && !is_theirs("x") && !is_ours("x"));
  same(4, text(theirs, &ours));
  same(5, time_of(theirs, &ours));
  same(6, bytes(theirs, &ours));
  same(7, order(theirs, &ours));
  same(8, keys_of_a_day(1721347200, 1721433600));
  return failed;
}
