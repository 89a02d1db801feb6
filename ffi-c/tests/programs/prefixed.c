/* Ids with a type prefix: reading, writing and errors, which write no outputs. */
#include <sortid.h>

#include "check.h"

static const char order_text[] = "order_01fwhe4ydgfk1shh6w1g60eecf";

static sortid_id id, uuid, push_id, none;
static size_t found, needed;
static sortid_error error;
static char text[SORTID_PREFIXED_TEXT_SIZE + 1];

/* Outputs, filled with a pattern before a call that must not write them. */
static void poison(void) {
  memset(&id, 0xa5, sizeof id);
  memset(&error, 0xa5, sizeof error);
  memset(text, 0xa5, sizeof text);
  found = needed = 99;
}

static int untouched(const void *memory, size_t size) {
  const unsigned char *bytes = memory;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] != 0xa5) return 0;
  }
  return 1;
}

/* Checks that a call returns this error and writes nothing. */
#define REJECTED(call, status)                                                       \
  do {                                                                               \
    poison();                                                                        \
    CHECK((call) == (status));                                                       \
    CHECK(untouched(&id, sizeof id) && untouched(text, sizeof text) && found == 99); \
  } while (0)

/* Checks the offset of the error, too. */
#define AT(call, code, where)                                 \
  do {                                                        \
    REJECTED(call, code);                                     \
    CHECK(error.status == (code) && error.offset == (where)); \
  } while (0)

static int32_t read_as(const char *given, uint32_t format, const char *prefix) {
  return sortid_prefixed_parse(given, SORTID_NTS, format, prefix, SORTID_NTS, &id, &found, &error);
}

static int32_t write_with(const sortid_id *given, const char *prefix, size_t size) {
  return sortid_prefixed_text(given, prefix, SORTID_NTS, text, size, &needed, NULL);
}

static void reading(void) {
  CHECK(read_as(order_text, SORTID_FORMAT_UUID7, "order") == SORTID_OK && sortid_compare(&id, &uuid) == 0 && found == 5);
  CHECK(read_as(order_text, SORTID_FORMAT_UUID7, NULL) == SORTID_OK && found == 5);
  CHECK(read_as(order_text + 6, SORTID_FORMAT_UUID7, "") == SORTID_OK && found == 0);
  /* Texts end at their lengths, not at terminators. */
  CHECK(sortid_prefixed_parse("a_3jzfcijpj2z2abc", 15, SORTID_FORMAT_TID, "abc", 1, &id, NULL, NULL) == SORTID_OK);
  CHECK(id.format == SORTID_FORMAT_TID);
  AT(read_as(order_text, SORTID_FORMAT_UUID7, "user"), SORTID_ERR_WRONG_PREFIX, 0);
  AT(read_as(order_text, SORTID_FORMAT_UUID7, ""), SORTID_ERR_WRONG_PREFIX, 0);
  AT(read_as("Order_01fwhe4ydgfk1shh6w1g60eecf", SORTID_FORMAT_UUID7, "order"), SORTID_ERR_INVALID_CHARACTER, 0);
  AT(read_as("order_01fwhe4ydgfk1shh6w1g60eec", SORTID_FORMAT_UUID7, NULL), SORTID_ERR_INVALID_LENGTH, 31);
  AT(read_as("order_81fwhe4ydgfk1shh6w1g60eecf", SORTID_FORMAT_UUID7, NULL), SORTID_ERR_OUT_OF_RANGE, -1);
  AT(read_as("user_7mfb0gpp6c8dsaasre0asc7n3s", SORTID_FORMAT_UUID7, NULL), SORTID_ERR_INVALID_VERSION, 15);
  AT(read_as(order_text, SORTID_FORMAT_UUID7, "Order"), SORTID_ERR_INVALID_OPTION, -1);
  CHECK_TEXT(error.subject, "prefix");
  AT(read_as(order_text, SORTID_FORMAT_UUID7, "\xff"), SORTID_ERR_INVALID_OPTION, -1);
  AT(read_as(order_text, SORTID_FORMAT_PUSH_ID, NULL), SORTID_ERR_NOT_APPLICABLE, -1);
  AT(read_as(order_text, 0, "order"), SORTID_ERR_UNKNOWN_FORMAT, -1);
  AT(read_as(order_text, SORTID_FORMAT_COUNT + 1, "order"), SORTID_ERR_UNKNOWN_FORMAT, -1);
  AT(read_as(NULL, SORTID_FORMAT_UUID7, "order"), SORTID_ERR_NULL_ARGUMENT, -1);
  REJECTED(sortid_prefixed_parse(order_text, 32, SORTID_FORMAT_UUID7, NULL, 0, NULL, &found, &error), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_prefixed_parse(order_text, SIZE_MAX - 1, SORTID_FORMAT_UUID7, NULL, 0, &id, &found, &error), SORTID_ERR_INVALID_LENGTH);
}

