#ifndef EXECUTABLE_H
#define EXECUTABLE_H

/* Returns the absolute path of an executable, links not resolved: name itself if it contains a
   '/', else the first match in $PATH. Returns NULL with errno set (ENOENT, EACCES) if there is
   none. The caller frees. */
char *executable_find(const char *name);

#endif
