// Errors, exceptions, and results that are either a value or an error. It is included by sortid.hpp.

#ifndef SORTID_RESULT_HPP
#define SORTID_RESULT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
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

/// Why an operation failed: a code and, for text, where.
class Error {
 public:
  ErrorCode code() const noexcept { return code_; }

  /// The byte of the text that is to blame, counted from 0; for `invalid_length` the length of the text.
  std::optional<std::size_t> offset() const noexcept {
    if (offset_ < 0) return std::nullopt;
    return static_cast<std::size_t>(offset_);
  }

  /// The invalid option, field or state file; empty if there is none.
  std::string_view subject() const noexcept { return long_ ? std::string_view(long_->first) : std::string_view(subject_); }

  /// One line for people, in English. Where no generator can be made on a state file, it names the path.
  const char* message() const noexcept { return long_ ? long_->second.c_str() : message_; }

 private:
  friend struct detail::Access;

  explicit Error(std::int32_t status) noexcept : code_(static_cast<ErrorCode>(status)) {
    (void)copied(sortid_status_message(status), message_);
  }

  explicit Error(const sortid_error& error) : code_(static_cast<ErrorCode>(error.status)), offset_(error.offset) {
    if (!copied(error.subject, subject_) || !copied(error.message, message_)) {
      long_ = std::make_shared<const std::pair<std::string, std::string>>(error.subject, error.message);
    }
  }

  /// Copies a text with its terminator, truncated to the size. Returns whether it was copied whole.
  template <std::size_t N>
  static bool copied(const char* text, char (&to)[N]) noexcept {
    const std::size_t length = std::strlen(text), whole = std::min(length, N - 1);
    std::memcpy(to, text, whole);
    to[whole] = '\0';
    return whole == length;
  }

  ErrorCode code_;
  std::int64_t offset_ = -1;
  char subject_[32] = {};
  char message_[208] = {};
  /// Subject and message that have no room above: the path of a state file. Nothing else allocates.
  std::shared_ptr<const std::pair<std::string, std::string>> long_;
};

#if defined(__cpp_exceptions)

/// What is thrown: it holds the Error.
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

/// A value, or the Error that stands in its place.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(const Error& error) : content_(std::in_place_index<1>, error) {}

  bool has_value() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// The value, which must be there.
  const T& operator*() const& noexcept { return *std::get_if<0>(&content_); }
  T& operator*() & noexcept { return *std::get_if<0>(&content_); }
  T&& operator*() && noexcept { return std::move(*std::get_if<0>(&content_)); }
  const T* operator->() const noexcept { return std::get_if<0>(&content_); }
  T* operator->() noexcept { return std::get_if<0>(&content_); }

  /// The error, which must be there.
  const Error& error() const noexcept { return *std::get_if<1>(&content_); }

  T value_or(T other) const& { return has_value() ? **this : std::move(other); }
  T value_or(T other) && { return has_value() ? *std::move(*this) : std::move(other); }

  /// The result of `call` with the value, itself a Result; or the error.
  template <class Call>
  auto and_then(Call&& call) const& {
    using Next = std::decay_t<std::invoke_result_t<Call, const T&>>;
    static_assert(detail::is_result<Next>, "and_then wants a function that answers with a Result; transform takes any other");
    return has_value() ? std::invoke(std::forward<Call>(call), **this) : Next(error());
  }
  template <class Call>
  auto and_then(Call&& call) && {
    using Next = std::decay_t<std::invoke_result_t<Call, T&&>>;
    static_assert(detail::is_result<Next>, "and_then wants a function that answers with a Result; transform takes any other");
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

  /// Itself where there is a value; else what `call` makes of the error, a Result of the same.
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
