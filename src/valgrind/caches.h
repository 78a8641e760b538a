#ifndef CACHES_H
#define CACHES_H

#include <stdbool.h>

#include "util/words.h"

/* The caches that are simulated, as valgrind's options for them: --D1=32768,8,64 is bytes,
   ways, bytes of a line. */

/* Adds those that are the same for all hosts. */
void caches_add_fixed(struct words *options);
/* Adds those that cachegrind has simulated, according to the start of its out file; false, and
   nothing, where that does not say all of them. */
bool caches_add_described(struct words *options, const char *out);
/* "I1", "D1" or "LL" where the option says that cache's geometry, else NULL. */
const char *caches_of(const char *option);
/* All of them, "I1=32768,8,64 D1=... LL=..."; the caller frees. */
char *caches_show(const struct words *options);

#endif
