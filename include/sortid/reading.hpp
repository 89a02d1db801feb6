// Reading texts when compiling, by tables that are generated from the library. It is included by sortid.hpp.

#ifndef SORTID_READING_HPP
#define SORTID_READING_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "format.hpp"

namespace sortid::detail {

/// 192 bits, the most significant word first.
using Words = std::array<std::uint32_t, 6>;

/// The symbols that may stand at a place, and the digit of each.
struct Symbols {
  std::string_view bytes;
  const std::uint8_t* digits;

  /// The digit of a symbol; -1 for an invalid one.
  constexpr int digit(char byte) const noexcept {
    const std::size_t at = bytes.find(byte);
    return at == std::string_view::npos ? -1 : digits[at];
  }
};

/// A digit of one is worth `weight`. `other` is what a symbol of the alphabet is that may not stand here.
struct Place {
  std::uint8_t symbols;
  Words weight;
  std::int32_t other;
};

/// A length of text; the first of the symbols are the alphabet.
struct Shape {
  const Symbols* symbols;
  const Place* places;
  std::size_t length;
};

/// Bits that are as in the least id, or it is this error.
struct Fixed {
  Words mask;
  ErrorCode code;
};

/// Bits that no id has.
struct Hole {
  Words mask;
  Words bits;
  ErrorCode code;
};

/// The tables of a format.
template <Format F>
struct Texts;

/// An id, or the number of the error that stands in its place.
struct Read {
  sortid_id id;
  std::int32_t error;
};

/// The first error that the library finds, of several.
constexpr void refuse(std::int32_t& error, std::int32_t code) noexcept {
  if (error == SORTID_OK || code < error) error = code;
}

/// Adds `other * factor`; no text is worth 192 bits.
constexpr void add(Words& value, const Words& other, std::uint32_t factor) noexcept {
  std::uint64_t carry = 0;
  for (std::size_t i = value.size(); i-- > 0;) {
    carry += std::uint64_t(other[i]) * factor + value[i];
    value[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
}

constexpr bool is_masked(const Words& value, const Words& mask, const Words& bits) noexcept {
  for (std::size_t i = 0; i < value.size(); i++) {
    if ((value[i] & mask[i]) != (bits[i] & mask[i])) return false;
  }
  return true;
}

/// A byte of a value, counted from the least significant one.
constexpr std::uint8_t byte(const Words& value, std::size_t at) noexcept {
  return static_cast<std::uint8_t>(value[value.size() - 1 - at / 4] >> (at % 4 * 8));
}

/// Reads a text as `sortid_parse` does.
template <Format F>
constexpr Read read(std::string_view text) noexcept {
  using Table = Texts<F>;
  Read done = {{{}, number(F)}, SORTID_OK};
  const Shape* shape = nullptr;
  for (const Shape& one : Table::shapes) {
    if (one.length == text.size()) shape = &one;
  }
  if (shape == nullptr) {
    done.error = SORTID_ERR_INVALID_LENGTH;
    return done;
  }
  Words value = {};
  for (std::size_t i = 0; i < text.size(); i++) {
    const Place& place = shape->places[i];
    const int digit = shape->symbols[place.symbols].digit(text[i]);
    if (digit < 0) {
      const bool is_symbol = shape->symbols[0].digit(text[i]) >= 0;
      refuse(done.error, is_symbol ? place.other : SORTID_ERR_INVALID_CHARACTER);
    }
    add(value, place.weight, digit < 0 ? 0 : static_cast<std::uint32_t>(digit));
  }
  add(value, Table::least, 1);
  for (std::size_t at = Table::bits / 8; at < sizeof(Words); at++) {
    if (byte(value, at) != 0) refuse(done.error, SORTID_ERR_OUT_OF_RANGE);
  }
  for (const Fixed& fixed : Table::fixed) {
    if (!is_masked(value, fixed.mask, Table::least)) refuse(done.error, static_cast<std::int32_t>(fixed.code));
  }
  for (const Hole& hole : Table::holes) {
    if (is_masked(value, hole.mask, hole.bits)) refuse(done.error, static_cast<std::int32_t>(hole.code));
  }
  for (std::size_t i = 0; i < Table::bits / 8; i++) done.id.bytes[i] = byte(value, Table::bits / 8 - 1 - i);
  return done;
}

}  // namespace sortid::detail

#endif  // SORTID_READING_HPP
