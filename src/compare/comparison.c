#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparison.h"
#include "util/memory.h"
#include "util/order.h"

static bool
is_chosen(const struct results *results, const struct view *view, size_t test)
{
	verdict_set found = 0;

	if (!view->by_verdict)
		return true;
	for (size_t put = 0; put < results->puts.n; put++)
		found |= results_verdicts(results, test, put, view->fields);
	return view->verdicts ? found & view->verdicts : !found;
}

static enum field
comparison_first_field(field_set fields)
{
	enum field f;

	for (f = 0; f < FIELD_NONE - 1; f++)
		if (fields & FIELD_BIT(f))
			break;
	return f;
}

void
comparison_make(
    struct comparison *comparison, const struct results *results, const struct view *view)
{
	*comparison = (struct comparison){
	    .results = results,
	    .tests = memory_array(results->tests.n, sizeof *comparison->tests),
	    .field = comparison_first_field(view->fields),
	    .least = view->least,
	};
	if (view->norm)
		comparison->norm = comparison_put(comparison, view->norm);
	for (size_t i = 0; i < results->tests.n; i++)
		if (is_chosen(results, view, i))
			comparison->tests[comparison->test_count++] = i;
}

void
comparison_free(struct comparison *comparison)
{
	free(comparison->tests);
	*comparison = (struct comparison){0};
}

size_t
comparison_put(const struct comparison *comparison, const char *label)
{
	const struct puts *puts = &comparison->results->puts;

	return label ? (size_t)(puts_find(puts, label) - puts->v) : COMPARISON_ALL;
}

static const char *
comparison_language_of(const struct results *results, size_t put)
{
	const struct fingerprint *fingerprint = results->puts.v[put].fingerprint;

	return fingerprint ? fingerprint->of[TRAIT_LANGUAGE] : NULL;
}

/* Snippets in two languages are meant to differ. */
bool
comparison_other_text(const struct comparison *comparison, size_t test, size_t put)
{
	const struct results *results = comparison->results;
	size_t norm = comparison->norm;
	const struct cell *from = results_cell(results, test, norm);
	const struct cell *to = results_cell(results, test, put);
	const char *a = comparison_language_of(results, norm),
	           *b = comparison_language_of(results, put);

	return to->measured && from->text_hash && to->text_hash &&
	       from->text_hash != to->text_hash && (!a || !b || !strcmp(a, b));
}

bool
comparison_has_texts(const struct comparison *comparison, size_t test, size_t put)
{
	const struct results *results = comparison->results;

	return results->of || (results_cell(results, test, put)->text_hash &&
	                          results_cell(results, test, comparison->norm)->text_hash);
}

static bool
overlaps(const struct results *results, size_t test, size_t a, size_t b, enum field f)
{
	struct range x = calc_range(results, test, a, f), y = calc_range(results, test, b, f);

	return x.known && y.known && x.least <= y.most && y.least <= x.most;
}

/* Returns true if a difference is no larger than that of a cell to itself when it was measured
   again. */
static bool
varies(const struct results *results, size_t test, size_t a, size_t b)
{
	struct variation x = calc_variation(results, test, a),
	                 y = calc_variation(results, test, b);

	return (x.known || y.known) && x.least <= y.most && y.least <= x.most;
}

/* Returns the obstacle to a comparison in any field; CHANGE_SAME: there is none. */
static enum change_kind
comparison_find_obstacle(const struct cell *from, const struct cell *to, bool other_text)
{
	if (from->failure || to->failure)
		return CHANGE_FAILED;
	if (!from->measured)
		return to->measured ? CHANGE_NEW : CHANGE_UNTRIED;
	if (!to->measured)
		return CHANGE_MISSING;
	return other_text ? CHANGE_OTHER_TEXT : CHANGE_SAME;
}

/* The last digit of a quotient does not turn the tolerated change into a larger one. */
static enum change_kind
comparison_judge(double percent, double least, bool higher)
{
	if (fabs(percent) <= least * (1 + 1e-9))
		return CHANGE_SAME;
	return (percent > 0) == higher ? CHANGE_BETTER : CHANGE_WORSE;
}

struct change
comparison_of(const struct comparison *comparison, size_t test, size_t put, enum field f)
{
	const struct results *results = comparison->results;
	size_t norm = comparison->norm;
	const struct cell *from = results_cell(results, test, norm);
	const struct cell *to = results_cell(results, test, put);
	struct change change = {
	    .from = calc_value(results, test, norm, f),
	    .to = calc_value(results, test, put, f),
	    .other_text = comparison_other_text(comparison, test, put),
	};

	change.kind = results_lacks(results, test, norm) || results_lacks(results, test, put)
	                  ? CHANGE_UNTRIED
	                  : comparison_find_obstacle(from, to, change.other_text);
	if (from->jitter_count && to->jitter_count && norm != put)
		change.overlap = overlaps(results, test, norm, put, f);
	if (change.kind != CHANGE_SAME)
		return change;
	if (!change.from.known || !change.to.known) {
		change.kind = change.from.known || change.to.known ? CHANGE_VALUELESS
		                                                   : CHANGE_INDETERMINATE;
		return change;
	}
	change.difference = change.to.v - change.from.v;
	change.percent = change_percent_of(results->fields, f, change.from.v, change.to.v);
	if (!change.overlap && !(f == FIELD_IR && varies(results, test, norm, put)))
		change.kind = comparison_judge(
		    change.percent, comparison->least, fields_higher(results->fields, f));
	return change;
}

struct change
comparison_decisive(const struct comparison *comparison, size_t test, size_t put)
{
	return comparison_of(comparison, test, put, comparison->field);
}

/* The size of a change in percent, 0 for one without; less if it is not to be listed. A norm
   that failed is not listed for itself. put: COMPARISON_ALL for the largest of all puts. */
static double
comparison_size_of(const struct comparison *comparison, size_t test, size_t put)
{
	double size = -1;

	for (size_t i = 0; i < comparison->results->puts.n; i++) {
		struct change change;

		if (i == comparison->norm || (put != COMPARISON_ALL && put != i))
			continue;
		change = comparison_decisive(comparison, test, i);
		if (change_is_listed(&change))
			size = fmax(size, fabs(change.percent));
	}
	return size;
}

bool
comparison_is_listed(const struct comparison *comparison, size_t test, size_t put)
{
	return comparison_size_of(comparison, test, put) >= 0;
}

void
comparison_sort(const struct comparison *comparison, size_t put, size_t *order)
{
	size_t n = comparison->test_count;
	OWNED struct order_key *keys = memory_array(n + 1, sizeof *keys);

	for (size_t i = 0; i < n; i++)
		keys[i] = (struct order_key){
		    {comparison_size_of(comparison, comparison->tests[i], put)},
		    comparison->tests[i]};
	order_sort(keys, n);
	for (size_t i = 0; i < n; i++)
		order[i] = keys[i].index;
}
