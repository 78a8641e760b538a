#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparable.h"
#include "compare/recorder.h"
#include "compare/run_names.h"
#include "util/memory.h"
#include "util/text.h"

/* In place of a position: there is none. */
#define NOWHERE ((size_t)-1)

/* A cell that was tried. Its values are field_count from the run's. */
struct taken {
	size_t test, label; /* positions among all names */
	size_t why;         /* of a failure */
	uint64_t text_hash;
	bool failed, once;
};

/* A run as it was read. */
struct taking {
	struct history_run run;
	unsigned long loops[LENGTH_COUNT];
	struct put *puts; /* by label, as far as comparisons need them; exe is NULL: lacking */
	size_t label_count;
	struct taken *cells;
	double *values;
	size_t cell_count;
};

struct recorder {
	const struct fields *fields;
	enum field shown[FIELD_NONE];
	size_t field_count;
	struct tests tests; /* only their names, to find them quickly */
	struct words labels, failures;
	struct taking *takings;
	size_t taking_count;
};

struct recorder *
recorder_new(const struct fields *fields, field_set shown)
{
	struct recorder *recorder = memory_new(sizeof *recorder);
	enum field f;

	recorder->fields = fields;
	for (f = 0; f < FIELD_NONE; f++)
		if (shown & FIELD_BIT(f))
			recorder->shown[recorder->field_count++] = f;
	return recorder;
}

/* The position of a word in the list, to which it is added if need be. */
static size_t
intern(struct words *words, const char *word)
{
	size_t i;

	for (i = 0; i < words->n; i++)
		if (!strcmp(words->v[i], word))
			return i;
	words_add(words, word);
	return i;
}

static size_t
intern_test(struct tests *tests, const char *name)
{
	const struct test *test = tests_find(tests, name);

	if (!test)
		test = tests_add(tests, name);
	return (size_t)(test - tests->v);
}

static struct fingerprint *
copy_fingerprint(const struct fingerprint *fingerprint)
{
	struct fingerprint *copy;
	enum trait trait;

	if (!fingerprint)
		return NULL;
	copy = memory_new(sizeof *copy);
	for (trait = 0; trait < TRAIT_COUNT; trait++)
		copy->of[trait] = memory_copy(fingerprint->of[trait]);
	return copy;
}

static struct provenance
copy_provenance(const struct provenance *from)
{
	struct provenance copy = *from;

	copy.commit = memory_copy(from->commit);
	copy.subject = memory_copy(from->subject);
	return copy;
}

static struct taking *
add_taking(struct recorder *recorder, const char *file)
{
	struct taking *taking;

	recorder->takings = memory_resize(
	    recorder->takings, recorder->taking_count + 1, sizeof *recorder->takings);
	taking = &recorder->takings[recorder->taking_count++];
	*taking = (struct taking){.run.file = memory_copy(file)};
	return taking;
}

/* Returns the position of each put's label; the caller frees. */
static size_t *
take_puts(struct recorder *recorder, struct taking *taking, const struct puts *puts)
{
	size_t *labels = memory_new((puts->n + 1) * sizeof *labels), i;

	for (i = 0; i < puts->n; i++)
		labels[i] = intern(&recorder->labels, puts->v[i].label);
	taking->label_count = recorder->labels.n;
	taking->puts = memory_new((recorder->labels.n + 1) * sizeof *taking->puts);
	for (i = 0; i < puts->n; i++) {
		taking->puts[labels[i]] = (struct put){
		    .exe = memory_copy(puts->v[i].exe),
		    .fingerprint = copy_fingerprint(puts->v[i].fingerprint),
		};
		taking->run.unknown |= !puts->v[i].fingerprint;
	}
	return labels;
}

static size_t
intern_failure(struct recorder *recorder, const struct failure *failure)
{
	char *why = text_print("%s: %s", failure->stage, failure->why);
	size_t i = intern(&recorder->failures, why);

	free(why);
	return i;
}

static void
take_cell(struct recorder *recorder, struct taking *taking, const struct results *results,
    size_t test, size_t put)
{
	const struct cell *cell = results_cell(results, test, put);
	size_t n = taking->cell_count++, k;

	taking->cells[n] = (struct taken){
	    .text_hash = cell->text_hash,
	    .failed = !cell->measured,
	    .once = results_test(results, test, put)->once,
	    .why = cell->measured ? 0 : intern_failure(recorder, cell->failure),
	};
	for (k = 0; k < recorder->field_count; k++) {
		struct value value = calc_value(results, test, put, recorder->shown[k]);

		taking->values[n * recorder->field_count + k] = value.known ? value.v : NAN;
	}
}

