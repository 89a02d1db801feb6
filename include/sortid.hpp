// sortid for C++: time-sortable identifiers, the same in every language. Header-only, over
// sortid.h. Requires C++17; some features require C++20.
//
//     #include <sortid.hpp>
//     #include <iostream>
//
//     int main() {
//       sortid::Uuid7 id = sortid::uuid7();
//       std::cout << id << '\n' << sortid::Tid::parse("3jzfcijpj2z2a").timestamp().seconds() << '\n';
//     }
//
// Operations that can fail have two functions: `parse` returns the value or throws
// `sortid::Exception`; `try_parse` returns a `Result`, never throws, and also exists under
// -fno-exceptions. Functions without `try_` that are noexcept cannot fail.
//
// Each format has a type, `Tid`, `Uuid7`, …, with the width of the format; `AnyId` is a value of 24
// bytes that contains its format. Only a Generator has state: it is movable, its methods are const,
// and threads may share it. `Timestamp` converts from and to `std::chrono`. The conventions of
// sortid.h on threads and forks apply.

#ifndef SORTID_HPP
#define SORTID_HPP

// MSVC defines the standard as _MSVC_LANG.
#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "sortid.hpp needs C++17 or newer (-std=c++17, /std:c++17)"
#else
#include "sortid/columns.hpp"
#include "sortid/format.hpp"
#include "sortid/functions.hpp"
#include "sortid/generator.hpp"
#include "sortid/id.hpp"
#include "sortid/literals.hpp"
#include "sortid/result.hpp"
#include "sortid/standard.hpp"
#include "sortid/time.hpp"
#include "sortid/type.hpp"
#include "sortid/typed.hpp"
#include "sortid/value.hpp"
#endif

#endif  // SORTID_HPP
