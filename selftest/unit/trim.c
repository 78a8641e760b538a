#include "measure/compile/trim.h"
#include "tap.h"

static struct trim trim;

static void
leaves(const char *s, const char *want, const char *name)
{
	is_freed(trim_branches(s, &trim), want, name);
}

static void
test_machines(void)
{
	static const char machines[] = "#ifdef __x86_64__\na\n#elif defined __aarch64__\nb\n"
	                               "#elif defined __riscv\nc\n#else\nd\n#endif\ne";
	static const char *const of[][2] = {
	    {"x86_64", "a\ne"}, {"aarch64", "b\ne"}, {"riscv64", "c\ne"}, {"s390x", "d\ne"}};

	trim = (struct trim){0};
	leaves(machines, machines, "no machine: all remains");
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		trim.machine = (char *)of[i][0];
		leaves(machines, of[i][1], of[i][0]);
	}
}

static void
test_branches(void)
{
	trim = (struct trim){.machine = (char *)"x86_64"};
	leaves("", "", "nothing");
	leaves("a\n\nb", "a\n\nb", "no branch");
	leaves("#ifdef __TINYC__\na\n#else\nb\n#endif", "b", "another compiler");
	leaves("#ifndef __TINYC__\na\n#else\nb\n#endif\nc", "a\nc", "these compilers");
	leaves("#if X\na\n#else\nb\n#endif", "#if X\na\n#else\nb\n#endif", "what is not known");
	leaves("#if X\na\n#elif defined __aarch64__\nb\n#endif", "#if X\na\n#elif defined __aarch64__\nb\n#endif",
	    "with all its branches");
	leaves("#if X && !defined __x86_64__\na\n#endif\nb", "b", "what is for other machines");
	leaves("#ifdef __SSE2__\n#if X\na\n#else\nb\n#endif\n#else\n#if X\nc\n#endif\nd\n#endif\ne",
	    "#if X\na\n#else\nb\n#endif\ne", "branches in others");
	leaves("#ifdef __TINYC__\n#ifndef __TINYC__\na\n#else\nb\n#endif\n#else\nc\n#endif", "c",
	    "and in those that are left out");
	leaves("#if 1\n#if 2\n#if 3\n#if 4\n#if 5\n#if 6\n#if 7\n#if 8\n#ifdef __TINYC__\na\n"
	       "#endif\n#endif\n#endif\n#endif\n#endif\n#endif\n#endif\n#endif\n#endif",
	    "#if 1\n#if 2\n#if 3\n#if 4\n#if 5\n#if 6\n#if 7\n#if 8\n"
	    "#endif\n#endif\n#endif\n#endif\n#endif\n#endif\n#endif\n#endif",
	    "however deep");
	leaves("\t#ifdef __TINYC__\n\ta\n\t#endif\n#define b\nc", "#define b\nc", "in front of which are tabs");
	leaves("#pragma GCC x\na", "a", "a pragma");
	leaves("#ifndef CGBENCH_REALS\na\n#else\nb\n#endif", "a", "no real numbers");
	trim.reals = trim.warned = true;
	leaves("#ifndef CGBENCH_REALS\na\n#else\nb\n#endif", "b", "real numbers");
	leaves("#pragma GCC x\na", "#pragma GCC x\na", "a pragma of those who warn");
	leaves("#ifdef __TINYC__\n#pragma GCC x\n#endif\na", "a", "for the others");
}

static void
uses(const char *prelude, const char *source, const char *want, const char *name)
{
	is_freed(trim_unused(prelude, source), want, name);
}

static void
test_unused(void)
{
	static const char prelude[] = "#define A 1\n#define B A\n\n"
	                              "#define C B\n\n\n"
	                              "static void\ncgbench_f(int x)\n{\n\n\tx = D;\n}\n\n"
	                              "#define D 2\n\n"
	                              "#pragma clang x\n\n"
	                              "template <class T, int n> cgbench_g\n\n"
	                              "\t#define E 3\n";

	uses(prelude, "x", "", "nothing");
	uses(prelude, "A", "#define A 1\n#define B A\n\n#pragma clang x\n", "a paragraph");
	uses(prelude, "AA C", "#define A 1\n#define B A\n\n#define C B\n\n#pragma clang x\n", "and what it needs");
	uses(prelude, "cgbench_f(1);",
	    "static void\ncgbench_f(int x)\n{\n\n\tx = D;\n}\n\n#define D 2\n\n#pragma clang x\n", "a function");
	uses(prelude, "cgbench_g E", "", "no definition");
}

int
main(void)
{
	test_machines();
	test_branches();
	test_unused();
	return tap_done();
}
