// A type for each format. Included by sortid.hpp.

#ifndef SORTID_TYPED_HPP
#define SORTID_TYPED_HPP

#include "functions.hpp"

namespace sortid {

/// An id of a format known at compile time, of the width of the format.
///
/// Converts to AnyId implicitly, and back with `try_from`. Ids of different formats do not compare.
template <Format F>
class basic_id {
 public:
  /// The big-endian bytes.
  using Bytes = std::array<std::uint8_t, Widths<F>::bytes>;

  static constexpr Format format() noexcept { return F; }

  /// The id whose fields are all zero. A UUID still has its version and variant.
  constexpr basic_id() noexcept : bytes_() {
    if constexpr (detail::uuid_version<F> != 0) {
      bytes_[6] = detail::uuid_version<F> << 4;
      bytes_[8] = 0x80;
    }
  }

  /// Reads text in any of the format's forms. Nothing is trimmed.
  static Result<basic_id> try_parse(std::string_view text) noexcept {
    return detail::id<basic_id>([&](sortid_id* id, sortid_error* error) {
      return sortid_parse(detail::pointer(text), text.size(), detail::number(F), id, error);
    });
  }

  /// Whether `try_parse` accepts the text.
  static bool is_valid(std::string_view text) noexcept { return AnyId::is_valid(text, F); }

  /// The same id with its type; `not_applicable` for an id of another format.
  static Result<basic_id> try_from(const AnyId& id) noexcept {
    if (id.format() != F) return detail::Access::error(ErrorCode::not_applicable);
    return basic_id(detail::Access::raw(id));
  }

  /// From big-endian bytes.
  static Result<basic_id> try_from_bytes(const Bytes& bytes) noexcept { return typed(AnyId::try_from_bytes(bytes, F)); }

  /// Reads text in one form, including forms that `try_parse` rejects; `not_applicable` if the
  /// format lacks it.
  static Result<basic_id> try_parse_form(std::string_view text, Form form) noexcept { return typed(AnyId::try_parse_form(text, F, form)); }

  /// Reads text like `try_parse`, but corrects unambiguous deviations: see `sortid_parse_lenient`.
  static Result<Corrected<basic_id>> try_parse_lenient(std::string_view text) noexcept {
    const Result<Corrected<AnyId>> read = AnyId::try_parse_lenient(text, F);
    if (!read) return read.error();
    return Corrected<basic_id>{detail::Access::id<basic_id>(detail::Access::raw(read->id)), read->corrections};
  }

  /// From 16 bytes in a byte order other than big-endian; `not_applicable` for other widths.
  static Result<basic_id> try_from_bytes_in(const Bytes& bytes, ByteOrder order) noexcept {
    return typed(AnyId::try_from_bytes_in(bytes.data(), bytes.size(), F, order));
  }

  /// From the integer of a 64-bit format; for timeid in two's complement.
  static Result<basic_id> try_from_u64(std::uint64_t value) noexcept {
    static_assert(sizeof(Bytes) == 8, "requires a format of 64 bits");
    return typed(AnyId::try_from_u64(value, F));
  }

  /// From the integer of a 128-bit format: high * 2^64 + low.
  static Result<basic_id> try_from_u128(std::uint64_t high, std::uint64_t low) noexcept {
    static_assert(sizeof(Bytes) == 16, "requires a format of 128 bits");
    return typed(AnyId::try_from_u128(high, low, F));
  }

  /// From named fields; omitted ones are zero.
  static Result<basic_id> try_from_fields(const std::vector<Field>& fields) { return typed(AnyId::try_from_fields(fields, F)); }

  /// A new id of the process-wide default generator. Other processes may repeat ids as with `try_new_id`.
  static Result<basic_id> try_now() noexcept {
    return detail::id<basic_id>([](sortid_id* id, sortid_error* error) { return sortid_new_id(detail::number(F), id, error); });
  }

  /// A new id whose tick contains an instant: see `sortid_new_id_at`.
  static Result<basic_id> try_at(Timestamp time) noexcept { return typed(sortid::try_new_id_at(time, F)); }

  /// The smallest and the largest id of the tick that contains an instant.
  static Result<basic_id> try_min_at(Timestamp time) noexcept { return typed(sortid::try_min_at(time, F)); }
  static Result<basic_id> try_max_at(Timestamp time) noexcept { return typed(sortid::try_max_at(time, F)); }
  static Result<basic_id> try_min_at(Timestamp time, const Options& options) { return typed(sortid::try_min_at(time, F, options)); }
  static Result<basic_id> try_max_at(Timestamp time, const Options& options) { return typed(sortid::try_max_at(time, F, options)); }

  /// The smallest and the largest id of the half-open interval [from, to).
  static Result<basic_range<basic_id>> try_range(Timestamp from, Timestamp to, const Options& options = {}) {
    return both(sortid::try_range(from, to, F, options));
  }

