#include <string.h>

#include "app/explain_prepare.h"
#include "measure/again/again.h"
#include "measure/compile/standalone.h"
#include "report/format.h"
#include "util/array.h"
#include "util/memory.h"

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
    const struct selection *selection, struct plan *plan, const struct measure_setup *setup)
{
	struct results *results = &plan->results;
	OWNED bool *wanted =
	    memory_array(results->tests.n * results->puts.n + 1, sizeof *wanted);
	bool any = false;

	ARRAY_EACH(const struct selected, selected, selection->v, selection->n) {
		any |= want(wanted, plan, selected->test, selected->put);
		any |= want(wanted, plan, selected->test, selected->norm);
	}
	if (any && !plan->columns)
		again_with_profiles(results, wanted, &plan->targets, &setup->config);
}

/* Adds a put once. */
static void
explain_prepare_add_put(size_t *puts, size_t *n, size_t put)
{
	for (size_t i = 0; i < *n; i++)
		if (puts[i] == put)
			return;
	puts[(*n)++] = put;
}

/* The puts of all selected counts of a test. Returns how many. */
static size_t
puts_of(size_t *puts, const struct selection *selection, const struct comparison *comparison,
    size_t test)
{
	size_t n = 0;

	ARRAY_EACH(const struct selected, selected, selection->v, selection->n) {
		size_t norm = selection_norm(selected, comparison);

		if (selected->test != test)
			continue;
		if (norm != SELECTED_ALONE)
			explain_prepare_add_put(puts, &n, norm);
		explain_prepare_add_put(puts, &n, selected->put);
	}
	return n;
}

static const char *
explain_prepare_language_of(const struct results *results, size_t put)
{
	return put_trait(&results->puts.v[put], TRAIT_LANGUAGE);
}

/* Adds the sources of a test, one for the puts of each language. */
static void
add_sources(struct standalone_sources *sources, const struct results *results,
    const struct plan *plan, size_t test, size_t *puts, size_t n)
{
	while (n) {
		const char *language = explain_prepare_language_of(results, puts[0]);
		size_t *same = memory_array(n, sizeof *same), same_count = 0, left = 0;

		for (size_t i = 0; i < n; i++)
			if (!strcmp(explain_prepare_language_of(results, puts[i]), language))
				same[same_count++] = puts[i];
			else
				puts[left++] = puts[i];
		n = left;
		standalone_make(ARRAY_ADD(sources->v, sources->n), results, &plan->languages,
		    &plan->targets, test, same, same_count);
	}
}

static bool
has_source(const struct standalone_sources *sources, size_t test)
{
	for (size_t i = 0; i < sources->n; i++)
		if (sources->v[i].test == test)
			return true;
	return false;
}

/* Adds to the selection the standalone sources of its tests, for puts of each language. */
static void
make_sources(
    struct selection *selection, const struct comparison *comparison, const struct plan *plan)
{
	const struct results *results = comparison->results;
	OWNED size_t *puts = memory_array(results->puts.n, sizeof *puts);

	for (size_t i = 0; i < selection->n; i++) {
		size_t test = selection->v[i].test;

		if (!has_source(&selection->sources, test))
			add_sources(&selection->sources, results, plan, test, puts,
			    puts_of(puts, selection, comparison, test));
	}
}

struct words
explain_prepare(struct selection *selection, const struct comparison *comparison,
    const struct rulings *rulings, struct plan *plan, const struct measure_setup *setup,
    const struct options *o)
{
	size_t most = o->explain_most ? o->explain_most : MOST;
	struct words lines;

	selection->all = o->explain_all;
	selection->intel = o->explain_intel;
	if (rulings)
		selection_of_gates(selection, comparison, rulings, o->shown, most);
	else
		selection_of_view(selection, comparison, &plan->view, o->shown);
	if (plan->targets.n)
		measure_again(selection, plan, setup);
	lines = selection_settle(selection, comparison->results);
	if (selection->broken > most)
		words_take(&lines,
		    text_print("--explain: %zu of %zu tests above a limit; --explain=%zu "
		               "explains all of them",
		        most, selection->broken, selection->broken));
	if (format_is_ordered(&o->formats, "markdown"))
		make_sources(selection, comparison, plan);
	return lines;
}
