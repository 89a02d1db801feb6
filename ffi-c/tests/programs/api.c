/* The results of every function for valid arguments. */
#include <stdlib.h>

#include <sortid.h>

#include "check.h"

static const char tid_text[] = "3jzfcijpj2z2a";
static const char uuid_text[] = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

static sortid_id parsed(uint32_t format, const char *text) {
  sortid_id id;
  memset(&id, 0, sizeof id);
  CHECK(sortid_parse(text, strlen(text), format, &id, NULL) == SORTID_OK);
  return id;
}

static int is_text(const sortid_id *id, const char *wanted) {
  char text[SORTID_TEXT_SIZE];
  return sortid_text(id, text, sizeof text, NULL, NULL) == SORTID_OK && strcmp(text, wanted) == 0;
}

static void versions(void) {
  CHECK_TEXT(sortid_version(), SORTID_VERSION);
  CHECK(sortid_version_number() == SORTID_VERSION_NUMBER);
  CHECK(sortid_abi_version() == SORTID_ABI_VERSION);
}

static void statuses(void) {
  CHECK_TEXT(sortid_status_name(SORTID_OK), "ok");
  CHECK_TEXT(sortid_status_name(SORTID_ERR_INVALID_CHARACTER), "invalid_character");
  CHECK(strlen(sortid_status_message(SORTID_OK)) > 0);
  CHECK(strlen(sortid_status_message(SORTID_ERR_PANIC)) > 0);
}

static void formats(void) {
  uint32_t format = 0;
  CHECK(sortid_format_count() == SORTID_FORMAT_COUNT);
  CHECK(sortid_format_named(SORTID_TEXT("uuid7"), &format, NULL) == SORTID_OK);
  CHECK(format == SORTID_FORMAT_UUID7);
  CHECK_TEXT(sortid_format_name(format), "uuid7");
  CHECK(strlen(sortid_format_summary(format)) > 0);
  CHECK_TEXT(sortid_format_specification(format), "RFC 9562, section 5.7");
  CHECK(sortid_format_bits(format) == 128);
  CHECK(sortid_format_bytes_size(format) == 16);
  CHECK(sortid_format_text_size(format) == 37 && sortid_format_text_size_min(format) == 37);
  CHECK(sortid_format_text_size_min(SORTID_FORMAT_SNOWFLAKE) == 2);
  CHECK(sortid_format_text_sorts(format) && !sortid_format_text_sorts(SORTID_FORMAT_SNOWFLAKE));
  CHECK(sortid_format_bytes_sort(format) && !sortid_format_bytes_sort(SORTID_FORMAT_COMB_MSSQL));
  CHECK(sortid_format_resolution_ns(format) == 1000000);
  CHECK(sortid_format_can_generate(format) && !sortid_format_can_generate(SORTID_FORMAT_ANY_UUID));
  CHECK(sortid_format_resolution_ns(SORTID_FORMAT_UID11_FULLRAND) == 0);
  CHECK(sortid_format_field_count(format) == 3);
  CHECK_TEXT(sortid_format_field_name(format, 1), "rand_a");
  CHECK(sortid_format_field_bits(format, 1) == 12);
  CHECK_TEXT(sortid_form_name(SORTID_FORM_URN), "urn");
}

static void kinds(void) {
  sortid_id hashed = parsed(SORTID_FORMAT_ANY_UUID, "2ed6657d-e927-568b-95e1-2665a8aea6a2"), uuid = parsed(SORTID_FORMAT_UUID7, uuid_text);
  CHECK(sortid_kind(&hashed) == SORTID_KIND_VERSION_5 && sortid_kind(&uuid) == 0);
  CHECK_TEXT(sortid_kind_name(SORTID_KIND_VERSION_5), "version_5");
}

