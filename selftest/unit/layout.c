/* The usual layout moves nothing, and each other one differs from it and from the rest. */

#include "model/layout.h"
#include "tap.h"

static bool
is_offset(unsigned n)
{
	return n > 0 && n < LAYOUT_PAGE && n % LAYOUT_STEP == 0;
}

int
main(void)
{
	bool stack[LAYOUT_PAGE] = {false}, heap[LAYOUT_PAGE] = {false},
	     code[LAYOUT_PAGE] = {false};
	struct layout layout = layout_numbered(0);
	unsigned n, fit = 0;

	ok(!layout.stack && !layout.heap && !layout.code, "the usual one");
	for (n = 1; n <= LAYOUT_MOST; n++) {
		layout = layout_numbered(n);
		if (!is_offset(layout.stack) || !is_offset(layout.heap) ||
		    !is_offset(layout.code) || stack[layout.stack] || heap[layout.heap] ||
		    code[layout.code])
			continue;
		stack[layout.stack] = heap[layout.heap] = code[layout.code] = true;
		fit++;
	}
	ok(fit == LAYOUT_MOST, "%u others", fit);
	return tap_done();
}
