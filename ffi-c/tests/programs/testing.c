/* Ids with a given time, and test clocks. */
#include <sortid.h>
#include <sortid/testing.h>

#include "check.h"

static sortid_time reading(void *context) {
  return *(sortid_time *)context;
}

static int64_t milliseconds(const sortid_id *id) {
  sortid_time time = {0, 0};
  int64_t ms = -1;
  if (sortid_timestamp(id, &time, NULL) == SORTID_OK) sortid_time_to_unix_ms(time, &ms, NULL);
  return ms;
}

int main(void) {
  sortid_time time = sortid_time_from_unix_ms(1700000000000), wrong = {0, 1000000000};
  sortid_id a, b, c;
  CHECK(sortid_new_id_at(time, SORTID_FORMAT_UUID7, &a, NULL) == SORTID_OK && milliseconds(&a) == 1700000000000);
  CHECK(sortid_new_id_at(sortid_time_from_unix_ms(5), SORTID_FORMAT_UUID7, &b, NULL) == SORTID_OK && milliseconds(&b) == 5);
  CHECK(sortid_new_id_at(time, SORTID_FORMAT_UUID7, &c, NULL) == SORTID_OK && sortid_compare(&a, &c) < 0);
  CHECK(sortid_new_id_at(time, SORTID_FORMAT_UUID4, &a, NULL) == SORTID_ERR_NOT_APPLICABLE);
  CHECK(sortid_new_id_at(time, 99, &a, NULL) == SORTID_ERR_UNKNOWN_FORMAT);
  CHECK(sortid_new_id_at(time, SORTID_FORMAT_UUID7, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_new_id_at(wrong, SORTID_FORMAT_UUID7, &a, NULL) == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);

  const uint8_t seed[32] = {7};
  sortid_test_clock *clock = NULL, *inner = NULL;
  CHECK(sortid_test_clock_freeze(time, seed, 31, &clock, NULL) == SORTID_ERR_INVALID_LENGTH && clock == NULL);
  CHECK(sortid_test_clock_freeze(wrong, NULL, 0, &clock, NULL) == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  CHECK(sortid_test_clock_freeze(time, NULL, 0, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_test_clock_freeze(time, seed, sizeof seed, &clock, NULL) == SORTID_OK);
  CHECK(sortid_uuid7(&a, NULL) == SORTID_OK && sortid_uuid7(&b, NULL) == SORTID_OK);
  CHECK(milliseconds(&a) == 1700000000000 && milliseconds(&b) == 1700000000000 && sortid_compare(&a, &b) < 0);

  CHECK(sortid_test_clock_freeze(time, seed, sizeof seed, &inner, NULL) == SORTID_OK);
  CHECK(sortid_uuid7(&c, NULL) == SORTID_OK && sortid_compare(&a, &c) == 0);
  sortid_test_clock_free(inner);

  CHECK(sortid_test_clock_set(clock, sortid_time_from_unix_ms(3), NULL) == SORTID_OK);
  CHECK(sortid_uuid7(&a, NULL) == SORTID_OK && milliseconds(&a) == 3);
  CHECK(sortid_test_clock_set(clock, wrong, NULL) == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  CHECK(sortid_test_clock_set(NULL, time, NULL) == SORTID_ERR_NULL_ARGUMENT);
  sortid_test_clock_free(clock);
  sortid_test_clock_free(NULL);

  CHECK(sortid_test_clock_follow(NULL, NULL, NULL, 0, &clock, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_test_clock_follow(reading, &time, NULL, 0, &clock, NULL) == SORTID_OK);
  time = sortid_time_from_unix_ms(1234567890123);
  CHECK(sortid_uuid7(&a, NULL) == SORTID_OK && milliseconds(&a) == 1234567890123);
  sortid_test_clock_free(clock);
  CHECK(sortid_uuid7(&a, NULL) == SORTID_OK && milliseconds(&a) > 1700000000000);
  return checks_done();
}
