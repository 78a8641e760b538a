#include <math.h>
#include <stdlib.h>

#include "history/history.h"
#include "util/array.h"

static size_t
series_of(const struct history *history, size_t test, size_t label)
{
	return test * history->labels.n + label;
}

const struct history_point *
history_point(const struct history *history, size_t test, size_t label, size_t run)
{
	return &history->points[series_of(history, test, label) * history->run_count + run];
}

bool
history_has(const struct history *history, size_t test, size_t label)
{
	size_t run;

	for (run = 0; run < history->run_count; run++)
		if (history_point(history, test, label, run)->state != HISTORY_ABSENT)
			return true;
	return false;
}

struct value
history_value(const struct history *history, size_t test, size_t label, size_t run, size_t k)
{
	size_t series = series_of(history, test, label);
	double v =
	    history->values[(series * history->field_count + k) * history->run_count + run];

	return isnan(v) ? (struct value){false, 0} : (struct value){true, v};
}

/* Counts are whole numbers below 10^12, so that different ones differ by more than this; sums
   and quotients of them may differ in their last bits. */
static bool
is_equal(double a, double b)
{
	return fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

struct change
history_change(const struct history *history, size_t k, struct value from, struct value to)
{
	enum field f = history->shown[k];
	struct change change = {.kind = CHANGE_SAME, .from = from, .to = to};

	if (is_equal(from.v, to.v))
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
	size_t n = 0, at = 0, run;

	*steps = NULL;
	for (run = 0; run < history->run_count; run++) {
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

const struct history_step *
history_largest(const struct history_step *steps, size_t n)
{
	const struct history_step *largest = NULL;
	size_t i;

	for (i = 0; i < n; i++)
		if (!largest || fabs(steps[i].change.percent) >= fabs(largest->change.percent))
			largest = &steps[i];
	return largest;
}

bool
history_ends(
    const struct history *history, size_t test, size_t label, size_t *first, size_t *last)
{
	size_t n = 0, run;

	for (run = 0; run < history->run_count; run++) {
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

size_t
history_newest(const struct history *history)
{
	size_t run = history->run_count;

	while (run > 1 && history->runs[run - 1].wrong)
		run--;
	return run ? run - 1 : 0;
}

struct change
history_course(const struct history *history, size_t test, size_t label, size_t k,
    size_t *first, size_t *last)
{
	size_t newest = history_newest(history);
	enum history_state state = history_point(history, test, label, newest)->state;
	struct change change = {.kind = CHANGE_UNTRIED};
	bool two;

	*first = *last = 0;
	two = history_ends(history, test, label, first, last);
	change.from = history_value(history, test, label, *first, k);
	change.to = history_value(history, test, label, *last, k);
	if (state != HISTORY_MEASURED)
		change.kind = state == HISTORY_FAILED ? CHANGE_FAILED : CHANGE_MISSING;
	else if (two && change.from.known && change.to.known)
		change = history_change(history, k, change.from, change.to);
	return change;
}

double
history_size(const struct history *history, size_t test, size_t label, size_t k)
{
	struct history_step *steps;
	size_t n = history_steps(history, test, label, k, &steps), first, last;
	const struct history_step *largest = history_largest(steps, n);
	double step = largest ? fabs(largest->change.percent) : 0, whole = 0;
	struct value from, to;

	if (history_ends(history, test, label, &first, &last)) {
		from = history_value(history, test, label, first, k);
		to = history_value(history, test, label, last, k);
		if (from.known && to.known)
			whole = fabs(history_change(history, k, from, to).percent);
	}
	free(steps);
	return fmax(step, whole);
}

void
history_free(struct history *history)
{
	size_t i;

	for (i = 0; i < history->run_count; i++) {
		free(history->runs[i].file);
		free(history->runs[i].name);
		free(history->runs[i].wrong);
		provenance_free(&history->runs[i].provenance);
	}
	free(history->runs);
	words_free(&history->labels);
	words_free(&history->tests);
	words_free(&history->breaks);
	words_free(&history->failures);
	words_free(&history->commands);
	free(history->command);
	free(history->points);
	free(history->values);
	*history = (struct history){0};
}
