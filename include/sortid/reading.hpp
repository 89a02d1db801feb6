// A parser of texts at compile time, driven by the generated rows of tables.hpp. Included by sortid.hpp.

#ifndef SORTID_READING_HPP
#define SORTID_READING_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "format.hpp"

namespace sortid::detail {

/// Consecutive bits of an id that one number in its texts encodes.
struct Part {
  unsigned bits = 0;
  /// The bits of the id to the right of the part.
  unsigned shift = 0;
};

/// The layout of texts of one length, or of a range of lengths.
struct Shape {
  /// The alphabet, in the order of its digits.
  std::string_view symbols;
  /// If true, symbols and pattern are in lower case.
  bool ignores_case = false;
  /// '0' to '3' is a digit of the part with this number; other characters are literal.
  std::string_view pattern;
  /// The shortest length. Texts shorter than the pattern match its end, without leading zeros.
  std::size_t shortest = 1;
};

/// The texts of a format.
struct Row {
  unsigned bits;
  /// The version of a UUID, or 0.
  unsigned version;
  /// The low bits of the last digit that are not part of the id.
  unsigned padding;
  /// For a signed format, the bits of the invalid time -1; otherwise 0.
  std::uint64_t minus_one;
  std::array<Part, 4> parts;
  std::array<Shape, 4> shapes;
};

template <Format F>
inline constexpr Row texts = {};

/// An unsigned integer of 192 bits.
struct Wide {
  /// The least significant word first.
  std::array<std::uint32_t, 6> words = {};

  /// Multiplies by `factor`, then adds `digit`.
  constexpr void push(std::uint32_t factor, std::uint32_t digit) noexcept {
    std::uint64_t carry = digit;
    for (std::uint32_t& word : words) {
      carry += std::uint64_t(word) * factor;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }

  constexpr bool exceeds(unsigned bits) const noexcept {
    for (unsigned i = bits / 32; i < words.size(); i++) {
      if (words[i] >> (i == bits / 32 ? bits % 32 : 0) != 0) return true;
    }
    return false;
  }

  constexpr std::uint64_t low() const noexcept { return std::uint64_t(words[1]) << 32 | words[0]; }
};

/// An id, or the number of an error.
struct Read {
  sortid_id id;
  std::int32_t error;
};

/// Reads a text of this shape. Of several errors, returns the one with the lowest number, as the library
/// does.
constexpr std::int32_t decode(const Row& row, const Shape& shape, std::string_view text, std::uint8_t* bytes) noexcept {
  const std::string_view pattern = shape.pattern.substr(shape.pattern.size() - text.size());
  const std::uint32_t radix = static_cast<std::uint32_t>(shape.symbols.size());
  std::array<Wide, 4> numbers = {};
  std::uint32_t rest = 0;
  for (std::size_t i = 0; i < text.size(); i++) {
    const bool is_upper = text[i] >= 'A' && text[i] <= 'Z';
    const char symbol = static_cast<char>(shape.ignores_case && is_upper ? text[i] - 'A' + 'a' : text[i]);
    const unsigned part = static_cast<unsigned>(pattern[i] - '0');
    if (part >= numbers.size()) {
      if (symbol != pattern[i]) return SORTID_ERR_INVALID_CHARACTER;
      continue;
    }
    const std::size_t digit = shape.symbols.find(symbol);
    const bool leads = digit == 0 && i == 0 && text.size() > 1 && shape.shortest < shape.pattern.size();
    if (digit == std::string_view::npos || leads) return SORTID_ERR_INVALID_CHARACTER;
    const unsigned padding = i + 1 == text.size() ? row.padding : 0;
    rest = static_cast<std::uint32_t>(digit) & ((1U << padding) - 1);
    numbers[part].push(radix >> padding, static_cast<std::uint32_t>(digit >> padding));
  }
  if (rest != 0) return SORTID_ERR_OUT_OF_RANGE;
  Wide value;
  for (std::size_t i = 0; i < numbers.size(); i++) {
    Wide& number = numbers[i];
    if (row.minus_one != 0) {
      // 65 bits, starting with a copy of the sign bit.
      if (number.words[2] != number.words[1] >> 31 || (number.low() & row.minus_one) == row.minus_one) return SORTID_ERR_OUT_OF_RANGE;
      number.words[2] = 0;
    }
    if (number.exceeds(row.parts[i].bits)) return SORTID_ERR_OUT_OF_RANGE;
    for (unsigned bit = 0; bit < row.parts[i].shift; bit += 12) {
      const unsigned left = row.parts[i].shift - bit;
      number.push(1U << (left < 12 ? left : 12), 0);
    }
    for (std::size_t at = 0; at < value.words.size(); at++) value.words[at] |= number.words[at];
  }
  if (row.version != 0 && value.words[1] >> 30 != 2) return SORTID_ERR_INVALID_VARIANT;
  if (row.version != 0 && (value.words[2] >> 12 & 15) != row.version) return SORTID_ERR_INVALID_VERSION;
  for (unsigned i = 0; i < row.bits / 8; i++) {
    bytes[row.bits / 8 - 1 - i] = static_cast<std::uint8_t>(value.words[i / 4] >> (i % 4 * 8));
  }
  return SORTID_OK;
}

/// Reads a text as `sortid_parse` does.
template <Format F>
constexpr Read read(std::string_view text) noexcept {
  Read done = {{{}, number(F)}, SORTID_ERR_INVALID_LENGTH};
  for (const Shape& shape : texts<F>.shapes) {
    if (text.size() < shape.shortest || text.size() > shape.pattern.size()) continue;
    done.error = decode(texts<F>, shape, text, done.id.bytes);
  }
  return done;
}

}  // namespace sortid::detail

#endif  // SORTID_READING_HPP
