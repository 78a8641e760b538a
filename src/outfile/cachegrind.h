#pragma once

#include <stddef.h>

#include "model/field.h"

/* Parses what cachegrind writes. Both parsers take n bytes, without a NUL at the end, and
   return NULL or a static sentence that says what is wrong ("it is cut off"). In that case they
   change nothing. */

/* The out file: its "events:" and "summary:" lines. The wanted fields must be present; others
   that are missing are not changed. */
const char *cachegrind_parse_out(
    const char *s, size_t n, field_set wanted, struct counts *counts);
/* Returns the command line of the program, "" if there is none; the caller frees. */
char *cachegrind_command(const char *s, size_t n);
/* Reads the summary that valgrind 3.3 and later print, in a log to which the program may have
   written too. Sets the fields that it prints, and *found to their set. It prints 1 instead of
   0 for branches, which cannot be told from a true 1; only the out file is exact. */
const char *cachegrind_parse_summary(
    const char *s, size_t n, struct counts *counts, field_set *found);

/* Returns why there are no counts of a program, such as "cachegrind", that was to write its out
   file to dir, in one line: it wrote none or, if damage is not NULL, that is wrong with it; and
   if dir takes no file now, why. The caller frees. */
char *out_file_wrong(const char *writer, const char *dir, const char *damage);
/* Moves an out file that was read to keep; removes it if keep is NULL or, with a warning, if it
   cannot be moved. */
void out_file_end(const char *path, const char *keep);
