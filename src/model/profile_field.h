#ifndef PROFILE_FIELD_H
#define PROFILE_FIELD_H

#include "model/profile.h"

/* Sets *total to what a profile tells of a field from FIELD_PROFILED to before FIELD_DERIVED,
   over all iterations. Returns false if that is unknown.
   - calls: of functions, also by jumps at the end of another one, but neither of a function's
     own cold part nor of stubs of the linkage table
   - allocs: calls of malloc, calloc, realloc, reallocarray, aligned_alloc, memalign,
     posix_memalign, valloc, pvalloc, operator new and operator new[], whoever calls them; not
     those that one of these makes to do its own work; unknown of a stripped program
   - spill: Dr and Dw of the instructions that access the frame; unknown if some instruction
     that has either is */
bool profile_field(const struct profile *profile, enum field f, int64_t *total);
/* Adds the spill of an instruction to *sum. Returns false if it is unknown. */
bool profile_field_add_spill(const struct profile_step *step, int64_t *sum);

#endif
