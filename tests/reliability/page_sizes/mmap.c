/*
 * Preloaded (LD_PRELOAD): makes `mmap` behave as with larger pages.
 *
 * SORTID_PAGE_SIZE is the page size. Mapping a file at an offset that is not a multiple of it fails
 * with EINVAL. Each shared map of a file adds a line to the file SORTID_PAGE_LOG, to detect runs
 * without such maps.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void *map_function(void *, size_t, int, int, int, off_t);

static void note(const char *line, size_t length) {
  const char *path = getenv("SORTID_PAGE_LOG");
  int log = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (log < 0) return;
  /* An empty log fails the step. A process may limit the size of its files. */
  if (write(log, line, length) < 0 && errno != EFBIG) abort();
  close(log);
}

static void *map(const char *name, void *at, size_t length, int access, int flags, int file,
                 off_t offset) {
  const char *size = getenv("SORTID_PAGE_SIZE");
  off_t page = size ? atol(size) : 4096;
  /* No data race: each thread finds the same function. */
  map_function *real = (map_function *)dlsym(RTLD_NEXT, name);
  int is_shared = (flags & MAP_SHARED) && !(flags & MAP_ANONYMOUS);
  int error = errno;
  if (is_shared) note("map\n", 4);
  if (!(flags & MAP_ANONYMOUS) && offset % page != 0) {
    errno = EINVAL;
    return MAP_FAILED;
  }
  errno = error;
  return real(at, length, access, flags, file, offset);
}

void *mmap(void *at, size_t length, int access, int flags, int file, off_t offset) {
  return map("mmap", at, length, access, flags, file, offset);
}

void *mmap64(void *at, size_t length, int access, int flags, int file, off_t offset) {
  return map("mmap64", at, length, access, flags, file, offset);
}
