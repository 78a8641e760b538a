#pragma once

#include <stddef.h>

#include "model/field.h"

/* Parses the "events:" and "summary:" lines of an out file that cachegrind wrote: n bytes,
   without a NUL at the end. The wanted fields must be present; others that are missing are not
   changed. Returns NULL or a static sentence that says what is wrong ("it is cut off"); then
   nothing is changed. The summary that valgrind prints says 1 for a count of 0 branches. */
const char *cachegrind_parse_out(
    const char *s, size_t n, field_set wanted, struct counts *counts);
/* Returns the command line of the program, "" if there is none; the caller frees. */
char *cachegrind_command(const char *s, size_t n);

/* Returns why there are no counts of a program, such as "cachegrind", that was to write its out
   file to dir, in one line: it wrote none or, if damage is not NULL, that is wrong with it; and
   if dir takes no file now, why. The caller frees. */
char *out_file_wrong(const char *writer, const char *dir, const char *damage);
/* Moves an out file that was read to keep; removes it if keep is NULL or, with a warning, if it
   cannot be moved. */
void out_file_end(const char *path, const char *keep);
