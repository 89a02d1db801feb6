/* A folder of one run, below the one for temporary files. */
#ifndef FOLDER_H
#define FOLDER_H

#include <stdio.h>
#include <stdlib.h>

/* Makes it, and tells its path; whether it could. */
static int make_folder(char *folder, size_t size, const char *name) {
  const char *temporary = getenv("TMPDIR");
  snprintf(folder, size, "%s/sortid-%s-XXXXXX", temporary == NULL ? "/tmp" : temporary, name);
  return mkdtemp(folder) != NULL;
}

#endif
