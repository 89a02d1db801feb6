// Values of options, and a list of them. Included by sortid.hpp.

#ifndef SORTID_OPTION_HPP
#define SORTID_OPTION_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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

namespace detail {

/// Names and values of options.
class OptionList {
 protected:
  void add(std::string_view option, std::string_view text) { options_.push_back({std::string(option), std::string(text), true, 0}); }

  void add(std::string_view option, std::int64_t number) { options_.push_back({std::string(option), {}, false, number}); }

  void add(std::string_view option, bool flag) { add(option, std::string_view(flag ? "true" : "false")); }

  void add(std::string_view option, const Path& path) { add(option, path.view()); }

  void add(std::string_view option, const Seed& seed) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : seed) {
      text += digits[byte >> 4];
      text += digits[byte & 15];
    }
    add(option, std::string_view(text));
  }

  /// The name of an enumerator.
  template <class Word, std::enable_if_t<std::is_enum_v<Word>, int> = 0>
  void add(std::string_view option, Word word) {
    add(option, name(word));
  }

 private:
  friend class RawOptions;

  struct Option {
    std::string name;
    std::string text;
    bool is_text;
    std::int64_t number;
  };

  std::vector<Option> options_;
};

/// C options that borrow from a list, which must outlive them.
class RawOptions {
 public:
  explicit RawOptions(const OptionList& list) {
    for (const auto& [name, text, is_text, number] : list.options_) {
      raw_.push_back({name.data(), name.size(), is_text ? text.data() : nullptr, text.size(), number});
    }
  }

  const sortid_option* data() const noexcept { return raw_.data(); }
  std::size_t size() const noexcept { return raw_.size(); }

 private:
  std::vector<sortid_option> raw_;
};

}  // namespace detail

}  // namespace sortid

#endif  // SORTID_OPTION_HPP
