#pragma once

/* Replacements for functions whose results differ between runs or users of an interpreter. They
   are used until it reads standard input. Lua 5.2 to 5.4 and Duktape seed hashes or random
   numbers with the time, Ruby, LuaJIT and jq with bytes from the kernel, and none accepts
   another seed. Ruby 3.3 starts a thread that only has work while there are others, and which
   would not be forked. Shells make variables from the ids of their user, process and parent,
   digit by digit. */

#include <stddef.h>

/* The replacement for a call of the function name with these arguments; NULL if it has none. */
void *pin_for(const char *name, const long *arguments);
