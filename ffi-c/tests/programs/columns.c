/* Columns in the program's memory: every kind of rows, null rows, invalid rows and invalid columns. */
#include <stdlib.h>

#include <sortid.h>

#include "check.h"

enum { ROWS = 3, WIDTH = 13 };

/* The second row is invalid. */
static const char texts[] = "3jzfcijpj2z2a3jzfcijpj2z2!3jzfcijpj2z2c";
static const int64_t ms = INT64_C(1688137381887);

static int64_t times[ROWS];
static uint64_t values[ROWS];
static uint8_t valid, bytes[ROWS * 8];
static char written[ROWS * WIDTH];
static sortid_outcome outcome;
static sortid_error error;

static sortid_column fixed(void) {
  sortid_column column = {0};
  column.data = texts;
  column.size = sizeof texts - 1;
  column.rows = ROWS;
  column.width = WIDTH;
  column.format = SORTID_FORMAT_TID;
  column.kind = SORTID_ROWS_TEXT;
  return column;
}

static int32_t read(const sortid_column *column, uint32_t on_invalid) {
  valid = 0xff;
  memset(times, 0xff, sizeof times);
  return sortid_column_times(column, SORTID_UNIT_MS, on_invalid, NULL, 0, times, &valid, &outcome, &error);
}

static int is_read(const sortid_column *column) {
  if (read(column, SORTID_ON_INVALID_NULL) != SORTID_OK || outcome.rows != ROWS || outcome.nulls != 1) return 0;
  return times[0] == ms && times[1] == 0 && times[2] == ms && valid == 5;
}

static void on_invalid_stops_or_writes_null(void) {
  sortid_column column = fixed();
  CHECK(is_read(&column));
  CHECK(outcome.invalid_row == 1 && outcome.invalid_offset == 12);
  CHECK(outcome.invalid_status == SORTID_ERR_INVALID_CHARACTER && outcome.counts[SORTID_ERR_INVALID_CHARACTER] == 1);
  CHECK(outcome.counts[SORTID_ERR_INVALID_LENGTH] == 0 && outcome.reserved == 0);

  CHECK(read(&column, SORTID_ON_INVALID_STOP) == SORTID_ERR_INVALID_CHARACTER);
  CHECK(error.status == SORTID_ERR_INVALID_CHARACTER && error.offset == 12);
  CHECK(outcome.rows == 1 && outcome.nulls == 0 && outcome.invalid_row == 1 && times[0] == ms);

  column.rows = 1;
  CHECK(read(&column, SORTID_ON_INVALID_STOP) == SORTID_OK && outcome.invalid_row == SIZE_MAX);
  CHECK(outcome.invalid_status == SORTID_OK && outcome.invalid_offset == -1);
  CHECK(sortid_column_times(&column, SORTID_UNIT_S, SORTID_ON_INVALID_STOP, NULL, 0, times, NULL, NULL, NULL) == SORTID_OK);
  CHECK(times[0] == ms / 1000);
  column.rows = 0;
  column.data = NULL;
  column.size = 0;
  CHECK(sortid_column_times(&column, SORTID_UNIT_S, SORTID_ON_INVALID_STOP, NULL, 0, NULL, NULL, &outcome, NULL) == SORTID_OK);
  CHECK(outcome.rows == 0);
}

static void kinds_of_rows(void) {
  struct record {
    uint32_t other;
    char id[WIDTH];
  } records[ROWS];
  int32_t narrow[ROWS + 1];
  int64_t wide[ROWS + 1];
  for (int row = 0; row < ROWS; row++) {
    memcpy(records[row].id, texts + row * WIDTH, WIDTH);
    narrow[row] = row * WIDTH;
    wide[row] = row * WIDTH;
  }
  narrow[ROWS] = ROWS * WIDTH;
  wide[ROWS] = ROWS * WIDTH;

  sortid_column column = fixed();
  column.data = &records[0].id;
  column.size = sizeof records - (size_t)((const char *)records[0].id - (const char *)records);
  column.stride = sizeof *records;
  CHECK(is_read(&column));
  column.size = 2 * sizeof *records + WIDTH - 1;
  CHECK(read(&column, SORTID_ON_INVALID_NULL) == SORTID_ERR_INVALID_LENGTH);

  column = fixed();
  column.kind = SORTID_ROWS_TEXT_OFFSETS32;
  column.offsets = narrow;
  CHECK(is_read(&column));
  column.kind = SORTID_ROWS_TEXT_OFFSETS64;
  column.offsets = wide;
  CHECK(is_read(&column));
  wide[1] = 40;
  CHECK(read(&column, SORTID_ON_INVALID_NULL) == SORTID_ERR_INVALID_LENGTH && error.offset == 1);
  CHECK(outcome.rows == 0 && outcome.invalid_row == SIZE_MAX);
  wide[1] = -1;
  CHECK(read(&column, SORTID_ON_INVALID_NULL) == SORTID_ERR_INVALID_LENGTH && error.offset == 0);

  /* The bitmap begins at its third bit; null rows are not read. */
  const uint8_t there = 0x14;
  column = fixed();
  column.valid = &there;
  column.valid_offset = 2;
  CHECK(read(&column, SORTID_ON_INVALID_STOP) == SORTID_OK && valid == 5 && outcome.nulls == 1);
  CHECK(times[1] == 0 && times[2] == ms && outcome.invalid_row == SIZE_MAX);
}

