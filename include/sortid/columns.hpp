// Columns of ids in the caller's memory. Included by sortid.hpp.

#ifndef SORTID_COLUMNS_HPP
#define SORTID_COLUMNS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#if __cplusplus >= 202002L
#include <span>
#endif

#include "options.hpp"
#include "time.hpp"

namespace sortid {

/// The unit of times, counted from 1970.
enum class Unit : std::uint32_t { s = SORTID_UNIT_S, ms = SORTID_UNIT_MS, us = SORTID_UNIT_US, ns = SORTID_UNIT_NS };

/// How to handle an invalid row: stop before it, or make it null and count it.
enum class OnInvalid : std::uint32_t { stop = SORTID_ON_INVALID_STOP, null = SORTID_ON_INVALID_NULL };

/// The outcome of reading a column: the numbers of written, null and invalid rows.
class [[nodiscard]] Outcome {
 public:
  /// The number of leading rows that were written.
  std::size_t rows() const noexcept { return raw_.rows; }

  /// The number of null ones of these rows, including invalid ones.
  std::size_t nulls() const noexcept { return raw_.nulls; }

  /// The first invalid row.
  std::optional<std::size_t> invalid_row() const noexcept {
    if (raw_.invalid_status == SORTID_OK) return std::nullopt;
    return raw_.invalid_row;
  }

  /// The error code of that row.
  std::optional<ErrorCode> invalid_code() const noexcept {
    if (raw_.invalid_status == SORTID_OK) return std::nullopt;
    return static_cast<ErrorCode>(raw_.invalid_status);
  }

  /// The offset of the invalid byte in its text.
  std::optional<std::size_t> invalid_offset() const noexcept {
    if (raw_.invalid_offset < 0) return std::nullopt;
    return static_cast<std::size_t>(raw_.invalid_offset);
  }

  /// The number of rows that are invalid with this code.
  std::size_t count(ErrorCode code) const noexcept {
    const auto number = static_cast<std::size_t>(code);
    return number < SORTID_COUNTS_SIZE ? raw_.counts[number] : 0;
  }

 private:
  friend class Column;

  sortid_outcome raw_ = {};
};

/// Ids of one format in the caller's memory, which must outlive the column.
///
/// A bitmap has a bit for each row, the lowest of a byte first. `valid`, if not null, receives the bitmap
/// of rows that are not null. An invalid row under `OnInvalid::stop` is not an error of the call: see the
/// outcome. Only options allocate memory.
class Column {
 public:
  /// Texts of one width, padded with zero bytes. `stride` is the distance between the starts of rows; 0 if
  /// adjacent.
  static Column texts(std::string_view data, std::size_t width, Format format, std::size_t stride = 0) noexcept {
    return fixed(data.data(), data.size(), width, stride, format, SORTID_ROWS_TEXT);
  }

  /// Texts with `rows` + 1 offsets.
  static Column texts(std::string_view data, const std::int32_t* offsets, std::size_t rows, Format format) noexcept {
    return with_offsets(data.data(), data.size(), offsets, rows, format, SORTID_ROWS_TEXT_OFFSETS32);
  }
  static Column texts(std::string_view data, const std::int64_t* offsets, std::size_t rows, Format format) noexcept {
    return with_offsets(data.data(), data.size(), offsets, rows, format, SORTID_ROWS_TEXT_OFFSETS64);
  }

  /// Big-endian ids, adjacent or with a stride.
  static Column bytes(const std::uint8_t* data, std::size_t size, Format format, std::size_t stride = 0) noexcept {
    return fixed(data, size, sortid_format_bytes_size(detail::number(format)), stride, format, SORTID_ROWS_BYTES);
  }

  /// Big-endian ids with `rows` + 1 offsets.
  static Column bytes(const std::uint8_t* data, std::size_t size, const std::int32_t* offsets, std::size_t rows, Format format) noexcept {
    return with_offsets(data, size, offsets, rows, format, SORTID_ROWS_BYTES_OFFSETS32);
  }
  static Column bytes(const std::uint8_t* data, std::size_t size, const std::int64_t* offsets, std::size_t rows, Format format) noexcept {
    return with_offsets(data, size, offsets, rows, format, SORTID_ROWS_BYTES_OFFSETS64);
  }

