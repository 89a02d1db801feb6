/* Checks that generating, parsing and formatting an id does not allocate. */
#include <stdlib.h>

#include <sortid.h>

#include "check.h"

/* The functions below replace the allocator, also for the libraries. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static unsigned long allocations;

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations++;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size);

int posix_memalign(void **memory, size_t alignment, size_t size) {
  allocations++;
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? 12 : 0;
}

static sortid_id id;
static char text[SORTID_TEXT_SIZE];
static uint8_t bytes[64 * SORTID_BYTES_SIZE];
static uint64_t values[64];
static sortid_id ids[64];
static size_t written;

static int works = 1;

/* A column of new ids and invalid rows. */
static void columns(uint32_t format) {
  static int64_t times[64];
  static uint8_t again[64 * SORTID_BYTES_SIZE], valid[8];
  sortid_column column = {0};
  sortid_outcome outcome;
  column.data = bytes;
  column.width = sortid_format_bytes_size(format);
  column.size = 64 * column.width;
  column.rows = 64;
  column.format = format;
  column.kind = SORTID_ROWS_BYTES;
  const uint32_t null = SORTID_ON_INVALID_NULL;
  works = works && sortid_column_parse(&column, null, again, sizeof again, valid, &outcome, NULL) == SORTID_OK && outcome.rows == 64;
  if (sortid_format_resolution_ns(format) != 0) {
    works = works && sortid_column_times(&column, SORTID_UNIT_S, null, NULL, 0, times, valid, &outcome, NULL) == SORTID_OK;
  }
  column.kind = SORTID_ROWS_TEXT;
  works = works && sortid_column_valid(&column, valid, &outcome, NULL) == SORTID_OK && outcome.nulls > 0;
}

/* Every function that must not allocate, for one format. */
static void everything(uint32_t format, const sortid_generator *generator) {
  sortid_time time;
  works = works && sortid_new_id(format, &id, NULL) == SORTID_OK;
  works = works && sortid_text(&id, text, sizeof text, NULL, NULL) == SORTID_OK;
  works = works && sortid_parse(text, strlen(text), format, &id, NULL) == SORTID_OK;
  works = works && sortid_parse(text, 0, format, &id, NULL) == SORTID_ERR_INVALID_LENGTH;
  works = works && sortid_from_bytes(id.bytes, sortid_format_bytes_size(format), format, &id, NULL) == SORTID_OK;
  works = works && sortid_generator_next(generator, &id, NULL) == SORTID_OK;
  works = works && sortid_generator_next_text(generator, text, sizeof text, NULL, NULL) == SORTID_OK;
  works = works && sortid_generator_fill_bytes(generator, bytes, 64 * sortid_format_bytes_size(format), &written, NULL) == SORTID_OK;
  works = works && sortid_generator_fill_text(generator, (char *)bytes, 8 * (sortid_format_text_size(format) - 1), &written, NULL) == SORTID_OK;
  works = works && sortid_generator_fill(generator, ids, 64, &written, NULL) == SORTID_OK;
  if (sortid_format_bits(format) == 64) works = works && sortid_generator_fill_u64(generator, values, 64, &written, NULL) == SORTID_OK;
  if (sortid_format_resolution_ns(format) != 0) works = works && sortid_timestamp(&id, &time, NULL) == SORTID_OK;
  columns(format);
}

static void functions_of_formats(void) {
#define NEW(number, name, NAME, Name)                                          \
  works = works && sortid_##name(&id, NULL) == SORTID_OK;                      \
  works = works && sortid_##name##_text(text, sizeof text, NULL) == SORTID_OK; \
  works = works && sortid_##name##_bytes(bytes, sizeof bytes, NULL) == SORTID_OK;
  SORTID_FORMATS_GENERATED(NEW)
  works = works && sortid_tid_u64(values, NULL) == SORTID_OK;
}

/* Every format that can be generated. */
static void each(sortid_generator **generators) {
  for (uint32_t format = 1; format <= SORTID_FORMAT_COUNT; format++) {
    if (sortid_format_can_generate(format)) everything(format, generators[format]);
  }
  functions_of_formats();
}

int main(void) {
  sortid_generator *generators[SORTID_FORMAT_COUNT + 1] = {NULL};
  unsigned long format_count = 0;
  for (uint32_t format = 1; format <= SORTID_FORMAT_COUNT; format++) {
    if (!sortid_format_can_generate(format)) continue;
    format_count++;
    CHECK(sortid_generator_new(format, NULL, 0, &generators[format], NULL) == SORTID_OK);
  }
  /* Allocations are counted. */
  CHECK(allocations >= format_count);
  /* The first ids of a process and of a thread may allocate. */
  each(generators);
  unsigned long before = allocations;
  for (int round = 0; round < 1000; round++) each(generators);
  CHECK(works);
  CHECK(allocations == before);
  for (uint32_t format = 1; format <= SORTID_FORMAT_COUNT; format++) sortid_generator_free(generators[format]);
  return checks_done();
}
