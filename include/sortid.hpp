// sortid for C++: time-sortable identifiers, the same in every language. Header-only over sortid.h; C++17, and better in C++20.
//
//     #include <sortid.hpp>
//     #include <iostream>
//
//     int main() {
//       sortid::Id id = sortid::uuid7();
//       std::cout << id << '\n' << sortid::Id::parse(sortid::Format::tid, "3jzfcijpj2z2a").timestamp().seconds() << '\n';
//     }
//
// Every operation that can fail comes twice: `parse` returns the value and throws `sortid::Exception`; `try_parse` returns a `Result`, never
// throws, and is there under -fno-exceptions too. What stands as noexcept without `try_` cannot fail.
//
// Ids are values of 24 bytes. A Generator is the only object with state: it is movable, all its methods are const, and threads may share it.
// Times are `Timestamp`, from and to `std::chrono`. The rules of sortid.h on threads and forks hold here too.

#ifndef SORTID_HPP
#define SORTID_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <limits>
#include <memory>
#include <optional>
#include <ratio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif
#if defined(__cpp_impl_three_way_comparison)
#include <compare>
#endif
#if __cplusplus >= 202002L
#include <span>
#endif

#include "sortid.h"

namespace sortid {

#define SORTID_ENUMERATOR(number, name, NAME) name = number,

/// The closed list of formats: `Format::tid`, `Format::uuid7`, …
enum class Format : std::uint32_t { SORTID_FORMATS(SORTID_ENUMERATOR) };

/// What went wrong, the same name and number in every language: `ErrorCode::invalid_length`, …
enum class ErrorCode : std::int32_t { SORTID_STATUSES(SORTID_ENUMERATOR) };

#undef SORTID_ENUMERATOR

/// A way to write an id.
enum class Form : std::uint32_t {
  canonical = SORTID_FORM_CANONICAL,
  /// Without hyphens: timeid and UUIDs.
  compact = SORTID_FORM_COMPACT,
  /// Lower-case hexadecimal: scru160.
  hex = SORTID_FORM_HEX,
  /// `urn:uuid:` before the text: UUIDs.
  urn = SORTID_FORM_URN,
};

/// Every format, in the order of the numbers.
inline constexpr std::array<Format, SORTID_FORMAT_COUNT> formats = {
#define SORTID_FORMAT(number, name, NAME) Format::name,
    SORTID_FORMATS(SORTID_FORMAT)
#undef SORTID_FORMAT
};

namespace detail {

constexpr std::uint32_t number(Format format) noexcept { return static_cast<std::uint32_t>(format); }

/// An empty view may be null, which no text of the C functions is.
constexpr const char* pointer(std::string_view text) noexcept { return text.data() == nullptr ? "" : text.data(); }

/// Static text of the library; empty where it has none.
constexpr std::string_view view(const char* text) noexcept { return text == nullptr ? std::string_view() : std::string_view(text); }

struct Access;

}  // namespace detail

/// The version of the library that runs, for example "0.1.0".
inline std::string_view version() noexcept { return sortid_version(); }

/// The name of a format, the same in every language.
inline std::string_view name(Format format) noexcept { return detail::view(sortid_format_name(detail::number(format))); }

/// What a format is, in one line of English.
inline std::string_view summary(Format format) noexcept { return detail::view(sortid_format_summary(detail::number(format))); }

/// The specification that defines a format, with the section.
inline std::string_view specification(Format format) noexcept {
  return detail::view(sortid_format_specification(detail::number(format)));
}

/// The width of a format's ids in bits: 64, 128 or 160.
inline unsigned bits(Format format) noexcept { return sortid_format_bits(detail::number(format)); }

/// The length of a format's canonical text in bytes, all of them ASCII.
inline std::size_t text_length(Format format) noexcept {
  const std::size_t size = sortid_format_text_size(detail::number(format));
  return size == 0 ? 0 : size - 1;
}

/// The unit of a format's time; nothing where its bits tell no time.
inline std::optional<std::chrono::nanoseconds> resolution(Format format) noexcept {
  const std::uint64_t ns = sortid_format_resolution_ns(detail::number(format));
  if (ns == 0) return std::nullopt;
  return std::chrono::nanoseconds(ns);
}

/// A field of a format: its name, and its width in bits.
struct FieldInfo {
  std::string_view name;
  unsigned bits;
};

/// The fields of a format, the most significant first.
inline std::vector<FieldInfo> fields(Format format) {
  std::vector<FieldInfo> found;
  for (std::size_t i = 0; i < sortid_format_field_count(detail::number(format)); i++) {
    found.push_back({sortid_format_field_name(detail::number(format), i), sortid_format_field_bits(detail::number(format), i)});
  }
  return found;
}

/// The name of an error code, the same in every language.
inline std::string_view name(ErrorCode code) noexcept { return detail::view(sortid_status_name(static_cast<std::int32_t>(code))); }

/// Why an operation failed: a code and, for text, where.
class Error {
 public:
  ErrorCode code() const noexcept { return static_cast<ErrorCode>(error_.status); }

  /// The byte of the text that is to blame, counted from 0; for `invalid_length` the length of the text.
  std::optional<std::size_t> offset() const noexcept {
    if (error_.offset < 0) return std::nullopt;
    return static_cast<std::size_t>(error_.offset);
  }