  /// The integers of a 64-bit format.
  static Column ints(const std::uint64_t* values, std::size_t rows, Format format) noexcept {
    Column column(format, SORTID_ROWS_U64);
    column.raw_.data = values;
    column.raw_.size = rows * sizeof *values;
    column.raw_.rows = rows;
    return column;
  }
  /// The signed integers of timeid.
  static Column ints(const std::int64_t* values, std::size_t rows, Format format) noexcept {
    return ints(reinterpret_cast<const std::uint64_t*>(values), rows, format);
  }

#if __cplusplus >= 202002L
  static Column texts(std::string_view data, std::span<const std::int32_t> offsets, Format format) noexcept {
    return texts(data, offsets.data(), offsets.empty() ? 0 : offsets.size() - 1, format);
  }
  static Column texts(std::string_view data, std::span<const std::int64_t> offsets, Format format) noexcept {
    return texts(data, offsets.data(), offsets.empty() ? 0 : offsets.size() - 1, format);
  }
  static Column bytes(std::span<const std::uint8_t> data, Format format) noexcept { return bytes(data.data(), data.size(), format); }
  static Column bytes(std::span<const std::byte> data, Format format) noexcept {
    return bytes(reinterpret_cast<const std::uint8_t*>(data.data()), data.size(), format);
  }
  static Column ints(std::span<const std::uint64_t> values, Format format) noexcept { return ints(values.data(), values.size(), format); }
  static Column ints(std::span<const std::int64_t> values, Format format) noexcept { return ints(values.data(), values.size(), format); }
#endif

  /// The column with a bitmap of the rows that are not null, which starts at `first_bit`.
  Column with_validity(const std::uint8_t* bitmap, std::size_t first_bit = 0) const noexcept {
    Column column = *this;
    column.raw_.valid = bitmap;
    column.raw_.valid_offset = first_bit;
    return column;
  }

  Format format() const noexcept { return static_cast<Format>(raw_.format); }
  std::size_t size() const noexcept { return raw_.rows; }

  /// The time of each row; 0 for a null row.
  Result<Outcome> try_times(Unit unit, std::int64_t* times, std::size_t count, OnInvalid on_invalid = OnInvalid::stop,
                            std::uint8_t* valid = nullptr, const Options& options = {}) const {
    const detail::RawOptions raw(options);
    return outcome_of(count, raw_.rows, on_invalid, [&](sortid_outcome* outcome, sortid_error* error) {
      return sortid_column_times(&raw_, static_cast<std::uint32_t>(unit), static_cast<std::uint32_t>(on_invalid), raw.data(), raw.size(), times,
                               valid, outcome, error);
    });
  }

  /// Big-endian ids; zeros for a null row. `size` is in bytes.
  Result<Outcome> try_bytes(std::uint8_t* bytes, std::size_t size, OnInvalid on_invalid = OnInvalid::stop,
                            std::uint8_t* valid = nullptr) const {
    return outcome_of(0, 0, on_invalid, [&](sortid_outcome* outcome, sortid_error* error) {
      return sortid_column_parse(&raw_, static_cast<std::uint32_t>(on_invalid), bytes, size, valid, outcome, error);
    });
  }

  /// Canonical texts of one width, padded with zero bytes; zeros for a null row. `size` is in bytes.
  Result<Outcome> try_texts(char* texts, std::size_t size, OnInvalid on_invalid = OnInvalid::stop, std::uint8_t* valid = nullptr) const {
    return outcome_of(0, 0, on_invalid, [&](sortid_outcome* outcome, sortid_error* error) {
      return sortid_column_texts(&raw_, static_cast<std::uint32_t>(on_invalid), texts, size, valid, outcome, error);
    });
  }

  /// The integers of a 64-bit format; 0 for a null row.
  Result<Outcome> try_ints(std::uint64_t* values, std::size_t count, OnInvalid on_invalid = OnInvalid::stop,
                           std::uint8_t* valid = nullptr) const {
    return outcome_of(count, raw_.rows, on_invalid, [&](sortid_outcome* outcome, sortid_error* error) {
      return sortid_column_ints(&raw_, static_cast<std::uint32_t>(on_invalid), values, valid, outcome, error);
    });
  }

  /// One field of up to 64 bits; 0 for a null row.
  Result<Outcome> try_field(std::string_view name, std::uint64_t* values, std::size_t count, OnInvalid on_invalid = OnInvalid::stop,
                            std::uint8_t* valid = nullptr) const {
    return outcome_of(count, raw_.rows, on_invalid, [&](sortid_outcome* outcome, sortid_error* error) {
      return sortid_column_field(&raw_, detail::pointer(name), name.size(), static_cast<std::uint32_t>(on_invalid), values, valid, outcome,
                               error);
    });
  }

