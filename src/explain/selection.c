#include <math.h>
#include <stdlib.h>

#include "compare/table.h"
#include "explain/selection.h"
#include "explain/unprofiled.h"
#include "util/array.h"

/* Returns the fields that instructions cost: neither the size of code nor calls are. */
static field_set
explained(field_set fields)
{
	fields &= ~(FIELD_BIT(FIELD_SIZE) | FIELD_BIT(FIELD_CALLS) | FIELD_BIT(FIELD_ALLOCS));
	return fields ? fields : FIELD_BIT(FIELD_IR);
}

/* Adds a test on a put, against the norm if the two are comparable. */
static void
selection_add_cell(struct selection *selection, const struct comparison *comparison,
    size_t test, size_t put, field_set fields)
{
	struct change change = comparison_of(comparison, test, put, FIELD_IR);
	bool compares = put != comparison->norm && change.kind <= CHANGE_SAME;

	*ARRAY_ADD(selection->v, selection->n) =
	    (struct selected){test, put, compares ? comparison->norm : SELECTED_ALONE, fields};
}

static void
selection_add_summary(struct selection *selection, const struct comparison *comparison,
    size_t only, field_set fields)
{
	OWNED size_t *order = memory_array(comparison->test_count, sizeof *order);

	for (size_t put = 0; put < comparison->results->puts.n; put++) {
		if (put == comparison->norm || (only != COMPARISON_ALL && put != only))
			continue;
		comparison_sort(comparison, put, order);
		for (size_t i = 0; i < comparison->test_count; i++)
			if (comparison_is_listed(comparison, order[i], put))
				selection_add_cell(
				    selection, comparison, order[i], put, fields);
	}
}

void
selection_of_view(struct selection *selection, const struct comparison *comparison,
    const struct view *view, field_set fields)
{
	size_t only = comparison_put(comparison, view->compact);
	size_t puts = comparison->results->puts.n, n;
	OWNED size_t *order = memory_array(comparison->test_count, sizeof *order);

	fields = explained(fields);
	if (view->summary) {
		selection_add_summary(selection, comparison, only, fields);
		return;
	}
	n = table_list(comparison, view, table_is_raw(view), order);
	for (size_t i = 0; i < n; i++)
		for (size_t put = 0; put < puts; put++)
			if (puts == 1 || put == only)
				*ARRAY_ADD(selection->v, selection->n) =
				    (struct selected){order[i], put, SELECTED_ALONE, fields};
			else if (only == COMPARISON_ALL && put != comparison->norm)
				selection_add_cell(
				    selection, comparison, order[i], put, fields);
}

/* A count above a limit, with its largest change in any field. */
struct excess {
	struct selected selected;
	double percent, difference;
};

static size_t
selection_find(const struct excess *excesses, size_t n, size_t test, size_t put)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (excesses[i].selected.test == test && excesses[i].selected.put == put)
			break;
	return i;
}

/* Collects the counts above their limits, each test on each put once. Returns how many there
   are; the caller frees *excesses. */
static size_t
collect(struct excess **excesses, const struct comparison *comparison,
    const struct rulings *rulings)
{
	const struct results *results = comparison->results;
	struct excess *found = memory_array(rulings->n, sizeof *found);
	size_t n = 0;

	ARRAY_EACH(const struct ruling, ruling, rulings->v, rulings->n) {
		struct excess *excess;
		size_t test, put;

		if (!ruling->test || ruling->gate->budgeted)
			continue;
		test = (size_t)(tests_find(&results->tests, ruling->test) - results->tests.v);
		put = comparison_put(comparison, ruling->label);
		excess = &found[selection_find(found, n, test, put)];
		n += excess == found + n;
		excess->selected.test = test;
		excess->selected.put = put;
		excess->selected.norm = comparison->norm;
		excess->selected.fields |= explained(FIELD_BIT(ruling->gate->field));
		excess->percent = fmax(excess->percent, fabs(ruling->change.percent));
		excess->difference = fmax(excess->difference, fabs(ruling->change.difference));
	}
	*excesses = found;
	return n;
}

/* Sorts the largest change first. */
static void
selection_sort(struct excess *excesses, size_t n, size_t puts)
{
	OWNED struct order_key *keys = memory_array(n + 1, sizeof *keys);

	for (size_t i = 0; i < n; i++) {
		const struct excess *of = &excesses[i];
		size_t cell = of->selected.test * puts + of->selected.put;

		keys[i] = (struct order_key){{of->percent, of->difference, -(double)cell}, i};
	}
	order_sort(keys, n);
	order_arrange(keys, excesses, n, sizeof *excesses);
}

/* Returns true unless the same test is above a limit on an earlier one, too. */
static bool
is_new(const struct excess *excesses, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (excesses[k].selected.test == excesses[i].selected.test)
			return false;
	return true;
}

static bool
has_test(const struct selection *selection, size_t test)
{
	for (size_t i = 0; i < selection->n; i++)
		if (selection->v[i].test == test)
			return true;
	return false;
}