  /// The option, field or file that is to blame, cut off at 31 bytes; empty where there is none.
  std::string_view subject() const noexcept { return error_.subject; }

  /// One line for people, in English. Where no generator can be made on a state file, it names the path.
  const char* message() const noexcept { return error_.message; }

 private:
  friend struct detail::Access;
  explicit Error(const sortid_error& error) noexcept : error_(error) {}
  sortid_error error_;
};

#if defined(__cpp_exceptions)

/// What is thrown: it holds the Error.
class Exception : public std::runtime_error {
 public:
  explicit Exception(const Error& error) : std::runtime_error(error.message()), error_(error) {}

  const Error& error() const noexcept { return error_; }
  ErrorCode code() const noexcept { return error_.code(); }

 private:
  Error error_;
};

#endif

/// A value, or the Error that stands in its place.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(const Error& error) : content_(std::in_place_index<1>, error) {}

  bool has_value() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// The value, which must be there.
  const T& operator*() const& noexcept { return *std::get_if<0>(&content_); }
  T& operator*() & noexcept { return *std::get_if<0>(&content_); }
  T&& operator*() && noexcept { return std::move(*std::get_if<0>(&content_)); }
  const T* operator->() const noexcept { return std::get_if<0>(&content_); }
  T* operator->() noexcept { return std::get_if<0>(&content_); }

  /// The error, which must be there.
  const Error& error() const noexcept { return *std::get_if<1>(&content_); }

  T value_or(T other) const& { return has_value() ? **this : std::move(other); }

#if defined(__cpp_exceptions)
  /// The value; throws Exception where there is none.
  const T& value() const& {
    if (!has_value()) throw Exception(error());
    return **this;
  }
  T&& value() && {
    if (!has_value()) throw Exception(error());
    return *std::move(*this);
  }
#endif

 private:
  std::variant<T, Error> content_;
};

/// An instant: whole Unix seconds, floored, and nanoseconds of that second. Wide enough for every format.
class Timestamp {
 public:
  /// `nanos` is 0 to 999 999 999: more is refused where the time is used.
  constexpr Timestamp(std::int64_t seconds, std::uint32_t nanos) noexcept : seconds_(seconds), nanos_(nanos) {}

  /// Floored to the nanosecond.
  template <class Duration>
  constexpr Timestamp(std::chrono::time_point<std::chrono::system_clock, Duration> time) noexcept
      : seconds_(std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count()),
        nanos_(static_cast<std::uint32_t>(
            std::chrono::floor<std::chrono::nanoseconds>(time - std::chrono::floor<std::chrono::seconds>(time)).count())) {}

  /// Seconds since 1970, negative before.
  constexpr std::int64_t seconds() const noexcept { return seconds_; }

  /// Nanoseconds since that second.
  constexpr std::uint32_t nanos() const noexcept { return nanos_; }

  /// The time as the standard library has it, floored to its unit; `timestamp_out_of_range` where that does not reach: in nanoseconds it
  /// ends in the year 2262.
  template <class Duration = std::chrono::system_clock::duration>
  Result<std::chrono::time_point<std::chrono::system_clock, Duration>> try_time_point() const noexcept;

#if defined(__cpp_exceptions)
  template <class Duration = std::chrono::system_clock::duration>
  std::chrono::time_point<std::chrono::system_clock, Duration> time_point() const {
    return try_time_point<Duration>().value();
  }
#endif

  friend constexpr bool operator==(const Timestamp& a, const Timestamp& b) noexcept {
    return a.seconds_ == b.seconds_ && a.nanos_ == b.nanos_;
  }
  friend constexpr bool operator!=(const Timestamp& a, const Timestamp& b) noexcept { return !(a == b); }
  friend constexpr bool operator<(const Timestamp& a, const Timestamp& b) noexcept {
    return a.seconds_ < b.seconds_ || (a.seconds_ == b.seconds_ && a.nanos_ < b.nanos_);
  }
  friend constexpr bool operator>(const Timestamp& a, const Timestamp& b) noexcept { return b < a; }
  friend constexpr bool operator<=(const Timestamp& a, const Timestamp& b) noexcept { return !(b < a); }
  friend constexpr bool operator>=(const Timestamp& a, const Timestamp& b) noexcept { return !(a < b); }

 private:
  std::int64_t seconds_;
  std::uint32_t nanos_;
};

/// A signed integer of 128 bits, high * 2^64 + low, for the values of fields.
struct Integer {
  std::int64_t high = 0;
  std::uint64_t low = 0;

  constexpr Integer() noexcept = default;
  constexpr Integer(std::int64_t high_part, std::uint64_t low_part) noexcept : high(high_part), low(low_part) {}

  template <class Int, std::enable_if_t<std::is_integral_v<Int>, int> = 0>
  constexpr Integer(Int value) noexcept : high(value < Int() ? -1 : 0), low(static_cast<std::uint64_t>(value)) {}

  /// The value, where 64 unsigned bits hold it.
  constexpr std::optional<std::uint64_t> u64() const noexcept {
    if (high != 0) return std::nullopt;
    return low;
  }

