/* Tests that are measured once more: in layouts, after a change, for profiles and times. */

#include "measure/again/again.h"
#include "rerun.h"
#include "util/file.h"

static char *words[] = {(char *)"x", NULL};
static char none[] = "", name[] = "x";
static const struct language compiled = {.name = name,
                                 .compile = {.v = words, .n = 1},
                                 .stub = none,
                                 .param_made = none},
                             script = {.name = name, .param_made = name},
                             command = {.name = name, .command = true, .param_made = none};
static const struct language *const languages[] = {&compiled, &script, &command};

/* The costs of the cells in their other layouts, and the verdicts. */
static char *
shown(void)
{
	struct text t = TEXT_EMPTY;

	text_add(&t, "");
	for (size_t i = 0; i < before.tests.n * before.puts.n; i++) {
		const struct cell *cell = &before.cells[i];
		OWNED char *verdicts = verdict_names(cell->verdicts);

		text_addf(&t, "%s", i ? ", " : "");
		for (size_t k = 0; k < cell->jitter_count; k++) {
			const struct cell *jitter = &cell->jitter[k];

			text_addf(&t, "%s%u/%u/%u", k ? " " : "", jitter->layout.stack, jitter->layout.heap,
			    jitter->layout.code);
			if (jitter->layout.variables)
				text_addf(&t, "+%u", jitter->layout.variables);
			if (jitter->measured)
				text_addf(&t, "=%lld", (long long)results_spent(jitter, false, FIELD_IR));
		}
		text_addf(&t, "%s", verdicts);
		if (cell->measured_again || cell->spent_again)
			text_addf(
			    &t, "%s%llu", cell->measured_again ? "=" : "?", (unsigned long long)cell->spent_again);
	}
	return text_take(&t);
}

static void
measures(const char *words_before, const char *now, unsigned layouts, size_t failures, const char *want_runs,
    const char *want)
{
	size_t failed = 9;
	char *got;

	rerun_make(languages, 2, 3, words_before);
	next_run = now;
	if (layouts)
		again_in_layouts(&before, &targets, &config, layouts, &failed);
	else
		again_find_varying(&before, &targets, &config);
	got = shown();
	is(runs.s, want_runs, now);
	is(got, want, now);
	ok(rerun_failed() == failures && (!layouts || failed == failures), "%s: failures", now);
	free(got);
	rerun_free();
}

static void
test_layouts(void)
{
	measures("7 8 9 7 8 9", "7 8 9 7 8 9", 1, 0, "2512/1584/1136 loops 10,20: t0 t1 on p0 p1 p2",
	    "2512/1584/1136=7, 2512/1584/0+11=8, 2512/0/0=9, 2512/1584/1136=7, 2512/1584/0+11=8, 2512/0/0=9");
	measures("7 8 9 7 8 9", "10 11 12 13 x 15|20 21 22 23 24 25", 2, 1,
	    "2512/1584/1136 loops 10,20: t0 t1 on p0 p1 p2; 928/3168/2272 loops 10,20: t0 t1 on p0 p1 p2",
	    "2512/1584/1136=10 928/3168/2272=20, 2512/1584/0+11=11 928/3168/0+22=21, 2512/0/0=12 928/0/0=22, "
	    "2512/1584/1136=13 928/3168/2272=23, 2512/1584/0+11 928/3168/0+22=24, 2512/0/0=15 928/0/0=25");
	measures("7 - x 7 8 9", "10 x x 13 14 15", 1, 0, "2512/1584/1136 loops 10,20: t0 t1 on p0 p1 p2",
	    "2512/1584/1136=10, , , 2512/1584/1136=13, 2512/1584/0+11=14, 2512/0/0=15");
	measures("- - x 7 8 9", "10 w1 x", 1, 1, "2512/1584/1136 loops 10,20: t1 on p0 p1 p2",
	    ", , , 2512/1584/1136=10, 2512/1584/0+11=1, 2512/0/0");
}