static void writing(void) {
  CHECK(write_with(&uuid, "order", sizeof text) == SORTID_OK && needed == sizeof order_text);
  CHECK_TEXT(text, order_text);
  CHECK(write_with(&uuid, "", sizeof text) == SORTID_OK);
  CHECK_TEXT(text, order_text + 6);
  CHECK(sortid_prefixed_text(&uuid, "order_line", 5, text, sizeof order_text, NULL, NULL) == SORTID_OK);
  CHECK_TEXT(text, order_text);
  for (size_t size = 0; size < sizeof order_text; size++) {
    REJECTED(write_with(&uuid, "order", size), SORTID_ERR_BUFFER_TOO_SMALL);
    CHECK(needed == sizeof order_text);
  }
  REJECTED(write_with(&uuid, "order_", sizeof text), SORTID_ERR_INVALID_OPTION);
  REJECTED(write_with(&push_id, "order", sizeof text), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(write_with(&none, "order", sizeof text), SORTID_ERR_UNKNOWN_FORMAT);
  REJECTED(write_with(NULL, "order", sizeof text), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(write_with(&uuid, NULL, sizeof text), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_prefixed_text(&uuid, "order", 5, NULL, sizeof text, &needed, NULL), SORTID_ERR_NULL_ARGUMENT);
}

/* SORTID_PREFIXED_TEXT_SIZE has room for the longest prefix and text. */
static void longest(void) {
  char prefix[SORTID_PREFIX_LENGTH + 2];
  memset(prefix, 'z', sizeof prefix);
#define LONGEST(number, name, NAME, Name)                                                                                     \
  if (sortid_format_takes_prefix(number) && sortid_format_can_generate(number)) {                                                  \
    CHECK(sortid_new_id(number, &id, NULL) == SORTID_OK);                                                                     \
    CHECK(sortid_prefixed_text(&id, prefix, SORTID_PREFIX_LENGTH, text, SORTID_PREFIXED_TEXT_SIZE, NULL, NULL) == SORTID_OK); \
    sortid_id same;                                                                                                           \
    CHECK(sortid_prefixed_parse(text, SORTID_NTS, number, prefix, SORTID_PREFIX_LENGTH, &same, &found, NULL) == SORTID_OK);   \
    CHECK(sortid_compare(&id, &same) == 0 && found == SORTID_PREFIX_LENGTH);                                                  \
  }
  SORTID_FORMATS(LONGEST)
  CHECK(sortid_prefix_check(prefix, SORTID_PREFIX_LENGTH, NULL) == SORTID_OK);
  CHECK(sortid_prefix_check(prefix, SORTID_PREFIX_LENGTH + 1, NULL) == SORTID_ERR_INVALID_OPTION);
}

static void prefixes(void) {
  CHECK(sortid_prefix_check(SORTID_TEXT("order_line"), NULL) == SORTID_OK && sortid_prefix_check("", 0, NULL) == SORTID_OK);
  CHECK(sortid_prefix_check(SORTID_TEXT("order1"), NULL) == SORTID_ERR_INVALID_OPTION);
  CHECK(sortid_prefix_check("a\0b", 3, NULL) == SORTID_ERR_INVALID_OPTION);
  CHECK(sortid_prefix_check(NULL, 0, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_prefix_of(order_text, SORTID_NTS) == 5 && sortid_prefix_of(order_text + 6, SORTID_NTS) == 0);
  CHECK(sortid_prefix_of("a_b_c", 5) == 3 && sortid_prefix_of("_a", 2) == 0 && sortid_prefix_of("A_b", 3) == 0);
  CHECK(sortid_prefix_of(NULL, 0) == 0 && sortid_prefix_of(NULL, 5) == 0);
  CHECK(sortid_format_takes_prefix(SORTID_FORMAT_TID) && !sortid_format_takes_prefix(SORTID_FORMAT_ELASTICFLAKE));
  CHECK(!sortid_format_takes_prefix(0) && !sortid_format_takes_prefix(SORTID_FORMAT_COUNT + 1));
#define TAKES_NONE(number, name, NAME, Name) CHECK(!sortid_format_takes_prefix(number));
  SORTID_FORMATS_WITHOUT_PREFIX(TAKES_NONE)
}

/* TypeIDs of every version: new ones have version 7; versions with a time return it. */
static void typeids(void) {
  sortid_time time;
  CHECK(sortid_format_made_with_prefix(SORTID_FORMAT_ANY_UUID) == SORTID_FORMAT_UUID7);
  CHECK(sortid_format_made_with_prefix(SORTID_FORMAT_TID) == SORTID_FORMAT_TID);
  CHECK(sortid_format_made_with_prefix(0) == 0 && sortid_format_made_with_prefix(SORTID_FORMAT_COUNT + 1) == 0);
  CHECK(read_as(order_text, SORTID_FORMAT_ANY_UUID, "order") == SORTID_OK);
  CHECK(sortid_prefixed_timestamp(&id, &time, NULL) == SORTID_OK && time.seconds == 1645557742 && time.nanos == 0);
  sortid_id made;
  CHECK(sortid_new_id(sortid_format_made_with_prefix(SORTID_FORMAT_ANY_UUID), &made, NULL) == SORTID_OK);
  CHECK(sortid_convert(&made, SORTID_FORMAT_ANY_UUID, &made, NULL) == SORTID_OK && sortid_compare(&id, &made) < 0);
  CHECK(read_as("user_7mfb0gpp6c8dsaasre0asc7n3s", SORTID_FORMAT_ANY_UUID, "user") == SORTID_OK);
  const sortid_id random = id;
  REJECTED(sortid_prefixed_timestamp(&random, &time, NULL), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(sortid_prefixed_timestamp(&push_id, &time, NULL), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(sortid_prefixed_timestamp(&none, &time, NULL), SORTID_ERR_UNKNOWN_FORMAT);
  REJECTED(sortid_prefixed_timestamp(NULL, &time, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_prefixed_timestamp(&uuid, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
}

int main(void) {
  CHECK(sortid_parse(SORTID_TEXT("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), SORTID_FORMAT_UUID7, &uuid, NULL) == SORTID_OK);
  CHECK(sortid_new_id(SORTID_FORMAT_PUSH_ID, &push_id, NULL) == SORTID_OK);
  reading();
  writing();
  typeids();
  longest();
  prefixes();
  return checks_done();
}
