#include <string.h>

#include "app/explain_prepare.h"
#include "measure/again/again.h"
#include "measure/compile/standalone.h"
#include "report/format.h"
#include "util/array.h"
#include "util/memory.h"

/* This many tests above a limit are explained by default. */
enum { MOST = 5 };

/* Measures again those selected cells of this run's puts that have no profile. If columns are
   not puts, all cells have one from the beginning. */
static void
measure_again(
    const struct selection *selection, struct plan *plan, const struct measure_setup *setup)
{
	struct results *results = &plan->results;
	size_t all = results->puts.n, read = all - plan->targets.n;
	OWNED bool *wanted = memory_array(results->tests.n * all + 1, sizeof *wanted);
	bool any = false;

	ARRAY_EACH(const struct selected, selected, selection->v, selection->n) {
		size_t both[] = {selected->put, selected->norm};

		for (size_t i = 0; i < COUNTOF(both); i++) {
			const struct cell *cell;

			if (both[i] == SELECTED_ALONE || both[i] < read)
				continue;
			cell = results_cell(results, selected->test, both[i]);
			if (cell->measured && !cell->profile && !cell->unprofiled)
				any = wanted[selected->test * all + both[i]] = true;
		}
	}
	if (any && !plan->columns)
		again_with_profiles(results, wanted, &plan->targets, &setup->config);
}

/* Returns true if one of the sources is that of the test for the put. */
static bool
has_source(const struct standalone_sources *sources, size_t test, size_t put)
{
	ARRAY_EACH(const struct standalone_source, source, sources->v, sources->n)
		for (size_t i = 0; i < source->put_count && source->test == test; i++)
			if (source->puts[i] == put)
				return true;
	return false;
}

/* Lists the puts of a test's selected counts: for each count, the norm and then the put.
   Returns how many. */
static size_t
puts_of(size_t *puts, const struct selection *selection, const struct comparison *comparison,
    size_t test)
{
	size_t n = 0;

	ARRAY_EACH(const struct selected, selected, selection->v, selection->n) {
		size_t both[] = {selection_norm(selected, comparison), selected->put};

		for (size_t i = 0; i < COUNTOF(both) && selected->test == test; i++) {
			size_t k = 0;

			while (k < n && puts[k] != both[i])
				k++;
			if (k == n && both[i] != SELECTED_ALONE)
				puts[n++] = both[i];
		}
	}
	return n;
}

/* Adds the source of a test for those of the n puts that have the language of the first. */
static void
explain_prepare_add_source(struct standalone_sources *sources, const struct results *results,
    const struct plan *plan, size_t test, const size_t *puts, size_t n)
{
	const char *language = put_trait(&results->puts.v[*puts], TRAIT_LANGUAGE);
	size_t *same = memory_array(n, sizeof *same), count = 0;

	for (size_t i = 0; i < n; i++)
		if (!strcmp(put_trait(&results->puts.v[puts[i]], TRAIT_LANGUAGE), language))
			same[count++] = puts[i];
	standalone_make(ARRAY_ADD(sources->v, sources->n), results, &plan->languages,
	    &plan->targets, test, same, count);
}

/* Adds to the selection the standalone sources of its tests, for puts of each language. */
static void
make_sources(
    struct selection *selection, const struct comparison *comparison, const struct plan *plan)
{
	const struct results *results = comparison->results;
	struct standalone_sources *sources = &selection->sources;
	OWNED size_t *puts = memory_array(results->puts.n, sizeof *puts);

	ARRAY_EACH(const struct selected, selected, selection->v, selection->n) {
		size_t test = selected->test, n = puts_of(puts, selection, comparison, test);

		for (size_t i = 0; i < n; i++)
			if (!has_source(sources, test, puts[i]))
				explain_prepare_add_source(
				    sources, results, plan, test, puts + i, n - i);
	}
}

struct words
explain_prepare(struct selection *selection, const struct comparison *comparison,
    const struct rulings *rulings, struct plan *plan, const struct measure_setup *setup,
    const struct options *o)
{
	size_t most = o->print.explain_most ? o->print.explain_most : MOST;
	struct words lines;

	selection->all = o->print.explain_all;
	selection->intel = o->print.explain_intel;
	selection->annotate = o->print.explain_annotate;
	if (rulings)
		selection_of_gates(selection, comparison, rulings, o->view.fields, most);
	else
		selection_of_view(selection, comparison, &plan->view, o->view.fields);
	if (plan->targets.n)
		measure_again(selection, plan, setup);
	lines = selection_settle(selection, comparison->results);
	if (selection->broken > most)
		words_take(&lines, text_print("--explain shows %zu of %zu tests above a limit; "
		                              "--explain=%zu shows all of them",
		                       most, selection->broken, selection->broken));
	if (format_is_ordered(&o->print.formats, "markdown"))
		make_sources(selection, comparison, plan);
	return lines;
}
