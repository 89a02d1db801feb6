/* A temporary folder for one run. */
#ifndef FOLDER_H
#define FOLDER_H

#include <stdio.h>
#include <stdlib.h>

/* Creates the folder and writes its path. Returns whether it succeeded. */
static int make_folder(char *folder, size_t size, const char *name) {
  const char *temporary = getenv("TMPDIR");
  snprintf(folder, size, "%s/sortid-%s-XXXXXX", temporary == NULL ? "/tmp" : temporary, name);
  return mkdtemp(folder) != NULL;
}

#endif
