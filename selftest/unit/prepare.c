/* Puts that cannot be measured, and what follows from that. */

#include "measure/prepare.h"
#include "played.h"

#define NOT_COMPILED(put) \
	"cgbench: '" put "' does not compile an empty c program: exited with status 1\n" \
	"    no good\n"
#define NOT_COMPARED(put) \
	"cgbench: nothing can be compared with '" put "': name another column with --norm, or " \
	"print counts with --raw\n"

#define FORK PLAYED_ONE("fork", "shell")
#define FORK_C PLAYED_ONE("fork", "c")

static const struct scene scenes[] = {
    /* Puts are tried. */
    {FORK_C, "T1", "T", "unfit", NOT_COMPILED("a")},
    {FORK_C, "T0", "T", "unfit", "cgbench: 'a' does not compile an empty c program: it made no object file\n"},
    {FORK_C, "Tt", "T", "failed",
        "cgbench: 'a' does not compile an empty c program: not done after 9 seconds of processor time (--timeout)\n"},
    {FORK_C, "Td", "T", "unfit",
        "cgbench: 'a' cannot be measured: it leaves files in the "
        "current directory (main.o), where those of tests would overwrite each other\n"},
    {"fork", "c", 2, NULL, NULL, "T1", "T T C C L M01",
        "compile: does not compile an empty c program: exited with status 1, 7, compile: "
        "does not compile an empty c program: exited with status 1, 7",
        ""},
    {"fork", "c", 2, NULL, NULL, "T T0", "T T C C L M01",
        "7, compile: does not compile an empty c program: it made no object file, 7, "
        "compile: does not compile an empty c program: it made no object file",
        ""},
    {"fork", "c", 2, NULL, NULL, "T1 T1", "T T", "unfit", NOT_COMPILED("a") NOT_COMPILED("b")},
    {"fork", "shell", 2, NULL, NULL, "T T1", "T T M01",
        "7, rehearsal: does not run an empty shell script: exited with status 1, 7, "
        "rehearsal: does not run an empty shell script: exited with status 1",
        ""},
    {FORK, "T1", "T", "unfit", "cgbench: 'a' does not run an empty shell script: exited with status 1\n    no good\n"},
    {"fork", "command", 1, NULL, NULL, "T1", "M M M M", "7 *2", ""},
};

/* Plays two tests on a put in C whose executable is a script, and which lists what it links. */
static void
lists(const char *as_planned, const char *jobs)
{
	played_make("c", 1, 2);
	free(targets.v[0].exe);
	targets.v[0].exe = text_print("%s/script", scratch_path);
	played_is(as_planned, as_planned, jobs, "7 *2", "");
	played_free();
}

static void
test_scripts(void)
{
	scratch_write("script", "#!/bin/sh\n");
	lists("T Tp", "T T C C L M01");
	lists("T Tq", "T T C C L L M0 M0");
	lists("T Tr", "T T C C L L M0 M0");
	lists("T Tu", "T T C C L L M0 M0");
	lists("T T1", "T T C C L L M0 M0");
	lists("T Ts", "T T C C L L M0 M0");
	scratch_write("script", "#!");
	lists("T Tp", "T T C C L M01");
	scratch_write("script", "#");
	lists("T Tp", "T C C L M01");
}

/* Plays two puts, of which the first has these arguments. */
static void
refuses(const char *language, const char *args, const char *norm, const char *as_planned, const char *jobs,
    const char *cells, const char *said)
{
	played_make(language, 2, 1);
	words_split(&targets.v[0].args, args);
	config.norm = norm;
	played_is(args, as_planned, jobs, cells, said);
	played_free();
}

static void
test_refusals(void)
{
	OWNED char *blank = text_print("%s/a b", scratch_path);

	refuses("c", "-dumpdir x", NULL, "", "T C L M0",
	    "prepare: -dumpdir lets tests overwrite each other's files; use -save-, 7", "");
	refuses("c", "-O2", "a", "T1", "T T", "unfit", NOT_COMPILED("a") NOT_COMPARED("a"));
	refuses("c", "-O2", "a", "T T1", "T T C L M0",
	    "7, compile: does not compile an empty c program: exited with status 1", "");
	refuses("c", "-O2", "b", "T T1", "T T", "unfit", NOT_COMPILED("b") NOT_COMPARED("b"));
	library_missing = true;
	refuses("shell", "", NULL, "", "", "failed",
	    "cgbench: libcgbench-forkserver.so is missing beside cgbench; build and install cgbench again\n");
	refuses("c", "", NULL, "", "T T C L M0 C L M0", "7 *2", "");
	library_missing = false;
	if (mkdir(blank, 0755))
		abort();
	setenv("TMPDIR", blank, 1);
	refuses("pascal", "", NULL, "", "", "unfit",
	    "cgbench: 'a' cannot be measured: the linker of pascal cannot use a directory with a blank in its "
	    "name; set TMPDIR to another directory than @/a b\ncgbench: 'b' cannot be measured: the linker of pascal cannot "
	    "use a directory with a blank in its name; set TMPDIR to another directory than @/a b\n");
	refuses("c", "", NULL, "", "T T C L M0 C L M0", "7 *2", "");
	setenv("TMPDIR", scratch_path, 1);
	played_make("shell", 2, 1);
	targets.v[1].unfit = memory_copy("was not found");
	played_is("a put that was unfit before", "", "T M0", "7, prepare: was not found", "");
	played_free();
}

/* Some puts are tried while their tests are compiled. */
static void
test_short(void)
{
	static const struct {
		const char *language, *args;
		size_t puts;
		bool want;
	} rows[] = {
	    {"c", "", 1, true},
	    {"c", "-O2 -mavx -std=c99 -DX -Iy -static -pthread", 1, true},
	    {"c", "-O2 -flto", 1, false},
	    {"c", "-flto -O2", 1, false},
	    {"c", "", 2, false},
	    {"shell", "", 1, false},
	    {"rust", "", 1, true},
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		played_make(rows[i].language, rows[i].puts, 1);
		words_split(&targets.v[0].args, rows[i].args);
		ok(prepare_is_short(&targets) == rows[i].want, "%zu %s, %s", rows[i].puts, rows[i].language,
		    rows[i].args);
		free(targets.v[0].exe);
		targets.v[0].exe = text_print("%s/script", scratch_path);
		scratch_write("script", "#!");
		ok(!prepare_is_short(&targets), "none that is a script");
		played_free();
	}
}

int
main(void)
{
	played_begin();
	played_scenes(scenes, COUNTOF(scenes));
	test_scripts();
	test_refusals();
	test_short();
	return played_end();
}
