/* Clocks that go slower than the processor's counter says: to a program, a processor that is so much faster.
 *
 * Words: from when on (0: not at all), the divisor, whether the clock of the day is slow as well. */
#include "clock.h"

static int64_t faked(clockid_t clock) {
    int64_t from = sortid_faked[FIRST], divisor = sortid_faked[FIRST + 1], is_all = sortid_faked[FIRST + 2];
    if (!(is_all || is_monotonic(clock))) {
        return system_ns(clock);
    }
    int64_t now = system_ns(CLOCK_MONOTONIC);
    if (from != 0 && now > from) {
        now = from + (now - from) / divisor;
    }
    return is_monotonic(clock) ? now : now + day_ahead;
}