static void spellings(void) {
  sortid_id id;
  uint32_t corrections = 0;
  uint8_t bytes[SORTID_ORDERED_BYTES_SIZE];
  CHECK(sortid_parse_form(SORTID_TEXT("1BihbxwwQ4NZZpKRH9JDCz"), SORTID_FORMAT_UUID7, SORTID_FORM_BASE58, &id, NULL) == SORTID_OK);
  CHECK(is_text(&id, uuid_text));
  CHECK(sortid_bytes_in(&id, SORTID_BYTE_ORDER_GUID, bytes, NULL) == SORTID_OK && bytes[0] == 0xe2 && bytes[3] == 0x01);
  CHECK(sortid_from_bytes_in(bytes, sizeof bytes, SORTID_FORMAT_UUID7, SORTID_BYTE_ORDER_GUID, &id, NULL) == SORTID_OK);
  CHECK(is_text(&id, uuid_text));
  CHECK(sortid_parse_lenient(SORTID_TEXT("{3JZFCIJPJ2Z2A}"), SORTID_FORMAT_TID, &id, &corrections, NULL) == SORTID_OK);
  CHECK(is_text(&id, tid_text) && corrections == (SORTID_CORRECTION_BRACES | SORTID_CORRECTION_CASE));
}

static void inspections(void) {
  size_t count = 0;
  sortid_reading readings[SORTID_MAX_READINGS];
  sortid_suggestion suggestions[SORTID_MAX_READINGS];
  sortid_format_error errors[SORTID_MAX_READINGS];
  const char braced[] = "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}";
  CHECK(sortid_inspect(braced, SORTID_NTS, readings, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK && count == 0);
  CHECK(sortid_inspect_suggestions(braced, SORTID_NTS, suggestions, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK);
  CHECK(count == 1 && is_text(&suggestions[0].id, uuid_text) && suggestions[0].corrections == SORTID_CORRECTION_BRACES);
  CHECK(sortid_inspect_errors("kjzfcijpj2z2a", SORTID_NTS, errors, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK);
  CHECK(count > 30 && errors[0].format == SORTID_FORMAT_TID && errors[0].status == SORTID_ERR_OUT_OF_RANGE && errors[0].offset == -1);
  CHECK(sortid_inspect_errors("3jzfcijpj2z21", SORTID_NTS, errors, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK);
  CHECK(errors[0].status == SORTID_ERR_INVALID_CHARACTER && errors[0].offset == 12);
}

static void text(void) {
  char out[SORTID_TEXT_SIZE];
  sortid_id tid = parsed(SORTID_FORMAT_TID, tid_text), uuid = parsed(SORTID_FORMAT_UUID7, uuid_text);
  CHECK(tid.format == SORTID_FORMAT_TID);
  CHECK(is_text(&tid, tid_text));
  CHECK(is_text(&uuid, uuid_text));
  CHECK(sortid_text(&tid, out, SORTID_TID_TEXT_SIZE, NULL, NULL) == SORTID_OK);
  CHECK(sortid_text_form(&uuid, SORTID_FORM_COMPACT, out, sizeof out, NULL, NULL) == SORTID_OK);
  CHECK_TEXT(out, "017f22e279b07cc398c4dc0c0c07398f");
  CHECK(sortid_text_form(&uuid, SORTID_FORM_URN, out, sizeof out, NULL, NULL) == SORTID_OK);
  CHECK_TEXT(out, "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  CHECK(sortid_is_valid(SORTID_TEXT("3jzfcijpj2z2a"), SORTID_FORMAT_TID));
  size_t needed = 0;
  CHECK(sortid_text(&uuid, out, sizeof out, &needed, NULL) == SORTID_OK && needed == SORTID_UUID7_TEXT_SIZE);
  CHECK(sortid_text_form(&uuid, SORTID_FORM_COMPACT, out, sizeof out, &needed, NULL) == SORTID_OK && needed == 33);
  /* The text ends at its length, not at a terminator. */
  CHECK(sortid_is_valid("3jzfcijpj2z2abc", 13, SORTID_FORMAT_TID));
}

/* With SORTID_NTS as its length, any text ends at its terminator. */
static void terminated(void) {
  sortid_id id, min, max;
  sortid_reading found[SORTID_MAX_READINGS];
  sortid_integer value;
  sortid_converted converted;
  uint32_t format = 0;
  size_t count = 0;
  sortid_generator *generator;
  char name[] = "clock_id", option[] = "node", seven[] = "7";
  const sortid_option options[] = {SORTID_OPTION_TEXT(option, seven), SORTID_OPTION_TEXT("clock", "manual")};
  const sortid_field field = {name, SORTID_NTS, {0, 6}};
  const sortid_time now = {1700000000, 0};
  CHECK(sortid_parse(tid_text, SORTID_NTS, SORTID_FORMAT_TID, &id, NULL) == SORTID_OK && is_text(&id, tid_text));
  CHECK(sortid_is_valid(tid_text, SORTID_NTS, SORTID_FORMAT_TID) && !sortid_is_valid("3jz", SORTID_NTS, SORTID_FORMAT_TID));
  CHECK(sortid_prefix_range("3jz", SORTID_NTS, SORTID_FORMAT_TID, &min, &max, NULL) == SORTID_OK && is_text(&min, "3jz2222222222"));
  CHECK(sortid_inspect(tid_text, SORTID_NTS, found, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK && count == 2);
  CHECK(sortid_inspect_at(tid_text, SORTID_NTS, now, found, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK && count == 2);
  CHECK(sortid_format_named("tid", SORTID_NTS, &format, NULL) == SORTID_OK && format == SORTID_FORMAT_TID);
  CHECK(sortid_field_value(&id, name, SORTID_NTS, &value, NULL) == SORTID_OK && value.low == 6);
  CHECK(sortid_from_fields(&field, 1, SORTID_FORMAT_TID, &id, NULL) == SORTID_OK && is_text(&id, "222222222222a"));
  CHECK(sortid_convert_text(tid_text, SORTID_NTS, "tid", SORTID_NTS, "timeid", SORTID_NTS, &converted, NULL) == SORTID_OK);
  CHECK_TEXT(converted.text, "3jzf-cij-pj2z-2a");
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, options, 2, &generator, NULL) == SORTID_OK);
  CHECK(sortid_generator_next_at(generator, now, &id, NULL) == SORTID_OK);
  CHECK(sortid_field_value(&id, name, SORTID_NTS, &value, NULL) == SORTID_OK && value.low == 7);
  sortid_generator_free(generator);
}

static void times(void) {
  const sortid_time time = sortid_time_from_unix_ms(-1);
  int64_t ms = 0;
  CHECK(time.seconds == -1 && time.nanos == 999000000);
  CHECK(sortid_time_to_unix_ms(time, &ms, NULL) == SORTID_OK && ms == -1);
  CHECK(sortid_time_to_unix_ms(sortid_time_from_unix_ms(INT64_MAX), &ms, NULL) == SORTID_OK && ms == INT64_MAX);
  CHECK(sortid_time_to_unix_ms(sortid_time_from_unix_ms(INT64_MIN), &ms, NULL) == SORTID_OK && ms == INT64_MIN);
#if defined(TIME_UTC)
  struct timespec now = {0}, back = {0};
  sortid_id min;
  sortid_time read = {0, 0};
  CHECK(timespec_get(&now, TIME_UTC) == TIME_UTC);
  CHECK(sortid_min_at(sortid_time_from_timespec(now), SORTID_FORMAT_TID, &min, NULL) == SORTID_OK && sortid_timestamp(&min, &read, NULL) == SORTID_OK);
  CHECK(sortid_time_to_timespec(read, &back, NULL) == SORTID_OK && back.tv_sec == now.tv_sec && back.tv_nsec == now.tv_nsec / 1000 * 1000);
  const sortid_time no_time = {0, 1000000000};
  sortid_error error;
  CHECK(sortid_time_to_timespec(no_time, &back, NULL) == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE && back.tv_sec == now.tv_sec);
  CHECK(sortid_time_to_timespec(no_time, &back, &error) == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE && error.status == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  CHECK_TEXT(error.message, "timestamp_out_of_range: nanos must be less than 10^9");
  CHECK(sortid_time_to_timespec(read, NULL, &error) == SORTID_ERR_NULL_ARGUMENT);
  CHECK_TEXT(error.message, "null_argument: to is NULL, expected a pointer");
  const struct timespec odd[] = {{0, -1}, {0, 1000000000}, {0, 4294967301}};
  for (size_t i = 0; i < 3; i++) {
    CHECK(sortid_min_at(sortid_time_from_timespec(odd[i]), SORTID_FORMAT_TID, &min, NULL) == SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);
  }
#endif
}

static void bytes_and_integers(void) {
  static const uint8_t tid_bytes[] = {0x17, 0xfd, 0x68, 0x73, 0xea, 0xf0, 0x7c, 0x06};
  sortid_id tid = parsed(SORTID_FORMAT_TID, tid_text), uuid = parsed(SORTID_FORMAT_UUID7, uuid_text), built;
  uint64_t value, high, low;
  CHECK(memcmp(tid.bytes, tid_bytes, sizeof tid_bytes) == 0);
  CHECK(sortid_from_bytes(tid_bytes, sizeof tid_bytes, SORTID_FORMAT_TID, &built, NULL) == SORTID_OK);
  CHECK(memcmp(&built, &tid, sizeof tid) == 0);
  CHECK(sortid_u64(&tid, &value, NULL) == SORTID_OK);
  CHECK(value == UINT64_C(0x17fd6873eaf07c06));
  CHECK(sortid_from_u64(value, SORTID_FORMAT_TID, &built, NULL) == SORTID_OK);
  CHECK(memcmp(&built, &tid, sizeof tid) == 0);
  CHECK(sortid_u128(&uuid, &high, &low, NULL) == SORTID_OK);
  CHECK(high == UINT64_C(0x017f22e279b07cc3) && low == UINT64_C(0x98c4dc0c0c07398f));
  CHECK(sortid_from_u128(high, low, SORTID_FORMAT_UUID7, &built, NULL) == SORTID_OK);
  CHECK(memcmp(&built, &uuid, sizeof uuid) == 0);
}

static void fields(void) {
  sortid_id tid = parsed(SORTID_FORMAT_TID, tid_text), built;
  sortid_field fields[SORTID_MAX_FIELDS];
  size_t count = 0;
  sortid_integer value;
  CHECK(sortid_fields(&tid, fields, SORTID_MAX_FIELDS, &count, NULL) == SORTID_OK);
  CHECK(count == 3);
  CHECK_TEXT(fields[2].name, "clock_id");
  uint64_t node = 0;
  CHECK(sortid_node(&tid, &node, NULL) == SORTID_OK && node == fields[2].value.low);
  CHECK(fields[2].name_length == 8 && fields[2].value.high == 0 && fields[2].value.low == 6);
  CHECK(sortid_field_value(&tid, SORTID_TEXT("timestamp_us"), &value, NULL) == SORTID_OK);
  CHECK(value.high == 0 && value.low == UINT64_C(1688137381887007));
  CHECK(sortid_from_fields(fields, count, SORTID_FORMAT_TID, &built, NULL) == SORTID_OK);
  CHECK(memcmp(&built, &tid, sizeof tid) == 0);
  CHECK(sortid_from_fields(NULL, 0, SORTID_FORMAT_TID, &built, NULL) == SORTID_OK);
  CHECK(is_text(&built, "2222222222222"));
  built = parsed(SORTID_FORMAT_TIMEID, "s222-222-2222-22");
  CHECK(sortid_field_value(&built, SORTID_TEXT("timestamp_us"), &value, NULL) == SORTID_OK);
  CHECK(value.high == -1 && (int64_t)value.low == -INT64_C(9007199254740992));
}

static void time_and_ranges(void) {
  const sortid_option layout[] = {SORTID_OPTION_NUMBER("timestamp_bits", 48), SORTID_OPTION_TEXT("unit_ns", "1000000")};
  const sortid_time from = {1, 0}, to = {2, 0};
  sortid_id tid = parsed(SORTID_FORMAT_TID, tid_text), uuid = parsed(SORTID_FORMAT_UUID8, "00000000-03e8-8000-8000-000000000001");
  sortid_id min, max;
  sortid_time time;
  CHECK(sortid_timestamp(&tid, &time, NULL) == SORTID_OK);
  CHECK(time.seconds == 1688137381 && time.nanos == 887007000);
  CHECK(sortid_timestamp_with(&uuid, layout, 2, &time, NULL) == SORTID_OK);
  CHECK(time.seconds == 1 && time.nanos == 0);
  CHECK(sortid_min_at(from, SORTID_FORMAT_UUID7, &min, NULL) == SORTID_OK);
  CHECK(is_text(&min, "00000000-03e8-7000-8000-000000000000"));
  CHECK(sortid_max_at(from, SORTID_FORMAT_UUID7, &max, NULL) == SORTID_OK);
  CHECK(is_text(&max, "00000000-03e8-7fff-bfff-ffffffffffff"));
  CHECK(sortid_range(from, to, SORTID_FORMAT_UUID7, NULL, 0, &min, &max, NULL) == SORTID_OK);
  CHECK(is_text(&max, "00000000-07cf-7fff-bfff-ffffffffffff"));
  CHECK(sortid_prefix_range(SORTID_TEXT("3kxn-lhr"), SORTID_FORMAT_TIMEID, &min, &max, NULL) == SORTID_OK);
  CHECK(is_text(&min, "3kxn-lhr-2222-22") && is_text(&max, "3kxn-lhr-zzzz-zz"));
}

static void order(void) {
  sortid_id sorted[3];
  sortid_id before = parsed(SORTID_FORMAT_TIMEID, "s222-222-2222-22"), later = parsed(SORTID_FORMAT_TIMEID, "3kxn-lhr-3gxq-23");
  sortid_id none;
  memset(&none, 0, sizeof none);
  CHECK(sortid_compare(&before, &later) == -1 && sortid_compare(&later, &before) == 1 && sortid_compare(&later, &later) == 0);
  sorted[0] = none;
  sorted[1] = later;
  sorted[2] = before;
  qsort(sorted, 3, sizeof *sorted, sortid_compare);
  CHECK(sortid_compare(&sorted[0], &before) == 0 && sortid_compare(&sorted[1], &later) == 0 && sorted[2].format == 0);
  CHECK(sortid_compare(NULL, &before) == -1 && sortid_compare(NULL, NULL) == 0);
}

static void readings(void) {
  const sortid_time now = {1700000000, 0};
  sortid_reading found[SORTID_MAX_READINGS];
  size_t count = 0;
  CHECK(sortid_inspect(SORTID_TEXT("3jzfcijpj2z2a"), found, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK);
  CHECK(count == 2 && found[0].id.format == SORTID_FORMAT_TID && found[1].id.format == SORTID_FORMAT_TIMEID);
  CHECK(sortid_inspect_at(uuid_text, 36, now, found, 2, &count, NULL) == SORTID_OK);
  CHECK(count == 2 && found[0].id.format == SORTID_FORMAT_UUID7 && found[1].id.format == SORTID_FORMAT_UUID7_DRAFT01);
  CHECK(sortid_inspect(SORTID_TEXT("175928847299117063"), found, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK && count > 2);
  CHECK(found[0].id.format == SORTID_FORMAT_SNOWFLAKE && found[0].epoch != NULL && strcmp(found[0].epoch, "discord") == 0);
  CHECK(found[0].has_timestamp && found[0].timestamp.seconds == 1462015105 && found[1].epoch == NULL);
  CHECK(sortid_inspect(SORTID_TEXT("?"), found, 0, &count, NULL) == SORTID_OK);
  CHECK(count == 0);
}

static void nil_and_max(void) {
  const sortid_id nil = SORTID_NIL_UUID, max = SORTID_MAX_UUID;
  CHECK(sortid_kind(&nil) == SORTID_KIND_NIL && is_text(&nil, "00000000-0000-0000-0000-000000000000"));
  CHECK(sortid_kind(&max) == SORTID_KIND_MAX && is_text(&max, "ffffffff-ffff-ffff-ffff-ffffffffffff"));
}

static void search(void) {
  static const char log[] = "\xc3\xa9 id=order_01fwhe4ydgfk1shh6w1g60eecf,1777150623882019211 3jzfcijpj2z2a";
  static const uint32_t snowflake = SORTID_FORMAT_SNOWFLAKE;
  sortid_found found[2];
  size_t count = 0;
  CHECK(sortid_find_ids(log, SORTID_NTS, NULL, 0, found, 2, &count, NULL) == SORTID_OK && count == 2);
  CHECK(found[0].id.format == SORTID_FORMAT_UUID7 && found[0].start == 6 && found[0].end == 38);
  CHECK(found[1].id.format == SORTID_FORMAT_TID && strcmp(log + found[1].start, tid_text) == 0 && found[1].end == strlen(log));
  CHECK(sortid_find_ids(log, SORTID_NTS, NULL, 0, found, 1, &count, NULL) == SORTID_OK && count == 1 && found[0].start == 6);
  CHECK(sortid_find_ids(log + found[0].end, SORTID_NTS, NULL, 0, found, 2, &count, NULL) == SORTID_OK && count == 1 && found[0].start == 21);
  CHECK(sortid_find_ids(log, SORTID_NTS, &snowflake, 1, found, 2, &count, NULL) == SORTID_OK && count == 1 && found[0].start == 39);
  CHECK(sortid_find_ids(log, SORTID_NTS, &snowflake, 0, found, 2, &count, NULL) == SORTID_OK && count == 0);
}

static void conversions(void) {
  sortid_id tid = parsed(SORTID_FORMAT_TID, tid_text), other;
  sortid_converted converted, back;
  CHECK(sortid_convert(&tid, SORTID_FORMAT_TIMEID, &other, NULL) == SORTID_OK);
  CHECK(is_text(&other, "3jzf-cij-pj2z-2a"));
  CHECK(sortid_convert_text(SORTID_TEXT("c232ab00-9414-11ec-b3c8-9f6bdeced846"), SORTID_TEXT("uuid1"), SORTID_TEXT("uuid6"), &converted,
                            NULL) == SORTID_OK);
  CHECK_TEXT(converted.text, "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
  CHECK(converted.bytes_size == 16 && converted.bytes[0] == 0x1e && converted.bytes[15] == 0x46 && converted.bytes[16] == 0);
  CHECK(sortid_convert_bytes(converted.bytes, converted.bytes_size, SORTID_TEXT("uuid6"), SORTID_TEXT("uuid1"), &back, NULL) == SORTID_OK);
  CHECK_TEXT(back.text, "c232ab00-9414-11ec-b3c8-9f6bdeced846");
}

/* The four functions for new ids of each format return increasing ids of that format. */
static void new_ids(void) {
  sortid_id id, again;
#define NEW(number, name, NAME, Name)                                                                                 \
  {                                                                                                                   \
    char out[SORTID_##NAME##_TEXT_SIZE + 1];                                                                          \
    uint8_t raw[SORTID_##NAME##_BYTES_SIZE + 1];                                                                      \
    memset(out, '#', sizeof out);                                                                                     \
    memset(raw, 0xa5, sizeof raw);                                                                                    \
    CHECK(sortid_new_id(number, &id, NULL) == SORTID_OK && id.format == number);                                      \
    CHECK(sortid_##name(&again, NULL) == SORTID_OK && again.format == number && memcmp(&id, &again, sizeof id) != 0); \
    CHECK(sortid_##name##_text(out, sizeof out, NULL) == SORTID_OK);                                                  \
    CHECK(strlen(out) < SORTID_##NAME##_TEXT_SIZE && out[SORTID_##NAME##_TEXT_SIZE] == '#');                          \
    CHECK(strlen(out) + 1 >= sortid_format_text_size_min(number));                                                    \
    CHECK(sortid_is_valid(out, SORTID_NTS, number));                                                                  \
    CHECK(sortid_##name##_bytes(raw, sizeof raw, NULL) == SORTID_OK && raw[SORTID_##NAME##_BYTES_SIZE] == 0xa5);      \
    CHECK(sortid_from_bytes(raw, SORTID_##NAME##_BYTES_SIZE, number, &id, NULL) == SORTID_OK);                        \
    CHECK(!sortid_is_reserved(&id));                                                                                  \
  }
  SORTID_FORMATS_GENERATED(NEW)
  uint64_t value;
#define NEW_U64(number, name, NAME, Name)                \
  CHECK(sortid_##name##_u64(&value, NULL) == SORTID_OK); \
  CHECK(sortid_from_u64(value, number, &id, NULL) == SORTID_OK);
  SORTID_FORMATS_OF_64_BITS(NEW_U64)
  id = parsed(SORTID_FORMAT_TID, "j222222222222");
  CHECK(sortid_is_reserved(&id));
}

static void generators(void) {
  const sortid_option options[] = {SORTID_OPTION_TEXT("clock", "manual"), SORTID_OPTION_NUMBER("node", 6)};
  const sortid_time time = {1688137381, 887007000}, later = {1688137381, 887009000};
  const uint64_t node = 7;
  const uint8_t seed[32] = {0};
  sortid_generator_status status;
  sortid_generator *generator;
  sortid_id id;
  char out[SORTID_TEXT_SIZE];
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, options, 2, &generator, NULL) == SORTID_OK);
  CHECK(sortid_generator_format(generator) == SORTID_FORMAT_TID);
  CHECK(sortid_generator_next_at(generator, time, &id, NULL) == SORTID_OK && is_text(&id, "3jzfcijpj2z2a"));
  CHECK(sortid_generator_next_at(generator, time, &id, NULL) == SORTID_OK && is_text(&id, "3jzfcijpj322a"));
  CHECK(sortid_generator_next_after_at(generator, &id, later, &id, NULL) == SORTID_OK);
  sortid_time with_outcome;
  sortid_id least, greatest;
  CHECK(sortid_generator_timestamp(generator, &id, &with_outcome, NULL) == SORTID_OK && with_outcome.seconds == later.seconds);
  CHECK(sortid_generator_range(generator, with_outcome, (sortid_time){later.seconds + 1, 0}, &least, &greatest, NULL) == SORTID_OK);
  CHECK(sortid_compare(&least, &id) < 0 && sortid_compare(&id, &greatest) < 0);
  CHECK(sortid_generator_range(generator, later, later, &least, &greatest, NULL) == SORTID_ERR_INVALID_OPTION);
  sortid_id ahead;
  CHECK(sortid_max_at((sortid_time){later.seconds + 60, 0}, SORTID_FORMAT_TID, &ahead, NULL) == SORTID_OK);
  CHECK(sortid_generator_next_after_at(generator, &ahead, later, &ahead, NULL) == SORTID_ERR_LEAD_EXCEEDED);
  CHECK(sortid_generator_get_status(generator, &status, NULL) == SORTID_OK);
  CHECK(status.ids == 3 && status.rollbacks == 0 && status.reserved[2] == 0);
  CHECK(sortid_generator_reseed(generator, seed, sizeof seed, &node, NULL) == SORTID_OK);
  CHECK(sortid_generator_next_at(generator, later, &id, NULL) == SORTID_OK);
  uint64_t own = 0;
  CHECK(sortid_generator_get_node(generator, &own, NULL) == SORTID_OK && own == 7);
  const sortid_generator *without;
  CHECK(sortid_generator_default(SORTID_FORMAT_UUID7, &without, NULL) == SORTID_OK);
  CHECK(sortid_generator_get_node(without, &own, NULL) == SORTID_ERR_NOT_APPLICABLE && own == 7);
  sortid_integer clock_id;
  CHECK(sortid_field_value(&id, SORTID_TEXT("clock_id"), &clock_id, NULL) == SORTID_OK && clock_id.low == 7);
  sortid_generator_free(generator);

  CHECK(sortid_generator_new(SORTID_FORMAT_UUID7, NULL, 0, &generator, NULL) == SORTID_OK);
  CHECK(sortid_generator_next(generator, &id, NULL) == SORTID_OK);
  sortid_id after = id;
  size_t written = 0;
  CHECK(sortid_generator_next_within(generator, 60000, &id, &written, NULL) == SORTID_OK && written == 1 && sortid_compare(&after, &id) < 0);
  after = id;
  CHECK(sortid_generator_next_after(generator, &after, &id, NULL) == SORTID_OK && sortid_compare(&after, &id) < 0);
  CHECK(sortid_generator_next_text(generator, out, SORTID_UUID7_TEXT_SIZE, NULL, NULL) == SORTID_OK);
  CHECK(sortid_is_valid(out, strlen(out), SORTID_FORMAT_UUID7));
  sortid_generator_free(generator);
  sortid_generator_free(NULL);

  const sortid_generator *shared, *same;
  CHECK(sortid_generator_default(SORTID_FORMAT_UUID7, &shared, NULL) == SORTID_OK);
  CHECK(sortid_generator_next(shared, &after, NULL) == SORTID_OK && sortid_uuid7(&id, NULL) == SORTID_OK && sortid_compare(&after, &id) < 0);
  /* Freeing a default generator does nothing. */
  sortid_generator_free((sortid_generator *)(uintptr_t)shared);
  CHECK(sortid_generator_default(SORTID_FORMAT_UUID7, &same, NULL) == SORTID_OK && same == shared);
  CHECK(sortid_generator_next(shared, &after, NULL) == SORTID_OK && sortid_compare(&id, &after) < 0);
  CHECK(sortid_reseed(NULL) == SORTID_OK);
  CHECK(sortid_uuid7(&id, NULL) == SORTID_OK && sortid_compare(&after, &id) < 0);
}

/* Whether the status of a generator has this origin, with a reason. */
static int is_from(const sortid_generator *generator, uint32_t origin) {
  sortid_generator_status status;
  CHECK(sortid_generator_get_status(generator, &status, NULL) == SORTID_OK && strlen(status.node_reason) > 0);
  return status.node_origin == origin;
}

static void node_origins(void) {
  const sortid_option machine = SORTID_OPTION_NUMBER("node", 5), drawn = SORTID_OPTION_TEXT("node_claim", "drawn");
  const sortid_option seeded[] = {SORTID_OPTION_TEXT("node_claim", "required"),
                                  SORTID_OPTION_TEXT("seed", "0000000000000000000000000000000000000000000000000000000000000000")};
  const sortid_generator *shared;
  sortid_generator *generator;
  sortid_error error;
#ifdef __linux__
  CHECK(sortid_generator_default(SORTID_FORMAT_SNOWFLAKE, &shared, NULL) == SORTID_OK);
  CHECK(is_from(shared, SORTID_NODE_ORIGIN_CLAIMED));
#endif
  CHECK(sortid_generator_default(SORTID_FORMAT_UUID7, &shared, NULL) == SORTID_OK);
  CHECK(is_from(shared, SORTID_NODE_ORIGIN_ABSENT));
  CHECK(sortid_generator_new(SORTID_FORMAT_SNOWFLAKE, &machine, 1, &generator, NULL) == SORTID_OK);
  CHECK(is_from(generator, SORTID_NODE_ORIGIN_ASSIGNED));
  sortid_generator_free(generator);
  CHECK(sortid_generator_new(SORTID_FORMAT_SNOWFLAKE, &drawn, 1, &generator, NULL) == SORTID_OK);
  CHECK(is_from(generator, SORTID_NODE_ORIGIN_DRAWN));
  sortid_generator_free(generator);
  CHECK(sortid_generator_new(SORTID_FORMAT_SNOWFLAKE, seeded, 2, &generator, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK(strcmp(error.subject, "node_claim") == 0 && sortid_error_path(&error) == NULL);
}

static void fills(void) {
  static char texts[500 * (SORTID_TID_TEXT_SIZE - 1) + 1];
  static uint8_t bytes[500][SORTID_SCRU160_BYTES_SIZE];
  static uint64_t values[500];
  static sortid_id ids[500];
  sortid_generator *tids, *scru160s;
  size_t written = 0;
  CHECK(sortid_generator_new(SORTID_FORMAT_TID, NULL, 0, &tids, NULL) == SORTID_OK);
  CHECK(sortid_generator_new(SORTID_FORMAT_SCRU160, NULL, 0, &scru160s, NULL) == SORTID_OK);
  texts[sizeof texts - 1] = '#';
  CHECK(sortid_generator_fill_text(tids, texts, sizeof texts - 1, &written, NULL) == SORTID_OK && written == 500);
  CHECK(texts[sizeof texts - 1] == '#');
  CHECK(sortid_generator_fill_u64(tids, values, 500, &written, NULL) == SORTID_OK && written == 500);
  CHECK(sortid_generator_fill_bytes(scru160s, bytes[0], sizeof bytes, &written, NULL) == SORTID_OK && written == 500);
  CHECK(sortid_generator_fill(scru160s, ids, 500, &written, NULL) == SORTID_OK && written == 500);
  int rising = 1;
  for (size_t i = 1; i < 500; i++) {
    rising = rising && memcmp(&texts[(i - 1) * 13], &texts[i * 13], 13) < 0 && values[i - 1] < values[i] &&
             memcmp(bytes[i - 1], bytes[i], sizeof bytes[i]) < 0 && sortid_compare(&ids[i - 1], &ids[i]) < 0;
  }
  CHECK(rising);
  CHECK(memcmp(bytes[499], ids[0].bytes, sizeof bytes[499]) < 0);
  CHECK(sortid_is_valid(texts, 13, SORTID_FORMAT_TID));
  CHECK(sortid_generator_fill_text(tids, NULL, 0, &written, NULL) == SORTID_OK && written == 0);
  CHECK(sortid_generator_fill_bytes(tids, NULL, 0, &written, NULL) == SORTID_OK && written == 0);
  CHECK(sortid_generator_fill_u64(tids, NULL, 0, &written, NULL) == SORTID_OK && written == 0);
  CHECK(sortid_generator_fill(tids, NULL, 0, &written, NULL) == SORTID_OK && written == 0);
  sortid_generator_free(tids);
  sortid_generator_free(scru160s);
}

int main(void) {
  versions();
  statuses();
  formats();
  kinds();
  text();
  spellings();
  inspections();
  terminated();
  times();
  bytes_and_integers();
  fields();
  time_and_ranges();
  order();
  readings();
  search();
  nil_and_max();
  conversions();
  new_ids();
  generators();
  node_origins();
  fills();
  return checks_done();
}
