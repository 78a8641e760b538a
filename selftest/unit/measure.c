/* The cells that a run measures, and what it keeps of them. */

#include "played.h"

static char shown[256];

/* Plays a run of three tests, of which some cells are settled before. */
static struct partial partial;

/* The cells that are saved: "m" if it was measured, "f" failed, "-" neither. */
static void
save(const struct results *of)
{
	char *at = shown + strlen(shown);

	*at++ = ' ';
	for (size_t i = 0; i < of->tests.n * of->puts.n; i++)
		*at++ = of->cells[i].measured ? 'm' : of->cells[i].failure ? 'f' : '-';
	*at = '\0';
}

/* measured: those of an earlier run, test by test, as save shows them. */
static void
resumes(size_t tests, size_t puts, const char *measured, const char *as_planned, const char *jobs, const char *cells,
    const char *said, const char *saved)
{
	played_make("shell", puts, tests);
	partial = (struct partial){.kept = results, .goes_on = true};
	partial.kept.cells = NULL;
	results_make_cells(&partial.kept);
	for (size_t i = 0; measured[i]; i++) {
		struct cell *cell = &partial.kept.cells[i];

		cell->measured = measured[i] == 'm';
		cell->counts[VARIANT_ACTIVE][LENGTH_LONG].of[FIELD_IR] = 3;
		if (measured[i] == 'f')
			cell->failure = failure_new("old", "of old", "", "");
	}
	*shown = '\0';
	config.partial = &partial;
	played_saves = save;
	played_is(as_planned, as_planned, jobs, cells, said);
	played_saves = NULL;
	is(shown, saved, as_planned);
	free(partial.kept.cells);
	played_free();
}

static void
test_partial(void)
{
	/* A cell that was taken over is owned by the results; one that failed now is theirs. */
	resumes(2, 2, "mmmm", "", "T T", "3 *4", "cgbench: 4 of 4 counts had been measured\n", "");
	resumes(2, 2, "m-m-", "", "T T M01", "3, 7, 3, 7", "cgbench: 2 of 4 counts had been measured\n", " mmmm");
	resumes(2, 2, "mm-m", "", "T T M01", "7, 3, 7, 3", "cgbench: 2 of 4 counts had been measured\n", " mmmm");
	resumes(2, 1, "mf", "", "T", "3, old: of old", "cgbench: 2 of 2 counts had been measured\n", "");
	resumes(2, 1, "m-", "Mx", "T M01", "active/long loop: exited with status 3, 7", "", " m-");
	resumes(2, 2, "mmmm", "T1", "T T",
	    "rehearsal: does not run an empty shell script: exited with status 1, 3, rehearsal: "
	    "does not run an empty shell script: exited with status 1, 3",
	    "cgbench: 2 of 4 counts had been measured\n", " mmmm");
	resumes(2, 1, "--", "MT", "T M01 M0al M1al M0es M0el M0as M1es M1el M1as", "7 *2",
	    "cgbench: a starts threads before its first test, so it cannot be forked: measuring it with --engine=exec\n",
	    " --");
}

/* Checks which of some files, or directories, are below one: "-" is before those that are not. */
static void
has(const char *dir, const char *files)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_split(&words, files);
	for (size_t i = 0; i < words.n; i++) {
		bool want = words.v[i][0] != '-';
		OWNED char *path = text_print("%s/%s", dir, words.v[i] + !want);

		ok(!access(path, F_OK) == want, "%s is%s there", path, want ? "" : " not");
	}
}

static void
keeps(const char *language, const char *as_planned, const char *jobs, const char *cells, const char *said)
{
	played_make(language, 1, 2);
	config.keep = language;
	played_is(language, as_planned, jobs, cells, said);
	played_free();
}

static void
test_keep(void)
{
	unsigned lines = 0;
	size_t n;

	keeps("c", "", "T C L M0 C L M0", "7 *2", "");
	has("c", "a/t0/test.c a/t0/test.o a/t0/program a/t0/active-long/work -a/t0/11");
	has("c", "a/t1/empty-short/cachegrind.out a/main.o -a/main.o.c -library");
	ok(strstr(scratch_load("c/a/t0/commands.sh", &n), "#!/bin/sh\ncd ") != NULL,
	    "the commands begin where cgbench was");
	for (const char *s = scratch_load("c/a/t0/commands.sh", &n); (s = strchr(s, '\n')); s++)
		lines++;
	ok(lines == 2 + 2 + 4, "all commands are there: %u", lines);
	keeps("shell", "", "T M0 M0", "7 *2", "");
	has("shell", CGBENCH_PRELOAD " a/t0/empty-long/cachegrind.out");
	keeps("go", "", "T C L M0 C L M0", "7 *2", "");
	has("go", "a/main.o.go");
	keeps("command", "Mx", "M M M", "active/long loop: exited with status 3, 7", "");
	has("command", "-a/t0/empty-long/ a/t1/active-long/");
	scratch_write("file", "");
	played_make("c", 1, 2);
	config.keep = "file";
	played_is("a file in place of the directory", "", "", "failed", "cgbench: --keep=file: Not a directory\n");
	config.keep = "c";
	file_remove_tree("c/a");
	scratch_write("c/a", "");
	played_is(
	    "a file in place of that of a put", "", "T C L M0 C L M0", "keep: --keep=@/c: Not a directory *2", "");
	played_free();
}

static void
test_wanted(void)
{
	const char *said;

	played_make("shell", 2, 3);
	test_set(&results.tests.v[1], "code.perl", memory_copy("y"), 1);
	targets.v[0].plain = targets.v[1].plain = false;
	test_set(&results.tests.v[2], "code.shell", memory_copy("z"), 1);
	config.verbose = true;
	played_is("tests with code for the language", "", "T T M0 M0", "- *4, 7 *2",
	    "cgbench: Done t2/a (1 of 2, 50.00%)\ncgbench: Done t2/b (2 of 2, 100.00%)\n");
	played_free();
	played_make("shell", 1, 0);
	played_is("no test", "", "T", "", "");
	played_free();
	played_make("command", 1, 201);
	played_set("once", "yes");
	text_cut(&played, 0);
	*plan = '\0';
	ok(measure_run(&results, &targets, &config) == MEASURE_DONE && played.n == 2 * 201 - 1,
	    "all cells of two batches");
	played_free();
	played_make("shell", 1, 1);
	config.debug = true;
	*plan = '\0';
	measure_run(&results, &targets, &config);
	said = played_said();
	ok(strstr(said, "cgbench: Starting t0/a active/long loop\n") && strstr(said, "cgbench: run: "),
	    "each command and measurement");
	played_free();
}

int
main(void)
{
	played_begin();
	test_partial();
	test_keep();
	test_wanted();
	return played_end();
}
