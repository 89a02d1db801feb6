/* Macros of the header match the functions of the library. */
#include <sortid.h>

#include "check.h"

int main(void) {
  CHECK_TEXT(sortid_version(), SORTID_VERSION);
  CHECK(sortid_version_number() == SORTID_VERSION_NUMBER);
  CHECK(SORTID_VERSION_NUMBER == SORTID_VERSION_MAJOR * 1000000 + SORTID_VERSION_MINOR * 1000 + SORTID_VERSION_PATCH);
  CHECK(sortid_abi_version() == SORTID_ABI_VERSION);
  char parts[64];
  snprintf(parts, sizeof parts, "%d.%d.%d", SORTID_VERSION_MAJOR, SORTID_VERSION_MINOR, SORTID_VERSION_PATCH);
  CHECK_TEXT(parts, SORTID_VERSION);

  CHECK(sortid_format_count() == SORTID_FORMAT_COUNT);
  uint32_t format = 0;
#define FORMAT(number, name, NAME, Name)                                                        \
  CHECK(SORTID_FORMAT_##NAME == number);                                                  \
  CHECK(sortid_format_named(SORTID_TEXT(#name), &format, NULL) == SORTID_OK && format == number); \
  CHECK_TEXT(sortid_format_name(number), #name);                                          \
  CHECK(sortid_format_text_size(number) == SORTID_##NAME##_TEXT_SIZE);                    \
  CHECK(sortid_format_text_size_min(number) <= SORTID_##NAME##_TEXT_SIZE);                \
  CHECK(sortid_format_bytes_size(number) == SORTID_##NAME##_BYTES_SIZE);                  \
  CHECK(sortid_format_bits(number) == 8 * SORTID_##NAME##_BYTES_SIZE);                    \
  CHECK(SORTID_##NAME##_TEXT_SIZE <= SORTID_TEXT_SIZE);                                   \
  CHECK(SORTID_##NAME##_BYTES_SIZE <= SORTID_BYTES_SIZE);                                 \
  CHECK(sortid_format_field_count(number) <= SORTID_MAX_FIELDS);
  SORTID_FORMATS(FORMAT)
  /* The list is complete: formats are numbered from 1 without gaps. */
  CHECK(sortid_format_name(SORTID_FORMAT_COUNT) != NULL && sortid_format_name(SORTID_FORMAT_COUNT + 1) == NULL);
  CHECK(SORTID_FORMAT_COUNT <= SORTID_MAX_READINGS);

  int statuses = 0;
#define STATUS(number, name, NAME)                         \
  CHECK(SORTID_ERR_##NAME == number && number > SORTID_OK); \
  CHECK_TEXT(sortid_status_name(number), #name);           \
  statuses++;
  SORTID_STATUSES(STATUS)
  int found = 0;
  for (int32_t status = 1; status < 1000; status++) found += sortid_status_name(status) != NULL;
  CHECK(found == statuses);

  uint32_t forms = 0;
#define FORM(number, name, NAME, word)                                          \
  CHECK(SORTID_FORM_##NAME == number && number == forms);                       \
  CHECK_TEXT(sortid_form_name(number), #name);                                  \
  forms++;
  SORTID_FORMS(FORM)
  CHECK(sortid_form_name(forms) == NULL);

  uint32_t corrections = 0;
#define CORRECTION(bit, name, NAME, word)                                         \
  CHECK(SORTID_CORRECTION_##NAME == bit && bit == 1 << corrections);             \
  CHECK_TEXT(sortid_correction_name(corrections), #name);                        \
  corrections++;
  SORTID_CORRECTIONS(CORRECTION)
  CHECK(sortid_correction_name(corrections) == NULL);

  uint32_t kinds = 0;
#define KIND(number, name, NAME)                          \
  CHECK(SORTID_KIND_##NAME == number && number == ++kinds); \
  CHECK_TEXT(sortid_kind_name(number), #name);
  SORTID_KINDS(KIND)
  CHECK(sortid_kind_name(0) == NULL && sortid_kind_name(kinds + 1) == NULL);

  uint32_t known = 0, generated = 0, read_only = 0;
#define KNOWN(number, name, NAME, Name) \
  known++;                              \
  read_only += !sortid_format_can_generate(number);
#define MADE(number, name, NAME, Name) \
  generated++;                              \
  CHECK(sortid_format_can_generate(number));
  SORTID_FORMATS_KNOWN(KNOWN)
  SORTID_FORMATS_GENERATED(MADE)
  CHECK(generated + read_only == known);
  return checks_done();
}
