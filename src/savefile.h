#ifndef SAVEFILE_H
#define SAVEFILE_H

#include "results.h"

/* A run kept in a file: bench.pl's JSON, version 1, with keys of our own that it ignores. */

/* Writes results beside path and renames; an older file stands until then. What goes wrong is
   said and ends the program with STATUS_FAILURE. */
void savefile_write(const struct results *results, const char *path);
/* Reads one file into results, which are empty. A file that is damaged, of another version or
   of wrong types ends the program with one line that names the file and the place. */
void savefile_read(struct results *results, const char *path);

#endif