  /// The value, where 64 signed bits hold it.
  constexpr std::optional<std::int64_t> i64() const noexcept {
    const auto value = static_cast<std::int64_t>(low);
    if (high != (value < 0 ? -1 : 0)) return std::nullopt;
    return value;
  }

  /// Decimal digits, after a minus sign where it is negative.
  std::string to_string() const {
    const bool negative = high < 0;
    std::uint64_t upper = static_cast<std::uint64_t>(high), lower = low;
    if (negative) {
      lower = ~lower + 1;
      upper = ~upper + (lower == 0 ? 1 : 0);
    }
    std::array<std::uint32_t, 4> parts = {static_cast<std::uint32_t>(upper >> 32), static_cast<std::uint32_t>(upper),
                                          static_cast<std::uint32_t>(lower >> 32), static_cast<std::uint32_t>(lower)};
    std::string digits;
    do {
      std::uint64_t rest = 0;
      for (std::uint32_t& part : parts) {
        rest = rest << 32 | part;
        part = static_cast<std::uint32_t>(rest / 10);
        rest %= 10;
      }
      digits.push_back(static_cast<char>('0' + rest));
    } while (std::any_of(parts.begin(), parts.end(), [](std::uint32_t part) { return part != 0; }));
    if (negative) digits.push_back('-');
    std::reverse(digits.begin(), digits.end());
    return digits;
  }

  friend constexpr bool operator==(const Integer& a, const Integer& b) noexcept { return a.high == b.high && a.low == b.low; }
  friend constexpr bool operator!=(const Integer& a, const Integer& b) noexcept { return !(a == b); }
};

/// A field with its value.
struct Field {
  std::string_view name;
  Integer value;
};

/// An option by name: its value is text, a std::filesystem::path, a flag or an integer. The names stand in sortid.h.
class Option {
 public:
  template <class Value>
  Option(std::string_view name, Value&& value) : name_(name) {
    using Plain = std::decay_t<Value>;
    if constexpr (std::is_same_v<Plain, bool>) {
      text_ = value ? "true" : "false";
    } else if constexpr (std::is_integral_v<Plain>) {
      // No option is as large as what is cut off here.
      constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
      const bool too_large = value > Plain() && static_cast<std::uint64_t>(value) > most;
      number_ = static_cast<std::int64_t>(too_large ? most : static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_constructible_v<std::string_view, const Plain&>) {
      text_ = std::string(std::string_view(value));
    } else {
      const auto path = value.u8string();
      text_ = std::string(path.begin(), path.end());
    }
  }

 private:
  friend struct detail::Access;
  std::string name_;
  std::optional<std::string> text_;
  std::int64_t number_ = 0;
};

/// Options of a generator or of a reading: `{{"clock_id", 7}, {"on_rollback", "error"}}`. Of a name given twice the last one counts.
class Options {
 public:
  Options() = default;
  Options(std::initializer_list<Option> options) : options_(options) {}

  Options& add(Option option) {
    options_.push_back(std::move(option));
    return *this;
  }

 private:
  friend struct detail::Access;
  std::vector<Option> options_;
};

/// The text of an id, held in place: no allocation.
class Text {
 public:
  std::string_view view() const noexcept { return {text_, std::strlen(text_)}; }
  operator std::string_view() const noexcept { return view(); }
  /// With a terminator.
  const char* c_str() const noexcept { return text_; }
  std::string to_string() const { return std::string(view()); }

  friend bool operator==(const Text& a, std::string_view b) noexcept { return a.view() == b; }
  friend bool operator!=(const Text& a, std::string_view b) noexcept { return a.view() != b; }

 private:
  friend struct detail::Access;
  Text() noexcept { text_[0] = '\0'; }
  char text_[SORTID_TEXT_SIZE];
};

/// An id of any format: an immutable value that knows its format.
///
/// Ids of one format are ordered by value (timeid: by time); ids of different formats are never equal, and are ordered by the format.
class Id {
 public:
  /// Reads text in any of the format's forms. Nothing is trimmed.
  static Result<Id> try_parse(Format format, std::string_view text) noexcept;

  /// Whether `try_parse` accepts the text.
  static bool is_valid(Format format, std::string_view text) noexcept {
    return sortid_is_valid(detail::number(format), detail::pointer(text), text.size());
  }

  /// From big-endian bytes of exactly the format's width.
  static Result<Id> try_from_bytes(Format format, const std::uint8_t* bytes, std::size_t size) noexcept;

  template <std::size_t N>
  static Result<Id> try_from_bytes(Format format, const std::array<std::uint8_t, N>& bytes) noexcept {
    return try_from_bytes(format, bytes.data(), N);
  }

  /// From the integer of a 64-bit format; of timeid in two's complement.
  static Result<Id> try_from_u64(Format format, std::uint64_t value) noexcept;

  /// From the integer of a 128-bit format: high * 2^64 + low.
  static Result<Id> try_from_u128(Format format, std::uint64_t high, std::uint64_t low) noexcept;

  /// From named fields; those left out are zero.
  static Result<Id> try_from_fields(Format format, const std::vector<Field>& fields);

  Format format() const noexcept { return static_cast<Format>(id_.format); }

