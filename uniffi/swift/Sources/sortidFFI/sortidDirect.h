// Single ids and fills, past UniFFI: see uniffi/src/direct.rs and prefixed.rs for what each function says.
//
// A result is 0, or the code of an error in the lower 32 bits and its place above them, -1 if there is none. Of a state file the
// words behind the first of `out` or `filled` say where its path lies.

#pragma once

#include <stdint.h>

int64_t sortid_direct_next(uint64_t generator_address, uint8_t format_code, uint64_t *_Nonnull out);

int64_t sortid_direct_next_at(uint64_t generator_address, uint8_t format_code, int64_t seconds, uint32_t nanos,
                              uint64_t *_Nonnull out);

int64_t sortid_direct_new_at(uint8_t format_code, int64_t seconds, uint32_t nanos, uint64_t *_Nonnull out);

int64_t sortid_direct_parse(uint8_t format_code, const uint8_t *_Nullable text, uint64_t length, uint64_t *_Nonnull out);

int64_t sortid_direct_from_bytes(uint8_t format_code, const uint8_t *_Nullable start, uint64_t length,
                                 uint64_t *_Nonnull out);

int64_t sortid_direct_check(uint8_t format_code, uint64_t high, uint64_t middle, uint32_t low);

int64_t sortid_direct_field(uint8_t format_code, uint64_t high, uint64_t middle, uint32_t low, uint8_t place,
                            uint64_t *_Nonnull out);

int64_t sortid_direct_is_reserved(uint8_t format_code, uint64_t high, uint64_t middle, uint32_t low,
                                  uint64_t *_Nonnull out);

int64_t sortid_direct_convert(uint8_t format_code, uint64_t high, uint64_t middle, uint32_t low, uint8_t to,
                              uint64_t *_Nonnull out);

int64_t sortid_direct_min_at(uint8_t format_code, int64_t seconds, uint32_t nanos, uint64_t *_Nonnull out);

int64_t sortid_direct_max_at(uint8_t format_code, int64_t seconds, uint32_t nanos, uint64_t *_Nonnull out);

int64_t sortid_direct_range(uint8_t format_code, int64_t from_seconds, uint32_t from_nanos, int64_t to_seconds,
                            uint32_t to_nanos, uint64_t *_Nonnull out);

int64_t sortid_direct_text(uint8_t format_code, uint64_t high, uint64_t middle, uint32_t low, uint8_t form,
                           uint8_t *_Nonnull out, uint64_t *_Nonnull length);

int64_t sortid_direct_timestamp(uint8_t format_code, uint64_t high, uint64_t middle, uint32_t low, int64_t *_Nonnull out);

int64_t sortid_direct_compare(uint8_t format_code, uint64_t high, uint64_t middle, uint32_t low, uint64_t other_high,
                              uint64_t other_middle, uint32_t other_low, int64_t *_Nonnull out);

int64_t sortid_direct_fill_text(uint64_t generator_address, uint8_t format_code, uint8_t *_Nullable out, uint64_t length,
                                uint64_t *_Nonnull filled);

int64_t sortid_direct_fill_bytes(uint64_t generator_address, uint8_t format_code, uint8_t *_Nullable out, uint64_t length,
                                 uint64_t *_Nonnull filled);

int64_t sortid_direct_fill_u64(uint64_t generator_address, uint8_t format_code, uint64_t *_Nullable out, uint64_t count,
                               uint64_t *_Nonnull filled);

int64_t sortid_prefixed_check(const uint8_t *_Nullable prefix, uint64_t length);

int64_t sortid_prefixed_parse(uint8_t format_code, const uint8_t *_Nullable text, uint64_t length,
                              const uint8_t *_Nullable prefix, int64_t prefix_length, uint64_t *_Nonnull out,
                              uint64_t *_Nonnull found);

int64_t sortid_prefixed_text(uint8_t format_code, uint64_t high, uint64_t middle, uint32_t low,
                             const uint8_t *_Nullable prefix, uint64_t prefix_length, uint8_t *_Nonnull out,
                             uint64_t *_Nonnull length);

// Whole columns: see uniffi/src/columns.rs for what each word says.

typedef struct {
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
    uint64_t on_refusal;
    uint64_t out;
    uint64_t out_length;
    uint64_t out_valid;
} sortid_column_ask;

typedef struct {
    uint64_t rows;
    uint64_t nulls;
    uint64_t refused;
    int64_t why;
    uint64_t counts[64];
} sortid_column_told;

int64_t sortid_column_read(const sortid_column_ask *_Nonnull ask, sortid_column_told *_Nonnull told);

int64_t sortid_column_explain(const sortid_column_ask *_Nonnull ask, uint64_t row, uint8_t *_Nonnull out,
                              uint64_t *_Nonnull length);
