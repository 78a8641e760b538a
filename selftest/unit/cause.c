#include "report/cause.h"
#include "tap.h"

#define STATUS "exited with status 1"

static struct failure
compiled(const char *output)
{
	return (struct failure){
	    .stage = (char *)STAGE_COMPILE, .why = (char *)STATUS, .command = (char *)"", .output = (char *)output};
}

/* Checks whether both begin with the same error. */
static void
same(const char *a, const char *b, bool want, const char *name)
{
	struct failure first = compiled(a), second = compiled(b);
	size_t n = cause_length(&first);

	ok((n && n == cause_length(&second) && !memcmp(a, b, n)) == want, "%s", name);
}

/* The error of a preamble, and after it errors of either test. */
static void
shared(const char *error, const char *a, const char *b, const char *name)
{
	OWNED char *first = text_print("%s%s", error, a), *second = text_print("%s%s", error, b);

	same(first, second, true, name);
}

static void
test_shared(void)
{
	shared("my.bench: In function 'helper':\nmy.bench:2:7: error: 'x' undeclared\n",
	    "my.bench:5:1: error: 'a' undeclared\n", "", "gcc");
	shared("In file included from my.bench:1:\nx.h:3:9: error: undeclared 'x'\n", "1 error generated.\n",
	    "my.bench:7:1: error: undeclared 'b'\n2 errors generated.\n", "clang, in a header");
	shared("my.bench:1:10: fatal error: none.h: No such file\n", "", "my.bench:3:1: note: a\n",
	    "a header that is missing");
	shared("my.bench:2 Error: Identifier not found \"x\"\n", "my.bench:5 Error: Identifier\n",
	    "test.pas(9) Fatal: stopping\n", "Pascal");
	shared("error[E0425]: cannot find value `x` in this scope\n --> my.bench:2:9\n  |\n",
	    "error[E0425]: cannot find value `a` in this scope\n --> my.bench:9:1\n", "", "Rust");
	shared(
	    "my.bench:4:16:\n\n    4 | x = 1\n      | 1\nError: Symbol 'x' at (1)\n", "my.bench:9:2:\n", "", "Fortran");
}

/* Texts that differ in the line of a place, in place of "@". */
static void
differ(const char *text, const char *name)
{
	OWNED char *first = text_replace(text, "@", "4"), *second = text_replace(text, "@", "8");

	same(first, second, false, name);
}

static void
test_different(void)
{
	differ("my.bench:@:1: error: undeclared 'x'\n", "one text at two places");
	differ("error[E0425]: cannot find value `x` in this scope\n --> my.bench:@:9\n", "Rust, at two places");
	differ("error.h:2:1: warning: \"error: x\"\nmy.bench:@:1: error: a\n", "a warning that speaks of an error");
	differ("test.adb:36:05: error: missing \"end\"\nmy.bench:@:1: a\n", "a line of the generated source");
	differ("cc1: error: bad option\nmy.bench:@:1: error: a\n", "no place");
	differ("test.c: undefined @\ncollect2: error: ld returned 1 exit status\n", "what comes after the cause");
}

static void
takes(const char *stage, const char *why, const char *output, const char *line, const char *rest)
{
	struct failure failure = {.stage = (char *)stage, .why = (char *)why};
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	OWNED char *got = cause_take(&failure, output, false, &t);

	is(got ? got : "none", line, "the cause");
	is(t.s ? t.s : "", rest, "and what else is shown");
}

static void
test_take(void)
{
	static const char run[] = "active/long loop";
	struct failure failure = compiled("my.bench:2:7: error: x\n");

	failure.stage = (char *)"active/long loop";
	ok(!cause_length(&failure), "what a program prints is no compiler's error");
	takes(STAGE_COMPILE, STATUS, "x: In function 'f':\nx:2:7: error: a\n  2 | a\n    | ^\nx:2:7: note: b\n",
	    "x:2:7: error: a", "  2 | a\n    | ^\n");
	takes(STAGE_COMPILE, STATUS, "x:2:7: warning: no error: x\n1 error generated.\n", "none",
	    "x:2:7: warning: no error: x\n1 error generated.\n");
	takes(STAGE_COMPILE, STATUS, "my.f:4:16:\n\n    4 | x\n      | 1\nError: a at (1)\n",
	    "my.f:4:16: Error: a at (1)", "\n    4 | x\n      | 1\n");
	takes(STAGE_COMPILE, STATUS, "error[E1]: a\n --> x:2:3\n\nerror: aborting\n", "error[E1]: a", " --> x:2:3\n");
	takes(STAGE_COMPILE, STATUS,
	    "x: In function 'f':\ntest.c:9:3: error: a: b\n  9 | v\n    | ^\n"
	    "test.c:8:2: note: in expansion of macro 'M'\n  8 | m\n    | ^\n"
	    "x y:2:7: note: in expansion of macro 'N'\n  2 | n\n    | ^\n"
	    "x y:3:7: note: in expansion of macro 'O'\n",
	    "x y:2:7: error: a: b", "  2 | n\n    | ^\n");
	takes(STAGE_COMPILE, STATUS,
	    "test.c:9:3: error: a\nx:1:2: warning: b\n"
	    "x:2:7: note: in expansion of macro 'N'\n",
	    "test.c:9:3: error: a", "");
	takes(
	    STAGE_COMPILE, STATUS, "x:9:3: error: a\nx:2:7: note: in expansion of macro 'N'\n", "x:9:3: error: a", "");
	takes(run, STATUS, "Traceback:\n  x:4, in f\nNameError: a\n", "NameError: a", "Traceback:\n  x:4, in f\n");
	takes(run, STATUS, "a at x line 4.\nb\n", "a at x line 4.", "b\n");
	takes(run, "killed by SIGSEGV", "a\n", "none", "a\n");
	takes("link", STATUS, "a: undefined b\ncollect2: error: c\n", "none", "a: undefined b\ncollect2: error: c\n");
}

int
main(void)
{
	test_shared();
	test_different();
	test_take();
	return tap_done();
}
