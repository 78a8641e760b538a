/* The line of a benchfile in which a signal ended a test. */

#include "played.h"

/* The first of two tests is ended by a signal when it is counted. */
static void
finds(const char *language, const char *as_planned, const char *jobs, const char *cells)
{
	played_make(language, 1, 2);
	test_set(&results.tests.v[0], "setup", memory_copy("y"), 7);
	results.tests.v[0].file = memory_copy("dir/my.bench");
	played_is(as_planned, as_planned, jobs, cells, "");
	played_free();
}

int
main(void)
{
	played_begin();
	finds("c", "Mk ry", "T C C L M01 c l r", "active/long loop: killed by SIGSEGV at dir/my.bench:33, 7");
	finds("c", "Mk rx", "T C C L M01 c l r", "active/long loop: killed by SIGSEGV, 7");
	finds("c", "M.k ry", "T C C L M01 c l r", "empty/long loop: killed by SIGSEGV at dir/my.bench:33, 7");
	finds("c", "Mk c1 ry", "T C C L M01 c", "active/long loop: killed by SIGSEGV, 7");
	finds("c", "Mk l1 ry", "T C C L M01 c l", "active/long loop: killed by SIGSEGV, 7");
	finds("c", "Mk ct ry", "T C C L M01 c", "active/long loop: killed by SIGSEGV, 7");
	finds("c", "Mk ls ry", "T C C L M01 c l", "active/long loop: killed by SIGSEGV, 7");
	finds("c", "Mk rs", "T C C L M01 c l r", "active/long loop: killed by SIGSEGV, 7");
	finds("c", "Mx ry", "T C C L M01", "active/long loop: exited with status 3, 7");
	finds(
	    "c", "Mz ry", "T C C L M01", "active/long loop: not done after 9 seconds of processor time (--timeout), 7");
	finds("shell", "Mk ry", "T M01", "active/long loop: killed by SIGSEGV, 7");
	return played_end();
}
