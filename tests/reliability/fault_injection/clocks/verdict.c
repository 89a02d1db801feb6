/* The clocks of the system, with another clock source in the kernel's report.
 *
 * The environment contains the path of a file with the clock source. If it does not exist, the kernel
 * reports none. */
#include "clock.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int64_t faked(clockid_t clock) {
    return system_ns(clock);
}

static const char *instead(const char *path) {
    static const char asked[] = "/current_clocksource";
    size_t length = strlen(path), end = sizeof asked - 1;
    const char *other = getenv("SORTID_FAULTS_CLOCKSOURCE");
    return other != NULL && length > end && strcmp(path + length - end, asked) == 0 ? other : path;
}

static int opened(int folder, const char *path, int flags, va_list more) {
    int has_mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
    return syscall(SYS_openat, folder, instead(path), flags, has_mode ? va_arg(more, mode_t) : 0);
}

#define OPEN(name)                               \
    int name(const char *path, int flags, ...) { \
        va_list more;                            \
        va_start(more, flags);                   \
        int fd = opened(AT_FDCWD, path, flags, more); \
        va_end(more);                            \
        return fd;                               \
    }
#define OPENAT(name)                                         \
    int name(int folder, const char *path, int flags, ...) { \
        va_list more;                                        \
        va_start(more, flags);                               \
        int fd = opened(folder, path, flags, more);          \
        va_end(more);                                        \
        return fd;                                           \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
