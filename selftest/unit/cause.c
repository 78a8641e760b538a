#include "report/cause.h"
#include "tap.h"

static struct failure
compiled(const char *output)
{
	return (struct failure){.stage = (char *)STAGE_COMPILE,
	    .why = (char *)"exited with status 1",
	    .command = (char *)"",
	    .output = (char *)output};
}

/* Whether both begin with the same error. */
static bool
have_one(const struct failure *a, const struct failure *b)
{
	size_t n = cause_length(a);

	return n && n == cause_length(b) && !memcmp(a->output, b->output, n);
}

static void
same(const char *a, const char *b, bool want, const char *name)
{
	struct failure first = compiled(a), second = compiled(b);

	ok(have_one(&first, &second) == want, "%s", name);
}

/* The error of a preamble, and after it errors of either test. */
static void
test_shared(void)
{
	same("my.bench: In function 'helper':\nmy.bench:2:7: error: 'x' undeclared\n"
	     "my.bench:5:1: error: 'a' undeclared\n",
	    "my.bench: In function 'helper':\nmy.bench:2:7: error: 'x' undeclared\n", true,
	    "gcc");
	same("In file included from my.bench:1:\nx.h:3:9: error: undeclared 'x'\n"
	     "1 error generated.\n",
	    "In file included from my.bench:1:\nx.h:3:9: error: undeclared 'x'\n"
	    "my.bench:7:1: error: undeclared 'b'\n2 errors generated.\n",
	    true, "clang, in a header");
	same("my.bench:1:10: fatal error: none.h: No such file\n",
	    "my.bench:1:10: fatal error: none.h: No such file\nmy.bench:3:1: note: a\n", true,
	    "a header that is missing");
	same("my.bench:2 Error: Identifier not found \"x\"\nmy.bench:5 Error: Identifier\n",
	    "my.bench:2 Error: Identifier not found \"x\"\ntest.pas(9) Fatal: stopping\n", true,
	    "Pascal");
	same("error[E0425]: cannot find value `x` in this scope\n --> my.bench:2:9\n  |\n"
	     "error[E0425]: cannot find value `a` in this scope\n --> my.bench:9:1\n",
	    "error[E0425]: cannot find value `x` in this scope\n --> my.bench:2:9\n  |\n", true,
	    "Rust");
	same("my.bench:4:16:\n\n    4 | x = 1\n      | 1\nError: Symbol 'x' at (1)\n"
	     "my.bench:9:2:\n",
	    "my.bench:4:16:\n\n    4 | x = 1\n      | 1\nError: Symbol 'x' at (1)\n", true,
	    "Fortran");
}

static void
test_different(void)
{
	same("my.bench:4:1: error: undeclared 'x'\n", "my.bench:8:1: error: undeclared 'x'\n",
	    false, "one text at two places");
	same("error[E0425]: cannot find value `x` in this scope\n --> my.bench:2:9\n",
	    "error[E0425]: cannot find value `x` in this scope\n --> my.bench:8:9\n", false,
	    "Rust, at two places");
	same("error.h:2:1: warning: \"error: x\"\nmy.bench:4:1: error: a\n",
	    "error.h:2:1: warning: \"error: x\"\nmy.bench:8:1: error: a\n", false,
	    "a warning that speaks of an error");
	same("test.adb:36:05: error: missing \"end\"\nmy.bench:4:1: a\n",
	    "test.adb:36:05: error: missing \"end\"\nmy.bench:8:1: b\n", false,
	    "a line of the generated source");
	same("cc1: error: bad option\nmy.bench:4:1: error: a\n",
	    "cc1: error: bad option\nmy.bench:8:1: error: b\n", false, "no place");
	same("test.c: undefined a\ncollect2: error: ld returned 1 exit status\n",
	    "test.c: undefined b\ncollect2: error: ld returned 1 exit status\n", false,
	    "what comes after the cause");
}

static void
test_stage(void)
{
	struct failure failure = compiled("my.bench:2:7: error: x\n");

	failure.stage = (char *)"active/long loop";
	ok(!cause_length(&failure), "what a program prints is no compiler's error");
}

static void
takes(
    const char *stage, const char *why, const char *output, const char *line, const char *rest)
{
	struct failure failure = {.stage = (char *)stage, .why = (char *)why};
	struct text t = TEXT_EMPTY;
	char *got = cause_take(&failure, output, false, &t);

	is(got ? got : "none", line, "the cause");
	is(t.s ? t.s : "", rest, "and what else is shown");
	free(got);
	text_free(&t);
}

static void
test_take(void)
{
	static const char status[] = "exited with status 1", run[] = "active/long loop";

	takes(STAGE_COMPILE, status,
	    "x: In function 'f':\nx:2:7: error: a\n  2 | a\n    | ^\nx:2:7: note: b\n",
	    "x:2:7: error: a", "  2 | a\n    | ^\n");
	takes(STAGE_COMPILE, status, "x:2:7: warning: no error: x\n1 error generated.\n",
	    "none", "x:2:7: warning: no error: x\n1 error generated.\n");
	takes(STAGE_COMPILE, status, "my.f:4:16:\n\n    4 | x\n      | 1\nError: a at (1)\n",
	    "my.f:4:16: Error: a at (1)", "\n    4 | x\n      | 1\n");
	takes(STAGE_COMPILE, status, "error[E1]: a\n --> x:2:3\n\nerror: aborting\n",
	    "error[E1]: a", " --> x:2:3\n");
	takes(STAGE_COMPILE, status,
	    "x: In function 'f':\ntest.c:9:3: error: a: b\n  9 | v\n    | ^\n"
	    "test.c:8:2: note: in expansion of macro 'M'\n  8 | m\n    | ^\n"
	    "x y:2:7: note: in expansion of macro 'N'\n  2 | n\n    | ^\n"
	    "x y:3:7: note: in expansion of macro 'O'\n",
	    "x y:2:7: error: a: b", "  2 | n\n    | ^\n");
	takes(STAGE_COMPILE, status,
	    "test.c:9:3: error: a\nx:1:2: warning: b\n"
	    "x:2:7: note: in expansion of macro 'N'\n",
	    "test.c:9:3: error: a", "");
	takes(STAGE_COMPILE, status,
	    "x:9:3: error: a\nx:2:7: note: in expansion of macro 'N'\n", "x:9:3: error: a", "");
	takes(run, status, "Traceback:\n  x:4, in f\nNameError: a\n", "NameError: a",
	    "Traceback:\n  x:4, in f\n");
	takes(run, status, "a at x line 4.\nb\n", "a at x line 4.", "b\n");
	takes(run, "killed by SIGSEGV", "a\n", "none", "a\n");
	takes("link", status, "a: undefined b\ncollect2: error: c\n", "none",
	    "a: undefined b\ncollect2: error: c\n");
}

int
main(void)
{
	test_shared();
	test_different();
	test_stage();
	test_take();
	return tap_done();
}
