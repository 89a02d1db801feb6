/* Prints the ABI that compiled programs rely on: sizes, offsets and numbers. */
#include <stddef.h>
#include <stdio.h>

#include <sortid.h>

#define SIZE(type) printf("%s: size %zu, alignment %zu\n", #type, sizeof(type), offsetof(struct { char c; type t; }, t))
#define MEMBER(type, member) printf("%s.%s: at %zu, size %zu\n", #type, #member, offsetof(type, member), sizeof(((type *)0)->member))
#define NUMBER(macro) printf("%s = %ld\n", #macro, (long)(macro))

int main(void) {
  SIZE(sortid_id);
  MEMBER(sortid_id, bytes);
  MEMBER(sortid_id, format);
  SIZE(sortid_error);
  MEMBER(sortid_error, status);
  MEMBER(sortid_error, reserved);
  MEMBER(sortid_error, offset);
  MEMBER(sortid_error, path);
  MEMBER(sortid_error, subject);
  MEMBER(sortid_error, message);
  SIZE(sortid_integer);
  MEMBER(sortid_integer, high);
  MEMBER(sortid_integer, low);
  SIZE(sortid_field);
  MEMBER(sortid_field, name);
  MEMBER(sortid_field, name_length);
  MEMBER(sortid_field, value);
  SIZE(sortid_time);
  MEMBER(sortid_time, seconds);
  MEMBER(sortid_time, nanos);
  SIZE(sortid_option);
  MEMBER(sortid_option, name);
  MEMBER(sortid_option, name_length);
  MEMBER(sortid_option, text);
  MEMBER(sortid_option, text_length);
  MEMBER(sortid_option, number);
  SIZE(sortid_converted);
  MEMBER(sortid_converted, text);
  MEMBER(sortid_converted, bytes);
  MEMBER(sortid_converted, bytes_size);
  SIZE(sortid_type);
  MEMBER(sortid_type, format);
  MEMBER(sortid_type, prefix_size);
  MEMBER(sortid_type, prefix);
  MEMBER(sortid_type, given);
  MEMBER(sortid_type, options);
  SIZE(sortid_suggestion);
  MEMBER(sortid_suggestion, id);
  MEMBER(sortid_suggestion, corrections);
  SIZE(sortid_format_error);
  MEMBER(sortid_format_error, format);
  MEMBER(sortid_format_error, status);
  MEMBER(sortid_format_error, offset);
  SIZE(sortid_reading);
  MEMBER(sortid_reading, id);
  MEMBER(sortid_reading, has_timestamp);
  MEMBER(sortid_reading, timestamp);
  MEMBER(sortid_reading, epoch);
  SIZE(sortid_generator_status);
  MEMBER(sortid_generator_status, ids);
  MEMBER(sortid_generator_status, lead_ns);
  MEMBER(sortid_generator_status, rollbacks);
  MEMBER(sortid_generator_status, node_origin);
  MEMBER(sortid_generator_status, node_reason);
  MEMBER(sortid_generator_status, reserved);
  SIZE(sortid_column);
  MEMBER(sortid_column, data);
  MEMBER(sortid_column, size);
  MEMBER(sortid_column, rows);
  MEMBER(sortid_column, width);
  MEMBER(sortid_column, stride);
  MEMBER(sortid_column, offsets);
  MEMBER(sortid_column, valid);
  MEMBER(sortid_column, valid_offset);
  MEMBER(sortid_column, format);
  MEMBER(sortid_column, kind);
  SIZE(sortid_outcome);
  MEMBER(sortid_outcome, rows);
  MEMBER(sortid_outcome, nulls);
  MEMBER(sortid_outcome, invalid_row);
  MEMBER(sortid_outcome, invalid_offset);
  MEMBER(sortid_outcome, invalid_status);
  MEMBER(sortid_outcome, reserved);
  MEMBER(sortid_outcome, counts);
  NUMBER(SORTID_ABI_VERSION);
  NUMBER(SORTID_SUBJECT_SIZE);
  NUMBER(SORTID_MESSAGE_SIZE);
  NUMBER(SORTID_BYTES_SIZE);
  NUMBER(SORTID_TEXT_SIZE);
  NUMBER(SORTID_MAX_FIELDS);
  NUMBER(SORTID_MAX_READINGS);
  NUMBER(SORTID_MAX_READINGS);
  NUMBER(SORTID_ORDERED_BYTES_SIZE);
  NUMBER(SORTID_PREFIX_SIZE);
  NUMBER(SORTID_TYPE_TEXT_SIZE);
  NUMBER(SORTID_ROWS_TEXT);
  NUMBER(SORTID_ROWS_TEXT_OFFSETS32);
  NUMBER(SORTID_ROWS_TEXT_OFFSETS64);
  NUMBER(SORTID_ROWS_BYTES);
  NUMBER(SORTID_ROWS_BYTES_OFFSETS32);
  NUMBER(SORTID_ROWS_BYTES_OFFSETS64);
  NUMBER(SORTID_ROWS_U64);
  NUMBER(SORTID_ON_INVALID_STOP);
  NUMBER(SORTID_ON_INVALID_NULL);
  NUMBER(SORTID_UNIT_S);
  NUMBER(SORTID_UNIT_MS);
  NUMBER(SORTID_UNIT_US);
  NUMBER(SORTID_UNIT_NS);
  NUMBER(SORTID_COUNTS_SIZE);
#define FORM(number, name, NAME, word) NUMBER(SORTID_FORM_##NAME);
  SORTID_FORMS(FORM)
#define CORRECTION(bit, name, NAME, word) NUMBER(SORTID_CORRECTION_##NAME);
  SORTID_CORRECTIONS(CORRECTION)
#define BYTE_ORDER(number, name, NAME) NUMBER(SORTID_BYTE_ORDER_##NAME);
  SORTID_BYTE_ORDERS(BYTE_ORDER)
#define ORIGIN(number, name, NAME) NUMBER(SORTID_NODE_ORIGIN_##NAME);
  SORTID_NODE_ORIGINS(ORIGIN)
#define KIND(number, name, NAME) NUMBER(SORTID_KIND_##NAME);
  SORTID_KINDS(KIND)
#define FORMAT(number, name, NAME, Name)     \
  NUMBER(SORTID_FORMAT_##NAME);        \
  NUMBER(SORTID_##NAME##_TEXT_SIZE);   \
  NUMBER(SORTID_##NAME##_BYTES_SIZE);
  SORTID_FORMATS(FORMAT)
  NUMBER(SORTID_OK);
#define STATUS(number, name, NAME) NUMBER(SORTID_ERR_##NAME);
  SORTID_STATUSES(STATUS)
  return 0;
}
