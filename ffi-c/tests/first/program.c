/*
 * A program of the first days: it is compiled against the first header, which lies beside it, and linked with today's library. What it uses must
 * stay as it is while the ABI version stays.
 */
#include <string.h>

#include "sortid.h"

#include "../programs/check.h"

int main(void) {
  /* Memory of the sizes of then. */
  sortid_id ids[8], min, max;
  sortid_error error;
  sortid_generator_status status;
  sortid_field fields[SORTID_MAX_FIELDS];
  sortid_generator *generator;
  size_t count = 0;
  char text[SORTID_TEXT_SIZE];
  const sortid_option options[] = {SORTID_OPTION_TEXT("clock", "manual"), SORTID_OPTION_NUMBER("clock_id", 6)};
  const sortid_time time = {1688137381, 887007000}, later = {1688137382, 0};

  CHECK(sortid_abi_version() == SORTID_ABI_VERSION);
  CHECK(sortid_version_number() >= SORTID_VERSION_NUMBER);
  CHECK(sortid_format_count() >= SORTID_FORMAT_COUNT);
#define FORMAT(number, name, NAME, Name) CHECK_TEXT(sortid_format_name(number), #name);
  SORTID_FORMATS(FORMAT)
#define STATUS(number, name, NAME) CHECK_TEXT(sortid_status_name(number), #name);
  SORTID_STATUSES(STATUS)

  CHECK(sortid_generator_new(SORTID_FORMAT_TID, options, 2, &generator, &error) == SORTID_OK);
  CHECK(sortid_generator_next_at(generator, time, &ids[0]) == SORTID_OK);
  CHECK(sortid_text(&ids[0], text, sizeof text, NULL) == SORTID_OK);
  CHECK_TEXT(text, "3jzfcijpj2z2a");
  CHECK(sortid_generator_get_status(generator, &status) == SORTID_OK && status.ids == 1);
  sortid_generator_free(generator);

  CHECK(sortid_parse(SORTID_TEXT("3jzfcijpj2z21"), SORTID_FORMAT_TID, &ids[1], &error) == SORTID_ERR_INVALID_CHARACTER);
  CHECK(error.status == SORTID_ERR_INVALID_CHARACTER && error.offset == 12 && strlen(error.message) > 0);
  CHECK(sortid_is_valid("3jzfcijpj2z2a", SORTID_NTS, SORTID_FORMAT_TID) && sortid_text(&ids[0], text, 5, &count) == SORTID_ERR_BUFFER_TOO_SMALL);
  CHECK(count == SORTID_TID_TEXT_SIZE);
  CHECK(sortid_fields(&ids[0], fields, SORTID_MAX_FIELDS, &count) == SORTID_OK && count == 3 && fields[2].value.low == 6);
  CHECK(sortid_range(time, later, SORTID_FORMAT_TID, NULL, 0, &min, &max, &error) == SORTID_OK);
  CHECK(sortid_compare(&min, &ids[0]) < 0 && sortid_compare(&ids[0], &max) < 0);
  CHECK(sortid_inspect(SORTID_TEXT("3jzfcijpj2z2a"), ids, 8, &count) == SORTID_OK && count >= 2);
#define NEW(number, name, NAME, Name)                                                                                            \
  {                                                                                                                        \
    char made[SORTID_##NAME##_TEXT_SIZE];                                                                                  \
    uint8_t bytes[SORTID_##NAME##_BYTES_SIZE];                                                                             \
    CHECK(sortid_##name(&ids[0]) == SORTID_OK && sortid_##name##_text(made, sizeof made) == SORTID_OK && sortid_##name##_bytes(bytes, sizeof bytes) == SORTID_OK); \
    CHECK(sortid_is_valid(made, sizeof made - 1, number));                                                                 \
  }
  SORTID_FORMATS(NEW)
  return checks_done();
}
