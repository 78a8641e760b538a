#include <sys/stat.h>

#include "are.h"
#include "measure/compile/snippet.h"
#include "scratch.h"

static struct language language = {.name = "c"};
static const struct target target = {.language = &language, .plain = true};

/* The function that the code is shown as, with another part; NULL: none. */
static void
shown(const char *code, const char *key, const char *text, const char *want)
{
	FREED_BY(test_free) struct test test = {.name = memory_copy("t")};
	OWNED char *name = NULL;

	test_set(&test, "code", memory_copy(code), 0);
	if (key)
		test_set(&test, key, memory_copy(text), 0);
	is_freed(snippet_function(&target, &test, &name), want, key ? key : code);
}

static void
shows(const char *code, const char *want)
{
	shown(code, NULL, NULL, want);
}

/* A boxed literal, and its type. */
static void
typed(const char *literal, const char *type)
{
	OWNED char *code = text_print("BLACK_BOX(BLACK_BOX(%s));", literal);
	OWNED char *want = text_print("%s f(%s%sa) { return a; }", type, type, text_ends(type, "*") ? "" : " ");

	shows(code, want);
}

static void
test_types(void)
{
	typed("1", "int");
	typed("2147483647", "int");
	typed("1u", "unsigned");
	typed("1U", "unsigned");
	typed("1l", "long");
	typed("9223372036854775807L", "long");
	typed("1ul", "unsigned long");
	typed("0x7fffffff", "int");
	typed("0x1e", "int");
	typed("1.5", "double");
	typed("1e3", "double");
	typed("1.5f", "float");
	typed("-1", "int");
	typed("-1.5", "double");
	typed("2147483648", "__typeof__(2147483648)");
	typed("4294967295u", "__typeof__(4294967295u)");
	typed("1ll", "__typeof__(1ll)");
	typed("1LLU", "__typeof__(1LLU)");
	typed("1.5L", "__typeof__(1.5L)");
	shows("BLACK_BOX(BLACK_BOX((char)1));", "__typeof__(((char)1)) f(char a) { return a; }");
	shows("BLACK_BOX(BLACK_BOX((const char *)0));", "__typeof__(((const char *)0)) f(const char *a) { return a; }");
	shows("BLACK_BOX(strlen(BLACK_BOX(\"abc\")));",
	    "__typeof__(strlen(\"abc\")) f(const char *a) { return strlen(a); }");
}

static void
test_functions(void)
{
	shows("BLACK_BOX(BLACK_BOX(6u) / 7 * 8);", "unsigned f(unsigned a) { return a / 7 * 8; }");
	shows("BLACK_BOX(BLACK_BOX(6) + BLACK_BOX(7))", "int f(int a, int b) { return a + b; }");
	shows("BLACK_BOX((BLACK_BOX(6) & ~1 | 3) % 5 ^ 2);;", "int f(int a) { return (a & ~1 | 3) % 5 ^ 2; }");
	shows("BLACK_BOX(BLACK_BOX(6) && 1);", "int f(int a) { return a && 1; }");
	shows("BLACK_BOX(BLACK_BOX(6) || 1);", "int f(int a) { return a || 1; }");
	shows("BLACK_BOX(BLACK_BOX(6) < 7u);", "__typeof__(6 < 7u) f(int a) { return a < 7u; }");
	shows("BLACK_BOX(BLACK_BOX(6) - BLACK_BOX(7u));", "__typeof__(6 - 7u) f(int a, unsigned b) { return a - b; }");
	shows("int a = BLACK_BOX(5); BLACK_BOX((a - a * a) ? -a : -a * a);",
	    "int f(int a) { return (a - a * a) ? -a : -a * a; }");
	shows("unsigned long n = BLACK_BOX(5), m = BLACK_BOX(7u); BLACK_BOX(n * m + n)",
	    "unsigned long f(unsigned long n, unsigned long m) { return n * m + n; }");
	shows("long a = BLACK_BOX(5); BLACK_BOX(a ? BLACK_BOX(1) : -1);",
	    "__typeof__(((long)(5)) ? 1 : -1) f(long a, int b) { return a ? b : -1; }");
	shows("auto a = BLACK_BOX(5); BLACK_BOX(a + 1);", NULL);
	shows("int a = 5; BLACK_BOX(a + 1);", NULL);
	shows("int a = BLACK_BOX(5); a++; BLACK_BOX(a + 1);", NULL);
	shows("int a = BLACK_BOX(5);", NULL);
	shows("BLACK_BOX(1 + 2);", "int f(void) { return 1 + 2; }");
	shows("BLACK_BOX(f(BLACK_BOX(1), xy));", NULL);
	shows("BLACK_BOX(g + BLACK_BOX(1));", NULL);
	shows("BLACK_BOX(BLACK_BOX(x1));", NULL);
	shows("BLACK_BOX(BLACK_BOX(1 + 2));", NULL);
	shows("BLACK_BOX(BLACK_BOX((x, 1)2));", NULL);
	shows("BLACK_BOX(BLACK_BOX((int)x1));", NULL);
	shows("BLACK_BOX(1); BLACK_BOX(2);", NULL);
	shows("black_box(1);", NULL);
	shows("BLACK_BOX();", NULL);
	shows("BLACK_BOX(", NULL);
	shows("", NULL);
	shows(";;;;", NULL);
}