  /// The smallest and the largest id whose canonical text begins with a prefix.
  static Result<basic_range<basic_id>> try_prefix_range(std::string_view prefix) noexcept {
    return both(sortid::try_prefix_range(prefix, F));
  }

  /// The same id with its format at run time.
  operator AnyId() const noexcept { return detail::Access::id<AnyId>(raw()); }

  /// The canonical text.
  Text text() const noexcept { return AnyId(*this).text(); }
  std::string to_string() const { return text().to_string(); }

  /// Another text form; `not_applicable` if the format lacks it.
  Result<Text> try_text(Form form) const noexcept { return AnyId(*this).try_text(form); }

  constexpr const Bytes& array() const noexcept { return bytes_; }

  /// The 16 bytes in a byte order other than big-endian; `not_applicable` for other widths.
  Result<std::array<std::uint8_t, SORTID_ORDERED_BYTES_SIZE>> try_bytes_in(ByteOrder order) const noexcept {
    return AnyId(*this).try_bytes_in(order);
  }
  constexpr const std::uint8_t* data() const noexcept { return bytes_.data(); }
  static constexpr std::size_t size() noexcept { return sizeof(Bytes); }
#if __cplusplus >= 202002L
  std::span<const std::byte, sizeof(Bytes)> bytes() const noexcept { return std::as_bytes(std::span(bytes_)); }
#endif

  /// The integer of a 64-bit format; for timeid in two's complement.
  constexpr std::uint64_t u64() const noexcept {
    static_assert(sizeof(Bytes) == 8, "requires a format of 64 bits");
    return word(0);
  }

  /// The upper and the lower half of the integer of a 128-bit format.
  constexpr std::pair<std::uint64_t, std::uint64_t> u128() const noexcept {
    static_assert(sizeof(Bytes) == 16, "requires a format of 128 bits");
    return {word(0), word(8)};
  }

  /// Every field, the most significant first.
  std::vector<Field> fields() const { return AnyId(*this).fields(); }

  /// One field; `invalid_field` for a name that the format lacks.
  Result<Integer> try_field(std::string_view name) const noexcept { return AnyId(*this).try_field(name); }

  /// The node, as set by the option `node`; empty for a format without a node.
  std::optional<std::uint64_t> node() const noexcept { return AnyId(*this).node(); }

  /// The time of the id; `not_applicable` for a format without a time.
  Result<Timestamp> try_timestamp() const noexcept { return AnyId(*this).try_timestamp(); }

  /// The time of an id with another epoch or layout.
  Result<Timestamp> try_timestamp(const Options& options) const { return AnyId(*this).try_timestamp(options); }

  /// Whether the id parses but is never generated.
  bool is_reserved() const noexcept { return AnyId(*this).is_reserved(); }

  /// The kind of an any_uuid; empty for other formats.
  std::optional<UuidKind> kind() const noexcept { return AnyId(*this).kind(); }

  /// The same id in another format: tid to timeid, uuid1 to uuid6, xid to object_id, and back.
  /// Between formats of 128 bits, the bits do not change.
  template <Format To>
  Result<basic_id<To>> try_convert() const noexcept {
    return AnyId(*this).try_convert(To).and_then(basic_id<To>::try_from);
  }

  /// The id whose integer is greater by one: see `AnyId::try_successor`.
  Result<basic_id> try_successor() const noexcept { return typed(AnyId(*this).try_successor()); }

  /// The id whose integer is less by one.
  Result<basic_id> try_predecessor() const noexcept { return typed(AnyId(*this).try_predecessor()); }

#if defined(__cpp_exceptions)
  static basic_id parse(std::string_view text) { return try_parse(text).value(); }
  static basic_id parse_form(std::string_view text, Form form) { return try_parse_form(text, form).value(); }
  static Corrected<basic_id> parse_lenient(std::string_view text) { return try_parse_lenient(text).value(); }
  static basic_id from_bytes_in(const Bytes& bytes, ByteOrder order) { return try_from_bytes_in(bytes, order).value(); }
  std::array<std::uint8_t, SORTID_ORDERED_BYTES_SIZE> bytes_in(ByteOrder order) const { return try_bytes_in(order).value(); }
  static basic_id from(const AnyId& id) { return try_from(id).value(); }
  static basic_id from_bytes(const Bytes& bytes) { return try_from_bytes(bytes).value(); }
  static basic_id from_u64(std::uint64_t value) { return try_from_u64(value).value(); }
  static basic_id from_u128(std::uint64_t high, std::uint64_t low) { return try_from_u128(high, low).value(); }
  static basic_id from_fields(const std::vector<Field>& fields) { return try_from_fields(fields).value(); }
  static basic_id now() { return try_now().value(); }
  static basic_id at(Timestamp time) { return try_at(time).value(); }
  static basic_id min_at(Timestamp time) { return try_min_at(time).value(); }
  static basic_id max_at(Timestamp time) { return try_max_at(time).value(); }
  static basic_id min_at(Timestamp time, const Options& options) { return try_min_at(time, options).value(); }
  static basic_id max_at(Timestamp time, const Options& options) { return try_max_at(time, options).value(); }
  static basic_range<basic_id> range(Timestamp from, Timestamp to, const Options& options = {}) {
    return try_range(from, to, options).value();
  }
  static basic_range<basic_id> prefix_range(std::string_view prefix) { return try_prefix_range(prefix).value(); }
  Text text(Form form) const { return try_text(form).value(); }
  Integer field(std::string_view name) const { return try_field(name).value(); }
  Timestamp timestamp() const { return try_timestamp().value(); }
  Timestamp timestamp(const Options& options) const { return try_timestamp(options).value(); }
  template <Format To>
  basic_id<To> convert() const {
    return try_convert<To>().value();
  }
  basic_id successor() const { return try_successor().value(); }
  basic_id predecessor() const { return try_predecessor().value(); }
#endif