  /// The canonical text.
  Text text() const noexcept;
  std::string to_string() const { return text().to_string(); }

  /// Another text form; `not_applicable` where the format lacks it.
  Result<Text> try_text(Form form) const noexcept;

  /// The big-endian bytes: 8, 16 or 20 of them.
  const std::uint8_t* data() const noexcept { return id_.bytes; }
  std::size_t size() const noexcept { return sortid_format_bytes_size(id_.format); }
#if __cplusplus >= 202002L
  std::span<const std::uint8_t> bytes() const noexcept { return {data(), size()}; }
#endif

  /// The bytes as an array; `not_applicable` for a format of another width.
  template <std::size_t N>
  Result<std::array<std::uint8_t, N>> try_array() const noexcept;

  /// The integer of a 64-bit format; of timeid in two's complement. `not_applicable` for wider formats.
  Result<std::uint64_t> try_u64() const noexcept;

  /// The upper and the lower half of the integer of a 128-bit format; `not_applicable` for other widths.
  Result<std::pair<std::uint64_t, std::uint64_t>> try_u128() const noexcept;

  /// Every field, the most significant first.
  std::vector<Field> fields() const;

  /// One field; `invalid_field` for a name that the format lacks.
  Result<Integer> try_field(std::string_view name) const noexcept;

  /// The time in the bits; `not_applicable` for a format that tells none.
  Result<Timestamp> try_timestamp() const noexcept;

  /// The time of an id made with another epoch or layout.
  Result<Timestamp> try_timestamp(const Options& options) const;

  /// Whether the id parses but is never generated.
  bool is_reserved() const noexcept { return sortid_is_reserved(&id_); }

  /// The same time and node in another format: tid to timeid and back.
  Result<Id> try_convert(Format to) const noexcept;

#if defined(__cpp_exceptions)
  static Id parse(Format format, std::string_view text) { return try_parse(format, text).value(); }
  static Id from_bytes(Format format, const std::uint8_t* bytes, std::size_t size) { return try_from_bytes(format, bytes, size).value(); }
  template <std::size_t N>
  static Id from_bytes(Format format, const std::array<std::uint8_t, N>& bytes) {
    return try_from_bytes(format, bytes).value();
  }
  static Id from_u64(Format format, std::uint64_t value) { return try_from_u64(format, value).value(); }
  static Id from_u128(Format format, std::uint64_t high, std::uint64_t low) { return try_from_u128(format, high, low).value(); }
  static Id from_fields(Format format, const std::vector<Field>& fields) { return try_from_fields(format, fields).value(); }
  Text text(Form form) const { return try_text(form).value(); }
  template <std::size_t N>
  std::array<std::uint8_t, N> array() const {
    return try_array<N>().value();
  }
  std::uint64_t u64() const { return try_u64().value(); }
  std::pair<std::uint64_t, std::uint64_t> u128() const { return try_u128().value(); }
  Integer field(std::string_view name) const { return try_field(name).value(); }
  Timestamp timestamp() const { return try_timestamp().value(); }
  Timestamp timestamp(const Options& options) const { return try_timestamp(options).value(); }
  Id convert(Format to) const { return try_convert(to).value(); }
#endif

  friend bool operator==(const Id& a, const Id& b) noexcept { return sortid_compare(&a.id_, &b.id_) == 0; }
#if defined(__cpp_impl_three_way_comparison)
  friend std::strong_ordering operator<=>(const Id& a, const Id& b) noexcept { return sortid_compare(&a.id_, &b.id_) <=> 0; }
#else
  friend bool operator!=(const Id& a, const Id& b) noexcept { return !(a == b); }
  friend bool operator<(const Id& a, const Id& b) noexcept { return sortid_compare(&a.id_, &b.id_) < 0; }
  friend bool operator>(const Id& a, const Id& b) noexcept { return b < a; }
  friend bool operator<=(const Id& a, const Id& b) noexcept { return !(b < a); }
  friend bool operator>=(const Id& a, const Id& b) noexcept { return !(a < b); }
#endif

  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const Id& id) {
    return stream << id.text().view();
  }

 private:
  friend struct detail::Access;
  explicit Id(const sortid_id& id) noexcept : id_(id) {}
  sortid_id id_;
};

namespace detail {

/// The one way between the values of this header and those of sortid.h.
struct Access {
  static Id id(const sortid_id& id) noexcept { return Id(id); }
  static const sortid_id& raw(const Id& id) noexcept { return id.id_; }
  static Error error(const sortid_error& error) noexcept { return Error(error); }

  static Error error(std::int32_t status) noexcept {
    sortid_error error = {};
    error.status = status;
    error.offset = -1;
    const std::string_view message = sortid_status_message(status);
    const std::size_t length = std::min(message.size(), sizeof error.message - 1);
    std::memcpy(error.message, message.data(), length);
    return Error(error);
  }

  static Error error(ErrorCode code) noexcept { return error(static_cast<std::int32_t>(code)); }

  static std::vector<sortid_option> raw(const Options& options) {
    std::vector<sortid_option> raw;
    for (const Option& option : options.options_) {
      const bool is_text = option.text_.has_value();
      raw.push_back({option.name_.data(), option.name_.size(), is_text ? option.text_->data() : nullptr,
                     is_text ? option.text_->size() : 0, option.number_});
    }
    return raw;
  }

