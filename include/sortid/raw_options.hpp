// Options as C structs. Included by sortid.hpp.

#ifndef SORTID_RAW_OPTIONS_HPP
#define SORTID_RAW_OPTIONS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "options.hpp"

namespace sortid::detail {

/// C options that borrow from `Options`, which must outlive them.
class RawOptions {
 public:
  explicit RawOptions(const Options& options) {
    options.each([this](std::string_view name, const auto& value) {
      if (value) add(name, *value);
    });
    for (const auto& [name, value] : options.named) add(name, std::string_view(value));
  }

  RawOptions(const RawOptions&) = delete;
  RawOptions& operator=(const RawOptions&) = delete;

  const sortid_option* data() const noexcept { return raw_.data(); }
  std::size_t size() const noexcept { return raw_.size(); }

 private:
  void add(std::string_view name, std::string_view text) {
    // The data of an empty view may be null, which would mean a number.
    raw_.push_back({name.data(), name.size(), text.empty() ? "" : text.data(), text.size(), 0});
  }

  void add(std::string_view name, std::int64_t number) { raw_.push_back({name.data(), name.size(), nullptr, 0, number}); }

  void add(std::string_view name, bool flag) { add(name, std::string_view(flag ? "true" : "false")); }

  void add(std::string_view name, const Path& path) { add(name, path.view()); }

  void add(std::string_view option, const Seed& seed) {
    constexpr std::string_view digits = "0123456789abcdef";
    seed_.clear();
    for (const std::uint8_t byte : seed) {
      seed_ += digits[byte >> 4];
      seed_ += digits[byte & 15];
    }
    add(option, std::string_view(seed_));
  }

  /// The name of an enumerator.
  template <class Word, std::enable_if_t<std::is_enum_v<Word>, int> = 0>
  void add(std::string_view option, Word word) {
    add(option, name(word));
  }

  template <class Number, class Word>
  void add(std::string_view option, const std::variant<Number, Word>& value) {
    std::visit([&](auto alternative) { add(option, alternative); }, value);
  }

  std::vector<sortid_option> raw_;
  std::string seed_;
};

}  // namespace sortid::detail

#endif  // SORTID_RAW_OPTIONS_HPP
