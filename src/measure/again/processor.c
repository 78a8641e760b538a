#include "measure/again/processor.h"
#include "measure/again/remeasure.h"
#include "measure/compile/program.h"

/* A step takes some 10 microseconds. */
enum { MOST_STEPS = 2000000 };

static bool
is_due(const struct cell *cell, const struct target *target, const struct config *config)
{
	const verdict_set known = VERDICT_OF_MACHINE & ~(1u << VERDICT_SPLIT);
	uint64_t steps = 0;

	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++)
			steps += cell->counts[v][l].of[FIELD_IR];
	return cell->measured && language_is_compiled(target->language) &&
	       engine_of(config, target) == &engine_step && steps <= MOST_STEPS &&
	       !(cell->verdicts & (known | 1u << VERDICT_STEPPED | 1u << VERDICT_VARYING));
}

/* With what the counts leave out, as that may depend on them. */
static int64_t
processor_executed(const struct cell *cell, bool once)
{
	return results_spent(cell, once, FIELD_IR) + cell->corrected;
}

enum measure_end
processor_compare(struct results *results, struct targets *targets, const struct config *config)
{
	struct config stepping = *config;
	struct remeasured cell = {0};
	FREED_BY(remeasure_free) struct remeasure rerun = {0};
	enum measure_end end;

	if (config->engine == &engine_step)
		return MEASURE_DONE;
	stepping.engine = &engine_step;
	stepping.forks = false;
	remeasure_begin(&rerun, results);
	for (size_t i = 0; i < results->tests.n; i++)
		for (size_t put = 0; put < targets->n; put++)
			if (is_due(
			        results_cell(results, i, put), &targets->v[put], &stepping)) {
				remeasure_add(&rerun, i);
				break;
			}
	end = remeasure_measure(&rerun, targets, &stepping);
	while (!end && remeasure_next(&rerun, &cell)) {
		bool once = rerun.results.tests.v[cell.test].once;

		if (cell.now->measured &&
		    is_due(cell.before, &targets->v[cell.put], &stepping) &&
		    processor_executed(cell.now, once) != processor_executed(cell.before, once))
			cell.before->verdicts |= 1u << VERDICT_MACHINE;
	}
	return end;
}
