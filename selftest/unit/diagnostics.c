#include "measure/compile/diagnostics.h"
#include "tap.h"

static void
warnings_are(const char *said, size_t want, const char *name)
{
	size_t n = diagnostics_warnings(said, "test.c");

	ok(n == want, "%s", name);
	if (n != want)
		printf("#  got: %zu\n# want: %zu\n", n, want);
}

int
main(void)
{
	warnings_are("", 0, "nothing");
	warnings_are("my.bench: In function 'cgbenchtest':\n"
	             "my.bench:6:12: warning: unused variable 'x' [-Wunused-variable]\n"
	             "    6 |         int x;\n"
	             "my.bench:7:2: note: a note\n"
	             "my.bench:9:1: warning: another\n",
	    2, "gcc");
	warnings_are("my.bench:21:10: warning: implicit conversion\n"
	             "char c = 1000;\n"
	             "1 warning generated.\n",
	    1, "clang, with its summary");
	warnings_are("warning: unused variable: `x`\n"
	             " --> my.bench:3\n"
	             "warning: 1 warning emitted\n",
	    1, "rustc, with its summary");
	warnings_are("my.bench:3:12:\n\n    3 | x = 1\nWarning: unused\n", 1, "gfortran");
	warnings_are("test.c:97: warning: macro \"BLACK_BOX\" is not used\n"
	             "my.bench: In function 'f':\n"
	             "my.bench:3:1: warning: here\n",
	    1, "one about generated code does not count");
	warnings_are("test.c:23:17: warning: 'x' may be used uninitialized\n"
	             "   23 | __builtin_memcpy(&word, p, sizeof word);\n"
	             "my.bench:8:12: note: 'x' was declared here\n"
	             "my.bench:9:1: note: used here\n"
	             "test.c:40: warning: unused\n",
	    1, "unless it refers to the benchfile");
	warnings_are("In function 'strcpy',\n"
	             "    inlined from 'cgbenchtest' at my.bench:12:3:\n"
	             "test.c:12:10: warning: writing 14 bytes into a region of size 4\n",
	    1, "or is inlined there");
	warnings_are("/usr/bin/ld: test.o: in function `cgbenchtest':\n"
	             "test.c:(.text+0x3d): warning: the use of `tmpnam' is dangerous\n",
	    1, "a linker does not know whose code it is");
	warnings_are("clang: warning: -lm: 'linker' input unused [-Wunused-command-line-argument]\n", 0,
	    "arguments of a put that are for the linker");
	warnings_are("my.bench:3:1: note: the warning was here\n", 0, "a note");
	return tap_done();
}
