/* A clock that takes its time at every reading, as those do that are not told by the processor's counter.
 *
 * Words: how long a reading takes. */
#include "clock.h"

static int64_t faked(clockid_t clock) {
    int64_t until = system_ns(CLOCK_MONOTONIC) + sortid_faked[FIRST];
    while (system_ns(CLOCK_MONOTONIC) < until) {
    }
    return system_ns(clock);
}