void
selection_of_gates(struct selection *selection, const struct comparison *comparison,
    const struct rulings *rulings, field_set fields, size_t most)
{
	OWNED struct excess *excesses = NULL;
	size_t n = collect(&excesses, comparison, rulings);

	selection_sort(excesses, n, comparison->results->puts.n);
	for (size_t i = 0; i < n; i++) {
		struct selected *selected = &excesses[i].selected;

		selection->broken += is_new(excesses, i);
		if (selection->broken > most && !has_test(selection, selected->test))
			continue;
		selected->fields |= fields ? explained(fields) : 0;
		*ARRAY_ADD(selection->v, selection->n) = *selected;
	}
}

/* Returns true if a cell can be explained; otherwise notes why not. */
static bool
has_profile(
    struct unprofiled *unprofiled, const struct results *results, size_t test, size_t put)
{
	const struct cell *cell = results_cell(results, test, put);

	if (cell->measured && !cell->profile)
		unprofiled_add(unprofiled, results, test, put);
	return cell->measured && cell->profile;
}

/* Leaves out fields that an engine did not count on one side. Returns true if none is left, and
   Ir takes their place. */
static bool
leave_uncounted(struct selected *selected, const struct results *results)
{
	field_set lacks = results_cell(results, selected->test, selected->put)->lacks;

	if (selected->norm != SELECTED_ALONE)
		lacks |= results_cell(results, selected->test, selected->norm)->lacks;
	for (enum field f = 0; f < FIELD_NONE; f++)
		if (lacks & fields_needs(results->fields, FIELD_BIT(f)))
			selected->fields &= ~FIELD_BIT(f);
	if (selected->fields)
		return false;
	selected->fields = FIELD_BIT(FIELD_IR);
	return true;
}

struct words
selection_settle(struct selection *selection, const struct results *results)
{
	struct words lines = WORDS_EMPTY, why;
	struct unprofiled unprofiled = {0};
	bool only_ir = false;
	size_t n = 0;

	ARRAY_EACH(struct selected, selected, selection->v, selection->n) {
		bool has = has_profile(&unprofiled, results, selected->test, selected->put);

		if (selected->norm != SELECTED_ALONE &&
		    !has_profile(&unprofiled, results, selected->test, selected->norm))
			selected->norm = SELECTED_ALONE;
		only_ir |= leave_uncounted(selected, results) && has;
		if (has)
			selection->v[n++] = *selected;
	}
	selection->n = n;
	if (only_ir)
		words_add(&lines, "--explain: QEMU does not count the fields shown; "
		                  "Ir is explained instead");
	why = unprofiled_lines(&unprofiled, results, !n);
	words_add_all(&lines, &why);
	words_free(&why);
	return lines;
}

size_t
selection_norm(const struct selected *selected, const struct comparison *comparison)
{
	size_t norm = comparison->norm;
	struct change change;

	if (selected->norm != SELECTED_ALONE || selected->put == norm ||
	    results_cell(comparison->results, selected->test, norm)->profile)
		return selected->norm;
	change = comparison_of(comparison, selected->test, selected->put, FIELD_IR);
	return change.kind <= CHANGE_SAME ? norm : SELECTED_ALONE;
}

/* Returns the number that the table divides the counts of the cell by. */
static int64_t
selection_iterations_of(const struct results *results, size_t test, size_t put)
{
	bool once = results_test(results, test, put)->once;
	unsigned long iterations = results->loops[LENGTH_LONG] - results->loops[LENGTH_SHORT];

	return (int64_t)((once ? 1 : iterations) * results_ops(results, test, put));
}

/* Returns the field that decides on the order. A quotient would not do. */
static enum field
selection_first_field(const struct fields *names, field_set fields)
{
	for (enum field f = 0; f < FIELD_NONE; f++)
		if (fields & FIELD_BIT(f) && !fields_divides(names, f))
			return f;
	return FIELD_IR;
}

struct explanation *
selection_explain(const struct selected *selected, const struct comparison *comparison)
{
	const struct results *results = comparison->results;
	bool alone = selected->norm == SELECTED_ALONE;
	size_t puts[EXPLANATION_SIDES] = {
	    alone ? selected->put : selected->norm, selected->put};
	struct explanation request = {
	    .fields = results->fields,
	    .by = selection_first_field(results->fields, selected->fields),
	    .compared = fields_needs(results->fields, selected->fields),
	};

	for (int side = 0; side < (alone ? 1 : EXPLANATION_SIDES); side++) {
		const struct cell *cell = results_cell(results, selected->test, puts[side]);

		request.profiles[side] = cell->profile;
		request.lacks[side] = cell->lacks;
		request.iterations[side] =
		    selection_iterations_of(results, selected->test, puts[side]);
	}
	return explanation_make(&request);
}

void
selection_free(struct selection *selection)
{
	standalone_sources_free(&selection->sources);
	free(selection->v);
	*selection = (struct selection){0};
}
