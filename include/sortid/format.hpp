// Enumerations of formats, error codes and text forms. Included by sortid.hpp.

#ifndef SORTID_FORMAT_HPP
#define SORTID_FORMAT_HPP

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>
#include <vector>

#include "../sortid.h"

namespace sortid {

#define SORTID_FORMAT(number, name, NAME, Name) name = number,
#define SORTID_ENUMERATOR(number, name, NAME) name = number,
#define SORTID_WORD(number, name, NAME, word) word = number,

/// The formats: `Format::tid`, `Format::uuid7`, …
enum class Format : std::uint32_t { SORTID_FORMATS(SORTID_FORMAT) };

/// Error codes, with the same names and numbers in every language: `ErrorCode::invalid_length`, …
enum class ErrorCode : std::int32_t { SORTID_STATUSES(SORTID_ENUMERATOR) };

/// Text forms; sortid.h lists the formats of each. `Form::typeid_` ends in `_` because `typeid` is a
/// keyword.
enum class Form : std::uint32_t { SORTID_FORMS(SORTID_WORD) };

/// Corrections of `parse_lenient`: `Correction::whitespace`, `Correction::case_`, …
enum class Correction : std::uint32_t { SORTID_CORRECTIONS(SORTID_WORD) };

/// Byte orders of 16 bytes other than big-endian: .NET's `ByteOrder::guid`, MySQL's
/// `ByteOrder::mysql_swapped`.
enum class ByteOrder : std::uint32_t { SORTID_BYTE_ORDERS(SORTID_ENUMERATOR) };

/// Kinds of UUIDs: `UuidKind::nil`, `UuidKind::version_5`, …
enum class UuidKind : std::uint32_t { SORTID_KINDS(SORTID_ENUMERATOR) };

/// Origins of a generator's node: `NodeOrigin::absent`, `assigned`, `leased`, `claimed` or `drawn`.
enum class NodeOrigin : std::uint32_t { SORTID_NODE_ORIGINS(SORTID_ENUMERATOR) };

#undef SORTID_FORMAT
#undef SORTID_ENUMERATOR
#undef SORTID_WORD

/// Every format, in the order of the numbers.
inline constexpr std::array<Format, SORTID_FORMAT_COUNT> formats = {
#define SORTID_FORMAT(number, name, NAME, Name) Format::name,
    SORTID_FORMATS(SORTID_FORMAT)
#undef SORTID_FORMAT
};

/// Every text form, in the order of the numbers.
inline constexpr Form forms[] = {
#define SORTID_WORD(number, name, NAME, word) Form::word,
    SORTID_FORMS(SORTID_WORD)
#undef SORTID_WORD
};

/// Every correction, in the order of their bits.
inline constexpr Correction all_corrections[] = {
#define SORTID_WORD(number, name, NAME, word) Correction::word,
    SORTID_CORRECTIONS(SORTID_WORD)
#undef SORTID_WORD
};

/// The name of a correction, the same in every language.
constexpr std::string_view name(Correction correction) noexcept {
  switch (correction) {
#define SORTID_WORD(number, name, NAME, word) \
  case Correction::word:                      \
    return #name;
    SORTID_CORRECTIONS(SORTID_WORD)
#undef SORTID_WORD
  }
  return {};
}

namespace detail {

constexpr std::uint32_t number(Format format) noexcept { return static_cast<std::uint32_t>(format); }

/// The data of a text, never null: C functions reject null, but the data of an empty view may be null.
constexpr const char* pointer(std::string_view text) noexcept { return text.data() == nullptr ? "" : text.data(); }

/// Static text of the library; empty for null.
constexpr std::string_view view(const char* text) noexcept { return text == nullptr ? std::string_view() : std::string_view(text); }

struct Access;

}  // namespace detail

/// The version of the loaded library, for example "0.1.0".
inline std::string_view version() noexcept { return sortid_version(); }

/// The name of a format, the same in every language.
inline std::string_view name(Format format) noexcept { return detail::view(sortid_format_name(detail::number(format))); }

/// A description of a format, in one line of English.
inline std::string_view summary(Format format) noexcept { return detail::view(sortid_format_summary(detail::number(format))); }

/// The specification that defines a format, with the section.
inline std::string_view specification(Format format) noexcept {
  return detail::view(sortid_format_specification(detail::number(format)));
}

/// The width of a format's ids in bits: a multiple of 8, from 64 to 160.
inline unsigned bits(Format format) noexcept { return sortid_format_bits(detail::number(format)); }

/// The length of a format's longest canonical text in bytes, all of them ASCII.
inline std::size_t text_length(Format format) noexcept {
  const std::size_t size = sortid_format_text_size(detail::number(format));
  return size == 0 ? 0 : size - 1;
}

/// The length of a format's shortest canonical text in bytes.
inline std::size_t text_length_min(Format format) noexcept {
  const std::size_t size = sortid_format_text_size_min(detail::number(format));
  return size == 0 ? 0 : size - 1;
}

/// Whether the canonical texts of a format sort as its ids do.
inline bool text_sorts(Format format) noexcept { return sortid_format_text_sorts(detail::number(format)); }

/// Whether the big-endian bytes of a format sort as its ids do.
inline bool bytes_sort(Format format) noexcept { return sortid_format_bytes_sort(detail::number(format)); }

/// Whether ids of a format can be generated; false for read-only ones, such as any_uuid.
inline bool can_generate(Format format) noexcept { return sortid_format_can_generate(detail::number(format)); }

/// Whether ids of a format can have a prefix: true unless `_` is in their alphabet.
inline bool takes_prefix(Format format) noexcept { return sortid_format_takes_prefix(detail::number(format)); }

/// The unit of a format's time; empty for a format without a time.
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

/// The name of a text form: `canonical`, `compact`, `hex`, …
inline std::string_view name(Form form) noexcept { return detail::view(sortid_form_name(static_cast<std::uint32_t>(form))); }

/// The name of a kind of UUID: `nil`, `version_5`, …
inline std::string_view name(UuidKind kind) noexcept { return detail::view(sortid_kind_name(static_cast<std::uint32_t>(kind))); }

/// The name of an origin; empty for an unknown one.
constexpr std::string_view name(NodeOrigin origin) noexcept {
  switch (origin) {
#define SORTID_CASE(number, name, NAME) \
  case NodeOrigin::name: return #name;
    SORTID_NODE_ORIGINS(SORTID_CASE)
#undef SORTID_CASE
  }
  return {};
}

/// Prints the name of a format.
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, Format format) {
  return stream << name(format);
}

/// Prints the name of an error code.
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, ErrorCode code) {
  return stream << name(code);
}

/// The widths of a format, at compile time.
template <Format F>
struct Widths;

#define SORTID_WIDTHS(number, name, NAME, Name)                                \
  template <>                                                                  \
  struct Widths<Format::name> {                                                \
    static constexpr std::size_t bytes = SORTID_##NAME##_BYTES_SIZE;           \
    static constexpr std::size_t text = SORTID_##NAME##_TEXT_SIZE - 1;         \
  };
SORTID_FORMATS(SORTID_WIDTHS)
#undef SORTID_WIDTHS

namespace detail {

/// The version of a format of UUIDs, which all its ids have; 0 for other formats.
template <Format F>
inline constexpr std::uint8_t uuid_version = 0;

#define SORTID_VERSION_OF(number, name, NAME, Name, version) \
  template <>                                               \
  inline constexpr std::uint8_t uuid_version<Format::name> = version;
SORTID_FORMATS_OF_UUIDS(SORTID_VERSION_OF)
#undef SORTID_VERSION_OF

}  // namespace detail

}  // namespace sortid

#endif  // SORTID_FORMAT_HPP