static void forms_of_ids(void) {
  sortid_column column = fixed(), again = fixed();
  CHECK(sortid_column_parse(&column, SORTID_ON_INVALID_NULL, bytes, sizeof bytes, &valid, &outcome, NULL) == SORTID_OK && valid == 5);
  CHECK(sortid_column_ints(&column, SORTID_ON_INVALID_NULL, values, &valid, NULL, NULL) == SORTID_OK && valid == 5);
  CHECK(values[0] == UINT64_C(0x17fd6873eaf07c06) && values[1] == 0 && values[2] == values[0] + 2);
  sortid_id id;
  CHECK(sortid_from_bytes(bytes, 8, SORTID_FORMAT_TID, &id, NULL) == SORTID_OK && bytes[8] == 0);

  again.data = bytes;
  again.size = sizeof bytes;
  again.width = 8;
  again.kind = SORTID_ROWS_BYTES;
  const uint8_t there = valid;
  again.valid = &there;
  memset(written, 0xff, sizeof written);
  CHECK(sortid_column_texts(&again, SORTID_ON_INVALID_STOP, written, sizeof written, NULL, &outcome, NULL) == SORTID_OK);
  CHECK(memcmp(written, texts, WIDTH) == 0 && memcmp(written + 2 * WIDTH, texts + 2 * WIDTH, WIDTH) == 0);
  CHECK(written[WIDTH] == 0 && written[2 * WIDTH - 1] == 0 && outcome.nulls == 1);

  const int32_t offsets[ROWS + 1] = {0, 8, 16, 24};
  const int64_t wide[ROWS + 1] = {0, 8, 16, 24};
  again.kind = SORTID_ROWS_BYTES_OFFSETS32;
  again.offsets = offsets;
  CHECK(is_read(&again));
  again.kind = SORTID_ROWS_BYTES_OFFSETS64;
  again.offsets = wide;
  CHECK(is_read(&again));
  again.kind = SORTID_ROWS_U64;
  again.data = values;
  again.size = sizeof values;
  CHECK(is_read(&again));
  again.size = sizeof values - 1;
  CHECK(read(&again, SORTID_ON_INVALID_NULL) == SORTID_ERR_INVALID_LENGTH);

  again.size = sizeof values;
  again.format = SORTID_FORMAT_ULID;
  CHECK(read(&again, SORTID_ON_INVALID_NULL) == SORTID_ERR_NOT_APPLICABLE);
  CHECK(sortid_column_ints(&column, SORTID_ON_INVALID_STOP, values, NULL, NULL, NULL) == SORTID_ERR_INVALID_CHARACTER);
}

