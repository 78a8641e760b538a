#include <stdlib.h>

#include "cli/explain_prepare.h"
#include "measure/again/profile_again.h"
#include "util/memory.h"
#include "util/message.h"

/* How many tests above a limit are explained by default. */
enum { MOST = 5 };

/* Marks a cell that was measured now, without a profile. Returns true if it was. */
static bool
want(bool *wanted, const struct plan *plan, size_t test, size_t put)
{
	const struct results *results = &plan->results;
	const struct cell *cell;

	if (put == SELECTED_ALONE || put < results->puts.n - plan->targets.n)
		return false;
	cell = results_cell(results, test, put);
	if (!cell->measured || cell->profile || cell->unprofiled)
		return false;
	return wanted[test * results->puts.n + put] = true;
}

/* Columns other than puts have profiles from the beginning. */
static void
measure_again(
    const struct selection *selection, struct plan *plan, const struct measure_setup *measuring)
{
	struct results *results = &plan->results;
	bool *wanted = memory_new((results->tests.n * results->puts.n + 1) * sizeof *wanted);
	bool any = false;
	size_t i;

	for (i = 0; i < selection->n && !plan->columns; i++) {
		const struct selected *selected = &selection->v[i];

		any |= want(wanted, plan, selected->test, selected->put);
		any |= want(wanted, plan, selected->test, selected->norm);
	}
	if (any)
		profile_again(results, wanted, &plan->targets, &measuring->config);
	free(wanted);
}

struct words
explain_prepare(struct selection *selection, const struct comparison *comparison,
    const struct rulings *rulings, struct plan *plan, const struct measure_setup *measuring,
    const struct options *o)
{
	size_t most = o->explain_most ? o->explain_most : MOST;
	struct words lines;

	selection->all = o->explain_all;
	if (rulings)
		selection_of_gates(selection, comparison, rulings, o->shown, most);
	else
		selection_of_view(selection, comparison, &plan->view, o->shown);
	measure_again(selection, plan, measuring);
	lines = selection_settle(selection, comparison->results);
	if (selection->broken > most)
		words_take(&lines,
		    text_print("--explain: %zu of %zu tests above a limit; --explain=%zu "
		               "explains all of them",
		        most, selection->broken, selection->broken));
	return lines;
}
