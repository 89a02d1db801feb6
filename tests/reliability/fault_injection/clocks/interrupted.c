/* Interrupted system calls: in each thread, every second call of each kind does nothing and fails with
 * EINTR. The clocks are the system's.
 *
 * Words: whether calls are interrupted, then for each kind how many were. */
#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { OPEN, LOCK, FLOCK, FSTATFS, STATX, READ, PREAD, PWRITE, FSYNC, FDATASYNC, RENAME, KINDS };

static int64_t faked(clockid_t clock) {
    return system_ns(clock);
}

static int is_cut_short(int kind) {
    static __thread unsigned char is_due[KINDS];
    if (sortid_faked == NULL || sortid_faked[FIRST] == 0) {
        return 0;
    }
    is_due[kind] = !is_due[kind];
    if (is_due[kind]) {
        sortid_faked[FIRST + 1 + kind]++;
        errno = EINTR;
    }
    return is_due[kind];
}

#define CALL(kind, type, name, takes, gives)           \
    type name takes {                                  \
        static type(*system_call) takes;               \
        if (system_call == NULL) {                     \
            *(void **)&system_call = dlsym(RTLD_NEXT, #name); \
        }                                              \
        return is_cut_short(kind) ? -1 : system_call gives; \
    }
CALL(FLOCK, int, flock, (int fd, int how), (fd, how))
CALL(FSTATFS, int, fstatfs, (int fd, struct statfs *known), (fd, known))
CALL(FSTATFS, int, fstatfs64, (int fd, struct statfs64 *known), (fd, known))
CALL(STATX, int, statx, (int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict known),
     (folder, path, flags, mask, known))
CALL(READ, ssize_t, read, (int fd, void *bytes, size_t len), (fd, bytes, len))
CALL(PREAD, ssize_t, pread64, (int fd, void *bytes, size_t len, off64_t at), (fd, bytes, len, at))
CALL(PWRITE, ssize_t, pwrite64, (int fd, const void *bytes, size_t len, off64_t at), (fd, bytes, len, at))
CALL(FSYNC, int, fsync, (int fd), (fd))
CALL(FDATASYNC, int, fdatasync, (int fd), (fd))

/* The same for calls with an optional last argument. The system ignores the argument if it is absent. */
#define CALL_OF_MORE(kind, name, takes, before, more, gives)  \
    int name takes {                                          \
        static int(*system_call) takes;                       \
        if (system_call == NULL) {                            \
            *(void **)&system_call = dlsym(RTLD_NEXT, #name); \
        }                                                     \
        va_list all;                                          \
        va_start(all, before);                                \
        more last = va_arg(all, more);                        \
        va_end(all);                                          \
        return is_cut_short(kind) ? -1 : system_call gives;   \
    }
CALL_OF_MORE(OPEN, open64, (const char *path, int flags, ...), flags, mode_t, (path, flags, last))
CALL_OF_MORE(OPEN, openat64, (int folder, const char *path, int flags, ...), flags, mode_t, (folder, path, flags, last))
CALL_OF_MORE(LOCK, fcntl, (int fd, int command, ...), command, void *, (fd, command, last))
CALL_OF_MORE(LOCK, fcntl64, (int fd, int command, ...), command, void *, (fd, command, last))

/* Maps the numbers of the library's system calls; the program's own syncs and writes are counted
 * above. */
static int kind_of(long number) {
    switch (number) {
    case SYS_renameat2:
        return RENAME;
    case SYS_fsync:
        return FSYNC;
    case SYS_fdatasync:
        return FDATASYNC;
    case SYS_pwrite64:
        return PWRITE;
    default:
        return KINDS;
    }
}

long syscall(long number, ...) {
    static long (*system_call)(long, ...);
    if (system_call == NULL) {
        *(void **)&system_call = dlsym(RTLD_NEXT, "syscall");
    }
    long given[6];
    va_list all;
    va_start(all, number);
    for (int nth = 0; nth < 6; nth++) {
        given[nth] = va_arg(all, long);
    }
    va_end(all);
    int kind = kind_of(number);
    if (kind != KINDS && is_cut_short(kind)) {
        return -1;
    }
    return system_call(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}