static void
take_cells(struct recorder *recorder, struct taking *taking, const struct results *results,
    const size_t *labels)
{
	size_t all = results->tests.n * results->puts.n, test, put;

	taking->cells = memory_new((all + 1) * sizeof *taking->cells);
	taking->values = memory_new((all * recorder->field_count + 1) * sizeof *taking->values);
	for (test = 0; test < results->tests.n; test++) {
		size_t position = intern_test(&recorder->tests, results->tests.v[test].name);

		for (put = 0; put < results->puts.n; put++) {
			const struct cell *cell = results_cell(results, test, put);

			if (!cell->measured && !cell->failure)
				continue;
			take_cell(recorder, taking, results, test, put);
			taking->cells[taking->cell_count - 1].test = position;
			taking->cells[taking->cell_count - 1].label = labels[put];
		}
	}
}

void
recorder_add(struct recorder *recorder, const struct results *results, const char *file)
{
	struct taking *taking = add_taking(recorder, file);
	size_t *labels = take_puts(recorder, taking, &results->puts);

	memcpy(taking->loops, results->loops, sizeof taking->loops);
	if (results->puts.n)
		taking->run.provenance = copy_provenance(&results->puts.v[0].provenance);
	take_cells(recorder, taking, results, labels);
	free(labels);
}

void
recorder_add_wrong(struct recorder *recorder, const char *file, const char *why)
{
	add_taking(recorder, file)->run.wrong = memory_copy(why);
}

size_t
recorder_count(const struct recorder *recorder)
{
	return recorder->taking_count;
}

const struct history_run *
recorder_run(const struct recorder *recorder, size_t run)
{
	return &recorder->takings[run].run;
}

const struct tests *
recorder_tests(const struct recorder *recorder)
{
	return &recorder->tests;
}

const struct words *
recorder_labels(const struct recorder *recorder)
{
	return &recorder->labels;
}

/* What is made, and where each name of the recorder is in it. */
struct making {
	const struct recorder *recorder;
	const size_t *order;
	struct history *history;
	size_t *tests, *labels;     /* NOWHERE: not chosen, or not seen yet */
	const struct taken **cells; /* by point */
	struct between *between;    /* by label and run */
};

/* Why two runs are not comparable on a label, kept for all tests. */
struct between {
	size_t before; /* 1 + the run it was compared with; 0: with none yet */
	char *puts;    /* NULL: nothing changed */
	char *loops;
};

static void
place_test(struct making *m, size_t test, const struct filter *filter)
{
	const char *name = m->recorder->tests.v[test].name;

	if (m->tests[test] != NOWHERE || (filter && !filter_matches(filter, name)))
		return;
	m->tests[test] = m->history->tests.n;
	words_add(&m->history->tests, name);
}

static void
place_label(struct making *m, size_t label, const struct words *chosen)
{
	const char *name = m->recorder->labels.v[label];
	size_t i;

	if (m->labels[label] != NOWHERE)
		return;
	for (i = 0; i < chosen->n && strcmp(chosen->v[i], name); i++)
		;
	if (chosen->n && i == chosen->n)
		return;
	m->labels[label] = m->history->labels.n;
	words_add(&m->history->labels, name);
}

/* The names of the newest run come first. */
static void
place(struct making *m, const struct words *labels, const struct filter *filter)
{
	size_t run = m->recorder->taking_count, i;

	memset(m->tests, 0xff, m->recorder->tests.n * sizeof *m->tests);
	memset(m->labels, 0xff, m->recorder->labels.n * sizeof *m->labels);
	while (run--) {
		const struct taking *taking = &m->recorder->takings[m->order[run]];

		for (i = 0; i < taking->label_count; i++)
			if (taking->puts[i].exe)
				place_label(m, i, labels);
		for (i = 0; i < taking->cell_count; i++)
			place_test(m, taking->cells[i].test, filter);
	}
}

static void
make_runs(struct making *m)
{
	struct history *history = m->history;
	size_t run;

	history->run_count = m->recorder->taking_count;
	history->runs = memory_new((history->run_count + 1) * sizeof *history->runs);
	for (run = 0; run < history->run_count; run++) {
		const struct history_run *from = &m->recorder->takings[m->order[run]].run;

		history->runs[run] = (struct history_run){
		    .file = memory_copy(from->file),
		    .wrong = memory_copy(from->wrong),
		    .provenance = copy_provenance(&from->provenance),
		    .unknown = from->unknown,
		};
	}
	run_names_make(history->runs, history->run_count);
}

static size_t
series_of(const struct making *m, const struct taken *cell)
{
	size_t test = m->tests[cell->test], label = m->labels[cell->label];

	return test == NOWHERE || label == NOWHERE ? NOWHERE
	                                           : test * m->history->labels.n + label;
}

static void
fill_run(struct making *m, size_t run)
{
	const struct taking *taking = &m->recorder->takings[m->order[run]];
	struct history *history = m->history;
	size_t runs = history->run_count, fields = history->field_count, i, k;

	for (i = 0; i < taking->cell_count; i++) {
		const struct taken *cell = &taking->cells[i];
		size_t series = series_of(m, cell);
		struct history_point *point;

		if (series == NOWHERE)
			continue;
		point = &history->points[series * runs + run];
		point->state = cell->failed ? HISTORY_FAILED : HISTORY_MEASURED;
		point->why = cell->why;
		m->cells[series * runs + run] = cell;
		for (k = 0; k < fields; k++)
			history->values[(series * fields + k) * runs + run] =
			    taking->values[i * fields + k];
	}
}

