#pragma once

#include "model/results.h"
#include "util/words.h"

/* Lines that say which cells lack what needs a profile, and why: one for all cells that lack it
   for the same reason. */

struct unprofiled_group;

/* Starts from {0}. */
struct unprofiled {
	struct unprofiled_group *v;
	size_t n;
};

/* Adds a cell that was measured, but has no profile. */
void unprofiled_add(
    struct unprofiled *unprofiled, const struct results *results, size_t test, size_t put);
/* "old.json has no profile of sum on gcc-12: measure again ...", "sum
   on gcc-12 is not explained: ...". nothing: no cell is explained. Frees what was added. */
struct words unprofiled_lines(
    struct unprofiled *unprofiled, const struct results *results, bool nothing);
/* Lines of cells that were measured and have no value of some of the fields. */
struct words unprofiled_fields(const struct results *results, field_set fields);
