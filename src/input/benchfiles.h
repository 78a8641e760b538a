#ifndef BENCHFILES_H
#define BENCHFILES_H

#include "model/test.h"
#include "util/words.h"

/* The benchfiles of a run: those that --benchfile names, one by one or by their directory. */

/* Adds the benchfiles that paths stand for, in that order: a directory stands for the files in
   it whose names end in ".bench", and the annotated sources, by name. Ends the program with
   STATUS_USAGE if it has none or cannot be read. */
void benchfiles_find(struct words *files, const struct words *paths);
/* Reads all benchfiles that paths stand for, with these values of parameters (param_option).
   Ends the program as benchfile_read does. */
void benchfiles_read(
    struct tests *tests, const struct words *paths, const struct words *params);

#endif
