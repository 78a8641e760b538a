#ifndef CGBENCH_HOOK_H
#define CGBENCH_HOOK_H

/* The functions of hooks.h, as the library defines them. A call of one comes to a stub, which
   is one jump through hook_targets: until it is settled, to a question whether the call
   concerns standard input, and then on to the real function, of which no frame of ours is left.
 */

#include <stddef.h>

/* Whom the stub that begins at this address stands for, or -1 where it is none. */
int hook_at(const void *address);
/* The function that would have been called without this library, or NULL where there is none.
 */
void *hook_real(int hook);
/* From now on the stubs go to the real functions without a question. For those who have taken
   the address of a stub to where it cannot be found again. */
void hook_settle(void);

/* Called at each call that concerns standard input, until it returns that it is awake. */
int preload_wake(void);

#endif
