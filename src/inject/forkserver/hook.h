#pragma once

/* The functions of hooks.h, as the library defines them. Each is a stub, a single jump through
   hook_targets. Until the hook is settled, this jump leads to code that asks whether the call
   concerns standard input and then jumps to the real function, without a stack frame of ours.
 */

#include <stddef.h>

/* Returns the hook whose stub begins at this address; -1 if none does. */
int hook_at(const void *address);
/* The function that would be called without this library, or NULL if there is none. */
void *hook_real(int hook);
/* The stubs jump to the real functions directly from now on. This is for copies of a stub's
   address that cannot be found. */
void hook_settle(void);

/* Called on each call that concerns standard input, until it returns true. */
int preload_wake(void);
