// sortid for C++: time-sortable identifiers, the same in every language. Header-only over sortid.h; C++17, and better in C++20.
//
//     #include <sortid.hpp>
//     #include <iostream>
//
//     int main() {
//       sortid::Uuid7 id = sortid::uuid7();
//       std::cout << id << '\n' << sortid::Tid::parse("3jzfcijpj2z2a").timestamp().seconds() << '\n';
//     }
//
// Every operation that can fail comes twice: `parse` returns the value and throws `sortid::Exception`; `try_parse` returns a `Result`, never
// throws, and is there under -fno-exceptions too. What stands as noexcept without `try_` cannot fail.
//
// Each format has a type, `Tid`, `Uuid7`, …, a value as wide as the format; `Id` is a value of 24 bytes that knows its format. A Generator is
// the only object with state: it is movable, all its methods are const, and threads may share it. Times are `Timestamp`, from and to
// `std::chrono`. The rules of sortid.h on threads and forks hold here too.

#ifndef SORTID_HPP
#define SORTID_HPP

// MSVC has the standard in _MSVC_LANG.
#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "sortid.hpp needs C++17 or newer (-std=c++17, /std:c++17)"
#else
#include "sortid/columns.hpp"
#include "sortid/format.hpp"
#include "sortid/functions.hpp"
#include "sortid/generator.hpp"
#include "sortid/id.hpp"
#include "sortid/literals.hpp"
#include "sortid/prefixed.hpp"
#include "sortid/result.hpp"
#include "sortid/standard.hpp"
#include "sortid/time.hpp"
#include "sortid/typed.hpp"
#include "sortid/value.hpp"
#endif

#endif  // SORTID_HPP
