#ifndef PRELOAD_H
#define PRELOAD_H

/* The path of the library that brings the fork server into an interpreter, installed or in the
   tree it was built in; NULL where it is in neither. The caller frees. */
char *preload_path(void);

#endif
