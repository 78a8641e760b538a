#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Instructions of x86-64 for which valgrind counts other data accesses than they make, because
   it translates them into several accesses, or into some of its own. scripts/accesses finds
   them; the table is in cgbench-fields(7). */

/* The state before an instruction; it begins with 0. */
struct split {
	uint32_t ones; /* vector registers with all bits set */
};

/* Returns true if the instruction that begins at bytes, of n bytes, is one of them: a gather is
   one if its mask may leave out elements. Must be called for each instruction in turn. */
bool split_next(struct split *split, const unsigned char *bytes, size_t n);
/* Returns true if any instruction of the code may be one of them. */
bool split_any(const unsigned char *bytes, size_t n);
