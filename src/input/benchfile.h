#ifndef BENCHFILE_H
#define BENCHFILE_H

#include "model/test.h"

/* Reads a benchfile, cgbench-benchfile(5). Errors end the program with STATUS_USAGE and one
   line that names file, line and column. */
void benchfile_read(struct tests *tests, const char *path);

/* Adds the test "e" of -e, -s and --preamble; setup and preamble may be NULL. terminator ends a
   statement of the language and is added if it is missing. */
void benchfile_snippet(struct tests *tests, const char *code, const char *setup,
    const char *preamble, const char *terminator);

#endif
