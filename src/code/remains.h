#ifndef REMAINS_H
#define REMAINS_H

#include <stdint.h>

/* What a compiler left of the code of a test, in its object file. */
enum remains {
	REMAINS_WORK,  /* something, or it is not known */
	REMAINS_MOVES, /* of registers and constants, and stores of constants */
	REMAINS_NOTHING
};

/* path: of the object, whose functions with the test are called symbol, or begin so; count: how
   many instructions were counted for one turn. The loop of a test jumps over its code unless it
   is active: somewhere in these functions is such a jump, and between it and its target are the
   instructions that were counted. So only a jump over nothing but moves, which are as many, is
   taken for it. */
enum remains remains_find(const char *path, const char *symbol, uint64_t count);

#endif