/* Compiled code costs the same in each iteration, what an interpreter runs nearly. */
static void
test_varying(void)
{
	measures("100 100 100 0 0 0", "100 100 100 0 0 0", 0, 0, "2512/1584/1136 loops 20,30: t0 t1 on p0 p1 p2",
	    ", , , , , ");
	measures("100 100 100 0 0 0", "101 105 95 1 1 1", 0, 0, "2512/1584/1136 loops 20,30: t0 t1 on p0 p1 p2",
	    "varying=101, , , varying=1, , ");
	measures("100 100 100 0 0 0", "99 106 94 w-5 w-1 1", 0, 0, "2512/1584/1136 loops 20,30: t0 t1 on p0 p1 p2",
	    "varying=99, varying=106, varying=94, varying=0, , ");
	measures("100 - 100 x 100 100", "x 9 x 7 0 w-10", 0, 2, "2512/1584/1136 loops 20,30: t0 t1 on p0 p1 p2",
	    "varying, , varying, , varying=0, varying=0");
}

/* Gives the cells that cost 7 a profile, and those that cost 8 the reason why they have none. */
static void
profile(const struct results *now, const struct config *used)
{
	ok(used->objects && !used->objects->n && used->objects != config.objects,
	    "the objects of the run without profiles are not used");
	for (size_t i = 0; i < now->tests.n; i++) {
		struct cell *cell = &now->cells[i];
		int64_t spent = cell->measured ? results_spent(cell, false, FIELD_IR) : 0;

		if (spent == 7)
			cell->profile = memory_new(sizeof *cell->profile);
		if (spent == 8)
			cell->unprofiled = memory_copy("no reason");
	}
}

static void
test_profile(void)
{
	static const bool wanted[] = {1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1};
	struct text t = TEXT_EMPTY;

	rerun_make(languages, 5, 3, "7 7 7 8 8 8 9 9 9 7 7 7 7 7 7");
	targets.v++;
	targets.n = 2;
	next_run = "8 9|7 9 x -";
	measured = profile;
	again_with_profiles(&before, wanted, &targets, &config);
	measured = NULL;
	for (size_t i = 0; i < before.tests.n * before.puts.n; i++)
		text_addf(&t, "%s%s",
		    before.cells[i].profile      ? "profile"
		    : before.cells[i].unprofiled ? before.cells[i].unprofiled
		                                 : "-",
		    i % 3 == 2 ? "; " : ", ");
	is(runs.s, "0/0/0 loops 10,20 profiles: t1 t2 on p1; 0/0/0 loops 10,20 profiles: t0 t1 t2 t4 on p2",
	    "each put by itself");
	is(t.s,
	    "-, -, profile; -, no reason, measured again for its profile, it had other counts "
	    "than before; -, it has no profile, measured again for its profile, it failed: it "
	    "failed; -, -, -; -, -, it could not be measured again for its profile; ",
	    "profiles of the same counts");
	text_free(&t);
	targets.v--;
	rerun_free();
}

/* The times that cells get which cost 7. */
static void
clock_copies(const struct results *now, const struct config *used)
{
	text_addf(&runs, " %s%zu copies", used->clocking ? "" : "not ", now->tests.n);
	for (size_t i = 0; i < now->tests.n * now->puts.n; i++)
		if (i / now->puts.n % CONFIG_COPIES == 0 && now->cells[i].measured &&
		    results_spent(&now->cells[i], false, FIELD_IR) == 7)
			now->cells[i].times = memory_new(sizeof *now->cells[i].times);
}

