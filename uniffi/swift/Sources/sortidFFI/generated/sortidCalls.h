// Written by `cargo suite generate` from functions of libsortid, which include/sortid.h describes, and of uniffi/src.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sortid_mobile_generator;
struct sortid_mobile_option;

#define SORTID_BYTES_SIZE 20

#define SORTID_COLUMN_COUNTS 64

typedef struct sortid_mobile_id {
  uint8_t bytes[SORTID_BYTES_SIZE];
  uint32_t format;
} sortid_mobile_id;

typedef struct sortid_mobile_time {
  int64_t seconds;
  uint32_t nanos;
} sortid_mobile_time;

typedef struct sortid_mobile_column_request {
  uint64_t format;
  uint64_t is_text;
  uint64_t cells;
  uint64_t rows;
  uint64_t data;
  uint64_t data_length;
  uint64_t aside;
  uint64_t valid;
  uint64_t valid_offset;
  uint64_t what;
  uint64_t with;
  uint64_t with_length;
  uint64_t on_invalid;
  uint64_t out;
  uint64_t out_length;
  uint64_t out_valid;
} sortid_mobile_column_request;

typedef struct sortid_mobile_column_response {
  uint64_t rows;
  uint64_t nulls;
  int64_t refused;
  uint64_t counts[SORTID_COLUMN_COUNTS];
} sortid_mobile_column_response;

int32_t sortid_mobile_new_id(uint32_t format, struct sortid_mobile_id *id);

int32_t sortid_mobile_new_id_at(struct sortid_mobile_time time, uint32_t format, struct sortid_mobile_id *id);

int32_t sortid_mobile_generator_next(const struct sortid_mobile_generator *generator,
                              struct sortid_mobile_id *id);

int32_t sortid_mobile_generator_next_at(const struct sortid_mobile_generator *generator,
                                 struct sortid_mobile_time time,
                                 struct sortid_mobile_id *id);

int32_t sortid_mobile_generator_fill_text(const struct sortid_mobile_generator *generator,
                                   char *texts,
                                   size_t size,
                                   size_t *written);

int32_t sortid_mobile_generator_fill_bytes(const struct sortid_mobile_generator *generator,
                                    uint8_t *bytes,
                                    size_t size,
                                    size_t *written);

int32_t sortid_mobile_generator_fill_u64(const struct sortid_mobile_generator *generator,
                                  uint64_t *values,
                                  size_t count,
                                  size_t *written);

int32_t sortid_mobile_parse(const char *text,
                     size_t length,
                     uint32_t format,
                     struct sortid_mobile_id *id);

int32_t sortid_mobile_from_bytes(const uint8_t *bytes,
                          size_t length,
                          uint32_t format,
                          struct sortid_mobile_id *id);

int32_t sortid_mobile_from_u64(uint64_t value, uint32_t format, struct sortid_mobile_id *id);

int32_t sortid_mobile_from_u128(uint64_t high,
                         uint64_t low,
                         uint32_t format,
                         struct sortid_mobile_id *id);

int32_t sortid_mobile_text_form(const struct sortid_mobile_id *id,
                         uint32_t form,
                         char *text,
                         size_t size,
                         size_t *needed);

bool sortid_mobile_is_reserved(const struct sortid_mobile_id *id);

int sortid_mobile_compare(const void *a, const void *b);

int32_t sortid_mobile_timestamp(const struct sortid_mobile_id *id, struct sortid_mobile_time *time);

int32_t sortid_mobile_min_at(struct sortid_mobile_time time, uint32_t format, struct sortid_mobile_id *id);

int32_t sortid_mobile_max_at(struct sortid_mobile_time time, uint32_t format, struct sortid_mobile_id *id);

int32_t sortid_mobile_range(struct sortid_mobile_time from,
                     struct sortid_mobile_time to,
                     uint32_t format,
                     const struct sortid_mobile_option *options,
                     size_t count,
                     struct sortid_mobile_id *min,
                     struct sortid_mobile_id *max);

int32_t sortid_mobile_convert(const struct sortid_mobile_id *id,
                       uint32_t to,
                       struct sortid_mobile_id *converted);

int32_t sortid_mobile_prefix_check(const char *prefix, size_t length);

int32_t sortid_mobile_prefixed_parse(const char *text,
                              size_t length,
                              uint32_t format,
                              const char *prefix,
                              size_t prefix_length,
                              sortid_mobile_id *id,
                              size_t *found);

int32_t sortid_mobile_prefixed_text(const sortid_mobile_id *id,
                             const char *prefix,
                             size_t prefix_length,
                             char *text,
                             size_t size,
                             size_t *needed);

int32_t sortid_mobile_field_at(const sortid_mobile_id *id, size_t index, int64_t *high, uint64_t *low);

int32_t sortid_mobile_column_read(const struct sortid_mobile_column_request *request, struct sortid_mobile_column_response *response);
