#ifndef EXTENT_H
#define EXTENT_H

#include <stdbool.h>
#include <stdint.h>

/* How large the machine code of a test is. */

/* path: of the object, whose function with the test is called symbol, or begins so. *size: the
   bytes of the instructions of that function, and of parts of it that the compiler put
   elsewhere as cold, that are executed in no turn of the empty loop, nor before or behind it:
   what the loop jumps over unless it is active. Instructions that only fill up space are not
   counted. Returns false where that jump is not found, or one before or behind it leads nobody
   knows where. */
bool extent_find(const char *path, const char *symbol, uint64_t *size);

#endif
