/* A machine whose counter changes its frequency: relative to it, all clocks become faster or slower.
 *
 * Words, in pairs: the speed in percent and its start; a pair of zeros ends the list. */
#include "clock.h"

static int64_t faked(clockid_t clock) {
    int64_t now = system_ns(CLOCK_MONOTONIC), before = 100, ahead = 0;
    for (int word = FIRST; word + 1 < WORDS && sortid_faked[word + 1] != 0; word += 2) {
        int64_t past = now - sortid_faked[word + 1];
        if (past > 0) {
            ahead += past * (sortid_faked[word] - before) / 100;
            before = sortid_faked[word];
        }
    }
    return now + ahead + (is_monotonic(clock) ? 0 : day_ahead);
}
