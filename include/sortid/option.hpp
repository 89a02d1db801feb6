// Types of option values. Included by sortid.hpp.

#ifndef SORTID_OPTION_HPP
#define SORTID_OPTION_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "../sortid.h"

namespace sortid {

/// 32 bytes that replace the operating system's entropy.
using Seed = std::array<std::uint8_t, 32>;

/// The path of a file: text of any bytes, or a `std::filesystem::path`.
class Path {
 public:
  template <class Value, std::enable_if_t<!std::is_same_v<std::decay_t<Value>, Path>, int> = 0>
  Path(const Value& path) : text_(text(path)) {}

  std::string_view view() const noexcept { return text_; }

 private:
  template <class Value>
  static std::string text(const Value& path) {
    if constexpr (std::is_constructible_v<std::string_view, const Value&>) {
      return std::string(std::string_view(path));
    } else {
      const auto bytes = path.u8string();
      return std::string(bytes.begin(), bytes.end());
    }
  }

  std::string text_;
};

}  // namespace sortid

#endif  // SORTID_OPTION_HPP
