#include "model/memory_layout.h"

/* Multiples of an odd factor reach every step of a page before one repeats. */
struct memory_layout
memory_layout_numbered(unsigned n)
{
	enum { STEPS = MEMORY_LAYOUT_PAGE / MEMORY_LAYOUT_STEP };

	return (struct memory_layout){
	    n * 157 % STEPS * MEMORY_LAYOUT_STEP,
	    n * 99 % STEPS * MEMORY_LAYOUT_STEP,
	    n * 71 % STEPS * MEMORY_LAYOUT_STEP,
	    n * 11 % MEMORY_LAYOUT_VARIABLES,
	    n,
	};
}
