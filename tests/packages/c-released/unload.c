/* Loads the library, generates an id, unloads it and forks: none of its handlers may run. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  char text[64];
  void *library = count == 2 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (library == NULL) return 1;
  int (*uuid7_text)(char *, size_t, void *);
  *(void **)&uuid7_text = dlsym(library, "sortid_uuid7_text");
  if (uuid7_text == NULL || uuid7_text(text, sizeof text, NULL) != 0 || dlclose(library) != 0) return 2;
  puts(text);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) _exit(0);
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0 ? 0 : 3;
}
