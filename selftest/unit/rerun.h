#pragma once

#include "input/target.h"
#include "measure/again/remeasure.h"
#include "measure/measure.h"
#include "sample.h"
#include "scratch.h"
#include "tap.h"

/* A stand-in for measure_run: each run measures what the test says, a word for each cell, test
   by test: what it costs in Ir over all iterations; "x" that it fails, with the stage and what
   a compiler says behind it, as in "xcompile:odd"; "w10" that it costs 10, with a warning; "-"
   that it is not tried. Runs are separated by "|". How each measures is noted. */

static const char *next_run; /* what the next runs measure */
static enum measure_end run_ends;
static struct text runs;                                                         /* how they did */
static struct remeasure_failures failed_again;                                   /* of config */
static void (*measured)(const struct results *now, const struct config *config); /* or NULL */

static void
rerun_cell(struct cell *cell, const char *word, size_t n)
{
	const char *colon = memchr(word, ':', n);

	if (*word == 'x') {
		size_t stage = colon ? (size_t)(colon - word - 1) : 0;
		OWNED char *name = memory_copy_n(word + 1, stage);
		OWNED char *said = memory_copy_n(word + stage + 1 + (colon != NULL), n - stage - 1 - (colon != NULL));

		cell->failure = failure_new(name, "it failed", "", said);
	} else if (*word != '-') {
		sample_count(cell, FIELD_IR, strtol(word + (*word == 'w'), NULL, 10));
		if (*word == 'w')
			cell_warn(cell, 1, "odd");
	}
}

enum measure_end
measure_run(struct results *results, struct targets *targets, const struct config *config)
{
	text_addf(&runs, "%s%u/%u/%u loops %lu,%lu%s%s%s:", runs.n ? "; " : "", config->layout.stack,
	    config->layout.heap, config->layout.code, results->loops[LENGTH_SHORT], results->loops[LENGTH_LONG],
	    config->keep ? " keep" : "", config->profiles ? " profiles" : "", config->clocking ? " clocking" : "");
	for (size_t i = 0; i < results->tests.n; i++)
		text_addf(&runs, " %s", results->tests.v[i].name);
	text_addf(&runs, " on");
	for (size_t i = 0; i < targets->n; i++)
		text_addf(&runs, " %s", targets->v[i].put->label);
	for (size_t i = 0; i < results->tests.n * results->puts.n && !run_ends; i++) {
		size_t n = strcspn(next_run, " |");

		rerun_cell(&results->cells[i], next_run, n);
		next_run += n + (next_run[n] == ' ');
	}
	if (*next_run == '|')
		next_run++;
	if (measured)
		measured(results, config);
	return run_ends;
}

/* Returns the number of failures that are to be said. */
__attribute__((unused)) static size_t
rerun_failed(void)
{
	size_t n = 0;

	for (size_t i = 0; i < failed_again.n; i++) {
		const struct results *now = &failed_again.v[i].results;

		for (size_t k = 0; k < now->tests.n * now->puts.n; k++)
			n += now->cells[k].failure != NULL;
	}
	return n;
}

/* Results before, and the targets. */
static struct results before;
static struct targets targets;
static struct config config;

/* words: what the cells cost before, as in next_run. */
static void
rerun_make(const struct language *const *languages, size_t tests, size_t puts, const char *words)
{
	before = sample_make(tests, puts);
	targets = (struct targets){memory_array(puts, sizeof *targets.v), puts};
	for (size_t i = 0; i < puts; i++)
		targets.v[i] = (struct target){.put = &before.puts.v[i], .language = languages[i], .plain = true};
	for (size_t i = 0; *words; i++) {
		size_t n = strcspn(words, " ");

		rerun_cell(&before.cells[i], words, n);
		words += n + (words[n] == ' ');
	}
	config = (struct config){.keep = "kept", .profiles = true, .failed = &failed_again};
	run_ends = MEASURE_DONE;
	text_cut(&runs, 0);
}

static void
rerun_free(void)
{
	free(targets.v);
	remeasure_failures_free(&failed_again);
	results_free(&before);
}

/* Tests run in a scratch directory, whose file "said" has what is printed to stderr. */
static void
rerun_begin(void)
{
	scratch_enter();
	if (!freopen("said", "w", stderr))
		abort();
}

/* Forgets what was said. */
static void
rerun_hush(void)
{
	fflush(stderr);
	if (ftruncate(STDERR_FILENO, 0) || lseek(STDERR_FILENO, 0, SEEK_SET) < 0)
		abort();
}

static int
rerun_end(void)
{
	text_free(&runs);
	scratch_leave();
	return tap_done();
}
