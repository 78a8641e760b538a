#pragma once

#include "savefile/savefile_reader.h"

/* Counts that no measurement can have: these end the program, as a wrong value does. */

/* Those of one measurement, without regard to others: more misses than accesses, no
   instruction, or a number above 2^53. */
void savefile_counts_check(struct savefile_reader *r, const struct counts *counts);
/* The four of the current cell: all begin with the same start of a process, and the empty loop
   costs the same in each iteration. What measuring would call empty gets that verdict. */
void savefile_counts_check_cell(struct savefile_reader *r);
