#ifndef SAVEFILE_H
#define SAVEFILE_H

#include <stdbool.h>

#include "model/results.h"

/* A run kept in a file: bench.pl's JSON, version 1, with a key "cgbench" of our own that it
   ignores. What goes wrong is said and ends the program with STATUS_FAILURE. */

/* Ends the program as savefile_write would where it is plain already that nothing can be
   written there. */
void savefile_check(const char *path);
/* Writes results beside path and renames; an older file stands until then. What is no regular
   file (a pipe, /dev/stdout) is written to directly. */
void savefile_write(const struct results *results, const char *path);
/* Removes what a savefile_write that a signal interrupted leaves behind. Async-signal-safe. */
void savefile_cleanup(void);
/* Reads one file into results, which are empty. A file that is damaged, of another version or
   of wrong types ends the program with one line that names the file and the place. */
void savefile_read(struct results *results, const char *path);
/* Adds the puts of more, read from path, to those of into, and the tests that into has not, and
   leaves more empty. They must have a test in common, the same loop counts, and no label. */
void savefile_merge(struct results *into, struct results *more, const char *path);

#endif
