#include "model/memory_layout.h"

/* Multiples of an odd factor reach every grain of a page before one repeats. */
struct memory_layout
memory_layout_numbered(unsigned n)
{
	enum { GRAINS = MEMORY_LAYOUT_PAGE / MEMORY_LAYOUT_GRAIN };

	return (struct memory_layout){
	    n * 157 % GRAINS * MEMORY_LAYOUT_GRAIN,
	    n * 99 % GRAINS * MEMORY_LAYOUT_GRAIN,
	    n * 71 % GRAINS * MEMORY_LAYOUT_GRAIN,
	    n * 11 % MEMORY_LAYOUT_VARIABLES,
	    n,
	};
}
