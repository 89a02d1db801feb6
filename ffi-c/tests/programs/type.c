/* Declared types: prefixes, options for reading, and errors, which write no outputs. */
#include <sortid.h>

#include "check.h"

static const char order_text[] = "order_01fwhe4ydgfk1shh6w1g60eecf";
static const sortid_time now = {1700000000, 0}, later = {1700000060, 0}, no_time = {0, 1000000000};
static const sortid_option discord[] = {SORTID_OPTION_TEXT("epoch", "discord")};

/* Types with a prefix, with an epoch and without both; and an invalid type. */
static sortid_type orders, typeids, messages, tids, no_type;
static sortid_id uuid, push_id, none;

static union {
  sortid_type type;
  sortid_id id;
  sortid_time time;
  sortid_generator *generator;
  char text[SORTID_TYPE_TEXT_SIZE + 1];
} out;
static sortid_id max;
static size_t needed;
static sortid_error error;

/* Outputs are filled with a pattern before a call that must not write them. */
static void poison(void) {
  memset(&out, 0xa5, sizeof out);
  memset(&max, 0xa5, sizeof max);
  memset(&error, 0xa5, sizeof error);
  needed = 99;
}

static int untouched(const void *memory, size_t size) {
  const unsigned char *bytes = memory;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] != 0xa5) return 0;
  }
  return 1;
}

/* Checks that a call returns this error and writes nothing. */
#define REJECTED(call, status)                                               \
  do {                                                                       \
    poison();                                                                \
    CHECK((call) == (status));                                               \
    CHECK(untouched(&out, sizeof out) && untouched(&max, sizeof max));       \
  } while (0)

/* Checks the offset of the error, too. */
#define AT(call, code, where)                                 \
  do {                                                        \
    REJECTED(call, code);                                     \
    CHECK(error.status == (code) && error.offset == (where)); \
  } while (0)

static int32_t init(sortid_type *type, uint32_t format, const char *prefix, const sortid_option *options, size_t count) {
  return sortid_type_init(type, format, prefix, SORTID_NTS, options, count, &error);
}

static int32_t parse(const sortid_type *type, const char *text) {
  return sortid_type_parse(type, text, SORTID_NTS, &out.id, &error);
}

static int32_t text_of(const sortid_type *type, const sortid_id *id, size_t size) {
  return sortid_type_text(type, id, out.text, size, &needed, &error);
}

static void declaring(void) {
  sortid_type same;
  const sortid_option number[] = {SORTID_OPTION_NUMBER("epoch_unix_ms", 1420070400000)};
  const sortid_option twice[] = {SORTID_OPTION_TEXT("epoch", "discord"), SORTID_OPTION_TEXT("epoch", "twitter")};
  const sortid_option node[] = {SORTID_OPTION_NUMBER("node", 7)};
  CHECK(sizeof(sortid_type) <= 256);
  memset(&same, 0xa5, sizeof same);
  CHECK(init(&same, SORTID_FORMAT_SNOWFLAKE, NULL, number, 1) == SORTID_OK && memcmp(&same, &messages, sizeof same) == 0);
  CHECK(init(&same, SORTID_FORMAT_SNOWFLAKE, NULL, NULL, 0) == SORTID_OK && memcmp(&same, &messages, sizeof same) != 0);
  CHECK(init(&same, SORTID_FORMAT_UUID7, "orders", NULL, 0) == SORTID_OK && memcmp(&same, &orders, sizeof same) != 0);
  CHECK(sortid_type_init(&same, SORTID_FORMAT_UUID7, "orders", 5, NULL, 0, NULL) == SORTID_OK && memcmp(&same, &orders, sizeof same) == 0);
  CHECK_TEXT(orders.prefix, "order");
  AT(init(&out.type, 0, NULL, NULL, 0), SORTID_ERR_UNKNOWN_FORMAT, -1);
  AT(init(&out.type, SORTID_FORMAT_UUID7, "Order", NULL, 0), SORTID_ERR_INVALID_OPTION, -1);
  CHECK_TEXT(error.subject, "prefix");
  AT(init(&out.type, SORTID_FORMAT_UUID7, "\xff", NULL, 0), SORTID_ERR_INVALID_OPTION, -1);
  AT(init(&out.type, SORTID_FORMAT_PUSH_ID, "order", NULL, 0), SORTID_ERR_NOT_APPLICABLE, -1);
  AT(init(&out.type, SORTID_FORMAT_UUID7, NULL, discord, 1), SORTID_ERR_INVALID_OPTION, -1);
  CHECK_TEXT(error.subject, "epoch");
  AT(init(&out.type, SORTID_FORMAT_SNOWFLAKE, NULL, node, 1), SORTID_ERR_INVALID_OPTION, -1);
  AT(init(&out.type, SORTID_FORMAT_SNOWFLAKE, NULL, twice, 2), SORTID_ERR_INVALID_OPTION, -1);
  CHECK_TEXT(error.message, "invalid_option: the option epoch is given twice");
  AT(init(&out.type, SORTID_FORMAT_SNOWFLAKE, NULL, NULL, 1), SORTID_ERR_NULL_ARGUMENT, -1);
  AT(init(&out.type, SORTID_FORMAT_SNOWFLAKE, NULL, discord, SIZE_MAX), SORTID_ERR_INVALID_LENGTH, -1);
  REJECTED(init(NULL, SORTID_FORMAT_SNOWFLAKE, NULL, NULL, 0), SORTID_ERR_NULL_ARGUMENT);
}

