#ifndef PRELOAD_H
#define PRELOAD_H

/* The path of a library that is preloaded into other programs, installed or in the tree it was
   built in; NULL where it is in neither. The caller frees. */
char *preload_path(const char *name);

#endif
