#include "columns.h"

#include <string.h>

/* The rows of a request, and memory for their results. */
typedef struct rows {
  sortid_column all;
  int32_t *offsets;
  uint8_t *data, *there;
  size_t count, width, text_width;
} rows;

/* Appends a row's text, or its decoded bytes. */
static size_t add(uint8_t *data, const json *row, bool is_text) {
  if (is_text) {
    memcpy(data, row->text, row->length);
    return row->length;
  }
  memcpy(data, bytes_of(row), row->length / 2);
  return row->length / 2;
}

static rows rows_of(const json *request, uint32_t format) {
  const json *texts = json_get(request, "texts"), *list = texts != NULL ? texts : required(request, "hex");
  rows rows = {.width = sortid_format_bytes_size(format), .text_width = sortid_format_text_size(format) - 1};
  size_t size = 0;
  for (const json *row = list->first; row != NULL; row = row->next) {
    rows.count++;
    size += row->length;
  }
  rows.data = memory(size, 1);
  rows.offsets = memory(rows.count + 1, sizeof *rows.offsets);
  rows.there = memory(rows.count / 8 + 1, 1);
  size_t nth = 0, end = 0;
  for (const json *row = list->first; row != NULL; row = row->next, nth++) {
    if (row->kind == JSON_STRING) {
      end += add(rows.data + end, row, texts != NULL);
      rows.there[nth / 8] |= (uint8_t)(1 << nth % 8);
    }
    rows.offsets[nth + 1] = (int32_t)end;
  }
  rows.all = (sortid_column){
      .data = rows.data,
      .size = end,
      .rows = rows.count,
      .offsets = rows.offsets,
      .valid = rows.there,
      .format = format,
      .kind = texts != NULL ? SORTID_ROWS_TEXT_OFFSETS32 : SORTID_ROWS_BYTES_OFFSETS32,
  };
  return rows;
}

/* The column that begins at row `first`. */
static sortid_column from(const rows *rows, size_t first) {
  sortid_column column = rows->all;
  column.offsets = rows->offsets + first;
  column.rows = rows->count - first;
  column.valid_offset = first;
  return column;
}

/* A column operation and its arguments. */
typedef struct question {
  uint32_t unit;
  request_options options;
  bool of_time;
  uint8_t *bytes;
  int64_t *times;
} question;

static int32_t ask(const question *question, const sortid_column *column, const rows *rows, uint32_t on_invalid, uint8_t *valid,
                   sortid_outcome *outcome, sortid_error *error) {
  if (question->of_time) {
    return sortid_column_times(column, question->unit, on_invalid, question->options.list, question->options.count, question->times, valid,
                             outcome, error);
  }
  return sortid_column_parse(column, on_invalid, question->bytes, rows->count * rows->width, valid, outcome, error);
}

/* The error of a row; SORTID_OK if it is valid. */
typedef struct refusal {
  int32_t status;
  int64_t offset;
} refusal;

/* The error of each row: after an error the operation continues with the next row. */
static refusal *refusals(const question *question, const rows *rows) {
  refusal *refused = memory(rows->count, sizeof *refused);
  for (size_t first = 0; first < rows->count;) {
    const sortid_column column = from(rows, first);
    sortid_outcome outcome;
    sortid_error error;
    int32_t status = ask(question, &column, rows, SORTID_ON_INVALID_STOP, NULL, &outcome, &error);
    /* An error of the whole call, which concerns no row; it also applies to calls without rows. */
    if (outcome.invalid_row == SIZE_MAX) break;
    if (status == SORTID_OK || outcome.invalid_status != status || error.offset != outcome.invalid_offset) bad_request("the outcome differs from the status");
    first += outcome.invalid_row;
    refused[first].status = status;
    refused[first].offset = outcome.invalid_offset;
    first++;
  }
  return refused;
}

static bool is_set(const uint8_t *bitmap, size_t row) { return (bitmap[row / 8] >> row % 8 & 1) != 0; }

static void write_refusal(FILE *out, refusal why) {
  fprintf(out, "{\"error\": \"%s\"", sortid_status_name(why.status));
  if (why.offset >= 0) fprintf(out, ", \"offset\": %lld", (long long)why.offset);
  putc('}', out);
}

static uint32_t unit_of(const json *request) {
  static const char *const names[] = {"s", "ms", "us", "ns"};
  for (uint32_t unit = SORTID_UNIT_S; unit <= SORTID_UNIT_NS; unit++) {
    if (json_is(text_of(request, "unit"), names[unit])) return unit;
  }
  bad_request("no such unit");
}

outcome columns(FILE *out, const json *request, uint32_t format, sortid_error *failure) {
  rows rows = rows_of(request, format);
  question ids = {.bytes = memory(rows.count, rows.width)};
  question times = {unit_of(request), options_of(request, false), true, NULL, memory(rows.count, sizeof(int64_t))};
  uint8_t *valid = memory(rows.count / 8 + 1, 1), *timed = memory(rows.count / 8 + 1, 1);
  char *texts = memory(rows.count, rows.text_width);
  sortid_outcome with_outcome;
  refusal *refused = refusals(&ids, &rows), *untimed = NULL;

  const uint32_t null = SORTID_ON_INVALID_NULL;
  int32_t status = ask(&ids, &rows.all, &rows, null, valid, &with_outcome, failure);
  if (status == SORTID_OK) status = sortid_column_texts(&rows.all, null, texts, rows.count * rows.text_width, NULL, NULL, failure);
  bool has_times = false;
  if (status == SORTID_OK) {
    untimed = refusals(&times, &rows);
    status = ask(&times, &rows.all, &rows, null, timed, NULL, failure);
    has_times = status == SORTID_OK;
    if (status == SORTID_ERR_NOT_APPLICABLE) status = SORTID_OK;
  }

  if (status == SORTID_OK) fputs("{\"rows\": [", out);
  for (size_t row = 0; status == SORTID_OK && row < rows.count; row++) {
    if (row > 0) fputs(", ", out);
    if (refused[row].status != SORTID_OK) {
      write_refusal(out, refused[row]);
    } else if (!is_set(valid, row)) {
      fputs("null", out);
    } else {
      const char *text = texts + row * rows.text_width, *end = memchr(text, 0, rows.text_width);
      fputs("{\"hex\": \"", out);
      for (size_t i = 0; i < rows.width; i++) fprintf(out, "%02x", ids.bytes[row * rows.width + i]);
      fputs("\", \"text\": ", out);
      json_write(out, text, end == NULL ? rows.text_width : (size_t)(end - text));
      fputs(", \"time\": ", out);
      if (!has_times) {
        fputs("null", out);
      } else if (is_set(timed, row)) {
        fprintf(out, "\"%lld\"", (long long)times.times[row]);
      } else {
        write_refusal(out, untimed[row]);
      }
      putc('}', out);
    }
  }
  if (status == SORTID_OK) fputs("], \"counts\": {", out);
  const char *before = "";
  for (int32_t code = 0; status == SORTID_OK && code < SORTID_COUNTS_SIZE; code++) {
    if (with_outcome.counts[code] == 0) continue;
    fprintf(out, "%s\"%s\": %zu", before, sortid_status_name(code), with_outcome.counts[code]);
    before = ", ";
  }
  if (status == SORTID_OK) fputs("}}", out);

  return status == SORTID_OK ? DONE : REFUSED;
}
