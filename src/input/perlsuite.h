#pragma once

#include <stdbool.h>

#include "util/text.h"

/* A benchmark file of Perl's own (t/perf/benchmarks in its sources): code that returns an array
   of names and hashes, as bench.pl reads it. */

/* Whether the text of a file is such a file and not a benchfile. */
bool perlsuite_is(const char *text);
/* Replaces text by the benchfile that is equivalent to the file at path, by running the perl in
   $PATH. Ends the program with STATUS_USAGE and a message if that fails. */
void perlsuite_import(const char *path, struct text *text);
