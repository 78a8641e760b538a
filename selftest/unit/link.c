/* Tests that are linked together, alone, or once more. */

#include "played.h"

static const struct scene scenes[] = {
    /* Linkers. */
    {"fork", "c", 1, NULL, NULL, "L1", "T C C L L L M0 M0", "7 *2", ""},
    {"fork", "c", 1, NULL, NULL, "L1 L1", "T C C L L L M0", "7, link: exited with status 1", ""},
    {"fork", "c", 1, NULL, NULL, "L0 L Lt", "T C C L L L M0",
        "link: not done after 9 seconds of processor time (--timeout), 7", ""},
    {"fork", "c", 1, NULL, NULL, "Ll", "T C C L L L M0 M0", "7 *2", ""},
    {"fork", "c", 1, NULL, NULL, "Ll L Ll", "T C C L L L M0 M0", "7!, 7", ""},
    {"fork", "c", 1, NULL, NULL, "Ls Ls", "T C C L L L M0", "7, link: cannot run it", ""},
};

/* Plays two tests in C whose program is this one, which calls functions of shared libraries;
   copies: how many objects of tests can have stubs of their own. */
static void
separates_into(unsigned copies, bool apart, const char *as_planned, const char *jobs, const char *cells)
{
	OWNED char *name = text_print("%u, %d: %s", copies, apart, as_planned);
	OWNED char *self = file_real("/proc/self/exe");

	played_make("c", 1, 2);
	program_path = self;
	links = 0;
	separates = copies;
	separated = apart;
	played_is(name, as_planned, jobs, cells, "");
	program_path = NULL;
	separates = 0;
	played_free();
}

static void
test_separate(void)
{
	separates_into(0, true, "", "T C C L B1 M01", "7 *2");
	separates_into(1, true, "", "T C C L L B2 M01", "7 *2");
	separates_into(2, true, "", "T C C L L B2 M01", "7 *2");
	separates_into(2, false, "", "T C C L L B1 M01", "7 *2");
	separates_into(2, true, "L L1", "T C C L L B1 M01", "7 *2");
	separates_into(2, true, "L L0", "T C C L L B1 M01", "7 *2");
	separates_into(1, true, "L1 L L1", "T C C L L L B1 L B2 M0 M0", "7 *2");
}

/* Tests with other flags are linked by themselves; the sources of a test may be of its own. */
static void
test_flags(void)
{
	played_make("c", 1, 5);
	test_set(&results.tests.v[1], "ldflags", memory_copy("-lm"), 1);
	test_set(&results.tests.v[3], "ldflags", memory_copy("-lm"), 1);
	test_set(&results.tests.v[2], "ldflags", memory_copy("own.o"), 1);
	played_is("flags of their own", "", "T C C C C C L L L M0 M01 M01", "7 *5", "");
	played_free();
	played_make("c", 1, 3);
	played_is("three tests of which one does not link", "L1 L L1", "T C C C L L L L M0 M0",
	    "7, link: exited with status 1, 7", "");
	played_free();
}

int
main(void)
{
	played_begin();
	played_scenes(scenes, COUNTOF(scenes));
	test_separate();
	test_flags();
	return played_end();
}
