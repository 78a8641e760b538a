#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/history.h"
#include "util/memory.h"

/* Of a test, on all labels. */
struct rank {
	size_t test;
	bool changed;
	double size; /* per cent */
};

/* Returns true if the series failed, ended, or has another text: what is no step. */
static bool
is_irregular(const struct history *history, size_t test, size_t label)
{
	bool any = false;
	size_t run;

	for (run = 0; run < history->run_count; run++) {
		const struct history_point *point = history_point(history, test, label, run);

		if (point->state == HISTORY_FAILED ||
		    (point->broken &&
		        strstr(history->breaks.v[point->broken - 1], HISTORY_TEXT)))
			return true;
		any |= point->state == HISTORY_MEASURED;
	}
	return any && history_point(history, test, label, history_newest(history))->state ==
	                  HISTORY_ABSENT;
}

static void
rank_series(struct rank *rank, const struct history *history, size_t label, double least)
{
	struct history_step *steps;
	size_t n = history_steps(history, rank->test, label, 0, &steps);
	const struct history_step *largest = history_largest(steps, n);
	double size = largest ? fabs(largest->change.percent) : 0;

	rank->changed |= largest && size > least * (1 + 1e-9);
	rank->changed |= is_irregular(history, rank->test, label);
	rank->size = fmax(rank->size, history_size(history, rank->test, label, 0));
	free(steps);
}

static int
by_size(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return (x->test > y->test) - (x->test < y->test);
}

/* Makes the tests those of the n ranks. */
static void
keep(struct history *history, const struct rank *ranks, size_t n)
{
	size_t points = history->labels.n * history->run_count;
	size_t values = points * history->field_count, i;
	struct history was = *history;

	history->points = memory_new((n * points + 1) * sizeof *history->points);
	history->values = memory_new((n * values + 1) * sizeof *history->values);
	history->tests = (struct words)WORDS_EMPTY;
	for (i = 0; i < n; i++) {
		size_t test = ranks[i].test;

		words_add(&history->tests, was.tests.v[test]);
		memcpy(history->points + i * points, was.points + test * points,
		    points * sizeof *was.points);
		memcpy(history->values + i * values, was.values + test * values,
		    values * sizeof *was.values);
	}
	free(was.points);
	free(was.values);
	words_free(&was.tests);
}

void
history_arrange(struct history *history, bool changed, double least, bool sort)
{
	struct rank *ranks = memory_new((history->tests.n + 1) * sizeof *ranks);
	size_t n = 0, test, label;

	for (test = 0; test < history->tests.n; test++) {
		struct rank rank = {.test = test};

		for (label = 0; label < history->labels.n; label++)
			rank_series(&rank, history, label, least);
		if (rank.changed || !changed)
			ranks[n++] = rank;
	}
	if (sort)
		qsort(ranks, n, sizeof *ranks, by_size);
	if (sort || changed)
		keep(history, ranks, n);
	free(ranks);
}
