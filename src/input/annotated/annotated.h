#pragma once

#include <stdbool.h>

#include "util/ini.h"
#include "util/words.h"

/* Annotated sources in C and C++, cgbench-annotated(5): their tests are functions with
   "@Benchmark" before them. */

/* Whether the file of that name and text is one, and no benchfile. */
bool annotated_is(const char *path, const char *text);
/* Whether the file is one of those in a directory that are annotated sources: with a Benchmark.
   Ends the program with STATUS_USAGE if it has the extension of one and cannot be read. */
bool annotated_is_marked(const char *path);
/* Makes the benchfile that is equivalent to the source, with these values of parameters
   (param_option), and with the keys "source" and "annotated", which benchfiles do not have.
   Ends the program with STATUS_USAGE and one line FILE:LINE if something in it has no meaning.
   Returns what --verbose says of it, or NULL; the caller frees. */
char *annotated_import(
    struct ini *ini, const char *path, const char *text, size_t n, const struct words *params);
