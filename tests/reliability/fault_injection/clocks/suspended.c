/* A suspended machine: the counter and the wall clock continue, the monotonic clock stops.
 *
 * Words, in pairs: the duration and the start; a pair of zeros ends the list. */
#include "clock.h"

static int64_t faked(clockid_t clock) {
    if (!is_monotonic(clock)) {
        return system_ns(clock);
    }
    int64_t now = system_ns(CLOCK_MONOTONIC), stood = 0;
    for (int word = FIRST; word + 1 < WORDS && sortid_faked[word + 1] != 0; word += 2) {
        int64_t length = sortid_faked[word], past = now - sortid_faked[word + 1];
        stood += past < 0 ? 0 : past < length ? past : length;
    }
    return now - stood;
}