/* Only so many values have a letter. */
static void
test_many(void)
{
	for (int n = 26; n <= 27; n++) {
		FREED_BY(test_free) struct test test = {.name = memory_copy("t")};
		struct text code = TEXT_EMPTY;
		char *got, *name = NULL;

		text_add(&code, "BLACK_BOX(0");
		for (int i = 0; i < n; i++)
			text_add(&code, " + BLACK_BOX(1)");
		text_add(&code, ")");
		test_set(&test, "code", text_take(&code), 0);
		got = snippet_function(&target, &test, &name);
		ok((got != NULL) == (n == 26) && (!got || strstr(got, "int z) {")), "%d values", n);
		free(got);
		free(name);
	}
}

static void
test_parts(void)
{
	static const char code[] = "BLACK_BOX(BLACK_BOX(1));", as[] = "int f(int a) { return a; }";

	shown(code, "setup", "int x;", NULL);
	shown(code, "pre", "int x;", NULL);
	shown(code, "param.n", "5", NULL);
	shown(code, "sources", "x.c", NULL);
	shown(code, "desc", "x", as);
	shown(code, "cflags", "-O2", as);
	shown(code, "ldflags", "-lm", as);
	shown(code, "setup.perl", "$x", as);
	shown(code, "preamble", "#include <math.h>", as);
	shown(code, "preamble", "#include \"x.h\"", NULL);
	shown(code, "preamble", "int x;", as);
	shown(code, "preamble", "int f(int);", "int g(int a) { return a; }");
	shown("BLACK_BOX(f(BLACK_BOX(1)) + 1);", "preamble", "int f(int n) { return n; }",
	    "__typeof__(f(1) + 1) g(int a) { return f(a) + 1; }");
	shown("BLACK_BOX(fn(BLACK_BOX(1)));", "preamble", "int fn(int n) { return n; }", "");
	shown("BLACK_BOX(fn(BLACK_BOX(1)));", "preamble", "static int fn(int n) { return n; }",
	    "__typeof__(fn(1)) f(int a) { return fn(a); }");
}

/* The function of an annotated source is shown as it is, whatever runs before it. */
static void
annotated(const char *test_name, const char *code, const char *source, const char *want, const char *want_name)
{
	FREED_BY(test_free) struct test test = {.name = memory_copy(test_name)};
	char *name = NULL;

	test_set(&test, "top_source", memory_copy(source), 0);
	test_set(&test, "setup", memory_copy("static struct s o;"), 0);
	test_set(&test, "code", memory_copy(code), 0);
	test_set(&test, "annotated", memory_copy("x"), 0);
	is_freed(snippet_function(&target, &test, &name), want, test_name);
	is_freed(name, want_name, "the name of its function");
}

static void
test_annotated(void)
{
	annotated("half/n=3", "BLACK_BOX(half(&(*cgbench_state0)));", "int half(struct s *p);", "", "half");
	annotated("a::half", "BLACK_BOX(::a::half((*cgbench_state0)));", "", "", "half");
	annotated("a::S::half", "BLACK_BOX((*cgbench_state0).half());", "struct S", "auto f = &a::S::half;", "half");
	annotated("S::half", "(*cgbench_state0).half();", "int f(int);", "auto g = &S::half;", "half");
	annotated("half", "half();", "#include \"Blackhole.hpp\"", NULL, NULL);
}

/* Checks what remains of the assembly that a compiler makes: this one copies its source. */
static void
test_assembly(void)
{
	static char *words[] = {(char *)"{put}", (char *)"{source}", (char *)"{program}", NULL};
	static const char assembly[] = "\t.globl\tf\n\tnop\nf:\n.LFB0:\n\t.cfi_startproc\n"
	                               "\tmovl\t%edi, %eax # x\n\t# y\n#APP\n.L2:\n\n"
	                               "\taddl\t$1, %eax  // x\n\tjne\t.L2\n/NO_APP\n"
	                               "\tret\n\t.size\tf, .-f\n\tnop\n";
	struct words lines = WORDS_EMPTY;
	struct put put = {.exe = (char *)"cc", .label = (char *)"p"};
	struct target copier = {.put = &put, .language = &language, .plain = true};
	FREED_BY(test_free) struct test test = {.name = memory_copy("t")};

	scratch_write("cc", "#!/bin/sh\n[ \"$3\" = -S ] && exec cp \"$1\" \"$2\"\n");
	if (chmod("cc", 0755))
		abort();
	language.standalone = (struct words){.v = words, .n = 3};
	language.extension = (char *)".s";
	copier.exe = text_print("%s/cc", scratch_path);
	ok(snippet_assembly(&copier, &test, assembly, "f", &lines), "assembly");
	are(&lines, "  movl %edi, %eax .L2:  addl $1, %eax  jne .L2  ret", "its statements");
	words_free(&lines);
	ok(!snippet_assembly(&copier, &test, "g:\n\tret\n", "f", &lines), "none of the function");
	ok(snippet_assembly(&copier, &test, "_ZN1a1fEv:\n\tret\n\t.size\n_ZN1a1fEv.cold:\n", "f", &lines), "mangled");
	are(&lines, "  ret", "its statement");
	words_free(&lines);
	ok(!snippet_assembly(&copier, &test, "_Z1fi:\n\tret\n\t.size\n_Z1fl:\n\tret\n", "f", &lines), "two of a name");
	free(copier.exe);
}

int
main(void)
{
	scratch_enter();
	test_types();
	test_functions();
	test_many();
	test_parts();
	test_annotated();
	test_assembly();
	scratch_leave();
	return tap_done();
}
