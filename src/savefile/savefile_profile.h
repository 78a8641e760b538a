#pragma once

#include "savefile/savefile_member.h"

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

/* Adds the value of that member; returns false if no cell has a profile or a reason, or if none
   is to be saved. */
bool savefile_profile_add(struct text *t, const struct member_of *of);
/* Reads the value of that member; the cells have been read. A profile that does
   not add up to the counts of its cell ends the program, as a wrong value does. So do numbers
   whose sums, or the differences of these, would be too large for int64_t. */
void savefile_profile_read(struct savefile_reader *r, const json_t *json);
