// The id of any format. Included by sortid.hpp.

#ifndef SORTID_ID_HPP
#define SORTID_ID_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(__cpp_impl_three_way_comparison)
#include <compare>
#endif
#if __cplusplus >= 202002L
#include <span>
#endif

#include "options.hpp"
#include "time.hpp"
#include "value.hpp"

namespace sortid {

/// A set of corrections.
class Corrections {
 public:
  constexpr explicit Corrections(std::uint32_t bits) noexcept : bits_(bits) {}

  constexpr bool empty() const noexcept { return bits_ == 0; }
  constexpr bool contains(Correction correction) const noexcept { return (bits_ & static_cast<std::uint32_t>(correction)) != 0; }

  /// The corrections in the order of their bits.
  std::vector<Correction> list() const {
    std::vector<Correction> found;
    for (const Correction correction : all_corrections) {
      if (contains(correction)) found.push_back(correction);
    }
    return found;
  }

 private:
  std::uint32_t bits_;
};

/// An id, and the corrections of its text.
template <class T>
struct Corrected {
  T id;
  Corrections corrections;
};

/// An immutable id of any format, with its format.
///
/// Ids of one format are ordered by value (timeid: by time); ids of different formats are never equal, and are ordered by the format.
class AnyId {
 public:
  /// The nil UUID, an any_uuid of zeros.
  constexpr AnyId() noexcept : id_ SORTID_NIL_UUID {}

  /// Reads text in any of the format's forms. Nothing is trimmed.
  static Result<AnyId> try_parse(std::string_view text, Format format) noexcept;

  /// Reads text in one form, including forms that `try_parse` rejects; `not_applicable` if the
  /// format lacks it.
  static Result<AnyId> try_parse_form(std::string_view text, Format format, Form form) noexcept;

  /// Reads text like `try_parse`, but corrects unambiguous deviations: see `sortid_parse_lenient`.
  static Result<Corrected<AnyId>> try_parse_lenient(std::string_view text, Format format) noexcept;

  /// Whether `try_parse` accepts the text.
  static bool is_valid(std::string_view text, Format format) noexcept {
    return sortid_is_valid(detail::pointer(text), text.size(), detail::number(format));
  }

  /// From big-endian bytes of exactly the format's width.
  static Result<AnyId> try_from_bytes(const std::uint8_t* bytes, std::size_t size, Format format) noexcept;

  template <std::size_t N>
  static Result<AnyId> try_from_bytes(const std::array<std::uint8_t, N>& bytes, Format format) noexcept {
    return try_from_bytes(bytes.data(), N, format);
  }

#if __cplusplus >= 202002L
  static Result<AnyId> try_from_bytes(std::span<const std::uint8_t> bytes, Format format) noexcept {
    return try_from_bytes(bytes.data(), bytes.size(), format);
  }
  static Result<AnyId> try_from_bytes(std::span<const std::byte> bytes, Format format) noexcept {
    return try_from_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), format);
  }
#endif

  /// From 16 bytes in a byte order other than big-endian; `not_applicable` for other widths.
  static Result<AnyId> try_from_bytes_in(const std::uint8_t* bytes, std::size_t size, Format format, ByteOrder order) noexcept;

  /// From the integer of a 64-bit format; for timeid in two's complement.
  static Result<AnyId> try_from_u64(std::uint64_t value, Format format) noexcept;

  /// From the integer of a 128-bit format: high * 2^64 + low.
  static Result<AnyId> try_from_u128(std::uint64_t high, std::uint64_t low, Format format) noexcept;

  /// From named fields; omitted ones are zero.
  static Result<AnyId> try_from_fields(const std::vector<Field>& fields, Format format);

  constexpr Format format() const noexcept { return static_cast<Format>(id_.format); }

  /// The canonical text.
  Text text() const noexcept;
  std::string to_string() const { return text().to_string(); }

  /// Another text form; `not_applicable` if the format lacks it.
  Result<Text> try_text(Form form) const noexcept;

  /// The big-endian bytes: 8, 16 or 20 of them.
  const std::uint8_t* data() const noexcept { return id_.bytes; }
  std::size_t size() const noexcept { return sortid_format_bytes_size(id_.format); }