  /// The text that `write` writes to the memory that it is given, and its size.
  template <class Write>
  static Result<Text> text(Write write) noexcept {
    Text text;
    const std::int32_t status = write(text.text_, sizeof text.text_);
    if (status != SORTID_OK) return error(status);
    return text;
  }
};

/// The id that `write` writes, where that tells nothing but a status.
template <class Write>
Result<Id> id(Write write) noexcept {
  sortid_id made;
  const std::int32_t status = write(&made);
  if (status != SORTID_OK) return Access::error(status);
  return Access::id(made);
}

/// The id that `write` writes, where that tells more.
template <class Write>
Result<Id> explained_id(Write write) {
  sortid_id made;
  sortid_error error;
  if (write(&made, &error) != SORTID_OK) return Access::error(error);
  return Access::id(made);
}

constexpr sortid_time raw(const Timestamp& time) noexcept { return {time.seconds(), time.nanos()}; }

}  // namespace detail

inline Result<Id> Id::try_parse(Format format, std::string_view text) noexcept {
  return detail::explained_id([&](sortid_id* id, sortid_error* error) {
    return sortid_parse(detail::number(format), detail::pointer(text), text.size(), id, error);
  });
}

inline Result<Id> Id::try_from_bytes(Format format, const std::uint8_t* bytes, std::size_t size) noexcept {
  // What is empty may be null, as that of a vector.
  constexpr std::uint8_t none = 0;
  if (size == 0) bytes = &none;
  return detail::explained_id([&](sortid_id* id, sortid_error* error) {
    return sortid_from_bytes(detail::number(format), bytes, size, id, error);
  });
}

inline Result<Id> Id::try_from_u64(Format format, std::uint64_t value) noexcept {
  return detail::id([&](sortid_id* id) { return sortid_from_u64(detail::number(format), value, id); });
}

inline Result<Id> Id::try_from_u128(Format format, std::uint64_t high, std::uint64_t low) noexcept {
  return detail::id([&](sortid_id* id) { return sortid_from_u128(detail::number(format), high, low, id); });
}

inline Result<Id> Id::try_from_fields(Format format, const std::vector<Field>& fields) {
  std::vector<sortid_field> raw;
  for (const Field& field : fields) {
    raw.push_back({detail::pointer(field.name), field.name.size(), {field.value.high, field.value.low}});
  }
  return detail::explained_id([&](sortid_id* id, sortid_error* error) {
    return sortid_from_fields(detail::number(format), raw.data(), raw.size(), id, error);
  });
}

inline Text Id::text() const noexcept {
  // It is an id, and there is room: this cannot fail.
  return *detail::Access::text([&](char* text, std::size_t size) { return sortid_text(&id_, text, size); });
}

inline Result<Text> Id::try_text(Form form) const noexcept {
  return detail::Access::text(
      [&](char* text, std::size_t size) { return sortid_text_form(&id_, static_cast<std::uint32_t>(form), text, size); });
}

template <std::size_t N>
Result<std::array<std::uint8_t, N>> Id::try_array() const noexcept {
  if (size() != N) return detail::Access::error(ErrorCode::not_applicable);
  std::array<std::uint8_t, N> array;
  std::copy_n(data(), N, array.begin());
  return array;
}

inline Result<std::uint64_t> Id::try_u64() const noexcept {
  std::uint64_t value;
  const std::int32_t status = sortid_u64(&id_, &value);
  if (status != SORTID_OK) return detail::Access::error(status);
  return value;
}

inline Result<std::pair<std::uint64_t, std::uint64_t>> Id::try_u128() const noexcept {
  std::uint64_t high, low;
  const std::int32_t status = sortid_u128(&id_, &high, &low);
  if (status != SORTID_OK) return detail::Access::error(status);
  return std::pair(high, low);
}

inline std::vector<Field> Id::fields() const {
  std::array<sortid_field, SORTID_MAX_FIELDS> raw;
  std::size_t count = 0;
  std::vector<Field> fields;
  if (sortid_fields(&id_, raw.data(), raw.size(), &count) == SORTID_OK) {
    for (std::size_t i = 0; i < count; i++) {
      fields.push_back({{raw[i].name, raw[i].name_length}, {raw[i].value.high, raw[i].value.low}});
    }
  }
  return fields;
}

inline Result<Integer> Id::try_field(std::string_view name) const noexcept {
  sortid_integer value;
  const std::int32_t status = sortid_field_value(&id_, detail::pointer(name), name.size(), &value);
  if (status != SORTID_OK) return detail::Access::error(status);
  return Integer(value.high, value.low);
}

inline Result<Timestamp> Id::try_timestamp() const noexcept {
  sortid_time time;
  const std::int32_t status = sortid_timestamp(&id_, &time);
  if (status != SORTID_OK) return detail::Access::error(status);
  return Timestamp(time.seconds, time.nanos);
}

