#pragma once

#include <stdbool.h>

#include "util/words.h"

/* The simulated caches, as valgrind's options: --D1=32768,8,64 gives bytes, ways and bytes per
   line. */

/* Adds caches that are the same on every host. */
void caches_add_fixed(struct words *options);
/* Adds the caches that cachegrind simulated, taken from out, the text of its out file. Returns
   false and adds nothing unless all of them are described there. */
bool caches_add_described(struct words *options, const char *out);
/* "I1", "D1" or "LL" if the option sets that cache, else NULL. */
const char *caches_of(const char *option);
/* "I1=32768,8,64 D1=... LL=...", as the options set them; the caller frees. */
char *caches_show(const struct words *options);