#if __cplusplus >= 202002L
  std::span<const std::byte> bytes() const noexcept { return std::as_bytes(std::span(data(), size())); }
#endif

  /// The bytes as an array; `not_applicable` for a format of another width.
  template <std::size_t N>
  Result<std::array<std::uint8_t, N>> try_array() const noexcept;

  /// The 16 bytes in a byte order other than big-endian; `not_applicable` for other widths.
  Result<std::array<std::uint8_t, SORTID_ORDERED_BYTES_SIZE>> try_bytes_in(ByteOrder order) const noexcept;

  /// The integer of a 64-bit format; for timeid in two's complement. `not_applicable` for wider formats.
  Result<std::uint64_t> try_u64() const noexcept;

  /// The upper and the lower half of the integer of a 128-bit format; `not_applicable` for other widths.
  Result<std::pair<std::uint64_t, std::uint64_t>> try_u128() const noexcept;

  /// Every field, the most significant first.
  std::vector<Field> fields() const;

  /// One field; `invalid_field` for a name that the format lacks.
  Result<Integer> try_field(std::string_view name) const noexcept;

  /// The node, as set by the option `node`; empty for a format without a node.
  std::optional<std::uint64_t> node() const noexcept {
    std::uint64_t node;
    if (sortid_node(&id_, &node, nullptr) != SORTID_OK) return std::nullopt;
    return node;
  }

  /// The time of the id; `not_applicable` for a format without a time.
  Result<Timestamp> try_timestamp() const noexcept;

  /// The time of an id with another epoch or layout.
  Result<Timestamp> try_timestamp(const Options& options) const;

  /// Whether the id parses but is never generated.
  bool is_reserved() const noexcept { return sortid_is_reserved(&id_); }

  /// The kind of an any_uuid; empty for other formats.
  std::optional<UuidKind> kind() const noexcept {
    const std::uint32_t kind = sortid_kind(&id_);
    if (kind == 0) return std::nullopt;
    return static_cast<UuidKind>(kind);
  }

  /// The same id in another format: tid to timeid, uuid1 to uuid6, xid to object_id, and back.
  /// Between formats of 128 bits, the bits do not change.
  Result<AnyId> try_convert(Format to) const noexcept;

  /// The id whose integer is greater by one; `out_of_range` for the largest, `not_applicable` for
  /// formats with fixed bits or unsorted bytes.
  Result<AnyId> try_successor() const noexcept;

  /// The id whose integer is less by one; `out_of_range` for the smallest.
  Result<AnyId> try_predecessor() const noexcept;

#if defined(__cpp_exceptions)
  static AnyId parse(std::string_view text, Format format) { return try_parse(text, format).value(); }
  static AnyId parse_form(std::string_view text, Format format, Form form) { return try_parse_form(text, format, form).value(); }
  static Corrected<AnyId> parse_lenient(std::string_view text, Format format);
  static AnyId from_bytes(const std::uint8_t* bytes, std::size_t size, Format format) { return try_from_bytes(bytes, size, format).value(); }
  static AnyId from_bytes_in(const std::uint8_t* bytes, std::size_t size, Format format, ByteOrder order) {
    return try_from_bytes_in(bytes, size, format, order).value();
  }
  template <std::size_t N>
  static AnyId from_bytes(const std::array<std::uint8_t, N>& bytes, Format format) {
    return try_from_bytes(bytes, format).value();
  }
#if __cplusplus >= 202002L
  static AnyId from_bytes(std::span<const std::uint8_t> bytes, Format format) { return try_from_bytes(bytes, format).value(); }
  static AnyId from_bytes(std::span<const std::byte> bytes, Format format) { return try_from_bytes(bytes, format).value(); }
