#include "measure/again/remeasure.h"
#include "measure/again/varying.h"

/* Compiled code costs exactly the same in each iteration, or there is a reason. An interpreter
   executes hundreds of instructions for a snippet, which depend on addresses, the lengths of
   chains and the room that is left: there only a difference of more than a twentieth counts,
   and a snippet that costs nothing has another verdict. */
static bool
differs(int64_t before, int64_t now, const struct language *language)
{
	int64_t difference = before < now ? now - before : before - now;

	if (language_is_compiled(language))
		return difference != 0;
	return before > 0 && 20 * difference > before;
}

static void
judge(struct cell *before, const struct cell *now, bool once, const struct language *language)
{
	int64_t spent = now->measured ? results_spent(now, once, FIELD_IR) : 0;

	if (!before->measured ||
	    (now->measured && !differs(results_spent(before, once, FIELD_IR), spent, language)))
		return;
	before->verdicts |= 1u << VERDICT_VARYING;
	before->measured_again = now->measured;
	before->spent_again = spent > 0 ? (uint64_t)spent : 0;
}

/* If the loop counts were 10 and 20, they are 20 and 30 here. */
enum measure_end
varying_find(struct results *results, struct targets *targets, const struct config *config)
{
	struct config other = *config;
	struct remeasured cell = {0};
	struct remeasure rerun;
	enum measure_end end;

	remeasure_begin(&rerun, results);
	rerun.results.loops[LENGTH_SHORT] = results->loops[LENGTH_LONG];
	rerun.results.loops[LENGTH_LONG] +=
	    results->loops[LENGTH_LONG] - results->loops[LENGTH_SHORT];
	remeasure_add_measured(&rerun, results);
	other.layout = memory_layout_numbered(1);
	end = remeasure_measure(&rerun, targets, &other);
	if (!end)
		remeasure_report(
		    &rerun, results, config, "with more iterations and in another layout");
	while (!end && remeasure_next(&rerun, results, &cell))
		judge(cell.before, cell.now, rerun.results.tests.v[cell.test].once,
		    targets->v[cell.put].language);
	remeasure_free(&rerun);
	return end;
}
