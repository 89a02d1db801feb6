/* Prints the functions that can still open the named file. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    const char *path = count > 1 ? arguments[1] : "";
    if (open(path, O_RDONLY) >= 0)
        puts("open");
    if (open64(path, O_RDONLY) >= 0)
        puts("open64");
    if (openat(AT_FDCWD, path, O_RDONLY) >= 0)
        puts("openat");
    if (openat64(AT_FDCWD, path, O_RDONLY) >= 0)
        puts("openat64");
    if (fopen(path, "r"))
        puts("fopen");
    if (fopen64(path, "r"))
        puts("fopen64");
    return 0;
}