inline Result<Timestamp> Id::try_timestamp(const Options& options) const {
  const std::vector<sortid_option> raw = detail::Access::raw(options);
  sortid_time time;
  sortid_error error;
  if (sortid_timestamp_with(&id_, raw.data(), raw.size(), &time, &error) != SORTID_OK) return detail::Access::error(error);
  return Timestamp(time.seconds, time.nanos);
}

inline Result<Id> Id::try_convert(Format to) const noexcept {
  return detail::id([&](sortid_id* id) { return sortid_convert(&id_, detail::number(to), id); });
}

template <class Duration>
Result<std::chrono::time_point<std::chrono::system_clock, Duration>> Timestamp::try_time_point() const noexcept {
  using Rep = typename Duration::rep;
  using Period = typename Duration::period;
  using Limits = std::numeric_limits<Rep>;
  static_assert(std::is_integral_v<Rep> && sizeof(Rep) == sizeof(std::int64_t), "a duration of 64-bit integers");
  static_assert(Period::den == 1 || (Period::num == 1 && std::nano::den % Period::den == 0),
                "whole seconds, or a decimal part of one down to the nanosecond");
  using Point = std::chrono::time_point<std::chrono::system_clock, Duration>;
  if constexpr (Period::den == 1) {
    const Rep floored = seconds_ / Period::num - (seconds_ % Period::num < 0 ? 1 : 0);
    return Point(Duration(floored));
  } else {
    constexpr Rep units = Period::den;
    const Rep part = static_cast<Rep>(nanos_ / (std::nano::den / Period::den));
    const bool reaches = seconds_ >= 0 ? seconds_ <= (Limits::max() - part) / units
                                       : seconds_ + 1 >= (Limits::min() + (units - part)) / units;
    if (!reaches) return detail::Access::error(ErrorCode::timestamp_out_of_range);
    // From the second above, as the one below may be out of reach.
    return Point(Duration(seconds_ >= 0 ? seconds_ * units + part : (seconds_ + 1) * units - (units - part)));
  }
}

/// The format of this name; `unknown_format` for any other.
inline Result<Format> try_format(std::string_view name) noexcept {
  std::uint32_t number;
  const std::int32_t status = sortid_format_named(detail::pointer(name), name.size(), &number);
  if (status != SORTID_OK) return detail::Access::error(status);
  return static_cast<Format>(number);
}

/// A new id of a format that is known at run time, from the process-wide default generator.
inline Result<Id> try_new_id(Format format) noexcept {
  return detail::id([&](sortid_id* id) { return sortid_new(detail::number(format), id); });
}

/// Makes every generator of this process draw everything anew: for one that was resumed from a snapshot or checkpoint.
inline std::optional<Error> try_reseed() noexcept {
  const std::int32_t status = sortid_reseed();
  if (status != SORTID_OK) return detail::Access::error(status);
  return std::nullopt;
}

