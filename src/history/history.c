#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/history.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/order.h"

const struct history_point *
history_point(const struct history *history, size_t test, size_t label, size_t run)
{
	return &history->points[(test * history->labels.n + label) * history->run_count + run];
}

bool
history_has(const struct history *history, size_t test, size_t label)
{
	for (size_t run = 0; run < history->run_count; run++)
		if (history_point(history, test, label, run)->state != HISTORY_ABSENT)
			return true;
	return false;
}

struct value
history_value(const struct history *history, size_t test, size_t label, size_t run, size_t k)
{
	const double *values = history_point(history, test, label, run)->values;

	return values && !isnan(values[k]) ? (struct value){true, values[k]}
	                                   : (struct value){false, 0};
}

struct change
history_change(const struct history *history, size_t k, struct value from, struct value to)
{
	enum field f = history->shown[k];
	struct change change = {.kind = CHANGE_SAME, .from = from, .to = to};

	/* Counts are whole numbers below 10^12, so that different ones differ by more than
	   this; sums and quotients of them may differ in their last bits. */
	if (fabs(from.v - to.v) <= 1e-12 * fmax(fabs(from.v), fabs(to.v)))
		return change;
	change.difference = to.v - from.v;
	change.percent = change_percent_of(history->fields, f, from.v, to.v);
	change.kind = (change.difference > 0) == fields_higher(history->fields, f)
	                  ? CHANGE_BETTER
	                  : CHANGE_WORSE;
	return change;
}

size_t
history_steps(const struct history *history, size_t test, size_t label, size_t k,
    struct history_step **steps)
{
	struct value before = {0};
	size_t n = 0, at = 0;

	*steps = NULL;
	for (size_t run = 0; run < history->run_count; run++) {
		struct value value = history_value(history, test, label, run, k);
		struct change change;

		if (history_point(history, test, label, run)->broken)
			before.known = false;
		if (!value.known)
			continue;
		change = history_change(history, k, before, value);
		if (before.known && change.kind != CHANGE_SAME) {
			struct history_step *step = ARRAY_ADD(*steps, n);

			*step = (struct history_step){at, run, change};
		}
		before = value;
		at = run;
	}
	return n;
}

size_t
history_largest(const struct history *history, size_t test, size_t label, size_t k,
    struct history_step *largest)
{
	OWNED struct history_step *steps = NULL;
	size_t n = history_steps(history, test, label, k, &steps);

	*largest = (struct history_step){0};
	for (size_t i = 0; i < n; i++)
		if (fabs(steps[i].change.percent) >= fabs(largest->change.percent))
			*largest = steps[i];
	return n;
}

bool
history_ends(
    const struct history *history, size_t test, size_t label, size_t *first, size_t *last)
{
	size_t n = 0;

	for (size_t run = 0; run < history->run_count; run++) {
		const struct history_point *point = history_point(history, test, label, run);

		if (point->state != HISTORY_MEASURED)
			continue;
		if (point->broken)
			n = 0;
		if (!n++)
			*first = run;
		*last = run;
	}
	return n > 1;
}

/* Returns the newest run that could be read; 0 if there is none. */
static size_t
newest_of(const struct history *history)
{
	size_t run = history->run_count;

	while (run > 1 && history->runs[run - 1].wrong)
		run--;
	return run ? run - 1 : 0;
}

/* Returns the change from the first to the last measured point after the last break;
   CHANGE_UNTRIED if they are not two values. */
static struct change
change_since_break(const struct history *history, size_t test, size_t label, size_t k,
    size_t *first, size_t *last)
{
	struct change change = {.kind = CHANGE_UNTRIED};
	bool two;

	*first = *last = 0;
	two = history_ends(history, test, label, first, last);
	change.from = history_value(history, test, label, *first, k);
	change.to = history_value(history, test, label, *last, k);
	return two && change.from.known && change.to.known
	           ? history_change(history, k, change.from, change.to)
	           : change;
}

struct change
history_course(const struct history *history, size_t test, size_t label, size_t k,
    size_t *first, size_t *last)
{
	struct change change = change_since_break(history, test, label, k, first, last);
	enum history_state state =
	    history_point(history, test, label, newest_of(history))->state;

	if (state == HISTORY_MEASURED)
		return change;
	return (struct change){
	    .kind = state == HISTORY_FAILED ? CHANGE_FAILED : CHANGE_MISSING,
	    .from = change.from,
	    .to = change.to,
	};
}

double
history_size(const struct history *history, size_t test, size_t label, size_t k)
{
	struct history_step largest;
	size_t first, last;
	double whole = change_since_break(history, test, label, k, &first, &last).percent;

	history_largest(history, test, label, k, &largest);
	return fmax(fabs(largest.change.percent), fabs(whole));
}

/* Returns true if the series failed, ended, or has another text, which are no steps. */
static bool
is_irregular(const struct history *history, size_t test, size_t label)
{
	bool any = false;

	for (size_t run = 0; run < history->run_count; run++) {
		const struct history_point *point = history_point(history, test, label, run);

		if (point->state == HISTORY_FAILED ||
		    (point->broken &&
		        strstr(history->breaks.v[point->broken - 1], HISTORY_TEXT)))
			return true;
		any |= point->state == HISTORY_MEASURED;
	}
	return any &&
	       history_point(history, test, label, newest_of(history))->state == HISTORY_ABSENT;
}

/* Returns the largest size on a label. Sets *changed if a label changed. */
static double
history_size_of(const struct history *history, size_t test, double least, bool *changed)
{
	struct history_step largest;
	double size = 0;

	for (size_t label = 0; label < history->labels.n; label++) {
		history_largest(history, test, label, 0, &largest);
		*changed |= fabs(largest.change.percent) > least * (1 + 1e-9) ||
		            is_irregular(history, test, label);
		size = fmax(size, history_size(history, test, label, 0));
	}
	return size;
}

/* Keeps the tests of the n keys, in their order. */
static void
history_keep(struct history *history, const struct order_key *keys, size_t n)
{
	size_t points = history->labels.n * history->run_count;
	struct history was = *history;

	history->points = memory_array(n * points + 1, sizeof *history->points);
	history->tests = (struct words)WORDS_EMPTY;
	for (size_t i = 0; i < n; i++) {
		size_t test = keys[i].index;

		words_add(&history->tests, was.tests.v[test]);
		memcpy(history->points + i * points, was.points + test * points,
		    points * sizeof *was.points);
	}
	free(was.points);
	words_free(&was.tests);
}

void
history_arrange(struct history *history, bool changed, double least, bool sort)
{
	size_t n = 0;
	OWNED struct order_key *keys = memory_array(history->tests.n + 1, sizeof *keys);

	for (size_t test = 0; test < history->tests.n; test++) {
		bool kept = !changed;
		double size = history_size_of(history, test, least, &kept);

		if (kept)
			keys[n++] = (struct order_key){{sort ? size : 0}, test};
	}
	order_sort(keys, n);
	if (sort || changed)
		history_keep(history, keys, n);
}

void
history_free(struct history *history)
{
	for (size_t i = 0; i < history->run_count; i++)
		free(history->runs[i].name);
	free(history->runs);
	words_free(&history->labels);
	words_free(&history->tests);
	words_free(&history->breaks);
	free(history->command);
	free(history->points);
	*history = (struct history){0};
}
