/*
 * Random texts of every length, damaged ids, and ids at the ends of a page. No call reads outside
 * of its text, and accepted texts round-trip.
 */
#define _DEFAULT_SOURCE

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sortid.h>

#include "check.h"

#define ONE(number, name, NAME, word) +1
enum { MAX_LENGTH = 64, FORM_COUNT = 0 SORTID_FORMS(ONE) };

/* SplitMix64, with the same numbers in each run. */
static uint64_t random_u64(void) {
  static uint64_t state = 1;
  uint64_t mixed = state += UINT64_C(0x9e3779b97f4a7c15);
  mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
  return mixed ^ (mixed >> 31);
}

static size_t below(size_t bound) { return (size_t)(random_u64() % bound); }

/* A page between two inaccessible pages. */
static char *page;
static size_t page_size;

static int make_page(void) {
  page_size = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 3 * page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return 0;
  page = pages + page_size;
  return mprotect(page, page_size, PROT_READ | PROT_WRITE) == 0;
}

/* Copies bytes to the start or the end of the page. */
static char *placed(const void *bytes, size_t size, int at_start) {
  char *memory = at_start ? page : page + page_size - size;
  memcpy(memory, bytes, size);
  return memory;
}

static int statuses_agree = 1, texts_come_back = 1, errors_make_sense = 1, prefixes_hold = 1;

static void check_text(uint32_t format, const char *bytes, size_t length, int at_start) {
  const char *text = placed(bytes, length, at_start);
  sortid_id id, again, min, max;
  sortid_error error;
  int32_t status = sortid_parse(text, length, format, &id, &error);
  statuses_agree = statuses_agree && sortid_is_valid(text, length, format) == (status == SORTID_OK);
  if (status == SORTID_OK) {
    /* A buffer of the exact size at the end of the page. */
    size_t size = sortid_format_text_size(format);
    char *out = page + page_size - size;
    texts_come_back = texts_come_back && sortid_text(&id, out, size, NULL, NULL) == SORTID_OK &&
                      sortid_parse(out, strlen(out), format, &again, NULL) == SORTID_OK && sortid_compare(&id, &again) == 0;
    size_t width = sortid_format_bytes_size(format);
    const uint8_t *raw = (const uint8_t *)placed(id.bytes, width, at_start);
    texts_come_back = texts_come_back && sortid_from_bytes(raw, width, format, &again, NULL) == SORTID_OK && sortid_compare(&id, &again) == 0;
  } else {
    errors_make_sense = errors_make_sense && error.status == status && error.offset <= (int64_t)length && sortid_status_name(status) != NULL;
  }
  text = placed(bytes, length, at_start);
  if (sortid_prefix_range(text, length, format, &min, &max, NULL) == SORTID_OK) {
    prefixes_hold = prefixes_hold && sortid_compare(&min, &max) <= 0;
  }
}

static void inspect(const char *bytes, size_t length) {
  /* Some formats read nearly every text, so not every reading is compared. */
  sortid_reading readings[SORTID_MAX_READINGS];
  sortid_type type;
  size_t count, accepted = 0, named = 0;
  const char *text = placed(bytes, length, 0);
  statuses_agree = statuses_agree && sortid_inspect(text, length, readings, SORTID_MAX_READINGS, &count, NULL) == SORTID_OK;
  for (uint32_t format = 1; format <= sortid_format_count(); format++) {
    bool has_type = sortid_type_init(&type, format, text, sortid_prefix_of(text, length), NULL, 0, NULL) == SORTID_OK;
    accepted += sortid_is_valid(text, length, format) || (has_type && sortid_type_is_valid(&type, text, length));
  }
  for (size_t i = 0; statuses_agree && i < count; i++) named += readings[i].epoch != NULL;
  statuses_agree = statuses_agree && count - named <= accepted;
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : 20000, finished = 0;
  if (!CHECK(make_page())) return checks_done();
  for (int round = 0; round < rounds; round++) {
    char bytes[MAX_LENGTH + 1];
    size_t length = below(MAX_LENGTH + 1);
    for (size_t i = 0; i < MAX_LENGTH; i++) bytes[i] = (char)random_u64();
    uint32_t format = (uint32_t)below(sortid_format_count()) + 1;
    check_text(format, bytes, length, round % 2);
    /* An id in one of its forms, unchanged, and with a changed, removed or added byte. */
    sortid_id id;
    /* The zero id of formats that cannot be generated. */
    int32_t status = sortid_format_can_generate(format) ? sortid_new_id(format, &id, NULL) : sortid_from_fields(NULL, 0, format, &id, NULL);
    if (status != SORTID_OK) break;
    int32_t formed = sortid_text_form(&id, (uint32_t)below(FORM_COUNT), bytes, sizeof bytes, NULL, NULL);
    if (formed == SORTID_ERR_NOT_APPLICABLE) formed = sortid_text(&id, bytes, sizeof bytes, NULL, NULL);
    if (formed != SORTID_OK) break;
    finished = round + 1 == rounds;
    length = strlen(bytes);
    check_text(format, bytes, length, round % 2);
    inspect(bytes, length);
    check_text(format, bytes, length - 1, 0);
    bytes[below(length)] = (char)random_u64();
    check_text(format, bytes, length, round % 2);
    check_text(format, bytes, length + 1, 0);
    check_text((uint32_t)below(sortid_format_count()) + 1, bytes, length, 0);
  }
  CHECK(finished);
  CHECK(statuses_agree);
  CHECK(texts_come_back);
  CHECK(errors_make_sense);
  CHECK(prefixes_hold);
  return checks_done();
}
