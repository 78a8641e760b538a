#ifndef CGBENCH_PIN_H
#define CGBENCH_PIN_H

/* What stands in place of the functions by which an interpreter learns what is different in
   each run, or for each user, as long as it has not read. Lua 5.2 to 5.4 and Duktape take the
   seed of hashes or of random numbers from the time, Ruby and LuaJIT from the kernel, and none
   can be told another one; shells make variables of the numbers of their user, process and
   parent, digit by digit. */

#include <stddef.h>

/* What is called in place of the function of this name with these arguments, or NULL: itself.
 */
void *pin_for(const char *name, const long *arguments);

#endif