#endif
  static AnyId from_u64(std::uint64_t value, Format format) { return try_from_u64(value, format).value(); }
  static AnyId from_u128(std::uint64_t high, std::uint64_t low, Format format) { return try_from_u128(high, low, format).value(); }
  static AnyId from_fields(const std::vector<Field>& fields, Format format) { return try_from_fields(fields, format).value(); }
  Text text(Form form) const { return try_text(form).value(); }
  template <std::size_t N>
  std::array<std::uint8_t, N> array() const {
    return try_array<N>().value();
  }
  std::array<std::uint8_t, SORTID_ORDERED_BYTES_SIZE> bytes_in(ByteOrder order) const { return try_bytes_in(order).value(); }
  std::uint64_t u64() const { return try_u64().value(); }
  std::pair<std::uint64_t, std::uint64_t> u128() const { return try_u128().value(); }
  Integer field(std::string_view name) const { return try_field(name).value(); }
  Timestamp timestamp() const { return try_timestamp().value(); }
  Timestamp timestamp(const Options& options) const { return try_timestamp(options).value(); }
  AnyId convert(Format to) const { return try_convert(to).value(); }
  AnyId successor() const { return try_successor().value(); }
  AnyId predecessor() const { return try_predecessor().value(); }
#endif

  friend bool operator==(const AnyId& a, const AnyId& b) noexcept { return sortid_compare(&a.id_, &b.id_) == 0; }
#if defined(__cpp_impl_three_way_comparison)
  friend std::strong_ordering operator<=>(const AnyId& a, const AnyId& b) noexcept { return sortid_compare(&a.id_, &b.id_) <=> 0; }
#else
  friend bool operator!=(const AnyId& a, const AnyId& b) noexcept { return !(a == b); }
  friend bool operator<(const AnyId& a, const AnyId& b) noexcept { return sortid_compare(&a.id_, &b.id_) < 0; }
  friend bool operator>(const AnyId& a, const AnyId& b) noexcept { return b < a; }
  friend bool operator<=(const AnyId& a, const AnyId& b) noexcept { return !(b < a); }
  friend bool operator>=(const AnyId& a, const AnyId& b) noexcept { return !(a < b); }
#endif

  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const AnyId& id) {
    return stream << id.text().view();
  }


 private:
  friend struct detail::Access;
  explicit constexpr AnyId(const sortid_id& id) noexcept : id_(id) {}
  constexpr const sortid_id& raw() const noexcept { return id_; }
  sortid_id id_;
};

inline Result<AnyId> AnyId::try_parse(std::string_view text, Format format) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_parse(detail::pointer(text), text.size(), detail::number(format), id, error);
  });
}

inline Result<AnyId> AnyId::try_from_bytes(const std::uint8_t* bytes, std::size_t size, Format format) noexcept {
  // The data of an empty vector may be null.
  constexpr std::uint8_t none = 0;
  if (size == 0) bytes = &none;
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_from_bytes(bytes, size, detail::number(format), id, error);
  });
}

inline Result<AnyId> AnyId::try_parse_form(std::string_view text, Format format, Form form) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_parse_form(detail::pointer(text), text.size(), detail::number(format), static_cast<std::uint32_t>(form), id, error);
  });
}

inline Result<Corrected<AnyId>> AnyId::try_parse_lenient(std::string_view text, Format format) noexcept {
  sortid_id id;
  std::uint32_t corrections;
  sortid_error error;
  const std::int32_t status =
      sortid_parse_lenient(detail::pointer(text), text.size(), detail::number(format), &id, &corrections, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return Corrected<AnyId>{detail::Access::id<AnyId>(id), Corrections(corrections)};
}

#if defined(__cpp_exceptions)
inline Corrected<AnyId> AnyId::parse_lenient(std::string_view text, Format format) { return try_parse_lenient(text, format).value(); }
#endif

inline Result<AnyId> AnyId::try_from_bytes_in(const std::uint8_t* bytes, std::size_t size, Format format, ByteOrder order) noexcept {
  constexpr std::uint8_t none = 0;
  if (size == 0) bytes = &none;
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_from_bytes_in(bytes, size, detail::number(format), static_cast<std::uint32_t>(order), id, error);
  });
}

inline Result<std::array<std::uint8_t, SORTID_ORDERED_BYTES_SIZE>> AnyId::try_bytes_in(ByteOrder order) const noexcept {
  std::array<std::uint8_t, SORTID_ORDERED_BYTES_SIZE> bytes;
  sortid_error error;
  if (sortid_bytes_in(&id_, static_cast<std::uint32_t>(order), bytes.data(), &error) != SORTID_OK) return detail::Access::error(error);
  return bytes;
}

