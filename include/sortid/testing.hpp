// A clock and a seed for the process-wide default generators, for tests. Not included by sortid.hpp.

#ifndef SORTID_TESTING_HPP
#define SORTID_TESTING_HPP

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>

#include "result.hpp"
#include "testing.h"
#include "time.hpp"

namespace sortid::testing {

/// 32 bytes that determine the ids of a test.
using Seed = std::array<std::uint8_t, 32>;

/// A clock that the process-wide default generators use until it is destroyed: see
/// `sortid_test_clock_freeze`.
class TestClock {
 public:
  /// A clock with a fixed time; `not_applicable` while a generator with a state file or lease file exists.
  static Result<TestClock> try_freeze(Timestamp time, const Seed* seed = nullptr) noexcept {
    sortid_test_clock* clock = nullptr;
    sortid_error error;
    const std::int32_t status =
        sortid_test_clock_freeze(detail::raw(time), seed ? seed->data() : nullptr, sizeof(Seed), &clock, &error);
    if (status != SORTID_OK) return detail::Access::error(error);
    return TestClock(clock, time);
  }

  void set(Timestamp time) noexcept {
    time_ = time;
    sortid_test_clock_set(clock_.get(), detail::raw(time), nullptr);
  }

  /// Advances the time, in nanoseconds or longer units.
  template <class Rep, class Period>
  void advance(std::chrono::duration<Rep, Period> by) noexcept {
    const std::chrono::nanoseconds nanos = std::chrono::nanoseconds(time_.nanos()) + by;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(nanos);
    set(Timestamp(time_.seconds() + seconds.count(), static_cast<std::uint32_t>((nanos - seconds).count())));
  }

#if defined(__cpp_exceptions)
  static TestClock freeze(Timestamp time, const Seed* seed = nullptr) { return try_freeze(time, seed).value(); }
#endif

 private:
  struct Free {
    void operator()(sortid_test_clock* clock) const noexcept { sortid_test_clock_free(clock); }
  };

  TestClock(sortid_test_clock* clock, Timestamp time) noexcept : clock_(clock), time_(time) {}

  std::unique_ptr<sortid_test_clock, Free> clock_;
  Timestamp time_;
};

}  // namespace sortid::testing

#endif
