/* Flags that let a test be linked with others. */

#include "are.h"
#include "measure/compile/link_flags.h"
#include "sample.h"
#include "scratch.h"
#include "util/file.h"

static const char *const harmless[] = {
    "",
    "-lm -lpthread -lstdc++ -pthread",
    "-static -s -g3 -O3 -march=x86-64-v3 -fopenmp -fsanitize=undefined -W -Wall",
    "-Wl,-z,now,--gc-sections,-O1 -Wl,--as-needed,-lm -rdynamic -Wl,--export-dynamic",
    "-Xlinker --gc-sections -z now -k--gc-sections",
    "-I include -isystem sys -D NAME -U NAME -include head.h -x c -L.",
    "-L empty -lm -L/usr/lib/x86_64-linux-gnu",
    "-C opt-level=3 -Copt-level=3 --edition=2021",
    "--sysroot=/ -fuse-ld=lld",
};

static const char *const alone[] = {"work.o", "libwork.a", "/opt/lib/libwork.so.1", "work.ld", "-lwork", "-l work",
    "-l:libwork.a", "-lm -lwork", "-Wl,work.o", "-Wl,-lwork", "-Wl,--whole-archive,libwork.a,--no-whole-archive",
    "-Wl,-z,now,work.o", "-Wl,--wrap=read", "-Wl,--defsym=hook=work", "-Wl,-u,hook", "-Wl,-version-script=map",
    "-Xlinker work.o", "--for-linker=work.o", "-Tscript", "-u hook", "-e start", "-specs=work.specs", "@words",
    "-L own -lm", "-Lown", "-B own", "-Bown/", "-pg", "-kwork.o", "-C link-arg=work.o", "-Clink-arg=work.o"};

/* Why a test is alone whose put has these arguments and whose own are these. */
static const char *
judge(const char *args, const char *ldflags)
{
	struct put put = {0};
	struct language language = {.compile = {.v = (char *[]){"{put}"}, .n = 1}};
	struct target target = {.put = &put, .language = &language};
	FREED_BY(words_free) struct words words = WORDS_EMPTY;
	const char *why;

	words_split(&target.args, args);
	words_split(&words, ldflags);
	why = link_flags_alone(&target, &target.args, &words);
	words_free(&target.args);
	return why;
}

static void
set_language(struct put *put, const char *language)
{
	put->fingerprint = memory_new(sizeof *put->fingerprint);
	for (enum trait t = 0; t < TRAIT_COUNT; t++)
		put->fingerprint->of[t] = memory_copy(t == TRAIT_LANGUAGE ? language : "");
}

/* The user's libraries of two tests on three puts, of which the marked ones measured them, test
   by test; files: those that the puts were read from. */
static void
shares(const char *marks, const char *files, const char *first, const char *second, const char *want)
{
	FREED_BY(results_free) struct results results = sample_make(2, 3);
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	results.tests.language = memory_copy("c");
	for (size_t i = 0; i < 3; i++) {
		if (i < 2 || files[2] != '?')
			set_language(&results.puts.v[i], i == 2 ? "c++" : "c");
		if (files[i] >= 'a')
			results.puts.v[i].file = memory_copy_n(&files[i], 1);
	}
	for (size_t i = 0; i < 6; i++)
		results.cells[i].measured = marks[i] == 'm';
	test_set(&results.tests.v[0], "ldflags", memory_copy(first), 1);
	test_set(&results.tests.v[1], "ldflags", memory_copy(second), 1);
	test_set(&results.tests.v[0], "ldflags.c++", memory_copy("own.o"), 1);
	link_flags_prebuilt(&words, &results, (const size_t[]){0, 1}, 2);
	are(&words, want, want);
}

static void
test_prebuilt(void)
{
	shares(
	    "mm-mm-", "---", "a.o -lm b.a -lx -L. -l -Wl,-z,now", "a.o c.so d.so.1 e.c -s", " a.o b.a -lx c.so d.so.1");
	shares("mm----", "---", "-Wl,--whole-archive,x.a,--no -Wl,y.o,z -Wl,x.so.2,y -Wl,x.c,y", "",
	    " -Wl,--whole-archive,x.a,--no -Wl,y.o,z -Wl,x.so.2,y");
	shares("m--mm-", "---", "a.o", "b.o", " b.o");
	shares("---m--", "---", "a.o", "b.o", "");
	shares("m-m---", "---", "a.o", "", "");
	shares("mmm---", "---", "a.o", "", "");
	shares("mm-mm-", "aa-", "a.o", "b.o", " a.o b.o");
	shares("mm-mm-", "ab-", "a.o", "b.o", "");
	shares("mm-mm-", "a--", "a.o", "b.o", "");
	shares("m-m---", "--?", "a.o", "", "");
}

static void
test_profile(void)
{
	static const struct {
		const char *args, *ldflags;
		bool compiled, want;
	} rows[] = {{"-pg", "", true, true}, {"", "-p", true, true}, {"-O2 --profile -s", "", true, true},
	    {"-pthread", "-pie", true, false}, {"-pg", "", false, false}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct language language = {.compile = {.v = (char *[]){"{put}"}, .n = rows[i].compiled}};
		struct target target = {.language = &language};
		FREED_BY(words_free) struct words ldflags = WORDS_EMPTY;

		words_split(&target.args, rows[i].args);
		words_split(&ldflags, rows[i].ldflags);
		ok(link_flags_profile(&target, &ldflags) == rows[i].want, "profile: %s %s", rows[i].args,
		    rows[i].ldflags);
		words_free(&target.args);
	}
}

int
main(void)
{
	struct put put = {0};
	struct language language = {.compile = {.v = (char *[]){"{put}"}, .n = 1}};
	struct target script = {.put = &put, .language = &language, .links_more = true};
	const struct words none = WORDS_EMPTY;

	scratch_enter();
	ok(file_make_dirs("empty") && file_make_dirs("own") && file_write("own/libm.a", "", 0),
	    "a directory with a libm of the user's");
	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
		ok(!judge(harmless[i], "") && !judge("", harmless[i]), "harmless: %s", harmless[i]);
	for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
		ok(judge(alone[i], "") && judge("", alone[i]), "alone: %s", alone[i]);
	ok(link_flags_alone(&script, &none, &none) != NULL, "a put that links more");
	test_prebuilt();
	test_profile();
	scratch_leave();
	return tap_done();
}
