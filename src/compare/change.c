#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/change.h"
#include "util/memory.h"

static const char *const names[CHANGE_COUNT] = {
    "better", "worse", "same", "new", "gone", "failed", "not comparable", "without a value"};

const char *
change_name(enum change change)
{
	return names[change];
}

enum field
change_field(const struct view *view)
{
	enum field f;

	for (f = 0; f < field_count() - 1; f++)
		if (view->fields & 1u << f)
			break;
	return f;
}

static double
percent_of(enum field f, double from, double to)
{
	if (calc_is_zero(f, from))
		return calc_is_zero(f, to) ? 0 : INFINITY;
	return calc_is_zero(f, to) ? -100 : (to - from) * 100 / fabs(from);
}

/* A change of just the least is none, whatever the last digit of a quotient. */
static enum change
judge(const struct view *view, double percent)
{
	if (fabs(percent) <= view->least * (1 + 1e-9))
		return CHANGE_SAME;
	return percent < 0 ? CHANGE_BETTER : CHANGE_WORSE;
}

enum change
change_obstacle(const struct results *results, size_t test, size_t norm, size_t put)
{
	const struct cell *from = results_cell(results, test, norm);
	const struct cell *to = results_cell(results, test, put);

	if (from->failure || to->failure)
		return CHANGE_FAILED;
	if (!from->measured)
		return to->measured ? CHANGE_NEW : CHANGE_NONE;
	if (!to->measured)
		return CHANGE_GONE;
	return calc_is_other(results, test, norm, put) ? CHANGE_OTHER : CHANGE_SAME;
}

enum change
change_in(const struct results *results, const struct view *view, size_t test, size_t put,
    enum field f, double *percent)
{
	enum change obstacle = change_obstacle(results, test, view->norm, put);
	struct value from = calc_operation(results, test, view->norm, f);
	struct value to = calc_operation(results, test, put, f);

	*percent = 0;
	if (obstacle != CHANGE_SAME)
		return obstacle;
	if (!from.known || !to.known)
		return from.known || to.known ? CHANGE_VALUELESS : CHANGE_NONE;
	*percent = percent_of(f, from.v, to.v);
	return calc_overlap(results, test, view->norm, put, f) ? CHANGE_SAME
	                                                       : judge(view, *percent);
}

enum change
change_of(const struct results *results, const struct view *view, size_t test, size_t put,
    double *percent)
{
	return change_in(results, view, test, put, change_field(view), percent);
}

enum color
change_color(enum change change, double percent)
{
	bool much = fabs(percent) > CHANGE_MUCH;

	switch (change) {
	case CHANGE_BETTER:
		return much ? COLOR_MUCH_BETTER : COLOR_BETTER;
	case CHANGE_WORSE:
		return much ? COLOR_MUCH_WORSE : COLOR_WORSE;
	case CHANGE_FAILED:
		return COLOR_FAILED;
	default:
		return COLOR_NONE;
	}
}

/* The norm is the same as itself, unless it failed. */
static bool
has_changed(const struct results *results, const struct view *view, size_t test, size_t put)
{
	double percent;
	enum change change = change_of(results, view, test, put, &percent);

	return put != view->norm && change != CHANGE_SAME && change != CHANGE_NONE;
}

bool
change_any(const struct results *results, const struct view *view, size_t test, size_t put)
{
	if (put != REPORT_NONE)
		return has_changed(results, view, test, put);
	for (put = 0; put < results->puts.n; put++)
		if (has_changed(results, view, test, put))
			return true;
	return false;
}

struct ranked {
	size_t test;
	bool any;
	double size;
};

static double
size_of(const struct results *results, const struct view *view, size_t test, size_t put)
{
	double percent;
	enum change change = change_of(results, view, test, put, &percent);

	return change == CHANGE_SAME ? 0 : fabs(percent);
}

static struct ranked
rank(const struct results *results, const struct view *view, size_t test, size_t put)
{
	struct ranked ranked = {test, change_any(results, view, test, put), 0};
	size_t first = put == REPORT_NONE ? 0 : put, i;
	size_t last = put == REPORT_NONE ? results->puts.n : put + 1;

	for (i = first; i < last; i++)
		ranked.size = fmax(ranked.size, size_of(results, view, test, i));
	return ranked;
}

static int
compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	if (x->any != y->any)
		return x->any ? -1 : 1;
	return (x->test > y->test) - (x->test < y->test);
}

void
change_sort(const struct results *results, const struct view *view, size_t put, size_t *order)
{
	size_t n = results->tests.n, i;
	struct ranked *ranked = memory_new(n * sizeof *ranked);

	for (i = 0; i < n; i++)
		ranked[i] = rank(results, view, i, put);
	qsort(ranked, n, sizeof *ranked, compare_ranked);
	for (i = 0; i < n; i++)
		order[i] = ranked[i].test;
	free(ranked);
}

const char *
change_percent(double percent, char *buffer)
{
	if (isinf(percent))
		return "-";
	if (fabs(percent) < 1e-9)
		percent = 0;
	/* What would be rounded to nothing is something all the same. */
	snprintf(buffer, CHANGE_SIZE, percent && fabs(percent) < 0.01 ? "%+.1g %%" : "%+.2f %%",
	    percent);
	return buffer;
}
