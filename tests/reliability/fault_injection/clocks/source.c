/* Expensive clock reads, as with clock sources other than the cycle counter.
 *
 * Words: the duration of a read in nanoseconds. */
#include "clock.h"

static int64_t faked(clockid_t clock) {
    int64_t until = system_ns(CLOCK_MONOTONIC) + sortid_faked[FIRST];
    while (system_ns(CLOCK_MONOTONIC) < until) {
    }
    return system_ns(clock);
}
