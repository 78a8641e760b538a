#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/recorder.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/array.h"

/* A run is named by as many digits of its commit as git shows, or more to tell commits apart.
 */
enum { DIGITS_LEAST = 7 };

static char *
history_make_base_of(const char *file)
{
	const char *base = file_base(file);
	size_t n = strlen(base), suffix = strlen(".json");

	return memory_copy_n(base, n > suffix && text_ends(base, ".json") ? n - suffix : n);
}

/* Returns true if no other run has a commit that begins with the same n digits. */
static bool
is_unique(const struct history_run *runs, size_t count, size_t run, size_t n)
{
	const char *commit = runs[run].provenance.commit, *other;

	for (size_t i = 0; i < count; i++) {
		other = runs[i].provenance.commit;
		if (i != run && other && !strncmp(commit, other, n))
			return false;
	}
	return true;
}

/* Returns NULL if the run has no commit, or if another run has the same one. */
static char *
commit_name(const struct history_run *runs, size_t count, size_t run)
{
	const char *commit = runs[run].provenance.commit;
	size_t all = commit ? strlen(commit) : 0;

	for (size_t n = DIGITS_LEAST; n <= all; n++)
		if (is_unique(runs, count, run, n))
			return memory_copy_n(commit, n);
	return NULL;
}

static bool
history_make_is_taken(const struct history_run *runs, size_t count, size_t run)
{
	for (size_t i = 0; i < count; i++)
		if (i != run && !strcmp(runs[i].name, runs[run].name))
			return true;
	return false;
}

/* Names the n runs: by the first digits of the commit if no other run has it; otherwise by the
   name of the file without its directories and ".json"; or if another run has that too, by the
   file as it was given. */
static void
name_runs(struct history_run *runs, size_t n)
{
	OWNED bool *taken = memory_array(n + 1, sizeof *taken);

	for (size_t i = 0; i < n; i++) {
		runs[i].name = commit_name(runs, n, i);
		if (!runs[i].name)
			runs[i].name = history_make_base_of(runs[i].file);
	}
	for (size_t i = 0; i < n; i++)
		taken[i] = history_make_is_taken(runs, n, i);
	for (size_t i = 0; i < n; i++) {
		if (!taken[i])
			continue;
		free(runs[i].name);
		runs[i].name = memory_copy(runs[i].file);
	}
}

/* The history that is made, with the positions in it of the names of the recorder. */
struct history_making {
	const struct recorder *recorder;
	const size_t *order;
	struct history *history;
	size_t *tests, *labels;             /* RECORDER_NONE: not chosen, or not seen yet */
	const struct recorded_cell **cells; /* by point */
};

/* Returns the i-th run, oldest first. */
static const struct recorded_run *
run_at(const struct history_making *m, size_t i)
{
	return &m->recorder->runs[m->order[i]];
}

static void
place_test(struct history_making *m, size_t test, const struct filter *filter)
{
	const char *name = m->recorder->tests.v[test].name;

	if (m->tests[test] != RECORDER_NONE || (filter && !filter_matches(filter, name)))
		return;
	m->tests[test] = m->history->tests.n;
	words_add(&m->history->tests, name);
}

static void
place_label(struct history_making *m, size_t label, const struct words *chosen)
{
	const char *name = m->recorder->labels.v[label];

	if (m->labels[label] != RECORDER_NONE ||
	    (chosen->n && words_find(chosen, name) == chosen->n))
		return;
	m->labels[label] = m->history->labels.n;
	words_add(&m->history->labels, name);
}

/* Places the names of the newest run first. */
static void
history_make_place(
    struct history_making *m, const struct words *labels, const struct filter *filter)
{
	size_t run = m->history->run_count;

	for (size_t i = 0; i < m->recorder->tests.n; i++)
		m->tests[i] = RECORDER_NONE;
	for (size_t i = 0; i < m->recorder->labels.n; i++)
		m->labels[i] = RECORDER_NONE;
	while (run--) {
		const struct recorded_run *of = run_at(m, run);

		for (size_t i = 0; i < of->label_count; i++)
			if (of->conditions[i] != RECORDER_NONE)
				place_label(m, i, labels);
		for (size_t i = 0; i < of->cell_count; i++)
			place_test(m, of->cells[i].test, filter);
	}
}

static void
make_runs(struct history_making *m)
{
	struct history *history = m->history;

	history->runs = memory_array(history->run_count + 1, sizeof *history->runs);
	for (size_t run = 0; run < history->run_count; run++)
		history->runs[run] = run_at(m, run)->run;
	name_runs(history->runs, history->run_count);
}

static void
make_commands(struct history_making *m)
{
	struct history *history = m->history;
	size_t all = history->labels.n * history->run_count;

	history->command = memory_array(all + 1, sizeof *history->command);
	for (size_t run = 0; run < history->run_count; run++) {
		const struct recorded_run *of = run_at(m, run);

		for (size_t label = 0; label < of->label_count; label++)
			if (m->labels[label] != RECORDER_NONE &&
			    of->conditions[label] != RECORDER_NONE)
				history->command[m->labels[label] * history->run_count + run] =
				    1 + of->commands[label];
	}
}

