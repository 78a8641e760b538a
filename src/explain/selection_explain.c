#include "explain/explain.h"
#include "explain/selection_explain.h"

/* What the table divides the counts of the cell by. */
static int64_t
iterations_of(const struct results *results, size_t test, size_t put)
{
	const struct test *of = results_test(results, test, put);
	unsigned long iterations = results->loops[LENGTH_LONG] - results->loops[LENGTH_SHORT];

	return (int64_t)((of->once ? 1 : iterations) * of->ops);
}

/* The field that decides on the order. A quotient would not do. */
static enum field
first_field(const struct fields *names, field_set fields)
{
	enum field f;

	for (f = 0; f < FIELD_NONE; f++)
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
	struct explain_request request = {
	    .fields = results->fields,
	    .by = first_field(results->fields, selected->fields),
	    .compared = fields_needs(results->fields, selected->fields),
	};
	int side;

	for (side = 0; side < (alone ? 1 : EXPLANATION_SIDES); side++) {
		const struct cell *cell = results_cell(results, selected->test, puts[side]);

		request.profiles[side] = cell->profile;
		request.lacks[side] = cell->lacks;
		request.iterations[side] = iterations_of(results, selected->test, puts[side]);
	}
	return explain_make(&request);
}