static void fields_and_intervals(void) {
  sortid_column column = fixed();
  sortid_id id;
  sortid_integer field;
  CHECK(sortid_parse(texts, WIDTH, SORTID_FORMAT_TID, &id, NULL) == SORTID_OK);
  CHECK(sortid_field_value(&id, SORTID_TEXT("clock_id"), &field, NULL) == SORTID_OK);
  CHECK(sortid_column_field(&column, SORTID_TEXT("clock_id"), SORTID_ON_INVALID_NULL, values, &valid, &outcome, NULL) == SORTID_OK);
  CHECK(values[0] == field.low && values[1] == 0 && valid == 5);
  CHECK(sortid_column_field(&column, SORTID_TEXT("node"), SORTID_ON_INVALID_NULL, values, NULL, NULL, NULL) == SORTID_ERR_INVALID_FIELD);
  CHECK(sortid_column_field(&column, SORTID_TEXT("\xff"), SORTID_ON_INVALID_NULL, values, NULL, NULL, NULL) == SORTID_ERR_INVALID_FIELD);

  const sortid_time from = {INT64_C(1688137381), 0}, to = {INT64_C(1688137382), 0}, beyond = {INT64_C(1688137382), UINT32_C(1000000000)};
  uint8_t inside = 0xff;
  CHECK(sortid_column_between(&column, from, to, SORTID_ON_INVALID_NULL, NULL, 0, &inside, &valid, &outcome, NULL) == SORTID_OK);
  CHECK(inside == 5 && valid == 5 && outcome.nulls == 1);
  CHECK(sortid_column_between(&column, to, from, SORTID_ON_INVALID_NULL, NULL, 0, &inside, NULL, NULL, NULL) == SORTID_ERR_INVALID_OPTION);
  CHECK(sortid_column_between(&column, from, beyond, SORTID_ON_INVALID_NULL, NULL, 0, &inside, NULL, NULL, NULL) ==
        SORTID_ERR_TIMESTAMP_OUT_OF_RANGE);

  valid = 0;
  CHECK(sortid_column_valid(&column, &valid, &outcome, NULL) == SORTID_OK && valid == 5);
  CHECK(outcome.counts[SORTID_ERR_INVALID_CHARACTER] == 1);

  const sortid_option options[] = {SORTID_OPTION_NUMBER("epoch_unix_ms", 0)}, none[] = {SORTID_OPTION_NUMBER("none", 0)};
  const uint64_t snowflake = UINT64_C(175928847299117063);
  sortid_column of_ints = {0};
  of_ints.data = &snowflake;
  of_ints.size = sizeof snowflake;
  of_ints.rows = 1;
  of_ints.format = SORTID_FORMAT_SNOWFLAKE;
  of_ints.kind = SORTID_ROWS_U64;
  CHECK(sortid_column_times(&of_ints, SORTID_UNIT_MS, 0, options, 1, times, NULL, NULL, NULL) == SORTID_OK);
  CHECK(times[0] == (int64_t)(snowflake >> 22));
  CHECK(sortid_column_times(&of_ints, SORTID_UNIT_MS, 0, none, 1, times, NULL, NULL, &error) == SORTID_ERR_INVALID_OPTION);
  CHECK(sortid_column_times(&of_ints, 4, 0, NULL, 0, times, NULL, NULL, NULL) == SORTID_ERR_INVALID_OPTION);
}

static void errors(void) {
  sortid_column column = fixed();
  const uint32_t stop = SORTID_ON_INVALID_STOP;
  CHECK(read(NULL, stop) == SORTID_ERR_NULL_ARGUMENT && outcome.rows == 0);
  CHECK(sortid_column_times(&column, 1, stop, NULL, 0, NULL, NULL, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_column_parse(&column, stop, NULL, 24, NULL, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_column_parse(&column, stop, bytes, 23, NULL, NULL, NULL) == SORTID_ERR_BUFFER_TOO_SMALL);
  CHECK(sortid_column_texts(&column, stop, NULL, 39, NULL, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_column_texts(&column, stop, written, 38, NULL, NULL, NULL) == SORTID_ERR_BUFFER_TOO_SMALL);
  CHECK(sortid_column_ints(&column, stop, NULL, NULL, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_column_field(&column, NULL, 0, stop, values, NULL, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_column_valid(&column, NULL, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(read(&column, 2) == SORTID_ERR_INVALID_OPTION);
  column.data = NULL;
  CHECK(read(&column, stop) == SORTID_ERR_NULL_ARGUMENT);
  column = fixed();
  column.format = 0;
  CHECK(read(&column, stop) == SORTID_ERR_UNKNOWN_FORMAT);
  column = fixed();
  column.kind = 0;
  CHECK(read(&column, stop) == SORTID_ERR_NOT_APPLICABLE);
  column.kind = 8;
  CHECK(read(&column, stop) == SORTID_ERR_NOT_APPLICABLE);
  column = fixed();
  for (int member = 0; member < 4; member++) {
    column = fixed();
    if (member == 0) column.width = SIZE_MAX;
    if (member == 1) column.rows = SIZE_MAX;
    if (member == 2) column.stride = WIDTH - 1;
    if (member == 3) column.width = 0;
    CHECK(read(&column, stop) == SORTID_ERR_INVALID_LENGTH);
  }
  column = fixed();
  column.kind = SORTID_ROWS_TEXT_OFFSETS64;
  CHECK(read(&column, stop) == SORTID_ERR_NULL_ARGUMENT);
  column.offsets = texts + ((uintptr_t)texts % 2 == 0);
  CHECK(read(&column, stop) == SORTID_ERR_NOT_APPLICABLE);
  column = fixed();
  column.valid = &valid;
  column.valid_offset = SIZE_MAX;
  CHECK(read(&column, stop) == SORTID_ERR_INVALID_LENGTH);
}

int main(void) {
  on_invalid_stops_or_writes_null();
  kinds_of_rows();
  forms_of_ids();
  fields_and_intervals();
  errors();
  return checks_done();
}
