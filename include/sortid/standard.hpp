// Specializations of std::hash and std::formatter. Included by sortid.hpp.

#ifndef SORTID_STANDARD_HPP
#define SORTID_STANDARD_HPP

#include <cstddef>
#include <functional>
#include <string_view>

#if defined(__has_include)
#if __has_include(<format>)
#include <format>
#endif
#endif

#include "prefixed.hpp"

template <>
struct std::hash<sortid::Id> {
  std::size_t operator()(const sortid::Id& id) const noexcept {
    const std::string_view bytes(reinterpret_cast<const char*>(id.data()), id.size());
    return std::hash<std::string_view>()(bytes) ^ static_cast<std::size_t>(id.format());
  }
};

template <sortid::Format F>
struct std::hash<sortid::basic_id<F>> {
  std::size_t operator()(const sortid::basic_id<F>& id) const noexcept { return std::hash<sortid::Id>()(id); }
};

template <>
struct std::hash<sortid::PrefixedId> {
  std::size_t operator()(const sortid::PrefixedId& id) const noexcept {
    return std::hash<std::string_view>()(id.prefix()) * 31 + std::hash<sortid::Id>()(id.id());
  }
};

template <class P, sortid::Format F>
struct std::hash<sortid::Prefixed<P, F>> {
  std::size_t operator()(const sortid::Prefixed<P, F>& id) const noexcept { return std::hash<sortid::basic_id<F>>()(id.id()); }
};

// libc++ supports it from version 17, but defines __cpp_lib_format from version 19.
#if defined(__cpp_lib_format) || (__cplusplus >= 202002L && defined(_LIBCPP_VERSION) && _LIBCPP_VERSION >= 170000)

/// Formats ids like strings, with a width and an alignment: `std::format("{:>40}", id)`.
template <std::size_t Size>
struct std::formatter<sortid::basic_text<Size>> : std::formatter<std::string_view> {
  template <class Context>
  auto format(const sortid::basic_text<Size>& text, Context& context) const {
    return std::formatter<std::string_view>::format(text.view(), context);
  }
};

template <>
struct std::formatter<sortid::Id> : std::formatter<sortid::Text> {
  template <class Context>
  auto format(const sortid::Id& id, Context& context) const {
    return std::formatter<sortid::Text>::format(id.text(), context);
  }
};

template <sortid::Format F>
struct std::formatter<sortid::basic_id<F>> : std::formatter<sortid::Text> {
  template <class Context>
  auto format(const sortid::basic_id<F>& id, Context& context) const {
    return std::formatter<sortid::Text>::format(id.text(), context);
  }
};

template <>
struct std::formatter<sortid::PrefixedId> : std::formatter<sortid::PrefixedText> {
  template <class Context>
  auto format(const sortid::PrefixedId& id, Context& context) const {
    return std::formatter<sortid::PrefixedText>::format(id.text(), context);
  }
};

template <class P, sortid::Format F>
struct std::formatter<sortid::Prefixed<P, F>> : std::formatter<sortid::PrefixedText> {
  template <class Context>
  auto format(const sortid::Prefixed<P, F>& id, Context& context) const {
    return std::formatter<sortid::PrefixedText>::format(id.text(), context);
  }
};

#endif

#endif  // SORTID_STANDARD_HPP