inline Result<AnyId> AnyId::try_from_u64(std::uint64_t value, Format format) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) { return sortid_from_u64(value, detail::number(format), id, error); });
}

inline Result<AnyId> AnyId::try_from_u128(std::uint64_t high, std::uint64_t low, Format format) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) { return sortid_from_u128(high, low, detail::number(format), id, error); });
}

inline Result<AnyId> AnyId::try_from_fields(const std::vector<Field>& fields, Format format) {
  std::vector<sortid_field> raw;
  for (const Field& field : fields) {
    raw.push_back({detail::pointer(field.name), field.name.size(), {field.value.high, field.value.low}});
  }
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_from_fields(raw.data(), raw.size(), detail::number(format), id, error);
  });
}

inline Text AnyId::text() const noexcept {
  // Cannot fail: the id is valid, and `Text` has room for any id.
  return *detail::Access::text<Text>([&](char* text, std::size_t size, sortid_error* error) {
    return sortid_text(&id_, text, size, nullptr, error);
  });
}

inline Result<Text> AnyId::try_text(Form form) const noexcept {
  return detail::Access::text<Text>([&](char* text, std::size_t size, sortid_error* error) {
    return sortid_text_form(&id_, static_cast<std::uint32_t>(form), text, size, nullptr, error);
  });
}

template <std::size_t N>
Result<std::array<std::uint8_t, N>> AnyId::try_array() const noexcept {
  if (size() != N) return detail::Access::error(ErrorCode::not_applicable);
  std::array<std::uint8_t, N> array;
  std::copy_n(data(), N, array.begin());
  return array;
}

inline Result<std::uint64_t> AnyId::try_u64() const noexcept {
  std::uint64_t value;
  sortid_error error;
  if (sortid_u64(&id_, &value, &error) != SORTID_OK) return detail::Access::error(error);
  return value;
}

inline Result<std::pair<std::uint64_t, std::uint64_t>> AnyId::try_u128() const noexcept {
  std::uint64_t high, low;
  sortid_error error;
  if (sortid_u128(&id_, &high, &low, &error) != SORTID_OK) return detail::Access::error(error);
  return std::pair(high, low);
}

inline std::vector<Field> AnyId::fields() const {
  std::array<sortid_field, SORTID_MAX_FIELDS> raw;
  std::size_t count = 0;
  std::vector<Field> fields;
  if (sortid_fields(&id_, raw.data(), raw.size(), &count, nullptr) == SORTID_OK) {
    for (std::size_t i = 0; i < count; i++) {
      fields.push_back({{raw[i].name, raw[i].name_length}, {raw[i].value.high, raw[i].value.low}});
    }
  }
  return fields;
}

inline Result<Integer> AnyId::try_field(std::string_view name) const noexcept {
  sortid_integer value;
  sortid_error error;
  if (sortid_field_value(&id_, detail::pointer(name), name.size(), &value, &error) != SORTID_OK) return detail::Access::error(error);
  return Integer(value.high, value.low);
}

inline Result<Timestamp> AnyId::try_timestamp() const noexcept {
  sortid_time time;
  sortid_error error;
  if (sortid_timestamp(&id_, &time, &error) != SORTID_OK) return detail::Access::error(error);
  return Timestamp(time.seconds, time.nanos);
}

inline Result<Timestamp> AnyId::try_timestamp(const Options& options) const {
  const detail::RawOptions raw(options);
  sortid_time time;
  sortid_error error;
  if (sortid_timestamp_with(&id_, raw.data(), raw.size(), &time, &error) != SORTID_OK) return detail::Access::error(error);
  return Timestamp(time.seconds, time.nanos);
}

inline Result<AnyId> AnyId::try_successor() const noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) { return sortid_successor(&id_, id, error); });
}

inline Result<AnyId> AnyId::try_predecessor() const noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) { return sortid_predecessor(&id_, id, error); });
}

inline Result<AnyId> AnyId::try_convert(Format to) const noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) { return sortid_convert(&id_, detail::number(to), id, error); });
}

}  // namespace sortid

#endif  // SORTID_ID_HPP
