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

#include "type.hpp"

template <>
struct std::hash<sortid::AnyId> {
  std::size_t operator()(const sortid::AnyId& id) const noexcept {
    const std::string_view bytes(reinterpret_cast<const char*>(id.data()), id.size());
    return std::hash<std::string_view>()(bytes) ^ static_cast<std::size_t>(id.format());
  }
};

template <sortid::Format F>
struct std::hash<sortid::basic_id<F>> {
  std::size_t operator()(const sortid::basic_id<F>& id) const noexcept { return std::hash<sortid::AnyId>()(id); }
};

template <>
struct std::hash<sortid::AnyTypeId> {
  std::size_t operator()(const sortid::AnyTypeId& id) const noexcept {
    return std::hash<std::string_view>()(id.prefix()) * 31 + std::hash<sortid::AnyId>()(id.id());
  }
};

template <class K>
struct std::hash<sortid::TypeId<K>> {
  std::size_t operator()(const sortid::TypeId<K>& id) const noexcept { return std::hash<typename sortid::TypeId<K>::Bare>()(id.id()); }
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
struct std::formatter<sortid::AnyId> : std::formatter<sortid::Text> {
  template <class Context>
  auto format(const sortid::AnyId& id, Context& context) const {
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
struct std::formatter<sortid::AnyTypeId> : std::formatter<sortid::TypeIdText> {
  template <class Context>
  auto format(const sortid::AnyTypeId& id, Context& context) const {
    return std::formatter<sortid::TypeIdText>::format(id.text(), context);
  }
};

template <class K>
struct std::formatter<sortid::TypeId<K>> : std::formatter<sortid::TypeIdText> {
  template <class Context>
  auto format(const sortid::TypeId<K>& id, Context& context) const {
    return std::formatter<sortid::TypeIdText>::format(id.text(), context);
  }
};

#endif

#endif  // SORTID_STANDARD_HPP
