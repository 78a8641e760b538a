/* Which flags let a test be linked with others. */

#include "measure/build/link_flags.h"
#include "scratch.h"
#include "tap.h"
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

static const char *const alone[] = {
    "work.o",
    "libwork.a",
    "/opt/lib/libwork.so.1",
    "work.ld",
    "-lwork",
    "-l work",
    "-l:libwork.a",
    "-lm -lwork",
    "-Wl,work.o",
    "-Wl,-lwork",
    "-Wl,--whole-archive,libwork.a,--no-whole-archive",
    "-Wl,-z,now,work.o",
    "-Wl,--wrap=read",
    "-Wl,--defsym=hook=work",
    "-Wl,-u,hook",
    "-Wl,-version-script=map",
    "-Xlinker work.o",
    "--for-linker=work.o",
    "-Tscript",
    "-u hook",
    "-e start",
    "-specs=work.specs",
    "@words",
    "-L own -lm",
    "-Lown",
    "-B own",
    "-Bown/",
    "-pg",
    "-kwork.o",
    "-C link-arg=work.o",
    "-Clink-arg=work.o",
};

/* Why a test is alone whose put has these arguments and whose own are these. */
static const char *
judge(const char *args, const char *ldflags)
{
	struct put put = {0};
	struct language language = {.compile = {(char *[]){"{put}"}, 1}};
	struct target target = {.put = &put, .language = &language};
	struct words words = WORDS_EMPTY;
	const char *why;

	words_split(&target.args, args);
	words_split(&words, ldflags);
	why = link_flags_alone(&target, &target.args, &words);
	words_free(&target.args);
	words_free(&words);
	return why;
}

int
main(void)
{
	struct put put = {0};
	struct language language = {.compile = {(char *[]){"{put}"}, 1}};
	struct target script = {.put = &put, .language = &language, .links_more = true};
	const struct words none = WORDS_EMPTY;
	size_t i;

	scratch_enter();
	ok(file_make_dirs("empty") && file_make_dirs("own") && file_write("own/libm.a", "", 0),
	    "a directory with a libm of the user's");
	for (i = 0; i < sizeof harmless / sizeof *harmless; i++)
		ok(!judge(harmless[i], "") && !judge("", harmless[i]), "harmless: %s",
		    harmless[i]);
	for (i = 0; i < sizeof alone / sizeof *alone; i++)
		ok(judge(alone[i], "") && judge("", alone[i]), "alone: %s", alone[i]);
	ok(link_flags_alone(&script, &none, &none) != NULL, "a put that links more");
	scratch_leave();
	return tap_done();
}
