#pragma once

#include "savefile/savefile_reader.h"

/* Counts that no measurement can have end the program, as a wrong value does. */

/* Checks one measurement by itself: more misses than accesses, or a number above 2^53. */
void savefile_counts_check(struct savefile_reader *r, const struct counts *counts);
/* Checks the four measurements of the current cell: all begin with the same start of a process,
   and the empty loop costs the same in each iteration. Code that costs less than nothing gets
   the verdict "empty", as it does when it is measured. */
void savefile_counts_check_cell(struct savefile_reader *r);