static void
fill_run(struct history_making *m, size_t run)
{
	const struct recorded_run *of = run_at(m, run);
	struct history *history = m->history;

	ARRAY_EACH(const struct recorded_cell, cell, of->cells, of->cell_count) {
		size_t test = m->tests[cell->test], label = m->labels[cell->label];
		size_t at;

		if (test == RECORDER_NONE || label == RECORDER_NONE)
			continue;
		at = (test * history->labels.n + label) * history->run_count + run;
		history->points[at] = cell->point;
		m->cells[at] = cell;
	}
}

static void
history_make_fill(struct history_making *m)
{
	struct history *history = m->history;
	size_t points = history->tests.n * history->labels.n * history->run_count;

	history->points = memory_array(points + 1, sizeof *history->points);
	m->cells = memory_array(points + 1, sizeof(const struct recorded_cell *));
	for (size_t i = 0; i < history->run_count; i++)
		fill_run(m, i);
}

/* The points since the last break. All of them can be compared with each other, also around
   one for which that is unknown. */
struct history_segment {
	size_t *conditions; /* each once */
	size_t n;
	uint64_t text_hash; /* 0: unknown so far */
	unsigned long ops;  /* 0: likewise */
};

/* Returns why a cell cannot be compared with the segment, which the caller frees, or NULL. */
static char *
find_break(const struct history_making *m, const struct history_segment *segment,
    const struct recorded_cell *cell, size_t condition)
{
	bool ops = segment->ops && cell->ops != segment->ops;
	bool text = ops || (cell->text_hash && segment->text_hash &&
	                       cell->text_hash != segment->text_hash);
	struct text t = TEXT_EMPTY;
	char *change = NULL;

	for (size_t i = 0; i < segment->n && !change; i++)
		if (segment->conditions[i] != condition)
			change = conditions_change(&m->recorder->conditions,
			    segment->conditions[i], condition, cell->once);
	if (!text)
		return change;
	text_addf(&t, "%s%s" HISTORY_TEXT, change ? change : "", change ? ", " : "");
	free(change);
	if (ops)
		text_addf(&t, " (ops '%lu', '%lu')", segment->ops, cell->ops);
	return text_take(&t);
}

static void
add_to_segment(
    struct history_segment *segment, const struct recorded_cell *cell, size_t condition)
{
	if (!segment->text_hash)
		segment->text_hash = cell->text_hash;
	segment->ops = cell->ops;
	for (size_t i = 0; i < segment->n; i++)
		if (segment->conditions[i] == condition)
			return;
	segment->conditions[segment->n++] = condition;
}

/* Marks the breaks of a series. The segment has room for all conditions. */
static void
break_series(struct history_making *m, size_t series, struct history_segment *segment)
{
	struct history *history = m->history;
	size_t runs = history->run_count;

	*segment = (struct history_segment){.conditions = segment->conditions};
	for (size_t run = 0; run < runs; run++) {
		const struct recorded_cell *cell = m->cells[series * runs + run];
		OWNED char *why = NULL;
		size_t condition;

		if (!cell || cell->point.state == HISTORY_FAILED)
			continue;
		condition = run_at(m, run)->conditions[cell->label];
		why = find_break(m, segment, cell, condition);
		if (why) {
			history->points[series * runs + run].broken =
			    1 + words_intern(&history->breaks, why);
			*segment = (struct history_segment){.conditions = segment->conditions};
		}
		add_to_segment(segment, cell, condition);
	}
}

static void
break_all(struct history_making *m)
{
	size_t series = m->history->tests.n * m->history->labels.n;
	struct history_segment segment = {0};

	segment.conditions =
	    memory_array(m->recorder->conditions.n + 1, sizeof *segment.conditions);
	for (size_t i = 0; i < series; i++)
		break_series(m, i, &segment);
	free(segment.conditions);
}

void
history_make(struct history *history, const struct recorder *recorder, const size_t *order,
    size_t n, const struct words *labels, const struct filter *tests)
{
	struct history_making m = {.recorder = recorder, .order = order, .history = history};

	*history = (struct history){.fields = recorder->fields,
	    .field_count = recorder->field_count,
	    .run_count = n,
	    .failures = recorder->failures,
	    .commands = recorder->commands};
	memcpy(history->shown, recorder->shown, sizeof history->shown);
	m.tests = memory_array(recorder->tests.n + 1, sizeof *m.tests);
	m.labels = memory_array(recorder->labels.n + 1, sizeof *m.labels);
	history_make_place(&m, labels, tests);
	make_runs(&m);
	make_commands(&m);
	history_make_fill(&m);
	break_all(&m);
	free(m.cells);
	free(m.tests);
	free(m.labels);
}
