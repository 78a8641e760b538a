/* The usual layout moves nothing, and each other one differs from it and from the rest. */

#include "layout.h"
#include "tap.h"

enum { PAGE = 4096, MOST = 255 };

static bool
is_offset(unsigned n)
{
	return n > 0 && n < PAGE && n % LAYOUT_STEP == 0;
}

int
main(void)
{
	bool stack[PAGE] = {false}, heap[PAGE] = {false}, code[PAGE] = {false};
	struct layout layout = layout_numbered(0);
	unsigned n, fit = 0;

	ok(!layout.stack && !layout.heap && !layout.code, "the usual one");
	for (n = 1; n <= MOST; n++) {
		layout = layout_numbered(n);
		if (!is_offset(layout.stack) || !is_offset(layout.heap) ||
		    !is_offset(layout.code) || stack[layout.stack] || heap[layout.heap] ||
		    code[layout.code])
			continue;
		stack[layout.stack] = heap[layout.heap] = code[layout.code] = true;
		fit++;
	}
	ok(fit == MOST, "%u others", fit);
	return tap_done();
}
