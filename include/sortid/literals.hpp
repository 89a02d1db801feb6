// Literals of ids, checked at compile time: `"3jzfcijpj2z2a"_tid`. Included by sortid.hpp.

#ifndef SORTID_LITERALS_HPP
#define SORTID_LITERALS_HPP

#include "typed.hpp"

namespace sortid {

/// `using namespace sortid::literals;` declares `_tid`, `_uuid7` and so on for each format, from C++20 on.
/// They read the canonical text, and forms that differ from it in length.
namespace literals {}

}  // namespace sortid

#if defined(__cpp_consteval)

#include "tables.hpp"

namespace sortid {

namespace detail {

// An invalid literal calls one of these. They are not constexpr, so the compiler reports its name.
inline void literal_has_an_invalid_length() {}
inline void literal_has_an_invalid_character() {}
inline void literal_is_out_of_range() {}
inline void literal_has_an_invalid_variant() {}
inline void literal_has_an_invalid_version() {}

template <Format F>
consteval basic_id<F> literal(std::string_view text) {
  const Read done = read<F>(text);
  if (done.error == SORTID_ERR_INVALID_LENGTH) literal_has_an_invalid_length();
  if (done.error == SORTID_ERR_INVALID_CHARACTER) literal_has_an_invalid_character();
  if (done.error == SORTID_ERR_OUT_OF_RANGE) literal_is_out_of_range();
  if (done.error == SORTID_ERR_INVALID_VARIANT) literal_has_an_invalid_variant();
  if (done.error == SORTID_ERR_INVALID_VERSION) literal_has_an_invalid_version();
  return Access::id<basic_id<F>>(done.id);
}

}  // namespace detail

namespace literals {

#define SORTID_LITERAL(number, name, NAME, Name) \
  consteval Name operator""_##name(const char* text, std::size_t length) { return detail::literal<Format::name>({text, length}); }
SORTID_FORMATS_KNOWN(SORTID_LITERAL)
#undef SORTID_LITERAL

}  // namespace literals

}  // namespace sortid

#endif

#endif  // SORTID_LITERALS_HPP
