#ifndef EXECUTABLE_H
#define EXECUTABLE_H

/* The path of an executable: name itself where it holds a '/', else the first match in $PATH;
   or NULL with errno set (ENOENT, EACCES). Always absolute, links not resolved; the caller
   frees. */
char *executable_find(const char *name);

#endif
