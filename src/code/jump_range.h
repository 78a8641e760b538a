#ifndef JUMP_RANGE_H
#define JUMP_RANGE_H

#include <stdbool.h>

/* Returns false if some call in the executable may be too far for one instruction, so that it
   may cost more than in a smaller program. Only linkers for RISC-V choose by the distance, and
   make the call of a function one instruction or two. True if the file cannot be read. */
bool jump_range_suffices(const char *path);

#endif
