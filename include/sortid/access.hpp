// Conversions between C++ values and those of sortid.h. Included by sortid.hpp.

#ifndef SORTID_ACCESS_HPP
#define SORTID_ACCESS_HPP

#include <cstdint>

#include "result.hpp"

namespace sortid {

class AnyId;

namespace detail {

struct Access {
  /// Converts a valid `sortid_id`.
  template <class T>
  static constexpr T id(const sortid_id& id) noexcept {
    return T(id);
  }
  template <class T>
  static constexpr sortid_id raw(const T& id) noexcept {
    return id.raw();
  }

  static Error error(const sortid_error& error) noexcept { return Error(error); }
  static Error error(ErrorCode code) noexcept { return Error(code); }

  /// Calls `write` with a buffer and its size. Returns the text, or the error of `write`.
  template <class Text, class Write>
  static Result<Text> text(Write write) noexcept {
    Text text;
    sortid_error failure;
    if (write(text.text_, sizeof text.text_, &failure) != SORTID_OK) return error(failure);
    return text;
  }
};

/// Returns the id that `write` writes, or its error.
template <class T, class Write>
Result<T> id(Write write) noexcept {
  sortid_id raw;
  sortid_error error;
  if (write(&raw, &error) != SORTID_OK) return Access::error(error);
  return Access::id<T>(raw);
}

}  // namespace detail

}  // namespace sortid

#endif  // SORTID_ACCESS_HPP
