#pragma once

#include <stdbool.h>

#include "util/ini.h"
#include "util/text.h"
#include "util/words.h"

/* Files that are no benchfiles, and that programs in Perl convert to what a benchfile would
   say. Functions that run perl use the one in $PATH, and end the program with STATUS_USAGE and
   a message if that fails. */

/* Returns true if the text is a benchmark file of Perl's own (t/perf/benchmarks in its sources)
   and not a benchfile: code that returns an array of names and hashes, as bench.pl reads it. */
bool importer_is_perl(const char *text);
/* Replaces text by the benchfile that is equivalent to the suite of Perl at path. Runs perl. */
void importer_read_perl(const char *path, struct text *text);

/* Returns true if the file of that name and text is an annotated source in C or C++,
   cgbench-annotated(5), and no benchfile. */
bool importer_is_annotated(const char *path, const char *text);
/* Returns true if a file in a directory is an annotated source: it has a Benchmark. Runs perl
   if it may be one, and ends the program with STATUS_USAGE if it then cannot be read. */
bool importer_is_marked(const char *path);
/* Makes the benchfile that is equivalent to the annotated source, with these values of
   parameters (see param_option_name), and with the keys "source" and "annotated", which
   benchfiles do not have. Runs perl and universal-ctags. Ends the program with STATUS_USAGE and
   one line FILE:LINE if something in the source has no meaning. Returns what --verbose says of
   it, or NULL; the caller frees. */
char *importer_read_annotated(
    struct ini *ini, const char *path, const struct text *text, const struct words *params);
