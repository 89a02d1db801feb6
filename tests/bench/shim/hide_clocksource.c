/*
 * Preloaded before the C library, this hides only the file with Linux's current clock source, so
 * that a program cannot trust the cycle counter.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int hidden(const char *path)
{
    return path && !strcmp(path, "/sys/devices/system/clocksource/clocksource0/current_clocksource");
}

/* The mode is only passed for new files; reading it anyway is harmless on every Linux ABI. */
#define MODE(last)                   \
    va_list more;                    \
    va_start(more, last);            \
    mode_t mode = va_arg(more, int); \
    va_end(more)

#define OPEN(name)                                        \
    int name(const char *path, int flags, ...)            \
    {                                                     \
        MODE(flags);                                      \
        if (hidden(path)) {                               \
            errno = ENOENT;                               \
            return -1;                                    \
        }                                                 \
        int (*real)(const char *, int, ...) =             \
            (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        return real(path, flags, mode);                   \
    }

#define OPENAT(name)                                      \
    int name(int folder, const char *path, int flags, ...) \
    {                                                     \
        MODE(flags);                                      \
        if (hidden(path)) {                               \
            errno = ENOENT;                               \
            return -1;                                    \
        }                                                 \
        int (*real)(int, const char *, int, ...) =        \
            (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        return real(folder, path, flags, mode);           \
    }

#define FOPEN(name)                                       \
    FILE *name(const char *path, const char *how)         \
    {                                                     \
        if (hidden(path)) {                               \
            errno = ENOENT;                               \
            return NULL;                                  \
        }                                                 \
        FILE *(*real)(const char *, const char *) =       \
            (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, #name); \
        return real(path, how);                           \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
FOPEN(fopen)
FOPEN(fopen64)
