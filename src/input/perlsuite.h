#ifndef PERLSUITE_H
#define PERLSUITE_H

#include <stdbool.h>

#include "util/text.h"

/* A benchmark file of Perl's own (t/perf/benchmarks in its sources): code that returns an array
   of names and hashes, as bench.pl reads it. */

/* Whether the text, that of a file, is one, and no benchfile. */
bool perlsuite_is(const char *text);
/* Puts the benchfile that the file at path amounts to in the place of text; runs the perl in
   $PATH for it. Ends the program with STATUS_USAGE and a message where that fails. */
void perlsuite_import(const char *path, struct text *text);

#endif
