#pragma once

#include <stdbool.h>

#include "model/part.h"
#include "model/shared.h"

/* Finds the variables that the parts of a test share, in the result of its compiler without
   optimisation: an object file with debug information, in which labels are around the parts. So
   it does not matter how a variable is declared, or by which operator or macro it is changed.
 */

/* The label at the begin or end of a part. The caller frees. */
char *look_label(enum part_kind kind, bool end);

/* Reads such a file with a function of a test. line: of its source, from which on what is
   declared is not shared. Adds to *shared. Returns false if the file has no such function with
   debug information. */
bool look_read(struct shared *shared, const char *object, const char *function, int line);
