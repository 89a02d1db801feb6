/* Clocks that are slower than the cycle counter: a program sees a processor that is faster by the divisor.
 *
 * Words: the start (0: never), the divisor, whether the wall clock is slow as well. */
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
