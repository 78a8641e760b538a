#include "model/layout.h"

/* Odd factors go over all the steps of a page before they come to one again. */
struct layout
layout_numbered(unsigned n)
{
	enum { STEPS = LAYOUT_PAGE / LAYOUT_STEP };

	return (struct layout){
	    n * 157 % STEPS * LAYOUT_STEP,
	    n * 99 % STEPS * LAYOUT_STEP,
	    n * 71 % STEPS * LAYOUT_STEP,
	};
}
