#include "input/language.h"
#include "measure/hoist.h"
#include "measure/remeasure.h"
#include "measure/varying.h"

/* Compiled code costs exactly the same in each turn, or there is a reason. Behind a snippet of
   an interpreter stand hundreds of instructions that see addresses, the lengths of chains and
   how much room is left: there only more than a twentieth is worth a word, and what costs
   nothing has another verdict. */
static bool
differs(int64_t before, int64_t now, const struct language *language)
{
	int64_t difference = before < now ? now - before : before - now;

	if (language_is_compiled(language))
		return difference != 0;
	return before > 0 && 20 * difference > before;
}

static bool
varies(const struct cell *before, const struct cell *now, const struct test *test,
    const struct language *language)
{
	bool once = test->once;

	return before->measured &&
	       (!now->measured || differs(results_spent(before, once, FIELD_IR),
	                              results_spent(now, once, FIELD_IR), language));
}

/* Where a long loop of 20 is twice a short one of 10, these are 20 and 30. */
static void
measure_varying(struct results *results, struct targets *targets, const struct config *config)
{
	struct config other = *config;
	struct remeasure again;
	size_t i, put;

	remeasure_begin(&again, results);
	again.results.loops[LENGTH_SHORT] = results->loops[LENGTH_LONG];
	again.results.loops[LENGTH_LONG] +=
	    results->loops[LENGTH_LONG] - results->loops[LENGTH_SHORT];
	remeasure_add_measured(&again, results);
	other.layout = layout_numbered(1);
	remeasure_measure(&again, targets, &other);
	remeasure_report(&again, results, "with more turns and in another layout");
	for (i = 0; i < again.results.tests.n; i++)
		for (put = 0; put < results->puts.n; put++) {
			struct cell *cell = remeasure_before(&again, results, i, put);

			if (varies(cell, results_cell(&again.results, i, put),
			        &again.results.tests.v[i], targets->v[put].language))
				cell->verdicts |= 1u << VERDICT_VARYING;
		}
	remeasure_free(&again);
}

size_t
varying_find(struct results *results, struct targets *targets, const struct config *config)
{
	measure_varying(results, targets, config);
	return hoist_find(results, targets, config);
}
