#pragma once

/* These differ between machines in the preloaded library:
   - PAGE: bytes in a page
   - RELOCATION_*: the dynamic relocations with an address: in data, of a stub, of other code
   - VALGRIND_MACHINE: the end of the names of valgrind's tools
   - STUBS_BEGIN, STUB_(NAME, NUMBER): the code of hooks in assembly; struct stub: its parts. At
   first the jump of each leads to what follows it, which has hook_called find where to jump to.
 */
#if defined __aarch64__
#include "preload_aarch64.h"
#else
#include "preload_x86_64.h"
#endif
