#pragma once

#include "input/language.h"
#include "model/test.h"
#include "util/words.h"

/* Adds the benchfiles that paths stand for, in that order: a directory stands for the files in
   it whose names end in ".bench", and the annotated sources, by name. Ends the program with
   STATUS_USAGE if it has none or cannot be read. */
void benchfiles_find(struct words *files, const struct words *paths);
/* Adds the tests of a benchfile, cgbench-benchfile(5), with these values of parameters
   (see param_option_name) instead of its own. Errors end the program with STATUS_USAGE and one
   line that names file, line and column; a test that tests has already is one, and so is
   another language than theirs. */
void benchfile_read(struct tests *tests, const char *path, const struct words *params);
/* Reads all benchfiles that paths stand for in the same way. */
void benchfiles_read(
    struct tests *tests, const struct words *paths, const struct words *params);

/* Ends the program with STATUS_USAGE if a test cannot have that name. place begins the message.
 */
void benchfile_check_name(const char *name, const char *place);
/* Adds a test of -e, -s and --preamble; setup and preamble may be NULL. A missing terminator of
   a statement is added, and so are the language's headers for the names that it uses. */
void benchfile_snippet(struct tests *tests, const char *name, const char *code,
    const char *setup, const char *preamble, const struct language *language);

/* Makes the tests of --command, which run each put's whole command line in the current
   directory, once: one for each combination of params, which are values of --param. keys: more
   of their keys, each with its text behind it. */
void benchfile_command(
    struct tests *tests, const struct words *keys, const struct words *params);
