/* The errors of every function: NULL pointers, wrong lengths and sizes, invalid UTF-8 and ids.
 * Failed calls leave outputs unchanged. */
#include <sortid.h>

#include "check.h"

/* Outputs, filled with a pattern before a call that must not write them. */
static union {
  sortid_id id;
  sortid_time time;
  sortid_integer integer;
  sortid_converted converted;
  sortid_generator_status status;
  sortid_generator *generator;
  const sortid_generator *shared;
  uint64_t u64;
  int64_t i64;
  uint32_t u32;
  size_t size;
  uint8_t bytes[256];
  char text[256];
  sortid_id readings[4];
  sortid_suggestion suggestions[4];
  sortid_format_error errors[4];
  sortid_reading inspected[4];
  sortid_found found[2];
  sortid_field fields[4];
} out, out2;

static sortid_error error;

static int untouched(const void *memory, size_t size) {
  const unsigned char *bytes = memory;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] != 0xa5) return 0;
  }
  return 1;
}

static void poison(void) {
  memset(&out, 0xa5, sizeof out);
  memset(&out2, 0xa5, sizeof out2);
  memset(&error, 0xa5, sizeof error);
}

/* The error argument of the next call: NULL or `&error`. */
static sortid_error *err;

/* Checks the status of the error, and that the message begins with its name. */
static void check_error(int32_t status, const char *call, int line) {
  const char *name = sortid_status_name(status);
  check(error.status == status && error.reserved == 0, call, __FILE__, line);
  check(strncmp(error.message, name, strlen(name)) == 0 && error.message[strlen(name)] == ':', call, __FILE__, line);
}