  /// A bitmap of the rows whose time is in the half-open interval [from, to); `size` is in bytes.
  Result<Outcome> try_between(Timestamp from, Timestamp to, std::uint8_t* inside, std::size_t size, OnInvalid on_invalid = OnInvalid::stop,
                              std::uint8_t* valid = nullptr, const Options& options = {}) const {
    const detail::RawOptions raw(options);
    return outcome_of(size, bitmap_size(), on_invalid, [&](sortid_outcome* outcome, sortid_error* error) {
      return sortid_column_between(&raw_, detail::raw(from), detail::raw(to), static_cast<std::uint32_t>(on_invalid), raw.data(), raw.size(),
                                 inside, valid, outcome, error);
    });
  }

  /// A bitmap of the valid rows, and counts of the errors of the others; `size` is in bytes.
  Result<Outcome> try_valid(std::uint8_t* valid, std::size_t size) const {
    return outcome_of(size, bitmap_size(), OnInvalid::null,
                [&](sortid_outcome* outcome, sortid_error* error) { return sortid_column_valid(&raw_, valid, outcome, error); });
  }

#if __cplusplus >= 202002L
  Result<Outcome> try_times(Unit unit, std::span<std::int64_t> times, OnInvalid on_invalid = OnInvalid::stop, std::uint8_t* valid = nullptr,
                            const Options& options = {}) const {
    return try_times(unit, times.data(), times.size(), on_invalid, valid, options);
  }
  Result<Outcome> try_bytes(std::span<std::uint8_t> bytes, OnInvalid on_invalid = OnInvalid::stop, std::uint8_t* valid = nullptr) const {
    return try_bytes(bytes.data(), bytes.size(), on_invalid, valid);
  }
  Result<Outcome> try_bytes(std::span<std::byte> bytes, OnInvalid on_invalid = OnInvalid::stop, std::uint8_t* valid = nullptr) const {
    return try_bytes(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size(), on_invalid, valid);
  }
  Result<Outcome> try_texts(std::span<char> texts, OnInvalid on_invalid = OnInvalid::stop, std::uint8_t* valid = nullptr) const {
    return try_texts(texts.data(), texts.size(), on_invalid, valid);
  }
  Result<Outcome> try_ints(std::span<std::uint64_t> values, OnInvalid on_invalid = OnInvalid::stop, std::uint8_t* valid = nullptr) const {
    return try_ints(values.data(), values.size(), on_invalid, valid);
  }
#endif

#if defined(__cpp_exceptions)
  Outcome times(Unit unit, std::int64_t* times, std::size_t count, OnInvalid on_invalid = OnInvalid::stop, std::uint8_t* valid = nullptr,
                const Options& options = {}) const {
    return try_times(unit, times, count, on_invalid, valid, options).value();
  }
#if __cplusplus >= 202002L
  Outcome times(Unit unit, std::span<std::int64_t> times, OnInvalid on_invalid = OnInvalid::stop, std::uint8_t* valid = nullptr,
                const Options& options = {}) const {
    return try_times(unit, times, on_invalid, valid, options).value();
  }
#endif
#endif

 private:
  explicit Column(Format format, std::uint32_t kind) noexcept {
    raw_.format = detail::number(format);
    raw_.kind = kind;
  }

  static Column fixed(const void* data, std::size_t size, std::size_t width, std::size_t stride, Format format, std::uint32_t kind) noexcept {
    Column column(format, kind);
    const std::size_t step = stride == 0 ? width : stride;
    column.raw_.data = data;
    column.raw_.size = size;
    column.raw_.width = width;
    column.raw_.stride = stride;
    // An incomplete last row counts, so that the library rejects it.
    column.raw_.rows = step == 0 ? size : size / step + (size % step != 0);
    return column;
  }

  static Column with_offsets(const void* data, std::size_t size, const void* offsets, std::size_t rows, Format format, std::uint32_t kind) noexcept {
    Column column(format, kind);
    column.raw_.data = data;
    column.raw_.size = size;
    column.raw_.offsets = offsets;
    column.raw_.rows = rows;
    return column;
  }

  std::size_t bitmap_size() const noexcept { return raw_.rows / 8 + (raw_.rows % 8 != 0); }

  /// The outcome of `read`, or `buffer_too_small` if `room` is less than `needed`.
  template <class Read>
  static Result<Outcome> outcome_of(std::size_t room, std::size_t needed, OnInvalid on_invalid, Read read) {
    if (room < needed) return detail::Access::error(ErrorCode::buffer_too_small);
    Outcome outcome;
    sortid_error error;
    const std::int32_t status = read(&outcome.raw_, &error);
    const bool ended = on_invalid == OnInvalid::stop && outcome.raw_.invalid_status != SORTID_OK;
    if (status != SORTID_OK && !ended) return detail::Access::error(error);
    return outcome;
  }

  sortid_column raw_ = {};
};

}  // namespace sortid

#endif  // SORTID_COLUMNS_HPP
