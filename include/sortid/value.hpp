// Integers, fields, texts and ranges of ids. Included by sortid.hpp.

#ifndef SORTID_VALUE_HPP
#define SORTID_VALUE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "access.hpp"

namespace sortid {

/// A signed integer of 128 bits, high * 2^64 + low, for the values of fields.
struct Integer {
  std::int64_t high = 0;
  std::uint64_t low = 0;

  constexpr Integer() noexcept = default;
  constexpr Integer(std::int64_t high_part, std::uint64_t low_part) noexcept : high(high_part), low(low_part) {}

  template <class Int, std::enable_if_t<std::is_integral_v<Int>, int> = 0>
  constexpr Integer(Int value) noexcept : high(value < Int() ? -1 : 0), low(static_cast<std::uint64_t>(value)) {}

  /// The value; empty if it does not fit 64 unsigned bits.
  constexpr std::optional<std::uint64_t> u64() const noexcept {
    if (high != 0) return std::nullopt;
    return low;
  }

  /// The value; empty if it does not fit 64 signed bits.
  constexpr std::optional<std::int64_t> i64() const noexcept {
    const auto value = static_cast<std::int64_t>(low);
    if (high != (value < 0 ? -1 : 0)) return std::nullopt;
    return value;
  }

  /// Decimal digits, after a minus sign if negative.
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

/// A text of limited length, stored in place without an allocation.
template <std::size_t Size>
class basic_text {
 public:
  std::string_view view() const noexcept { return {text_, std::strlen(text_)}; }
  operator std::string_view() const noexcept { return view(); }
  /// With a terminator.
  const char* c_str() const noexcept { return text_; }
  std::string to_string() const { return std::string(view()); }

  friend bool operator==(const basic_text& a, std::string_view b) noexcept { return a.view() == b; }
  friend bool operator!=(const basic_text& a, std::string_view b) noexcept { return a.view() != b; }

 private:
  friend struct detail::Access;
  basic_text() noexcept { text_[0] = '\0'; }
  char text_[Size];
};

/// The text of an id.
using Text = basic_text<SORTID_TEXT_SIZE>;

/// A range of ids, including both bounds.
template <class T>
struct basic_range {
  T min;
  T max;

  bool contains(const T& id) const noexcept { return !(id < min) && !(max < id); }

  friend bool operator==(const basic_range& a, const basic_range& b) noexcept { return a.min == b.min && a.max == b.max; }
  friend bool operator!=(const basic_range& a, const basic_range& b) noexcept { return !(a == b); }
};

/// A converted id, possibly of a format for conversions only, such as `sql_server_uuid`.
struct Converted {
  std::string text;
  /// Big-endian.
  std::vector<std::uint8_t> bytes;
};

}  // namespace sortid

#endif  // SORTID_VALUE_HPP