/* Checks that a call returns this error, with and without an error argument, and writes no outputs. */
#define REJECTED(call, status)                                                                                          \
  do {                                                                                                                  \
    for (int has_error = 0; has_error < 2; has_error++) {                                                               \
      poison();                                                                                                         \
      err = has_error ? &error : NULL;                                                                                  \
      CHECK((call) == (status));                                                                                        \
      check(untouched(&out, sizeof out) && untouched(&out2, sizeof out2), #call " writes nothing", __FILE__, __LINE__); \
    }                                                                                                                   \
    check_error(status, #call " describes its error", __LINE__);                                                        \
  } while (0)

/* Checks that a call with a small buffer writes the required size and nothing else. */
#define TOO_SMALL(call, wanted)                                                                                         \
  do {                                                                                                                  \
    poison();                                                                                                           \
    err = &error;                                                                                                       \
    CHECK((call) == SORTID_ERR_BUFFER_TOO_SMALL);                                                                       \
    check(out2.size == (wanted) && untouched(&out, sizeof out), #call " writes the required size", __FILE__, __LINE__); \
    check_error(SORTID_ERR_BUFFER_TOO_SMALL, #call " describes its error", __LINE__);                                   \
  } while (0)

/* Checks the offset of the error, too. */
#define EXPLAINED(call, code, where)                                             \
  do {                                                                           \
    REJECTED(call, code);                                                        \
    check(error.offset == (where), #call " has the offset", __FILE__, __LINE__); \
  } while (0)

#define NULL_IN(call) REJECTED(call, SORTID_ERR_NULL_ARGUMENT)
#define EXPLAINED_NULL_IN(call) EXPLAINED(call, SORTID_ERR_NULL_ARGUMENT, -1)

static const char text[] = "3jzfcijpj2z2a";
static const sortid_time now = {1700000000, 0}, later = {1700000001, 0}, no_time = {0, 1000000000};
static const sortid_option no_name[] = {{NULL, 3, "x", 1, 0}};
static sortid_id tid, uuid, no_id;
static sortid_generator *tids, *manual;

static void nulls_in_texts(void) {
  NULL_IN(sortid_format_named(NULL, 0, &out.u32, err));
  NULL_IN(sortid_format_named(NULL, 5, &out.u32, err));
  NULL_IN(sortid_format_named("tid", 3, NULL, err));
  EXPLAINED_NULL_IN(sortid_parse(NULL, 13, SORTID_FORMAT_TID, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_parse(NULL, 0, SORTID_FORMAT_TID, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_parse(text, 13, SORTID_FORMAT_TID, NULL, &error));
  NULL_IN(sortid_parse(NULL, 13, SORTID_FORMAT_TID, &out.id, err));
  CHECK(!sortid_is_valid(NULL, 13, SORTID_FORMAT_TID));
  EXPLAINED_NULL_IN(sortid_prefix_range(NULL, 3, SORTID_FORMAT_TID, &out.id, &out2.id, &error));
  EXPLAINED_NULL_IN(sortid_prefix_range("3jz", 3, SORTID_FORMAT_TID, NULL, &out2.id, &error));
  EXPLAINED_NULL_IN(sortid_prefix_range("3jz", 3, SORTID_FORMAT_TID, &out.id, NULL, &error));
  NULL_IN(sortid_inspect(NULL, 3, out.inspected, 4, &out2.size, err));
  NULL_IN(sortid_inspect(text, 13, NULL, 4, &out2.size, err));
  NULL_IN(sortid_inspect(text, 13, out.inspected, 4, NULL, err));
  NULL_IN(sortid_inspect_at(NULL, 3, now, out.inspected, 4, &out2.size, err));
  NULL_IN(sortid_inspect_at(text, 13, now, NULL, 4, &out2.size, err));
  NULL_IN(sortid_inspect_at(text, 13, now, out.inspected, 4, NULL, err));
  EXPLAINED_NULL_IN(sortid_parse_form(NULL, 13, SORTID_FORMAT_TID, SORTID_FORM_CANONICAL, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_parse_form(text, 13, SORTID_FORMAT_TID, SORTID_FORM_CANONICAL, NULL, &error));
  EXPLAINED_NULL_IN(sortid_parse_lenient(NULL, 13, SORTID_FORMAT_TID, &out.id, &out2.u32, &error));
  EXPLAINED_NULL_IN(sortid_parse_lenient(text, 13, SORTID_FORMAT_TID, NULL, &out2.u32, &error));
  EXPLAINED_NULL_IN(sortid_parse_lenient(text, 13, SORTID_FORMAT_TID, &out.id, NULL, &error));
  NULL_IN(sortid_inspect_suggestions(NULL, 3, out.suggestions, 4, &out2.size, err));
  NULL_IN(sortid_inspect_suggestions(text, 13, NULL, 4, &out2.size, err));
  NULL_IN(sortid_inspect_suggestions(text, 13, out.suggestions, 4, NULL, err));
  NULL_IN(sortid_inspect_errors(NULL, 3, out.errors, 4, &out2.size, err));
  NULL_IN(sortid_inspect_errors(text, 13, NULL, 4, &out2.size, err));
  NULL_IN(sortid_inspect_errors(text, 13, out.errors, 4, NULL, err));
  EXPLAINED_NULL_IN(sortid_from_bytes_in(NULL, 16, SORTID_FORMAT_UUID7, SORTID_BYTE_ORDER_GUID, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_from_bytes_in(uuid.bytes, 16, SORTID_FORMAT_UUID7, SORTID_BYTE_ORDER_GUID, NULL, &error));
  EXPLAINED_NULL_IN(sortid_bytes_in(NULL, SORTID_BYTE_ORDER_GUID, (uint8_t *)out.text, &error));
  EXPLAINED_NULL_IN(sortid_bytes_in(&uuid, SORTID_BYTE_ORDER_GUID, NULL, &error));
  NULL_IN(sortid_node(NULL, &out.u64, err));
  NULL_IN(sortid_node(&tid, NULL, err));
  EXPLAINED_NULL_IN(sortid_successor(NULL, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_successor(&tid, NULL, &error));
  EXPLAINED_NULL_IN(sortid_predecessor(NULL, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_predecessor(&tid, NULL, &error));
  EXPLAINED_NULL_IN(sortid_find_ids(NULL, 3, NULL, 0, out.found, 2, &out2.size, &error));
  EXPLAINED_NULL_IN(sortid_find_ids(text, 13, NULL, 0, NULL, 2, &out2.size, &error));
  EXPLAINED_NULL_IN(sortid_find_ids(text, 13, NULL, 0, out.found, 2, NULL, &error));
  EXPLAINED_NULL_IN(sortid_convert_text(NULL, 13, "tid", 3, "timeid", 6, &out.converted, &error));
  EXPLAINED_NULL_IN(sortid_convert_text(text, 13, NULL, 3, "timeid", 6, &out.converted, &error));
  EXPLAINED_NULL_IN(sortid_convert_text(text, 13, "tid", 3, NULL, 6, &out.converted, &error));
  EXPLAINED_NULL_IN(sortid_convert_text(text, 13, "tid", 3, "timeid", 6, NULL, &error));
  EXPLAINED_NULL_IN(sortid_convert_bytes(NULL, 8, "tid", 3, "timeid", 6, &out.converted, &error));
  EXPLAINED_NULL_IN(sortid_convert_bytes(tid.bytes, 8, NULL, 3, "timeid", 6, &out.converted, &error));
  EXPLAINED_NULL_IN(sortid_convert_bytes(tid.bytes, 8, "tid", 3, NULL, 6, &out.converted, &error));
  EXPLAINED_NULL_IN(sortid_convert_bytes(tid.bytes, 8, "tid", 3, "timeid", 6, NULL, &error));
}

static void nulls_in_ids(void) {
  EXPLAINED_NULL_IN(sortid_from_bytes(NULL, 8, SORTID_FORMAT_TID, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_from_bytes(tid.bytes, 8, SORTID_FORMAT_TID, NULL, &error));
  NULL_IN(sortid_from_u64(1, SORTID_FORMAT_TID, NULL, err));
  NULL_IN(sortid_from_u128(1, 1, SORTID_FORMAT_UUID7, NULL, err));
  NULL_IN(sortid_text(NULL, out.text, sizeof out.text, NULL, err));
  NULL_IN(sortid_text(&tid, NULL, 64, NULL, err));
  EXPLAINED_NULL_IN(sortid_text_form(NULL, SORTID_FORM_CANONICAL, out.text, sizeof out.text, NULL, &error));
  EXPLAINED_NULL_IN(sortid_text_form(&tid, SORTID_FORM_CANONICAL, NULL, 64, NULL, &error));
  NULL_IN(sortid_u64(NULL, &out.u64, err));
  NULL_IN(sortid_u64(&tid, NULL, err));
  EXPLAINED_NULL_IN(sortid_u128(NULL, &out.u64, &out2.u64, &error));
  EXPLAINED_NULL_IN(sortid_u128(&uuid, NULL, &out2.u64, &error));
  EXPLAINED_NULL_IN(sortid_u128(&uuid, &out.u64, NULL, &error));
  CHECK(!sortid_is_reserved(NULL));
  NULL_IN(sortid_fields(NULL, out.fields, 4, &out2.size, err));
  NULL_IN(sortid_fields(&tid, NULL, 4, &out2.size, err));
  NULL_IN(sortid_fields(&tid, out.fields, 4, NULL, err));
  EXPLAINED_NULL_IN(sortid_field_value(NULL, "clock_id", 8, &out.integer, &error));
  EXPLAINED_NULL_IN(sortid_field_value(&tid, NULL, 8, &out.integer, &error));
  EXPLAINED_NULL_IN(sortid_field_value(&tid, "clock_id", 8, NULL, &error));
  const sortid_field unnamed = {NULL, 8, {0, 1}};
  EXPLAINED_NULL_IN(sortid_from_fields(NULL, 1, SORTID_FORMAT_TID, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_from_fields(&unnamed, 1, SORTID_FORMAT_TID, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_from_fields(NULL, 0, SORTID_FORMAT_TID, NULL, &error));
  NULL_IN(sortid_timestamp(NULL, &out.time, err));
  NULL_IN(sortid_timestamp(&tid, NULL, err));
  EXPLAINED_NULL_IN(sortid_timestamp_with(NULL, NULL, 0, &out.time, &error));
  EXPLAINED_NULL_IN(sortid_timestamp_with(&tid, NULL, 1, &out.time, &error));
  EXPLAINED_NULL_IN(sortid_timestamp_with(&tid, no_name, 1, &out.time, &error));
  EXPLAINED_NULL_IN(sortid_timestamp_with(&tid, NULL, 0, NULL, &error));
  NULL_IN(sortid_min_at(now, SORTID_FORMAT_TID, NULL, err));
  NULL_IN(sortid_max_at(now, SORTID_FORMAT_TID, NULL, err));
  EXPLAINED_NULL_IN(sortid_range(now, later, SORTID_FORMAT_TID, NULL, 1, &out.id, &out2.id, &error));
  EXPLAINED_NULL_IN(sortid_range(now, later, SORTID_FORMAT_TID, no_name, 1, &out.id, &out2.id, &error));
  EXPLAINED_NULL_IN(sortid_range(now, later, SORTID_FORMAT_TID, NULL, 0, NULL, &out2.id, &error));
  EXPLAINED_NULL_IN(sortid_range(now, later, SORTID_FORMAT_TID, NULL, 0, &out.id, NULL, &error));
  EXPLAINED_NULL_IN(sortid_convert(NULL, SORTID_FORMAT_TIMEID, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_convert(&tid, SORTID_FORMAT_TIMEID, NULL, &error));
}

static void nulls_in_generators(void) {
  EXPLAINED_NULL_IN(sortid_generator_new(SORTID_FORMAT_TID, NULL, 1, &out.generator, &error));
  EXPLAINED_NULL_IN(sortid_generator_new(SORTID_FORMAT_TID, no_name, 1, &out.generator, &error));
  EXPLAINED_NULL_IN(sortid_generator_new(SORTID_FORMAT_TID, NULL, 0, NULL, &error));
  NULL_IN(sortid_generator_default(SORTID_FORMAT_TID, NULL, err));
  CHECK(sortid_generator_format(NULL) == 0);
  NULL_IN(sortid_generator_next(NULL, &out.id, err));
  NULL_IN(sortid_generator_next(tids, NULL, err));
  NULL_IN(sortid_generator_next_text(NULL, out.text, sizeof out.text, NULL, err));
  NULL_IN(sortid_generator_next_text(tids, NULL, 64, NULL, err));
  EXPLAINED_NULL_IN(sortid_generator_next_at(NULL, now, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_generator_next_at(manual, now, NULL, &error));
  NULL_IN(sortid_generator_next_within(NULL, 1, &out.id, &out.size, err));
  NULL_IN(sortid_generator_next_within(tids, 1, NULL, &out.size, err));
  NULL_IN(sortid_generator_next_within(tids, 1, &out.id, NULL, err));
  EXPLAINED_NULL_IN(sortid_generator_next_after(NULL, &tid, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_generator_next_after(tids, NULL, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_generator_next_after(tids, &tid, NULL, &error));
  EXPLAINED_NULL_IN(sortid_generator_timestamp(NULL, &tid, &out.time, &error));
  EXPLAINED_NULL_IN(sortid_generator_timestamp(tids, NULL, &out.time, &error));
  EXPLAINED_NULL_IN(sortid_generator_timestamp(tids, &tid, NULL, &error));
  EXPLAINED_NULL_IN(sortid_generator_range(NULL, now, now, &out.id, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_generator_range(tids, now, now, NULL, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_generator_range(tids, now, now, &out.id, NULL, &error));
  EXPLAINED_NULL_IN(sortid_generator_next_after_at(NULL, &tid, now, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_generator_next_after_at(manual, NULL, now, &out.id, &error));
  EXPLAINED_NULL_IN(sortid_generator_next_after_at(manual, &tid, now, NULL, &error));
  NULL_IN(sortid_generator_get_status(NULL, &out.status, err));
  NULL_IN(sortid_generator_get_status(tids, NULL, err));
  EXPLAINED_NULL_IN(sortid_generator_get_node(NULL, &(uint64_t){0}, &error));
  EXPLAINED_NULL_IN(sortid_generator_get_node(tids, NULL, &error));
  EXPLAINED_NULL_IN(sortid_generator_reseed(NULL, NULL, 0, NULL, &error));
  NULL_IN(sortid_new_id(SORTID_FORMAT_TID, NULL, err));
  REJECTED(sortid_new_id(SORTID_FORMAT_ANY_UUID, &out.id, err), SORTID_ERR_NOT_APPLICABLE);
  CHECK(sortid_kind(NULL) == 0 && sortid_kind(&tid) == 0 && sortid_kind(&no_id) == 0);
  NULL_IN(sortid_generator_fill(tids, out.readings, 4, NULL, err));
  NULL_IN(sortid_generator_fill_text(tids, out.text, 13, NULL, err));
  NULL_IN(sortid_generator_fill_bytes(tids, out.bytes, 8, NULL, err));
  NULL_IN(sortid_generator_fill_u64(tids, &out.u64, 1, NULL, err));
#define NEW(number, name, NAME, Name)           \
  NULL_IN(sortid_##name(NULL, err));            \
  NULL_IN(sortid_##name##_text(NULL, 64, err)); \
  NULL_IN(sortid_##name##_bytes(NULL, 64, err));
  SORTID_FORMATS_GENERATED(NEW)
  NULL_IN(sortid_tid_u64(NULL, err));
  NULL_IN(sortid_timeid_u64(NULL, err));
  NULL_IN(sortid_uid11_xid_u64(NULL, err));
  NULL_IN(sortid_uid11_fullrand_u64(NULL, err));
  NULL_IN(sortid_uid11_snowish_u64(NULL, err));
  NULL_IN(sortid_uid11_ts_seq_rand_u64(NULL, err));
}

/* Checks that a failed fill writes the number of valid ids and nothing else. */
#define FILL_REJECTED(call, status)                                                                   \
  do {                                                                                                \
    poison();                                                                                         \
    err = &error;                                                                                     \
    CHECK((call) == (status));                                                                        \
    check(out2.size == 0 && untouched(&out, sizeof out), #call " fills nothing", __FILE__, __LINE__); \
    check_error(status, #call " describes its error", __LINE__);                                      \
  } while (0)

static void fills(void) {
  FILL_REJECTED(sortid_generator_fill(NULL, out.readings, 4, &out2.size, err), SORTID_ERR_NULL_ARGUMENT);
  FILL_REJECTED(sortid_generator_fill(tids, NULL, 4, &out2.size, err), SORTID_ERR_NULL_ARGUMENT);
  FILL_REJECTED(sortid_generator_fill(tids, out.readings, SIZE_MAX, &out2.size, err), SORTID_ERR_INVALID_LENGTH);
  FILL_REJECTED(sortid_generator_fill(manual, out.readings, 4, &out2.size, err), SORTID_ERR_INVALID_OPTION);
  FILL_REJECTED(sortid_generator_fill_text(NULL, out.text, 13, &out2.size, err), SORTID_ERR_NULL_ARGUMENT);
  FILL_REJECTED(sortid_generator_fill_text(tids, NULL, 13, &out2.size, err), SORTID_ERR_NULL_ARGUMENT);
  FILL_REJECTED(sortid_generator_fill_text(tids, out.text, 14, &out2.size, err), SORTID_ERR_INVALID_LENGTH);
  FILL_REJECTED(sortid_generator_fill_text(tids, out.text, SIZE_MAX, &out2.size, err), SORTID_ERR_INVALID_LENGTH);
  FILL_REJECTED(sortid_generator_fill_bytes(NULL, out.bytes, 8, &out2.size, err), SORTID_ERR_NULL_ARGUMENT);
  FILL_REJECTED(sortid_generator_fill_bytes(tids, NULL, 8, &out2.size, err), SORTID_ERR_NULL_ARGUMENT);
  FILL_REJECTED(sortid_generator_fill_bytes(tids, out.bytes, 9, &out2.size, err), SORTID_ERR_INVALID_LENGTH);
  FILL_REJECTED(sortid_generator_fill_bytes(tids, out.bytes, SIZE_MAX, &out2.size, err), SORTID_ERR_INVALID_LENGTH);
  FILL_REJECTED(sortid_generator_fill_u64(NULL, &out.u64, 1, &out2.size, err), SORTID_ERR_NULL_ARGUMENT);
  FILL_REJECTED(sortid_generator_fill_u64(tids, NULL, 1, &out2.size, err), SORTID_ERR_NULL_ARGUMENT);
  FILL_REJECTED(sortid_generator_fill_u64(tids, &out.u64, SIZE_MAX / 2, &out2.size, err), SORTID_ERR_INVALID_LENGTH);
  sortid_generator *uuids;
  CHECK(sortid_generator_new(SORTID_FORMAT_UUID7, NULL, 0, &uuids, NULL) == SORTID_OK);
  FILL_REJECTED(sortid_generator_fill_u64(uuids, &out.u64, 1, &out2.size, err), SORTID_ERR_NOT_APPLICABLE);
  sortid_generator_free(uuids);

  /* Ids before an error are counted. Ticks of ten seconds have 4096 ids; two are valid. */
  static sortid_id many[20000];
  sortid_generator *ending;
  sortid_integer now_ms;
  size_t written = 0;
  CHECK(sortid_uuid7(&many[0], NULL) == SORTID_OK && sortid_field_value(&many[0], SORTID_TEXT("unix_ts_ms"), &now_ms, &error) == SORTID_OK);
  const int64_t tick_ms = 10000, last_tick = UINT32_MAX;
  const sortid_option options[] = {
      SORTID_OPTION_NUMBER("timestamp_bits", 32),
      SORTID_OPTION_NUMBER("unit_ns", tick_ms * 1000000),
      SORTID_OPTION_NUMBER("epoch_unix_ms", (int64_t)now_ms.low - (last_tick - 1) * tick_ms),
      SORTID_OPTION_NUMBER("max_lead_ms", 10 * tick_ms),
  };
  CHECK(sortid_generator_new(SORTID_FORMAT_UUID8, options, 4, &ending, NULL) == SORTID_OK);
  memset(many, 0, sizeof many);
  CHECK(sortid_generator_fill(ending, many, 20000, &written, NULL) == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  CHECK(written >= 4096 && written <= 2 * 4096);
  int rising = 1;
  for (size_t i = 1; i < written; i++) rising = rising && sortid_compare(&many[i - 1], &many[i]) < 0;
  CHECK(rising);
  CHECK(many[written - 1].format == SORTID_FORMAT_UUID8 && many[written].format == 0);
  sortid_generator_free(ending);
}

static void lengths_and_sizes(void) {
  for (size_t length = 0; length <= 64; length++) {
    static const char zeros[] = "2222222222222222222222222222222222222222222222222222222222222222";
    if (length != 13) EXPLAINED(sortid_parse(zeros, length, SORTID_FORMAT_TID, &out.id, &error), SORTID_ERR_INVALID_LENGTH, (int64_t)length);
    CHECK(sortid_is_valid(zeros, length, SORTID_FORMAT_TID) == (length == 13));
    if (length != 8) {
      const uint8_t *bytes = (const uint8_t *)zeros;
      EXPLAINED(sortid_from_bytes(bytes, length, SORTID_FORMAT_TID, &out.id, &error), SORTID_ERR_INVALID_LENGTH, (int64_t)length);
    }
  }
  /* Sizes beyond memory, such as negative numbers that were cast. */
  EXPLAINED(sortid_parse(text, SIZE_MAX - 1, SORTID_FORMAT_TID, &out.id, &error), SORTID_ERR_INVALID_LENGTH, -1);
  EXPLAINED(sortid_from_bytes(tid.bytes, SIZE_MAX, SORTID_FORMAT_TID, &out.id, &error), SORTID_ERR_INVALID_LENGTH, -1);
  EXPLAINED(sortid_prefix_range(text, SIZE_MAX - 1, SORTID_FORMAT_TID, &out.id, &out2.id, &error), SORTID_ERR_INVALID_LENGTH, -1);
  EXPLAINED(sortid_from_fields((const sortid_field *)&uuid, SIZE_MAX, SORTID_FORMAT_TID, &out.id, &error), SORTID_ERR_INVALID_LENGTH, -1);
  EXPLAINED(sortid_generator_new(SORTID_FORMAT_TID, no_name, SIZE_MAX, &out.generator, &error), SORTID_ERR_INVALID_LENGTH, -1);
  EXPLAINED(sortid_convert_text(text, SIZE_MAX - 1, "tid", 3, "timeid", 6, &out.converted, &error), SORTID_ERR_INVALID_LENGTH, -1);
  REJECTED(sortid_inspect(text, SIZE_MAX - 1, out.inspected, 4, &out2.size, err), SORTID_ERR_INVALID_LENGTH);
  EXPLAINED(sortid_find_ids(text, SIZE_MAX - 1, NULL, 0, out.found, 2, &out2.size, &error), SORTID_ERR_INVALID_LENGTH, -1);
  EXPLAINED(sortid_find_ids(text, 13, &tid.format, SIZE_MAX, out.found, 2, &out2.size, &error), SORTID_ERR_INVALID_LENGTH, -1);
  EXPLAINED(sortid_find_ids(text, 13, NULL, 0, out.found, SIZE_MAX, &out2.size, &error), SORTID_ERR_INVALID_LENGTH, -1);
  CHECK(!sortid_is_valid(text, SIZE_MAX - 1, SORTID_FORMAT_TID));
  EXPLAINED(sortid_prefix_range("", 0, SORTID_FORMAT_TID, &out.id, &out2.id, &error), SORTID_ERR_INVALID_LENGTH, 0);
  EXPLAINED(sortid_convert_bytes(tid.bytes, 7, "tid", 3, "timeid", 6, &out.converted, &error), SORTID_ERR_INVALID_LENGTH, 7);
  /* The size must have room for the terminator. */
  for (size_t size = 0; size < SORTID_UUID7_TEXT_SIZE; size++) {
    REJECTED(sortid_text(&uuid, out.text, size, NULL, err), SORTID_ERR_BUFFER_TOO_SMALL);
    EXPLAINED(sortid_text_form(&uuid, SORTID_FORM_CANONICAL, out.text, size, NULL, &error), SORTID_ERR_BUFFER_TOO_SMALL, -1);
  }
  TOO_SMALL(sortid_text(&uuid, out.text, 36, &out2.size, err), SORTID_UUID7_TEXT_SIZE);
  TOO_SMALL(sortid_text_form(&uuid, SORTID_FORM_URN, out.text, 45, &out2.size, &error), 46);
  TOO_SMALL(sortid_generator_next_text(tids, out.text, 0, &out2.size, err), SORTID_TID_TEXT_SIZE);
#define SMALL(number, name, NAME, Name)                                                                      \
  REJECTED(sortid_##name##_text(out.text, SORTID_##NAME##_TEXT_SIZE - 1, err), SORTID_ERR_BUFFER_TOO_SMALL); \
  REJECTED(sortid_##name##_bytes(out.bytes, SORTID_##NAME##_BYTES_SIZE - 1, err), SORTID_ERR_BUFFER_TOO_SMALL);
  SORTID_FORMATS_GENERATED(SMALL)
  for (size_t size = 0; size < SORTID_TID_TEXT_SIZE; size++) {
    sortid_generator_status before, after;
    CHECK(sortid_generator_get_status(tids, &before, NULL) == SORTID_OK);
    REJECTED(sortid_generator_next_text(tids, out.text, size, NULL, err), SORTID_ERR_BUFFER_TOO_SMALL);
    CHECK(sortid_generator_get_status(tids, &after, NULL) == SORTID_OK && before.ids == after.ids);
  }
  TOO_SMALL(sortid_fields(&tid, out.fields, 2, &out2.size, err), 3);
  TOO_SMALL(sortid_inspect(text, 13, out.inspected, 1, &out2.size, err), 2);
  TOO_SMALL(sortid_inspect_at(text, 13, now, out.inspected, 0, &out2.size, err), 2);
  const uint8_t seed[33] = {0};
  EXPLAINED(sortid_generator_reseed(tids, seed, 31, NULL, &error), SORTID_ERR_INVALID_LENGTH, -1);
  EXPLAINED(sortid_generator_reseed(tids, seed, 33, NULL, &error), SORTID_ERR_INVALID_LENGTH, -1);
}

static void invalid_texts(void) {
  static const char bad[] = "3jz\xff\xfe\x80\0\n\xc3\x28zzz";
  const sortid_field field = {"\xff", 1, {0, 1}};
  const sortid_option name[] = {{"\xff", 1, "x", 1, 0}}, value[] = {{"clock", 5, "\xff", 1, 0}};
  EXPLAINED(sortid_parse(bad, 13, SORTID_FORMAT_TID, &out.id, &error), SORTID_ERR_INVALID_CHARACTER, 3);
  EXPLAINED(sortid_prefix_range(bad, 6, SORTID_FORMAT_TID, &out.id, &out2.id, &error), SORTID_ERR_INVALID_CHARACTER, 3);
  EXPLAINED(sortid_convert_text(bad, 13, "tid", 3, "timeid", 6, &out.converted, &error), SORTID_ERR_INVALID_CHARACTER, 3);
  EXPLAINED(sortid_convert_text(text, 13, "\xff", 1, "timeid", 6, &out.converted, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
  EXPLAINED(sortid_convert_text(text, 13, "tid", 3, "\xff", 1, &out.converted, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
  REJECTED(sortid_format_named("\xff", 1, &out.u32, err), SORTID_ERR_UNKNOWN_FORMAT);
  EXPLAINED(sortid_field_value(&tid, "\xff", 1, &out.integer, &error), SORTID_ERR_INVALID_FIELD, -1);
  EXPLAINED(sortid_from_fields(&field, 1, SORTID_FORMAT_TID, &out.id, &error), SORTID_ERR_INVALID_FIELD, -1);
  EXPLAINED(sortid_generator_new(SORTID_FORMAT_TID, name, 1, &out.generator, &error), SORTID_ERR_INVALID_OPTION, -1);
  EXPLAINED(sortid_generator_new(SORTID_FORMAT_TID, value, 1, &out.generator, &error), SORTID_ERR_INVALID_OPTION, -1);
  CHECK(!sortid_is_valid(bad, 13, SORTID_FORMAT_TID));
  size_t count = 1;
  CHECK(sortid_inspect(bad, 13, out.inspected, 4, &count, NULL) == SORTID_OK && count == 0);
}

#define ONE(number, name, NAME, word) +1
enum { FORM_COUNT = 0 SORTID_FORMS(ONE) };

/* Unknown numbers of formats, forms and statuses. */
static void unknown_numbers(void) {
  static const uint32_t unknown[] = {0, SORTID_FORMAT_COUNT + 1, 0x7fffffff, 0xffffffff};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    uint32_t format = unknown[i];
    CHECK(sortid_format_name(format) == NULL && sortid_format_summary(format) == NULL && sortid_format_specification(format) == NULL);
    CHECK(sortid_format_bits(format) == 0 && sortid_format_bytes_size(format) == 0 && sortid_format_text_size(format) == 0);
    CHECK(sortid_format_text_size_min(format) == 0 && !sortid_format_text_sorts(format) && !sortid_format_bytes_sort(format));
    CHECK(!sortid_format_can_generate(format) && sortid_kind_name(format == 0 ? 0 : format + 100) == NULL);
    CHECK(sortid_format_resolution_ns(format) == 0 && sortid_format_field_count(format) == 0);
    CHECK(sortid_format_field_name(format, 0) == NULL && sortid_format_field_bits(format, 0) == 0);
    CHECK(!sortid_is_valid(text, 13, format));
    EXPLAINED(sortid_parse(text, 13, format, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    EXPLAINED(sortid_from_bytes(tid.bytes, 8, format, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    EXPLAINED(sortid_find_ids(text, 13, &format, 1, out.found, 2, &out2.size, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    REJECTED(sortid_from_u64(1, format, &out.id, err), SORTID_ERR_UNKNOWN_FORMAT);
    REJECTED(sortid_from_u128(1, 1, format, &out.id, err), SORTID_ERR_UNKNOWN_FORMAT);
    EXPLAINED(sortid_from_fields(NULL, 0, format, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    REJECTED(sortid_min_at(now, format, &out.id, err), SORTID_ERR_UNKNOWN_FORMAT);
    REJECTED(sortid_max_at(now, format, &out.id, err), SORTID_ERR_UNKNOWN_FORMAT);
    EXPLAINED(sortid_range(now, later, format, NULL, 0, &out.id, &out2.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    EXPLAINED(sortid_parse_form(text, 13, format, 0, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    EXPLAINED(sortid_parse_lenient(text, 13, format, &out.id, &out2.u32, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    EXPLAINED(sortid_from_bytes_in(uuid.bytes, 16, format, 0, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    EXPLAINED(sortid_prefix_range(text, 3, format, &out.id, &out2.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    EXPLAINED(sortid_convert(&tid, format, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    REJECTED(sortid_new_id(format, &out.id, err), SORTID_ERR_UNKNOWN_FORMAT);
    EXPLAINED(sortid_generator_new(format, NULL, 0, &out.generator, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
    REJECTED(sortid_generator_default(format, &out.shared, err), SORTID_ERR_UNKNOWN_FORMAT);
  }
  CHECK(sortid_format_field_name(SORTID_FORMAT_TID, 3) == NULL && sortid_format_field_bits(SORTID_FORMAT_TID, SIZE_MAX) == 0);
  CHECK(sortid_form_name(FORM_COUNT) == NULL && sortid_form_name(0xffffffff) == NULL);
  EXPLAINED(sortid_text_form(&tid, FORM_COUNT, out.text, sizeof out.text, NULL, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  EXPLAINED(sortid_text_form(&tid, SORTID_FORM_URN, out.text, sizeof out.text, NULL, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  EXPLAINED(sortid_parse_form(text, 13, SORTID_FORMAT_TID, FORM_COUNT, &out.id, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  CHECK(sortid_error_path(NULL) == NULL);
  CHECK(sortid_correction_name(9) == NULL && sortid_correction_name(0xffffffff) == NULL);
  EXPLAINED(sortid_bytes_in(&uuid, 2, (uint8_t *)out.text, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  EXPLAINED(sortid_bytes_in(&tid, 0, (uint8_t *)out.text, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  EXPLAINED(sortid_from_bytes_in(uuid.bytes, 16, SORTID_FORMAT_UUID7, 2, &out.id, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  CHECK(sortid_status_name(-1) == NULL && sortid_status_name(17) == NULL && sortid_status_message(17) != NULL);
}

/* Invalid values of `sortid_id`. */
static void invalid_ids(void) {
  sortid_id wrong_version = uuid;
  wrong_version.format = SORTID_FORMAT_UUID6;
  REJECTED(sortid_text(&no_id, out.text, sizeof out.text, NULL, err), SORTID_ERR_UNKNOWN_FORMAT);
  REJECTED(sortid_text(&wrong_version, out.text, sizeof out.text, NULL, err), SORTID_ERR_INVALID_VERSION);
  EXPLAINED(sortid_text_form(&wrong_version, SORTID_FORM_URN, out.text, sizeof out.text, NULL, &error), SORTID_ERR_INVALID_VERSION, -1);
  EXPLAINED(sortid_u128(&wrong_version, &out.u64, &out2.u64, &error), SORTID_ERR_INVALID_VERSION, -1);
  REJECTED(sortid_u64(&no_id, &out.u64, err), SORTID_ERR_UNKNOWN_FORMAT);
  REJECTED(sortid_timestamp(&wrong_version, &out.time, err), SORTID_ERR_INVALID_VERSION);
  EXPLAINED(sortid_timestamp_with(&wrong_version, NULL, 0, &out.time, &error), SORTID_ERR_INVALID_VERSION, -1);
  REJECTED(sortid_fields(&wrong_version, out.fields, 4, &out2.size, err), SORTID_ERR_INVALID_VERSION);
  EXPLAINED(sortid_field_value(&wrong_version, "node", 4, &out.integer, &error), SORTID_ERR_INVALID_VERSION, -1);
  EXPLAINED(sortid_convert(&wrong_version, SORTID_FORMAT_UUID7, &out.id, &error), SORTID_ERR_INVALID_VERSION, -1);
  EXPLAINED(sortid_generator_next_after(tids, &no_id, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
  EXPLAINED(sortid_generator_timestamp(tids, &no_id, &out.time, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
  EXPLAINED(sortid_generator_next_after_at(manual, &no_id, now, &out.id, &error), SORTID_ERR_UNKNOWN_FORMAT, -1);
  CHECK(!sortid_is_reserved(&no_id));
  /* Bytes beyond the width are ignored. */
  sortid_id stray = tid;
  sortid_time time, same;
  char written[SORTID_TID_TEXT_SIZE];
  stray.bytes[12] = 7;
  CHECK(sortid_text(&stray, written, sizeof written, NULL, NULL) == SORTID_OK);
  CHECK_TEXT(written, text);
  CHECK(sortid_u64(&stray, &out.u64, NULL) == SORTID_OK && sortid_timestamp(&stray, &time, NULL) == SORTID_OK);
  CHECK(sortid_timestamp(&tid, &same, NULL) == SORTID_OK && memcmp(&time, &same, sizeof time.seconds) == 0);
}

/* Messages of functions without text to quote. */
static void messages(void) {
  CHECK(sortid_generator_next(manual, &out.id, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK_TEXT(error.message, "invalid_option: the generator has no system clock: pass the time");
  CHECK(sortid_format_named("uuid77", 6, &out.u32, &error) == SORTID_ERR_UNKNOWN_FORMAT);
  CHECK_TEXT(error.message, "unknown_format: no format is named \"uuid77\"; did you mean uuid7?");
  CHECK(sortid_tid(NULL, &error) == SORTID_ERR_NULL_ARGUMENT);
  CHECK_TEXT(error.message, "null_argument: id is NULL, expected a pointer");
}

static void times_and_options(void) {
  REJECTED(sortid_min_at(no_time, SORTID_FORMAT_TID, &out.id, err), SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  REJECTED(sortid_max_at(no_time, SORTID_FORMAT_TID, &out.id, err), SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  EXPLAINED(sortid_range(now, no_time, SORTID_FORMAT_TID, NULL, 0, &out.id, &out2.id, &error), SORTID_ERR_TIMESTAMP_OUT_OF_RANGE, -1);
  EXPLAINED(sortid_range(now, now, SORTID_FORMAT_TID, NULL, 0, &out.id, &out2.id, &error), SORTID_ERR_INVALID_OPTION, -1);
  REJECTED(sortid_time_to_unix_ms(no_time, &out.i64, err), SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  const sortid_time ends[] = {{INT64_MAX, 0}, {INT64_MIN, 0}};
  for (size_t i = 0; i < 2; i++) REJECTED(sortid_time_to_unix_ms(ends[i], &out.i64, err), SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  NULL_IN(sortid_time_to_unix_ms(now, NULL, err));
  REJECTED(sortid_inspect_at(text, 13, no_time, out.inspected, 4, &out2.size, err), SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  EXPLAINED(sortid_generator_next_at(manual, no_time, &out.id, &error), SORTID_ERR_TIMESTAMP_OUT_OF_RANGE, -1);
  EXPLAINED(sortid_generator_next_at(tids, now, &out.id, &error), SORTID_ERR_INVALID_OPTION, -1);
  REJECTED(sortid_generator_next(manual, &out.id, err), SORTID_ERR_INVALID_OPTION);
  EXPLAINED(sortid_generator_next_after(tids, &uuid, &out.id, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  EXPLAINED(sortid_generator_timestamp(tids, &uuid, &out.time, &error), SORTID_ERR_NOT_APPLICABLE, -1);
  REJECTED(sortid_node(&uuid, &out.u64, err), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(sortid_from_u64(1, SORTID_FORMAT_UUID7, &out.id, err), SORTID_ERR_NOT_APPLICABLE);
  REJECTED(sortid_from_u128(1, 1, SORTID_FORMAT_TID, &out.id, err), SORTID_ERR_NOT_APPLICABLE);
  const sortid_option twice[] = {SORTID_OPTION_NUMBER("node", 1), SORTID_OPTION_TEXT("node", "1")};
  EXPLAINED(sortid_generator_new(SORTID_FORMAT_TID, twice, 2, &out.generator, &error), SORTID_ERR_INVALID_OPTION, -1);
  CHECK_TEXT(error.subject, "node");
  CHECK_TEXT(error.message, "invalid_option: the option node is given twice");
  /* An option that is given twice is an error. */
  const sortid_option epochs[] = {SORTID_OPTION_TEXT("epoch", "discord"), SORTID_OPTION_TEXT("epoch", "twitter")};
  const sortid_column column = {"1", 1, 1, 1, 0, NULL, NULL, 0, SORTID_FORMAT_SNOWFLAKE, SORTID_ROWS_TEXT};
  int64_t times[1];
  uint8_t inside[1];
#define TWICE(call)                            \
  EXPLAINED(call, SORTID_ERR_INVALID_OPTION, -1); \
  CHECK_TEXT(error.message, "invalid_option: the option epoch is given twice")
  TWICE(sortid_timestamp_with(&tid, epochs, 2, &out.time, &error));
  TWICE(sortid_min_at_with(now, SORTID_FORMAT_SNOWFLAKE, epochs, 2, &out.id, &error));
  TWICE(sortid_max_at_with(now, SORTID_FORMAT_SNOWFLAKE, epochs, 2, &out.id, &error));
  TWICE(sortid_range(now, later, SORTID_FORMAT_SNOWFLAKE, epochs, 2, &out.id, &out2.id, &error));
  TWICE(sortid_column_times(&column, SORTID_UNIT_MS, SORTID_ON_INVALID_STOP, epochs, 2, times, NULL, NULL, &error));
  TWICE(sortid_column_between(&column, now, later, SORTID_ON_INVALID_STOP, epochs, 2, inside, NULL, NULL, &error));
  const sortid_option number[] = {SORTID_OPTION_NUMBER("node", 1024)}, lacking[] = {SORTID_OPTION_NUMBER("worker", 1)};
  EXPLAINED(sortid_generator_new(SORTID_FORMAT_TID, number, 1, &out.generator, &error), SORTID_ERR_INVALID_OPTION, -1);
  CHECK_TEXT(error.subject, "node");
  EXPLAINED(sortid_generator_new(SORTID_FORMAT_TID, lacking, 1, &out.generator, &error), SORTID_ERR_INVALID_OPTION, -1);
  CHECK_TEXT(error.subject, "worker");
  EXPLAINED(sortid_timestamp_with(&tid, number, 1, &out.time, &error), SORTID_ERR_INVALID_OPTION, -1);
  const uint64_t node = 1024;
  EXPLAINED(sortid_generator_reseed(tids, NULL, 0, &node, &error), SORTID_ERR_INVALID_OPTION, -1);
  const sortid_field wide = {"clock_id", 8, {0, 1024}};
  EXPLAINED(sortid_from_fields(&wide, 1, SORTID_FORMAT_TID, &out.id, &error), SORTID_ERR_INVALID_FIELD, -1);
  CHECK_TEXT(error.subject, "clock_id");
}

int main(void) {
  const sortid_option options[] = {SORTID_OPTION_TEXT("clock", "manual")};
  CHECK(sortid_parse(text, 13, SORTID_FORMAT_TID, &tid, NULL) == SORTID_OK);
  CHECK(sortid_parse(SORTID_TEXT("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), SORTID_FORMAT_UUID7, &uuid, NULL) == SORTID_OK);
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, NULL, 0, &tids, NULL) == SORTID_OK);
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, options, 1, &manual, NULL) == SORTID_OK);
  nulls_in_texts();
  nulls_in_ids();
  nulls_in_generators();
  fills();
  lengths_and_sizes();
  invalid_texts();
  unknown_numbers();
  invalid_ids();
  messages();
  times_and_options();
  sortid_generator_free(tids);
  sortid_generator_free(manual);
  return checks_done();
}
