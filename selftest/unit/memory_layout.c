/* The usual layout moves nothing, and each other one differs from it and from the rest. */

#include "model/memory_layout.h"
#include "tap.h"

static bool
is_offset(unsigned n)
{
	return n > 0 && n < MEMORY_LAYOUT_PAGE && n % MEMORY_LAYOUT_GRAIN == 0;
}

int
main(void)
{
	bool stack[MEMORY_LAYOUT_PAGE] = {false}, heap[MEMORY_LAYOUT_PAGE] = {false},
	     code[MEMORY_LAYOUT_PAGE] = {false};
	struct memory_layout layout = memory_layout_numbered(0);
	unsigned fit = 0;

	ok(!layout.stack && !layout.heap && !layout.code && !layout.variables && !layout.seed, "the usual one");
	for (unsigned n = 1; n <= MEMORY_LAYOUT_MOST; n++) {
		layout = memory_layout_numbered(n);
		if (!is_offset(layout.stack) || !is_offset(layout.heap) || !is_offset(layout.code) ||
		    stack[layout.stack] || heap[layout.heap] || code[layout.code] || layout.seed != n)
			continue;
		stack[layout.stack] = heap[layout.heap] = code[layout.code] = true;
		fit++;
	}
	ok(fit == MEMORY_LAYOUT_MOST, "%u others", fit);
	return tap_done();
}
