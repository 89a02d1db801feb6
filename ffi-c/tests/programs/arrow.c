/* Columns as Arrow arrays. The caller owns the inputs; release callbacks free the results. */
#include <stdlib.h>

#include <sortid.h>

#include "check.h"

enum { ROWS = 3, WIDTH = 13 };

static const char texts[] = "3jzfcijpj2z2a3jzfcijpj2z2!3jzfcijpj2z2c";
static const int32_t offsets[ROWS + 1] = {0, 13, 26, 39};
static const int64_t ms = INT64_C(1688137381887);

static int released;

static void release_schema(struct ArrowSchema *schema) {
  released++;
  schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
  released++;
  array->release = NULL;
}

static const void *buffers[] = {NULL, offsets, texts};

static struct ArrowSchema utf8(void) {
  struct ArrowSchema schema = {"u", "", NULL, ARROW_FLAG_NULLABLE, 0, NULL, NULL, release_schema, NULL};
  return schema;
}

static struct ArrowArray rows(void) {
  struct ArrowArray array = {ROWS, 0, 0, 3, 0, buffers, NULL, NULL, release_array, NULL};
  return array;
}

static struct ArrowSchema schema, out_schema;
static struct ArrowArray array, out_array;
static sortid_outcome outcome;
static sortid_error error;

static const uint32_t tid = SORTID_FORMAT_TID, null = SORTID_ON_INVALID_NULL, stop = SORTID_ON_INVALID_STOP;

static void begin(void) {
  schema = utf8();
  array = rows();
  memset(&out_schema, 0xa5, sizeof out_schema);
  memset(&out_array, 0xa5, sizeof out_array);
}

static int untouched(void) {
  const unsigned char *bytes = (const unsigned char *)&out_array;
  for (size_t i = 0; i < sizeof out_array; i++) {
    if (bytes[i] != 0xa5) return 0;
  }
  return out_schema.n_children != 0;
}

/* Checks the type of a result, and that its second row is null. Returns its second buffer. */
static const void *result(int32_t status, const char *format) {
  if (!CHECK(status == SORTID_OK)) return NULL;
  CHECK_TEXT(out_schema.format, format);
  CHECK(out_array.length == ROWS && out_array.null_count == 1 && out_array.offset == 0);
  CHECK((((const uint8_t *)out_array.buffers[0])[0] & 7) == 5);
  CHECK(outcome.rows == ROWS && outcome.counts[SORTID_ERR_INVALID_CHARACTER] == 1);
  return out_array.buffers[1];
}

static void release_results(void) {
  out_schema.release(&out_schema);
  out_array.release(&out_array);
  CHECK(out_schema.release == NULL && out_array.release == NULL);
}

static void results(void) {
  begin();
  const int64_t *times =
      result(sortid_arrow_times(&schema, &array, tid, SORTID_UNIT_MS, null, NULL, 0, &out_schema, &out_array, &outcome, &error), "tsm:UTC");
  CHECK(times != NULL && times[0] == ms && times[1] == 0 && times[2] == ms);
  release_results();

  const uint64_t *ints = result(sortid_arrow_ints(&schema, &array, tid, null, &out_schema, &out_array, &outcome, NULL), "L");
  CHECK(ints != NULL && ints[0] == UINT64_C(0x17fd6873eaf07c06));
  release_results();

  const char *out =
      result(sortid_arrow_field(&schema, &array, tid, SORTID_TEXT("clock_id"), null, &out_schema, &out_array, &outcome, NULL), "L");
  CHECK(out != NULL);
  release_results();

  const sortid_time from = {INT64_C(1688137381), 0}, to = {INT64_C(1688137382), 0};
  const uint8_t *inside =
      result(sortid_arrow_between(&schema, &array, tid, from, to, null, NULL, 0, &out_schema, &out_array, &outcome, NULL), "b");
  CHECK(inside != NULL && (inside[0] & 7) == 5);
  release_results();

  /* The extension type names the format, and a round trip returns the input. */
  const uint8_t *bytes = result(sortid_arrow_parse(&schema, &array, tid, null, &out_schema, &out_array, &outcome, NULL), "w:8");
  CHECK(bytes != NULL && bytes[0] == 0x17 && out_schema.metadata != NULL);
  struct ArrowSchema of_ids = out_schema;
  struct ArrowArray ids = out_array;
  for (int is_large = 0; is_large < 2; is_large++) {
    const int32_t status = sortid_arrow_texts(&of_ids, &ids, tid, is_large, stop, &out_schema, &out_array, &outcome, NULL);
    if (!CHECK(status == SORTID_OK && outcome.nulls == 1)) continue;
    CHECK_TEXT(out_schema.format, is_large ? "U" : "u");
    const char *written = out_array.buffers[2];
    CHECK(memcmp(written, texts, WIDTH) == 0 && memcmp(written + WIDTH, texts + 2 * WIDTH, WIDTH) == 0);
    release_results();
  }
  of_ids.release(&of_ids);
  ids.release(&ids);
  CHECK(released == 0 && schema.release != NULL && array.release != NULL);
}