static void reading(void) {
  sortid_type any;
  CHECK(parse(&orders, order_text) == SORTID_OK && sortid_compare(&out.id, &uuid) == 0);
  CHECK(parse(&tids, "3jzfcijpj2z2a") == SORTID_OK && out.id.format == SORTID_FORMAT_TID);
  CHECK(sortid_type_parse_any(order_text, SORTID_NTS, SORTID_FORMAT_UUID7, &any, &out.id, NULL) == SORTID_OK);
  CHECK(memcmp(&any, &orders, sizeof any) == 0 && sortid_compare(&out.id, &uuid) == 0);
  AT(sortid_type_parse_any("user_", 5, SORTID_FORMAT_UUID7, &any, &out.id, &error), SORTID_ERR_INVALID_LENGTH, 5);
  AT(sortid_type_parse_any(order_text, 32, SORTID_FORMAT_PUSH_ID, &any, &out.id, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  AT(sortid_type_parse_any(order_text, 32, 0, &any, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
  REJECTED(sortid_type_parse_any(NULL, 0, SORTID_FORMAT_UUID7, &any, &out.id, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_parse_any(order_text, 32, SORTID_FORMAT_UUID7, NULL, &out.id, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_parse_any(order_text, 32, SORTID_FORMAT_UUID7, &any, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_type_is_valid(&orders, order_text, SORTID_NTS) && !sortid_type_is_valid(&orders, order_text, 31));
  CHECK(!sortid_type_is_valid(NULL, order_text, SORTID_NTS) && !sortid_type_is_valid(&orders, NULL, 0));
  CHECK(!sortid_type_is_valid(&no_type, order_text, SORTID_NTS));
  AT(parse(&typeids, order_text), SORTID_ERR_WRONG_PREFIX, 0);
  AT(parse(&orders, "user_01fwhe4ydgfk1shh6w1g60eecf"), SORTID_ERR_WRONG_PREFIX, 0);
  AT(parse(&orders, "Order_01fwhe4ydgfk1shh6w1g60eecf"), SORTID_ERR_INVALID_CHARACTER, 0);
  AT(parse(&orders, "order_01fwhe4ydgfk1shh6w1g60eec"), SORTID_ERR_INVALID_LENGTH, 31);
  AT(parse(&orders, "order_81fwhe4ydgfk1shh6w1g60eecf"), SORTID_ERR_OUT_OF_RANGE, -1);
  AT(parse(&orders, "order_7mfb0gpp6c8dsaasre0asc7n3s"), SORTID_ERR_INVALID_VERSION, 16);
  AT(parse(&orders, NULL), SORTID_ERR_NULL_ARGUMENT, -1);
  AT(parse(NULL, order_text), SORTID_ERR_NULL_ARGUMENT, -1);
  AT(parse(&no_type, order_text), SORTID_ERR_UNKNOWN_FORMAT, -1);
  REJECTED(sortid_type_parse(&orders, order_text, 32, NULL, &error), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_parse(&orders, order_text, SIZE_MAX - 1, &out.id, &error), SORTID_ERR_INVALID_LENGTH);
}

static void writing(void) {
  CHECK(text_of(&orders, &uuid, sizeof out.text) == SORTID_OK && needed == sizeof order_text);
  CHECK_TEXT(out.text, order_text);
  CHECK(text_of(&typeids, &uuid, sizeof out.text) == SORTID_OK);
  CHECK_TEXT(out.text, order_text + 6);
  for (size_t size = 0; size < sizeof order_text; size++) {
    REJECTED(text_of(&orders, &uuid, size), SORTID_ERR_BUFFER_TOO_SMALL);
    CHECK(needed == sizeof order_text);
  }
  REJECTED(text_of(&orders, &push_id, sizeof out.text), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(text_of(&orders, &none, sizeof out.text), SORTID_ERR_UNKNOWN_FORMAT);
  REJECTED(text_of(&orders, NULL, sizeof out.text), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(text_of(NULL, &uuid, sizeof out.text), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_text(&orders, &uuid, NULL, 0, &needed, NULL), SORTID_ERR_NULL_ARGUMENT);
}

/* SORTID_TYPE_TEXT_SIZE has room for the longest prefix and text. */
static void longest(void) {
  char prefix[SORTID_PREFIX_SIZE + 1];
  memset(prefix, 'z', sizeof prefix);
  sortid_type type;
#define LONGEST(number, name, NAME, Name)                                                                                \
  if (sortid_format_takes_prefix(number)) {                                                                              \
    CHECK(sortid_type_init(&type, number, prefix, SORTID_PREFIX_SIZE - 1, NULL, 0, NULL) == SORTID_OK);                  \
    if (sortid_format_can_generate(number) || number == SORTID_FORMAT_ANY_UUID) {                                        \
      sortid_id id;                                                                                                      \
      CHECK(sortid_type_new_id(&type, &id, NULL) == SORTID_OK && id.format == number);                                   \
      CHECK(text_of(&type, &id, SORTID_TYPE_TEXT_SIZE) == SORTID_OK);                                                    \
      char text[SORTID_TYPE_TEXT_SIZE];                                                                                  \
      strcpy(text, out.text);                                                                                            \
      CHECK(sortid_prefix_of(text, SORTID_NTS) == SORTID_PREFIX_SIZE - 1);                                               \
      CHECK(parse(&type, text) == SORTID_OK && sortid_compare(&id, &out.id) == 0);                                       \
    } else {                                                                                                             \
      REJECTED(sortid_type_new_id(&type, &out.id, &error), SORTID_ERR_NOT_APPLICABLE);                                   \
    }                                                                                                                    \
  }
  SORTID_FORMATS(LONGEST)
  REJECTED(sortid_type_init(&out.type, SORTID_FORMAT_TID, prefix, SORTID_PREFIX_SIZE, NULL, 0, NULL), SORTID_ERR_INVALID_OPTION);
}

static void prefixes(void) {
  CHECK(sortid_prefix_of(order_text, SORTID_NTS) == 5 && sortid_prefix_of(order_text + 6, SORTID_NTS) == 0);
  CHECK(sortid_prefix_of("a_b_c", 5) == 3 && sortid_prefix_of("_a", 2) == 0 && sortid_prefix_of("A_b", 3) == 0);
  CHECK(sortid_prefix_of(NULL, 0) == 0 && sortid_prefix_of(NULL, 5) == 0);
  CHECK(sortid_format_takes_prefix(SORTID_FORMAT_TID) && !sortid_format_takes_prefix(SORTID_FORMAT_ELASTICFLAKE));
  CHECK(!sortid_format_takes_prefix(0) && !sortid_format_takes_prefix(SORTID_FORMAT_COUNT + 1));
#define TAKES_NONE(number, name, NAME, Name) CHECK(!sortid_format_takes_prefix(number));
  SORTID_FORMATS_WITHOUT_PREFIX(TAKES_NONE)
}

/* New TypeIDs have version 7; ids of every version with a time return it. */
static void versions(void) {
  CHECK(parse(&typeids, order_text + 6) == SORTID_OK);
  const sortid_id old = out.id;
  CHECK(sortid_type_timestamp(&typeids, &old, &out.time, NULL) == SORTID_OK && out.time.seconds == 1645557742 && out.time.nanos == 0);
  CHECK(sortid_type_timestamp(&orders, &uuid, &out.time, NULL) == SORTID_OK && out.time.seconds == 1645557742);
  CHECK(sortid_type_new_id(&typeids, &out.id, NULL) == SORTID_OK && sortid_compare(&old, &out.id) < 0);
  CHECK(parse(&typeids, "7mfb0gpp6c8dsaasre0asc7n3s") == SORTID_OK);
  const sortid_id random = out.id;
  REJECTED(sortid_type_timestamp(&typeids, &random, &out.time, NULL), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(sortid_type_timestamp(&typeids, &push_id, &out.time, NULL), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(sortid_type_timestamp(&typeids, &none, &out.time, NULL), SORTID_ERR_UNKNOWN_FORMAT);
  REJECTED(sortid_type_timestamp(&typeids, NULL, &out.time, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_timestamp(NULL, &uuid, &out.time, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_timestamp(&typeids, &uuid, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
}

/* The time of an id is read with the epoch of its type. */
static void epochs(void) {
  CHECK(parse(&messages, "175928847299117063") == SORTID_OK);
  const sortid_id old = out.id;
  CHECK(sortid_type_timestamp(&messages, &old, &out.time, NULL) == SORTID_OK && out.time.seconds == 1462015105);
  sortid_id id, min;
  CHECK(sortid_type_new_id(&messages, &id, NULL) == SORTID_OK && sortid_compare(&old, &id) < 0);
  CHECK(sortid_type_new_id_at(&messages, now, &id, NULL) == SORTID_OK);
  CHECK(sortid_type_timestamp(&messages, &id, &out.time, NULL) == SORTID_OK && out.time.seconds == now.seconds);
  CHECK(sortid_type_range(&messages, now, later, &min, &max, NULL) == SORTID_OK && sortid_compare(&min, &id) <= 0 && sortid_compare(&id, &max) < 0);
  CHECK(sortid_type_min_at(&messages, now, &out.id, NULL) == SORTID_OK && sortid_compare(&out.id, &min) == 0);
  CHECK(sortid_type_max_at(&messages, now, &out.id, NULL) == SORTID_OK && sortid_compare(&out.id, &id) >= 0);
}

static void generating(void) {
  const sortid_option manual[] = {SORTID_OPTION_TEXT("clock", "manual"), SORTID_OPTION_NUMBER("node", 7)};
  const sortid_option both[] = {SORTID_OPTION_NUMBER("epoch_unix_ms", 0)};
  sortid_generator *generator;
  sortid_id id;
  CHECK(sortid_type_generator(&messages, manual, 2, &generator, NULL) == SORTID_OK);
  CHECK(sortid_generator_next_at(generator, now, &id, NULL) == SORTID_OK);
  sortid_generator_free(generator);
  CHECK(sortid_type_timestamp(&messages, &id, &out.time, NULL) == SORTID_OK && out.time.seconds == now.seconds);
  CHECK(sortid_type_generator(&typeids, NULL, 0, &generator, NULL) == SORTID_OK);
  CHECK(sortid_generator_next(generator, &id, NULL) == SORTID_OK && text_of(&typeids, &id, sizeof out.text) == SORTID_OK);
  CHECK(sortid_type_id(&typeids, &id, &out.id, NULL) == SORTID_OK && out.id.format == SORTID_FORMAT_ANY_UUID);
  sortid_generator_free(generator);
  REJECTED(sortid_type_generator(&messages, both, 1, &out.generator, &error), SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.message, "invalid_option: the option epoch_unix_ms is given twice");
  REJECTED(sortid_type_generator(&messages, NULL, 0, NULL, &error), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_generator(NULL, NULL, 0, &out.generator, &error), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_generator(&messages, NULL, 1, &out.generator, &error), SORTID_ERR_NULL_ARGUMENT);
}

/* Programs may write the members of a type, so each use checks them. */
static void damaged(void) {
  sortid_type bad = orders;
  bad.prefix_size = SORTID_PREFIX_SIZE + 1;
  AT(parse(&bad, order_text), SORTID_ERR_INVALID_OPTION, -1);
  bad = orders;
  bad.prefix[0] = 'O';
  AT(parse(&bad, order_text), SORTID_ERR_INVALID_OPTION, -1);
  bad.prefix[0] = (char)0xff;
  AT(parse(&bad, order_text), SORTID_ERR_INVALID_OPTION, -1);
  CHECK(parse(&tids, "3jzfcijpj2z2a") == SORTID_OK);
  const sortid_id tid = out.id;
  for (unsigned bit = 0; bit < 64; bit++) {
    bad = tids;
    bad.given = (uint64_t)1 << bit;
    AT(sortid_type_timestamp(&bad, &tid, &out.time, &error), SORTID_ERR_INVALID_OPTION, -1);
  }
}

static void errors(void) {
  REJECTED(sortid_type_id(NULL, &uuid, &out.id, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_id(&orders, NULL, &out.id, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_id(&orders, &uuid, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_id(&orders, &push_id, &out.id, NULL), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(sortid_type_new_id(NULL, &out.id, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_new_id(&orders, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_new_id(&no_type, &out.id, NULL), SORTID_ERR_UNKNOWN_FORMAT);
  REJECTED(sortid_type_new_id_at(NULL, now, &out.id, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_new_id_at(&orders, now, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_new_id_at(&orders, no_time, &out.id, NULL), SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  REJECTED(sortid_type_min_at(NULL, now, &out.id, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_min_at(&orders, now, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_max_at(NULL, now, &out.id, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_max_at(&orders, now, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_range(NULL, now, later, &out.id, &max, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_range(&orders, now, later, NULL, &max, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_range(&orders, now, later, &out.id, NULL, NULL), SORTID_ERR_NULL_ARGUMENT);
  REJECTED(sortid_type_range(&orders, later, now, &out.id, &max, NULL), SORTID_ERR_INVALID_OPTION);
}

int main(void) {
  CHECK(sortid_parse(SORTID_TEXT("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), SORTID_FORMAT_UUID7, &uuid, NULL) == SORTID_OK);
  CHECK(sortid_new_id(SORTID_FORMAT_PUSH_ID, &push_id, NULL) == SORTID_OK);
  CHECK(init(&orders, SORTID_FORMAT_UUID7, "order", NULL, 0) == SORTID_OK);
  CHECK(init(&typeids, SORTID_FORMAT_ANY_UUID, "", NULL, 0) == SORTID_OK);
  CHECK(init(&messages, SORTID_FORMAT_SNOWFLAKE, NULL, discord, 1) == SORTID_OK);
  CHECK(init(&tids, SORTID_FORMAT_TID, NULL, NULL, 0) == SORTID_OK);
  declaring();
  reading();
  writing();
  longest();
  prefixes();
  versions();
  epochs();
  generating();
  damaged();
  errors();
  return checks_done();
}
