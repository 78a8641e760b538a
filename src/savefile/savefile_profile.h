#pragma once

#include "savefile/savefile_reader.h"
#include "util/replace.h"

/* The profiles of all cells in a saved file, the member "profiles" of cgbench's extension:
       {"cells": {TEST: {LABEL: [[function, calls, [counts, ...], [callee, calls, ...]], ...]}},
        "objects": [[path, build id], ...],
        "files": [path, ...],
        "kinds": [name, ...],
        "instructions": [[text, kind, frame, target], ...],
        "lines": [[file, line], ...],
        "functions": [[name, object, owner, [address, ...], [instruction, ...], [line, ...]],
                      ...],
        "counts": [[runs, Ir, Dr, Dw, ...], ...]}
   Most programs share most of their functions, and most instructions their text and their
   counts. So all that cells may share is in the seven lists, and elsewhere its index. The
   functions of a cell have counts for each instruction of the function, and callees that are
   indexes in the same cell. An address is the difference from that of the instruction before,
   a target that from its own instruction. A line is 1 more than its index, or 0 if unknown,
   and given as the difference from that of the instruction before. Zeros at the end of counts
   are left out. In place of its functions a cell may have a string: why it has no profile. */

/* What profiles share, in the order in which it is read and written. */
enum profile_list {
	LIST_OBJECTS,
	LIST_FILES,
	LIST_KINDS,
	LIST_INSTRUCTIONS,
	LIST_LINES,
	LIST_FUNCTIONS,
	LIST_COUNTS,
	LIST_COUNT
};
extern const char *const savefile_profile_lists[LIST_COUNT];

/* Adds ',"profiles":' and its value, or nothing if no cell has a profile or a reason. */
void savefile_profile_write(struct replace *r, const struct results *results);
/* Reads the value of that member; the cells have been read. A profile that does
   not add up to the counts of its cell ends the program, as a wrong value does. So do numbers
   whose sums, or the differences of these, would be too large for int64_t. */
void savefile_profile_read(struct savefile_reader *r, const json_t *json);