// For each format `try_tid()`, a new id of the process-wide default generator, and `try_tid_text()`, its text alone; with exceptions
// `tid()` and `tid_text()` too.
#define SORTID_NEW(number, name, NAME)                                                                                    \
  inline Result<Id> try_##name() noexcept { return detail::id([](sortid_id* id) { return sortid_##name(id); }); }         \
  inline Result<Text> try_##name##_text() noexcept {                                                                      \
    static_assert(SORTID_##NAME##_TEXT_SIZE <= SORTID_TEXT_SIZE, "room for the text");                                    \
    return detail::Access::text([](char* text, std::size_t) { return sortid_##name##_text(text); });                      \
  }
SORTID_FORMATS(SORTID_NEW)
#undef SORTID_NEW

/// The smallest and the largest id of something.
struct Range {
  Id min;
  Id max;
};

/// The smallest id of the tick in which an instant lies.
inline Result<Id> try_min_at(Format format, Timestamp time) noexcept {
  return detail::id([&](sortid_id* id) { return sortid_min_at(detail::number(format), detail::raw(time), id); });
}

/// The largest id of the tick in which an instant lies.
inline Result<Id> try_max_at(Format format, Timestamp time) noexcept {
  return detail::id([&](sortid_id* id) { return sortid_max_at(detail::number(format), detail::raw(time), id); });
}

/// The smallest and the largest id of the half-open interval [from, to); options are those of reading.
inline Result<Range> try_range(Format format, Timestamp from, Timestamp to, const Options& options = {}) {
  const std::vector<sortid_option> raw = detail::Access::raw(options);
  sortid_id min, max;
  sortid_error error;
  const std::int32_t status = sortid_range(detail::number(format), detail::raw(from), detail::raw(to), raw.data(), raw.size(), &min, &max, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return Range{detail::Access::id(min), detail::Access::id(max)};
}

/// The smallest and the largest id whose canonical text begins with a prefix.
inline Result<Range> try_prefix_range(Format format, std::string_view prefix) noexcept {
  sortid_id min, max;
  sortid_error error;
  const std::int32_t status = sortid_prefix_range(detail::number(format), detail::pointer(prefix), prefix.size(), &min, &max, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return Range{detail::Access::id(min), detail::Access::id(max)};
}

/// Every format that accepts a text, each with its reading, likeliest first; empty where none does.
inline std::vector<Id> inspect(std::string_view text) {
  std::array<sortid_id, SORTID_MAX_READINGS> readings;
  std::size_t count = 0;
  std::vector<Id> found;
  if (sortid_inspect(detail::pointer(text), text.size(), readings.data(), readings.size(), &count) == SORTID_OK) {
    for (std::size_t i = 0; i < count; i++) found.push_back(detail::Access::id(readings[i]));
  }
  return found;
}

/// Why the formats that refuse a text refuse it, in the order of their numbers.
inline std::vector<std::pair<Format, Error>> refusals(std::string_view text) {
  std::vector<std::pair<Format, Error>> found;
  for (const Format format : formats) {
    if (const Result<Id> read = Id::try_parse(format, text); !read) found.emplace_back(format, read.error());
  }
  return found;
}

/// A converted id, which may be of no format of this library: a UUID of version 1.
struct Converted {
  std::string text;
  /// Big-endian.
  std::vector<std::uint8_t> bytes;
};

/// Converts text by the names of the formats, of which here alone `uuid1` is one: tid and timeid, uuid1 and uuid6.
inline Result<Converted> try_convert(std::string_view text, std::string_view from, std::string_view to) {
  sortid_converted converted;
  sortid_error error;
  const std::int32_t status = sortid_convert_text(detail::pointer(text), text.size(), detail::pointer(from), from.size(), detail::pointer(to),
                                                  to.size(), &converted, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return Converted{converted.text, {converted.bytes, converted.bytes + converted.bytes_size}};
}

/// How far a fill came: the ids at the start of the memory are valid, also after an error.
struct [[nodiscard]] Filled {
  std::size_t ids = 0;
  std::optional<Error> error;
};

/// What a generator has done.
struct Status {
  std::uint64_t ids;
  /// How far the last id's tick is ahead of the clock's highest reading.
  std::uint64_t lead_ns;
  /// How often the clock was found set back by more than the tolerance.
  std::uint64_t rollbacks;
};

/// What `reseed` shall use in place of what it would draw.
struct Reseed {
  /// In place of the operating system's entropy, for tests.
  std::optional<std::array<std::uint8_t, 32>> seed;
  /// A clock identifier, node or machine of the caller's own.
  std::optional<std::uint64_t> node;
};

/// Makes ids of one format, never the same twice, each greater than the one before, whichever thread asks.
///
/// After a move there is no generator: every operation is `null_argument`.
class Generator {
 public:
  /// `invalid_option`, `entropy_unavailable`; `store_...` for a state file that cannot be used.
  static Result<Generator> try_make(Format format, const Options& options = {}) {
    const std::vector<sortid_option> raw = detail::Access::raw(options);
    sortid_generator* made;
    sortid_error error;
    if (sortid_generator_new(detail::number(format), raw.data(), raw.size(), &made, &error) != SORTID_OK) {
      return detail::Access::error(error);
    }
    return Generator(made);
  }

  /// The process-wide default generator of a format, on which `uuid7()` and its like draw.
  static Result<Generator> try_process_wide(Format format) noexcept {
    const sortid_generator* found;
    const std::int32_t status = sortid_generator_default(detail::number(format), &found);
    if (status != SORTID_OK) return detail::Access::error(status);
    return Generator(found);
  }

  Format format() const noexcept { return static_cast<Format>(sortid_generator_format(get())); }

  /// The next id, at the system's time; waits where the tick has run `max_lead_ms` ahead of the clock.
  Result<Id> try_next() const noexcept {
    return detail::id([&](sortid_id* id) { return sortid_generator_next(get(), id); });
  }

  /// The next id as text.
  Result<Text> try_next_text() const noexcept {
    return detail::Access::text([&](char* text, std::size_t size) { return sortid_generator_next_text(get(), text, size); });
  }

  /// The next id, taking `time` for the clock's reading: needs the option `clock` `manual`.
  Result<Id> try_next_at(Timestamp time) const noexcept {
    return detail::id([&](sortid_id* id) { return sortid_generator_next_at(get(), detail::raw(time), id); });
  }

  /// The next id, greater than `after` and than all before: a logical clock.
  Result<Id> try_next_after(const Id& after) const noexcept {
    return detail::id([&](sortid_id* id) { return sortid_generator_next_after(get(), &detail::Access::raw(after), id); });
  }

  /// `try_next_after` on a manual clock that reads `time`.
  Result<Id> try_next_after_at(const Id& after, Timestamp time) const noexcept {
    return detail::id([&](sortid_id* id) {
      return sortid_generator_next_after_at(get(), &detail::Access::raw(after), detail::raw(time), id);
    });
  }

  /// Many ids.
  Result<std::vector<Id>> try_ids(std::size_t count) const {
    std::vector<Id> ids;
    ids.reserve(count);
    std::array<sortid_id, 64> chunk;
    while (ids.size() < count) {
      std::size_t made = 0;
      const std::int32_t status = sortid_generator_fill(get(), chunk.data(), std::min(chunk.size(), count - ids.size()), &made);
      if (status != SORTID_OK) return detail::Access::error(status);
      for (std::size_t i = 0; i < made; i++) ids.push_back(detail::Access::id(chunk[i]));
    }
    return ids;
  }

  /// Fills memory with canonical texts of fixed width, without separators and terminators; `size` is a multiple of that width.
  Filled fill_text(char* texts, std::size_t size) const noexcept {
    return filled([&](std::size_t* made) { return sortid_generator_fill_text(get(), texts, size, made); });
  }

  /// Fills memory with big-endian ids; `size` is a multiple of the format's width.
  Filled fill_bytes(std::uint8_t* bytes, std::size_t size) const noexcept {
    return filled([&](std::size_t* made) { return sortid_generator_fill_bytes(get(), bytes, size, made); });
  }

  /// Fills integers with ids of a 64-bit format.
  Filled fill(std::uint64_t* values, std::size_t count) const noexcept {
    return filled([&](std::size_t* made) { return sortid_generator_fill_u64(get(), values, count, made); });
  }

  /// The same with a sign, as the integers of timeid have.
  Filled fill(std::int64_t* values, std::size_t count) const noexcept {
    return fill(reinterpret_cast<std::uint64_t*>(values), count);
  }

#if __cplusplus >= 202002L
  Filled fill_text(std::span<char> texts) const noexcept { return fill_text(texts.data(), texts.size()); }
  Filled fill_bytes(std::span<std::uint8_t> bytes) const noexcept { return fill_bytes(bytes.data(), bytes.size()); }
  Filled fill(std::span<std::uint64_t> values) const noexcept { return fill(values.data(), values.size()); }
  Filled fill(std::span<std::int64_t> values) const noexcept { return fill(values.data(), values.size()); }
#endif

  /// What it has done.
  Status status() const noexcept {
    sortid_generator_status status = {};
    // After a move: nothing.
    (void)sortid_generator_get_status(get(), &status);
    return {status.ids, status.lead_ns, status.rollbacks};
  }

  /// Draws everything anew, as after a fork. Nothing, or why it was not done.
  std::optional<Error> try_reseed(const Reseed& with = {}) const noexcept {
    sortid_error error;
    const std::int32_t status = sortid_generator_reseed(get(), with.seed ? with.seed->data() : nullptr, with.seed ? with.seed->size() : 0,
                                                        with.node ? &*with.node : nullptr, &error);
    if (status != SORTID_OK) return detail::Access::error(error);
    return std::nullopt;
  }

#if defined(__cpp_exceptions)
  explicit Generator(Format format, const Options& options = {}) : Generator(try_make(format, options).value()) {}
  static Generator process_wide(Format format) { return try_process_wide(format).value(); }
  Id next() const { return try_next().value(); }
  Text next_text() const { return try_next_text().value(); }
  Id next_at(Timestamp time) const { return try_next_at(time).value(); }
  Id next_after(const Id& after) const { return try_next_after(after).value(); }
  Id next_after_at(const Id& after, Timestamp time) const { return try_next_after_at(after, time).value(); }
  std::vector<Id> ids(std::size_t count) const { return try_ids(count).value(); }
  void reseed(const Reseed& with = {}) const {
    if (const std::optional<Error> error = try_reseed(with)) throw Exception(*error);
  }
#endif

 private:
  struct Free {
    // The process-wide ones stay.
    void operator()(const sortid_generator* generator) const noexcept { sortid_generator_free(const_cast<sortid_generator*>(generator)); }
  };

  explicit Generator(const sortid_generator* generator) noexcept : generator_(generator) {}

  const sortid_generator* get() const noexcept { return generator_.get(); }

  template <class Fill>
  static Filled filled(Fill fill) noexcept {
    Filled filled;
    const std::int32_t status = fill(&filled.ids);
    if (status != SORTID_OK) filled.error = detail::Access::error(status);
    return filled;
  }

  std::unique_ptr<const sortid_generator, Free> generator_;
};

#if defined(__cpp_exceptions)

/// The format of this name.
inline Format format(std::string_view name) { return try_format(name).value(); }

/// A new id of a format that is known at run time.
inline Id new_id(Format format) { return try_new_id(format).value(); }

inline void reseed() {
  if (const std::optional<Error> error = try_reseed()) throw Exception(*error);
}

#define SORTID_NEW(number, name, NAME)                \
  inline Id name() { return try_##name().value(); }   \
  inline Text name##_text() { return try_##name##_text().value(); }
SORTID_FORMATS(SORTID_NEW)
#undef SORTID_NEW

inline Id min_at(Format format, Timestamp time) { return try_min_at(format, time).value(); }
inline Id max_at(Format format, Timestamp time) { return try_max_at(format, time).value(); }
inline Range range(Format format, Timestamp from, Timestamp to, const Options& options = {}) {
  return try_range(format, from, to, options).value();
}
inline Range prefix_range(Format format, std::string_view prefix) { return try_prefix_range(format, prefix).value(); }
inline Converted convert(std::string_view text, std::string_view from, std::string_view to) { return try_convert(text, from, to).value(); }

#endif

}  // namespace sortid

template <>
struct std::hash<sortid::Id> {
  std::size_t operator()(const sortid::Id& id) const noexcept {
    const std::string_view bytes(reinterpret_cast<const char*>(id.data()), id.size());
    return std::hash<std::string_view>()(bytes) ^ static_cast<std::size_t>(id.format());
  }
};

#endif  // SORTID_HPP
