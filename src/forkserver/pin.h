#ifndef CGBENCH_PIN_H
#define CGBENCH_PIN_H

/* What stands in place of the functions that an interpreter draws the seed of its hashes from,
   as long as it has not read. Lua 5.2 to 5.4 take it from the time, Ruby and LuaJIT from the
   kernel, and none can be told another one. */

#include <stddef.h>

/* What is called in place of the function of this name with these arguments, or NULL: itself.
 */
void *pin_for(const char *name, const long *arguments);

#endif