static void
fill(struct making *m)
{
	struct history *history = m->history;
	size_t points = history->tests.n * history->labels.n * history->run_count;
	size_t values = points * history->field_count, i;

	history->points = memory_new((points + 1) * sizeof *history->points);
	history->values = memory_new((values + 1) * sizeof *history->values);
	m->cells = memory_new((points + 1) * sizeof(const struct taken *));
	for (i = 0; i < values; i++)
		history->values[i] = NAN;
	for (i = 0; i < history->run_count; i++)
		fill_run(m, i);
}

static char *
loops_changed(const struct taking *a, const struct taking *b)
{
	if (!memcmp(a->loops, b->loops, sizeof a->loops))
		return NULL;
	return text_print("the loops ('%lu,%lu', '%lu,%lu')", a->loops[LENGTH_SHORT],
	    a->loops[LENGTH_LONG], b->loops[LENGTH_SHORT], b->loops[LENGTH_LONG]);
}

/* What changed on the label of a cell from one run to another. */
static const struct between *
between(struct making *m, const struct taken *cell, size_t before, size_t run)
{
	const struct taking *a = &m->recorder->takings[m->order[before]];
	const struct taking *b = &m->recorder->takings[m->order[run]];
	size_t label = cell->label;
	struct between *kept = &m->between[label * m->history->run_count + run];

	if (kept->before == before + 1)
		return kept;
	free(kept->puts);
	free(kept->loops);
	kept->before = before + 1;
	kept->puts = comparable_change(&a->puts[label], &b->puts[label]);
	kept->loops = loops_changed(a, b);
	return kept;
}

/* Bench.pl does not save hashes. Loops do not matter to what is run once. */
static size_t
find_break(
    struct making *m, const struct taken *a, const struct taken *b, size_t before, size_t run)
{
	const struct between *pair = between(m, b, before, run);
	bool text = a->text_hash && b->text_hash && a->text_hash != b->text_hash;
	bool loops = pair->loops && !(a->once && b->once);
	struct text why = TEXT_EMPTY;
	size_t found;

	if (!pair->puts && !text && !loops)
		return 0;
	if (pair->puts)
		text_add(&why, pair->puts);
	if (loops)
		text_addf(&why, "%s%s", why.n ? ", " : "", pair->loops);
	if (text)
		text_addf(&why, "%s" HISTORY_TEXT, why.n ? ", " : "");
	found = intern(&m->history->breaks, why.s);
	text_free(&why);
	return found + 1;
}

static void
break_series(struct making *m, size_t series)
{
	size_t runs = m->history->run_count, before = NOWHERE, run;
	const struct taken **cells = m->cells + series * runs;

	for (run = 0; run < runs; run++) {
		if (!cells[run] || cells[run]->failed)
			continue;
		if (before != NOWHERE)
			m->history->points[series * runs + run].broken =
			    find_break(m, cells[before], cells[run], before, run);
		before = run;
	}
}

static void
making_free(struct making *m)
{
	size_t i;

	for (i = 0; i < m->recorder->labels.n * m->history->run_count; i++) {
		free(m->between[i].puts);
		free(m->between[i].loops);
	}
	free(m->between);
	free(m->cells);
	free(m->tests);
	free(m->labels);
}

void
recorder_make(const struct recorder *recorder, const size_t *order, const struct words *labels,
    const struct filter *tests, struct history *history)
{
	struct making m = {.recorder = recorder, .order = order, .history = history};
	size_t i;

	*history =
	    (struct history){.fields = recorder->fields, .field_count = recorder->field_count};
	memcpy(history->shown, recorder->shown, sizeof history->shown);
	words_add_all(&history->failures, &recorder->failures);
	m.tests = memory_new((recorder->tests.n + 1) * sizeof *m.tests);
	m.labels = memory_new((recorder->labels.n + 1) * sizeof *m.labels);
	m.between =
	    memory_new((recorder->labels.n * recorder->taking_count + 1) * sizeof *m.between);
	place(&m, labels, tests);
	make_runs(&m);
	fill(&m);
	for (i = 0; i < history->tests.n * history->labels.n; i++)
		break_series(&m, i);
	making_free(&m);
}

static void
taking_free(struct taking *taking)
{
	size_t i;

	free(taking->run.file);
	free(taking->run.wrong);
	provenance_free(&taking->run.provenance);
	for (i = 0; i < taking->label_count; i++) {
		free(taking->puts[i].exe);
		fingerprint_free(taking->puts[i].fingerprint);
	}
	free(taking->puts);
	free(taking->cells);
	free(taking->values);
}

void
recorder_free(struct recorder *recorder)
{
	size_t i;

	for (i = 0; i < recorder->taking_count; i++)
		taking_free(&recorder->takings[i]);
	free(recorder->takings);
	tests_free(&recorder->tests);
	words_free(&recorder->labels);
	words_free(&recorder->failures);
	free(recorder);
}
