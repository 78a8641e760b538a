#ifndef CACHEGRIND_H
#define CACHEGRIND_H

#include <stdbool.h>
#include <stddef.h>

#include "model/counts.h"

/* What cachegrind writes, read back. Both take n bytes that need not end in NUL, and return
   NULL or a static sentence that says what is wrong with them ("it is cut off"), and then leave
   what they fill as it was. */

/* The out file: its "events:" and "summary:" lines. The wanted fields must be there; others are
   left alone where they are not. */
const char *cachegrind_parse_out(
    const char *s, size_t n, field_set wanted, struct counts *counts);
/* The printed summary of valgrind 3.3 and later, in a log that the program may have written to
   as well. Fields that it does not print are left alone and not in *found. It shows 1 for a
   count of 0 branches, which nothing tells from a true 1: so the out file is what counts. */
const char *cachegrind_parse_summary(
    const char *s, size_t n, struct counts *counts, field_set *found);

#endif