  friend constexpr bool operator==(const basic_id& a, const basic_id& b) noexcept {
    for (std::size_t i = 0; i < sizeof(Bytes); i++) {
      if (a.bytes_[i] != b.bytes_[i]) return false;
    }
    return true;
  }
#if defined(__cpp_impl_three_way_comparison)
  friend std::strong_ordering operator<=>(const basic_id& a, const basic_id& b) noexcept { return AnyId(a) <=> AnyId(b); }
#else
  friend constexpr bool operator!=(const basic_id& a, const basic_id& b) noexcept { return !(a == b); }
  friend bool operator<(const basic_id& a, const basic_id& b) noexcept { return AnyId(a) < AnyId(b); }
  friend bool operator>(const basic_id& a, const basic_id& b) noexcept { return b < a; }
  friend bool operator<=(const basic_id& a, const basic_id& b) noexcept { return !(b < a); }
  friend bool operator>=(const basic_id& a, const basic_id& b) noexcept { return !(a < b); }
#endif

  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const basic_id& id) {
    return stream << id.text().view();
  }

 private:
  friend struct detail::Access;

  explicit constexpr basic_id(const sortid_id& id) noexcept : bytes_() {
    for (std::size_t i = 0; i < sizeof(Bytes); i++) bytes_[i] = id.bytes[i];
  }

  constexpr sortid_id raw() const noexcept {
    sortid_id id = {};
    for (std::size_t i = 0; i < sizeof(Bytes); i++) id.bytes[i] = bytes_[i];
    id.format = detail::number(F);
    return id;
  }

  constexpr std::uint64_t word(std::size_t at) const noexcept {
    std::uint64_t word = 0;
    for (std::size_t i = at; i < at + 8; i++) word = word << 8 | bytes_[i];
    return word;
  }

  static Result<basic_id> typed(const Result<AnyId>& id) noexcept { return id.and_then(try_from); }

  static Result<basic_range<basic_id>> both(const Result<Range>& range) noexcept {
    return range.transform([](const Range& ids) {
      return basic_range<basic_id>{basic_id(detail::Access::raw(ids.min)), basic_id(detail::Access::raw(ids.max))};
    });
  }

  Bytes bytes_;
};

// Type aliases of well-known formats, such as `Tid`; the type of any other format is `basic_id`.
#define SORTID_TYPE(number, name, NAME, Name) using Name = basic_id<Format::name>;
SORTID_FORMATS_KNOWN(SORTID_TYPE)
#undef SORTID_TYPE

/// The nil UUID: all bits are zero.
inline constexpr AnyUuid nil_uuid = detail::Access::id<AnyUuid>(sortid_id SORTID_NIL_UUID);
/// The max UUID: all bits are one.
inline constexpr AnyUuid max_uuid = detail::Access::id<AnyUuid>(sortid_id SORTID_MAX_UUID);

// For each format that can be generated: `try_tid()`, a new id of the process-wide default generator, and
// `try_tid_text()`, its text; with exceptions also `tid()` and `tid_text()`. The comment of the
// C function, such as `sortid_tid`, warns if processes may have the same node.
#define SORTID_NEW(number, name, NAME, Name)                                                              \
  inline Result<Name> try_##name() noexcept {                                                             \
    return detail::id<Name>([](sortid_id* id, sortid_error* error) { return sortid_##name(id, error); }); \
  }                                                                                                       \
  inline Result<Text> try_##name##_text() noexcept {                                                      \
    return detail::Access::text<Text>([](char* text, std::size_t size, sortid_error* error) {             \
      return sortid_##name##_text(text, size, error);                                                     \
    });                                                                                                   \
  }
SORTID_FORMATS_GENERATED(SORTID_NEW)
#undef SORTID_NEW

#if defined(__cpp_exceptions)
#define SORTID_NEW(number, name, NAME, Name)          \
  inline Name name() { return try_##name().value(); } \
  inline Text name##_text() { return try_##name##_text().value(); }
SORTID_FORMATS_GENERATED(SORTID_NEW)
#undef SORTID_NEW
#endif

}  // namespace sortid

#endif  // SORTID_TYPED_HPP
