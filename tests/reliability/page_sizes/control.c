/*
 * Maps its own program from byte 4096 on. Exits with 0 if that fails, as with larger pages, and
 * with 1 if it succeeds.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

int main(int count, char **arguments) {
  int file = open(arguments[count - 1], O_RDONLY);
  if (file < 0) return 2;
  if (mmap(0, 4096, PROT_READ, MAP_SHARED, file, 4096) != MAP_FAILED) return 1;
  return errno == EINVAL ? 0 : 2;
}
