// Errors, exceptions and results. Included by sortid.hpp.

#ifndef SORTID_RESULT_HPP
#define SORTID_RESULT_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif
#if defined(__has_include)
#if __has_include(<expected>)
#include <expected>
#endif
#endif

#include "format.hpp"

namespace sortid {

/// An error: a code, an offset for invalid text, and a message.
class Error {
 public:
  ErrorCode code() const noexcept { return static_cast<ErrorCode>(error_.status); }

  /// The offset of the invalid byte, from 0; for `invalid_length` the length of the text.
  std::optional<std::size_t> offset() const noexcept {
    if (error_.offset < 0) return std::nullopt;
    return static_cast<std::size_t>(error_.offset);
  }

  /// The invalid option, field or state file; empty if there is none. An ellipsis replaces the middle of a
  /// long path.
  std::string_view subject() const noexcept { return error_.subject; }

  /// The full path of the state file or lease file that caused the error; empty if there is none.
  std::string_view path() const noexcept { return error_.path == nullptr ? std::string_view() : error_.path; }

  /// One line in English. An ellipsis replaces the middle of a long path.
  const char* message() const noexcept { return error_.message; }

 private:
  friend struct detail::Access;

  explicit Error(ErrorCode code) noexcept : error_() {
    error_.status = static_cast<std::int32_t>(code);
    error_.offset = -1;
    std::snprintf(error_.message, sizeof error_.message, "%s: %s", sortid_status_name(error_.status), sortid_status_message(error_.status));
  }

  explicit Error(const sortid_error& error) noexcept : error_(error) {}

  sortid_error error_;
};

#if defined(__cpp_exceptions)

/// The exception of all functions that throw, with the Error.
class Exception : public std::runtime_error {
 public:
  explicit Exception(const Error& error) : std::runtime_error(error.message()), error_(error) {}

  const Error& error() const noexcept { return error_; }
  ErrorCode code() const noexcept { return error_.code(); }

 private:
  Error error_;
};

#endif

template <class T>
class Result;

namespace detail {

template <class T>
inline constexpr bool is_result = false;
template <class T>
inline constexpr bool is_result<Result<T>> = true;

}  // namespace detail

/// A value or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(const Error& error) : content_(std::in_place_index<1>, error) {}

  bool has_value() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// The value; requires `has_value()`.
  const T& operator*() const& noexcept { return *std::get_if<0>(&content_); }
  T& operator*() & noexcept { return *std::get_if<0>(&content_); }
  T&& operator*() && noexcept { return std::move(*std::get_if<0>(&content_)); }
  const T* operator->() const noexcept { return std::get_if<0>(&content_); }
  T* operator->() noexcept { return std::get_if<0>(&content_); }

  /// The error; requires `!has_value()`.
  const Error& error() const noexcept { return *std::get_if<1>(&content_); }

  T value_or(T other) const& { return has_value() ? **this : std::move(other); }
  T value_or(T other) && { return has_value() ? *std::move(*this) : std::move(other); }

  /// The result of `call` with the value, itself a Result; or the error.
  template <class Call>
  auto and_then(Call&& call) const& {
    using Next = std::decay_t<std::invoke_result_t<Call, const T&>>;
    static_assert(detail::is_result<Next>, "and_then requires a function that returns a Result; use transform for others");
    return has_value() ? std::invoke(std::forward<Call>(call), **this) : Next(error());
  }
  template <class Call>
  auto and_then(Call&& call) && {
    using Next = std::decay_t<std::invoke_result_t<Call, T&&>>;
    static_assert(detail::is_result<Next>, "and_then requires a function that returns a Result; use transform for others");
    return has_value() ? std::invoke(std::forward<Call>(call), *std::move(*this)) : Next(error());
  }

  /// The result of `call` with the value, as a Result; or the error.
  template <class Call>
  auto transform(Call&& call) const& {
    using Next = Result<std::decay_t<std::invoke_result_t<Call, const T&>>>;
    return has_value() ? Next(std::invoke(std::forward<Call>(call), **this)) : Next(error());
  }
  template <class Call>
  auto transform(Call&& call) && {
    using Next = Result<std::decay_t<std::invoke_result_t<Call, T&&>>>;
    return has_value() ? Next(std::invoke(std::forward<Call>(call), *std::move(*this))) : Next(error());
  }

  /// Itself if it has a value; otherwise the result of `call` with the error.
  template <class Call>
  Result or_else(Call&& call) const& {
    return has_value() ? *this : Result(std::invoke(std::forward<Call>(call), error()));
  }

#if defined(__cpp_lib_expected)
  operator std::expected<T, Error>() const& {
    if (!has_value()) return std::unexpected(error());
    return **this;
  }
  operator std::expected<T, Error>() && {
    if (!has_value()) return std::unexpected(error());
    return *std::move(*this);
  }
#endif

#if defined(__cpp_exceptions)
  /// The value; throws Exception if there is none.
  const T& value() const& {
    if (!has_value()) throw Exception(error());
    return **this;
  }
  T&& value() && {
    if (!has_value()) throw Exception(error());
    return *std::move(*this);
  }
#endif

 private:
  std::variant<T, Error> content_;
};

}  // namespace sortid

#endif  // SORTID_RESULT_HPP