static int32_t times(const struct ArrowSchema *of, const struct ArrowArray *from, uint32_t on_invalid) {
  return sortid_arrow_times(of, from, tid, SORTID_UNIT_MS, on_invalid, NULL, 0, &out_schema, &out_array, &outcome, &error);
}

static void errors(void) {
  begin();
  CHECK(times(&schema, &array, stop) == SORTID_ERR_INVALID_CHARACTER && untouched());
  CHECK(outcome.rows == 1 && outcome.invalid_row == 1 && error.offset == 12);
  CHECK(times(NULL, &array, null) == SORTID_ERR_NULL_ARGUMENT && times(&schema, NULL, null) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_arrow_parse(&schema, &array, tid, null, NULL, &out_array, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_arrow_parse(&schema, &array, tid, null, &out_schema, NULL, NULL, NULL) == SORTID_ERR_NULL_ARGUMENT);
  CHECK(sortid_arrow_parse(&schema, &array, 0, null, &out_schema, &out_array, NULL, NULL) == SORTID_ERR_UNKNOWN_FORMAT);
  CHECK(times(&schema, &array, 2) == SORTID_ERR_INVALID_OPTION);

  schema.format = "f";
  CHECK(times(&schema, &array, null) == SORTID_ERR_NOT_APPLICABLE);
  CHECK_TEXT(error.subject, "ArrowSchema.format");
  schema = utf8();
  schema.release = NULL;
  CHECK(times(&schema, &array, null) == SORTID_ERR_NULL_ARGUMENT);
  schema = utf8();
  array.n_buffers = 2;
  CHECK(times(&schema, &array, null) == SORTID_ERR_INVALID_LENGTH);
  CHECK_TEXT(error.subject, "ArrowArray.n_buffers");
  array = rows();
  array.null_count = ROWS + 1;
  CHECK(times(&schema, &array, null) == SORTID_ERR_INVALID_LENGTH);
  CHECK_TEXT(error.subject, "ArrowArray.null_count");
  array = rows();
  array.offset = INT64_MAX;
  CHECK(times(&schema, &array, null) == SORTID_ERR_INVALID_LENGTH);
  array = rows();
  array.length = -1;
  CHECK(times(&schema, &array, null) == SORTID_ERR_INVALID_LENGTH);
  array = rows();
  const int32_t down[ROWS + 1] = {0, 13, 12, 39};
  const void *wrong[] = {NULL, down, texts};
  array.buffers = wrong;
  CHECK(times(&schema, &array, null) == SORTID_ERR_INVALID_LENGTH && error.offset == 1);
  wrong[1] = NULL;
  CHECK(times(&schema, &array, null) == SORTID_ERR_NULL_ARGUMENT);
  CHECK_TEXT(error.subject, "ArrowArray.buffers");
  CHECK(released == 0 && untouched());
}

int main(void) {
  results();
  errors();
  return checks_done();
}