static void
test_times(void)
{
	struct text t = TEXT_EMPTY;
	size_t failed = 1;

	rerun_make(languages, 3, 3, "7 7 7 - 8 7 x x -");
	next_run = "7 7 7 8 7 7 8 7 7 x 7 7 9 7 7 x 7 7 7 7 7 7 7 7";
	measured = clock_copies;
	ok(again_timed(&before, &targets, &config, 2, &failed) == MEASURE_DONE, "it is timed");
	for (size_t i = 0; i < before.tests.n * before.puts.n; i++) {
		text_addf(&t, "%d", before.cells[i].times != NULL);
		free(before.cells[i].times);
		before.cells[i].times = NULL;
	}
	is(runs.s, "2512/1584/1136 loops 10,20 clocking: t0 t0 t0 t0 t1 t1 t1 t1 on p0 p1 p2 8 copies",
	    "each test four times");
	is(t.s, "111011000", "cells with times");
	ok(failed == 2 && rerun_failed() == 1, "copies fail together");
	ok(before.puts.v[0].host.n > 0, "its host is described");
	targets.n = 2;
	run_ends = MEASURE_FAILED;
	ok(again_timed(&before, &targets, &config, 2, &failed) == MEASURE_FAILED, "or not");
	targets.v[0].language = &script;
	text_cut(&runs, 0);
	ok(again_timed(&before, &targets, &config, 2, &failed) == MEASURE_DONE && !runs.n, "no script is timed");
	measured = NULL;
	text_free(&t);
	targets.n = 3;
	rerun_free();
}

static struct host_files files;
static struct object_store objects;
static const struct valgrind valgrind = {.tool = "cachegrind", .libexec = none};

static void
test_changed(void)
{
	char *path = text_print("\t%s/a (0x1)\n", scratch_path), *why;
	size_t n;

	rerun_make(languages, 2, 3, "7 8 9 7 - 9");
	config.files = &files;
	config.objects = &objects;
	config.valgrind = &valgrind;
	for (size_t i = 0; i < 3; i++) {
		targets.v[i].exe = (char *)"/no";
		if (i != 1)
			host_files_learn(&files, &targets.v[i], path);
	}
	ok(again_if_changed(&before, &targets, &config) == MEASURE_DONE, "nothing changed");
	is(runs.s, "", "and nothing is measured");
	again_fail_changed(&before, &targets, &config);
	ok(!before.cells[0].failure, "nor fails");
	rerun_hush();
	scratch_write("a", "");
	run_ends = MEASURE_FAILED;
	next_run = "";
	ok(again_if_changed(&before, &targets, &config) == MEASURE_FAILED, "a run that fails");
	is(runs.s, "0/0/0 loops 10,20 profiles: t0 t1 on p0", "is the last one");
	run_ends = MEASURE_DONE;
	next_run = "1 x|";
	again_if_changed(&before, &targets, &config);
	is(runs.s, "0/0/0 loops 10,20 profiles: t0 t1 on p0; 0/0/0 loops 10,20 profiles: t0 t1 on p2",
	    "what was noted again did not change");
	ok(results_spent(&before.cells[2], false, FIELD_IR) == 1 && before.cells[5].failure &&
	        results_spent(&before.cells[1], false, FIELD_IR) == 8,
	    "cells are replaced");
	fflush(stderr);
	why = text_replace(scratch_load("said", &n), scratch_path, "@");
	is(why,
	    "cgbench: @/a changed during the run: measuring p0, p2 again\ncgbench: "
	    "@/a changed during the run: measuring p2 again\n",
	    "what changed is said");
	free(why);
	host_files_learn(&files, &targets.v[1], path);
	unlink("a");
	again_fail_changed(&before, &targets, &config);
	why = text_replace(before.cells[1].failure->why, scratch_path, "@");
	is(why, "@/a changed while it was measured: measure it again", "cells fail");
	ok(!before.cells[4].failure, "if they were measured");
	free(why);
	free(path);
	host_files_free(&files);
	rerun_free();
}

int
main(void)
{
	rerun_begin();
	test_layouts();
	test_varying();
	test_profile();
	test_times();
	test_changed();
	return rerun_end();
}
