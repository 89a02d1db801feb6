/* Shared by all faked clocks: each including file implements `faked`.
 *
 * The words are shared with forked children. The program sets them before it uses the library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>

enum { READINGS, FIRST, WORDS = 32 };

_Atomic int64_t *sortid_faked;

static int (*system_gettime)(clockid_t, struct timespec *);

/* The offset of the wall clock from the monotonic clock at load time. Both are derived from one reading,
 * or a thread that is delayed between two readings would see time go back. */
static int64_t day_ahead;

/* The reading of a clock. */
static int64_t faked(clockid_t clock);

static int64_t system_ns(clockid_t clock) {
    struct timespec time;
    system_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

__attribute__((constructor)) static void begin(void) {
    if (sortid_faked != NULL) {
        return;
    }
    *(void **)&system_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    day_ahead = system_ns(CLOCK_REALTIME) - system_ns(CLOCK_MONOTONIC);
    void *memory = mmap(NULL, WORDS * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sortid_faked = memory == MAP_FAILED ? NULL : memory;
}

static int is_monotonic(clockid_t clock) {
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE;
}

static int is_of_the_day(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

/* The real monotonic clock, by which the program schedules events. */
int64_t sortid_faked_instant(void) {
    return system_ns(CLOCK_MONOTONIC);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    begin();
    if (sortid_faked == NULL || !(is_monotonic(clock) || is_of_the_day(clock))) {
        return system_gettime(clock, time);
    }
    sortid_faked[READINGS]++;
    int64_t ns = faked(clock);
    time->tv_sec = ns / 1000000000;
    time->tv_nsec = ns % 1000000000;
    return 0;
}
