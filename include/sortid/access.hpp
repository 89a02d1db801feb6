// The one way between the values of C++ and those of sortid.h. It is included by sortid.hpp.

#ifndef SORTID_ACCESS_HPP
#define SORTID_ACCESS_HPP

#include <cstdint>

#include "result.hpp"

namespace sortid {

class Id;

namespace detail {

struct Access {
  /// Of C's id, which is one.
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

  /// The text that `write` writes to the memory that it is given, and its size; or its error.
  template <class Text, class Write>
  static Result<Text> text(Write write) noexcept {
    Text text;
    sortid_error failure;
    if (write(text.text_, sizeof text.text_, &failure) != SORTID_OK) return error(failure);
    return text;
  }
};

/// The id that `write` writes, or its error.
template <class T, class Write>
Result<T> id(Write write) noexcept {
  sortid_id made;
  sortid_error error;
  if (write(&made, &error) != SORTID_OK) return Access::error(error);
  return Access::id<T>(made);
}

}  // namespace detail

}  // namespace sortid

#endif  // SORTID_ACCESS_HPP
