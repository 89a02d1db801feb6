// Instants, with conversions from and to `std::chrono`. Included by sortid.hpp.

#ifndef SORTID_TIME_HPP
#define SORTID_TIME_HPP

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>
#include <type_traits>

#include "access.hpp"

namespace sortid {

/// An instant: whole Unix seconds, floored, and nanoseconds of that second. It has the range of every format.
class Timestamp {
 public:
  /// `nanos` is 0 to 999 999 999: functions reject times with more.
  constexpr Timestamp(std::int64_t seconds, std::uint32_t nanos) noexcept : seconds_(seconds), nanos_(nanos) {}

  /// Floored to the nanosecond.
  template <class Duration>
  constexpr Timestamp(std::chrono::time_point<std::chrono::system_clock, Duration> time) noexcept
      : seconds_(std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count()),
        nanos_(static_cast<std::uint32_t>(
            std::chrono::floor<std::chrono::nanoseconds>(time - std::chrono::floor<std::chrono::seconds>(time)).count())) {}

#if __cplusplus >= 202002L
  /// The first instant of a day.
  constexpr Timestamp(std::chrono::year_month_day day) noexcept : Timestamp(std::chrono::sys_days(day)) {}

  /// From a clock with a conversion to `system_clock`: `file_clock`, `utc_clock`.
  template <class Clock, class Duration>
    requires requires(std::chrono::time_point<Clock, Duration> time) { Clock::to_sys(time); }
  Timestamp(std::chrono::time_point<Clock, Duration> time) : Timestamp(Clock::to_sys(time)) {}
#endif

  /// Seconds since 1970, negative before.
  constexpr std::int64_t seconds() const noexcept { return seconds_; }

  /// Nanoseconds since that second.
  constexpr std::uint32_t nanos() const noexcept { return nanos_; }

  /// The time as a `std::chrono::time_point`, floored to its unit; `timestamp_out_of_range` if that cannot
  /// represent it: nanoseconds end in the year 2262.
  template <class Duration = std::chrono::system_clock::duration>
  Result<std::chrono::time_point<std::chrono::system_clock, Duration>> try_time_point() const noexcept;

#if defined(__cpp_exceptions)
  template <class Duration = std::chrono::system_clock::duration>
  std::chrono::time_point<std::chrono::system_clock, Duration> time_point() const {
    return try_time_point<Duration>().value();
  }
#endif

  friend constexpr bool operator==(const Timestamp& a, const Timestamp& b) noexcept {
    return a.seconds_ == b.seconds_ && a.nanos_ == b.nanos_;
  }
  friend constexpr bool operator!=(const Timestamp& a, const Timestamp& b) noexcept { return !(a == b); }
  friend constexpr bool operator<(const Timestamp& a, const Timestamp& b) noexcept {
    return a.seconds_ < b.seconds_ || (a.seconds_ == b.seconds_ && a.nanos_ < b.nanos_);
  }
  friend constexpr bool operator>(const Timestamp& a, const Timestamp& b) noexcept { return b < a; }
  friend constexpr bool operator<=(const Timestamp& a, const Timestamp& b) noexcept { return !(b < a); }
  friend constexpr bool operator>=(const Timestamp& a, const Timestamp& b) noexcept { return !(a < b); }

 private:
  std::int64_t seconds_;
  std::uint32_t nanos_;
};

template <class Duration>
Result<std::chrono::time_point<std::chrono::system_clock, Duration>> Timestamp::try_time_point() const noexcept {
  using Rep = typename Duration::rep;
  using Period = typename Duration::period;
  using Limits = std::numeric_limits<Rep>;
  static_assert(std::is_integral_v<Rep> && sizeof(Rep) == sizeof(std::int64_t), "the duration must have 64-bit integers");
  static_assert(Period::den == 1 || (Period::num == 1 && std::nano::den % Period::den == 0),
                "the unit must be whole seconds or a decimal fraction of a second, at least a nanosecond");
  using Point = std::chrono::time_point<std::chrono::system_clock, Duration>;
  if constexpr (Period::den == 1) {
    const Rep floored = seconds_ / Period::num - (seconds_ % Period::num < 0 ? 1 : 0);
    return Point(Duration(floored));
  } else {
    constexpr Rep units = Period::den;
    const Rep part = static_cast<Rep>(nanos_ / (std::nano::den / Period::den));
    const bool reaches = seconds_ >= 0 ? seconds_ <= (Limits::max() - part) / units
                                       : seconds_ + 1 >= (Limits::min() + (units - part)) / units;
    if (!reaches) return detail::Access::error(ErrorCode::timestamp_out_of_range);
    // Counts back from the next second, since the multiple of this one may overflow.
    return Point(Duration(seconds_ >= 0 ? seconds_ * units + part : (seconds_ + 1) * units - (units - part)));
  }
}

namespace detail {

constexpr sortid_time raw(const Timestamp& time) noexcept { return {time.seconds(), time.nanos()}; }

}  // namespace detail

}  // namespace sortid

#endif  // SORTID_TIME_HPP
