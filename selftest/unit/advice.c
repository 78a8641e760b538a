/* The advice on a failure to compile, and the bracket that is odd. */

#include <elf.h>

#include "input/target.h"
#include "machine/native.h"
#include "measure/advice.h"
#include "measure/compile/diagnostics.h"
#include "scratch.h"
#include "tap.h"

static char c[] = "c", cpp[] = "c++", rust[] = "rust";

/* A test whose only part is this, written in line 7 of a benchfile or, as a snippet, by -e. */
static struct test
make(const char *key, const char *text, bool snippet)
{
	struct test test = {.file = memory_copy(snippet ? "-e" : "my.bench")};

	test_set(&test, key, memory_copy(text), 7);
	return test;
}

static void
test_advice(void)
{
	static const struct {
		bool snippet;
		const char *code, *said, *want;
	} rows[] = {
	    {0, "x", "error", ""},
	    {0, "DoNotOptimize(x)", "", "; use DO_NOT_OPTIMIZE(x) and CLOBBER_MEMORY()"},
	    {0, "ClobberMemory()", "", "; use DO_NOT_OPTIMIZE(x) and CLOBBER_MEMORY()"},
	    {0, "x", "note: include '<stdio.h>' or", "; try 'preamble = #include <stdio.h>'"},
	    {1, "x", "note: include the header <stdio.h> or", "; try --preamble='#include <stdio.h>'"},
	    {0, "x", "did you forget to '#include <cstdio>'?", "; try 'preamble = #include <cstdio>'"},
	    {0, "x", "#include <stdio.h>", ""},
	    {0, "x", "undefined reference to 'f'", "; name the library, as in 'ldflags = -lm', or the 'sources'"},
	    {1, "x", "undefined reference to 'f'", "; name the library, as in --ldflags=-lm, or the --sources"},
	};
	struct languages languages = {0};
	struct target target = {.exe = (char *)"/no"};

	languages_add_all(&languages, &(struct words)WORDS_EMPTY);
	target.language = languages_find(&languages, "c");

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		FREED_BY(test_free) struct test test = make("code", rows[i].code, rows[i].snippet);

		is_freed(advice_on(&target, &test, NULL, rows[i].said), rows[i].want, rows[i].said);
	}
	languages_free(&languages);
}

/* Programs of 32 bits, of a compiler that is called so. */
static void
test_narrow(void)
{
	static const struct {
		const char *language, *exe, *said, *want;
	} rows[] = {
	    {"c", "gcc-12", "fatal error: gnu/stubs-32.h: No",
	        "C library of 32 bits is missing: install it (Debian: apt-get install gcc-12-multilib)"},
	    {"c", "gcc-9", "ld: cannot find -lgcc: No", "gcc-9-multilib)"},
	    {"c++", "g++-12", "ld.lld: error: unable to find library -lstdc++\n", "g++-12-multilib)"},
	    {"fortran", "gfortran-12", "ld: cannot find -lgfortran: No", "gfortran-12-multilib)"},
	    {"d", "gdc-12", "ld: cannot find -lgphobos: No", "gdc-12-multilib)"},
	    {"c", "gcc-12", "ld: cannot find -lgccx: No", ""},
	    {"c", "gcc-12", "", ""},
	};
	struct languages languages = {0};

	languages_add_all(&languages, &(struct words)WORDS_EMPTY);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct target target = {.language = languages_find(&languages, rows[i].language),
		    .exe = text_print("%s/%s", scratch_path, rows[i].exe),
		    .narrow = true};
		char *got;

		scratch_write(rows[i].exe, "");
		got = advice_on(&target, NULL, NULL, rows[i].said);
		ok(text_ends(got, rows[i].want) && !*got == !*rows[i].want, "%s: %s: %s", rows[i].exe, rows[i].said,
		    got);
		free(got);
		free(target.exe);
	}
	languages_free(&languages);
}

/* An object for another machine, and one that defines functions of the C library. */
static void
test_objects(void)
{
	const struct language language = {.name = rust};
	const struct target target = {.language = &language, .exe = (char *)"/no"};
	Elf64_Ehdr header = {.e_ident = ELFMAG, .e_machine = EM_RISCV};
	char *want = text_print("; its code is for riscv64, but rust is measured only for %s", machine_host()->name);
	char *got;

	header.e_ident[EI_CLASS] = ELFCLASS64;
	header.e_ident[EI_DATA] = ELFDATA2LSB;
	scratch_store("object", (const char *)&header, sizeof header);
	is_freed(advice_on(&target, NULL, "object", ""), want, "another machine");
	header.e_machine = (Elf64_Half)native.number;
	scratch_store("object", (const char *)&header, sizeof header);
	is_freed(advice_on(&target, NULL, "object", ""), "", "the host");
	scratch_write("object", "\x64\x86 of another system than Linux");
	got = advice_on(&target, NULL, "object", "");
	ok(text_begins(got, "; its code is for another system than Linux, but rust"), "another system");
	free(got);
	free(want);
	is_freed(advice_on_run("object"), "", "no object");
}

#define ELSEWHERE "test.c:1: error: odd"

static void
test_brackets(void)
{
	static const struct {
		char *language;
		const char *key, *text, *said, *want;
	} rows[] = {
	    {c, "code", "f((x);", ELSEWHERE, "my.bench:7: error: the '(' in 'code' is never closed\n\n"},
	    {cpp, "code", "a[1;\nb", ELSEWHERE, "my.bench:7: error: the '[' in 'code' is never closed\n\n"},
	    {c, "setup", "x;\n{ y", ELSEWHERE, "my.bench:8: error: the '{' in 'setup' is never closed\n\n"},
	    {c, "post", "{ x }\n}", ELSEWHERE, "my.bench:8: error: a '}' in 'post' closes nothing\n\n"},
	    {c, "pre", "{ f(x]; }", ELSEWHERE, "my.bench:7: error: the '(' in 'pre' is never closed\n\n"},
	    {c, "pre", "{ x)", ELSEWHERE, "my.bench:7: error: a ')' in 'pre' closes nothing\n\n"},
	    {c, "code", "f(x)[y]{z}", ELSEWHERE, ""},
	    {c, "code", "f((x);", "my.bench:7: error: odd", ""},
	    {c, "code", "f((x);", "test.c:1: warning: a\nx:2:7: error: b\ntest.c:3: error: c", ""},
	    {c, "preamble", "int f(\nx;", "my.bench:8: error: odd",
	        "my.bench:7: error: the '(' in 'preamble' is never closed\n\n"},
	    {c, "preamble", "int f(\nx;", "my.bench:7: error: odd", ""},
	    {c, "code", "#if X\n{\n#else\n{\n#endif\n}", ELSEWHERE, ""},
	    {c, "desc", "(", ELSEWHERE, ""},
	    {c, "code.perl", "(", ELSEWHERE, ""},
	    {rust, "code", "(", ELSEWHERE, ""},
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct language language = {.name = rows[i].language};
		const struct target target = {.language = &language, .plain = true};
		FREED_BY(test_free) struct test test = make(rows[i].key, rows[i].text, false);

		is_freed(diagnostics_odd(&target, &test, "test.c", rows[i].said), rows[i].want, rows[i].text);
	}
}

int
main(void)
{
	scratch_enter();
	test_advice();
	test_narrow();
	test_objects();
	test_brackets();
	scratch_leave();
	return tap_done();
}
