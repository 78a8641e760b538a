#include <stdlib.h>
#include <string.h>

#include "measure/again/layouts.h"
#include "measure/again/remeasure.h"
#include "process/chance/chance.h"
#include "util/message.h"
#include "util/text.h"

/* The part of a layout that applies to the programs of a language. */
static struct memory_layout
layout_for(const struct language *language, struct memory_layout layout)
{
	if (language->command)
		layout.heap = 0;
	if (!language_is_compiled(language))
		layout.code = 0;
	if (!*language->param_made)
		layout.variables = 0;
	if (!chance_available())
		layout.seed = 0;
	return layout;
}

/* Measures again what has counts. Adds to *failed how many cells failed, having said which. */
static enum measure_end
layouts_measure_in(struct remeasure *rerun, struct targets *targets,
    const struct config *config, struct memory_layout layout, const char *how, size_t *failed)
{
	struct config other = *config;
	enum measure_end end;

	for (size_t i = 0; i < rerun->before->tests.n; i++)
		if (results_has_counts(rerun->before, i))
			remeasure_add(rerun, i);
	other.layout = layout;
	end = remeasure_measure(rerun, targets, &other);
	if (!end)
		*failed += remeasure_report(rerun, config, how);
	return end;
}

static enum measure_end
add_layout(struct results *results, struct targets *targets, const struct config *config,
    unsigned number, size_t *failed)
{
	const struct memory_layout layout = memory_layout_numbered(number);
	OWNED char *how = text_print("in layout %u", number);
	struct remeasured cell = {0};
	struct cell *added;
	FREED_BY(remeasure_free) struct remeasure rerun = {0};
	enum measure_end end;

	remeasure_begin(&rerun, results);
	end = layouts_measure_in(&rerun, targets, config, layout, how, failed);
	while (!end && remeasure_next(&rerun, &cell)) {
		if (!cell.before->measured)
			continue;
		added = results_add_jitter(
		    cell.before, layout_for(targets->v[cell.put].language, layout));
		added->measured = cell.now->measured;
		memcpy(added->counts, cell.now->counts, sizeof added->counts);
	}
	return end;
}

enum measure_end
layouts_measure(struct results *results, struct targets *targets, const struct config *config,
    unsigned n, size_t *failed)
{
	enum measure_end end = MEASURE_DONE;

	*failed = 0;
	for (unsigned i = 1; i <= n && !end; i++) {
		if (config->verbose)
			message_warn("layout %u of %u", i, n);
		end = add_layout(results, targets, config, i, failed);
	}
	return end;
}

/* Compiled code costs exactly the same in each iteration, or there is a reason. An interpreter
   executes hundreds of instructions for a snippet, which depend on addresses, the lengths of
   chains and the room that is left: there only a difference of more than a twentieth counts,
   and a snippet that costs nothing has another verdict. */
static bool
layouts_differs(int64_t before, int64_t now, const struct language *language)
{
	int64_t difference = before < now ? now - before : before - now;

	if (language_is_compiled(language))
		return difference != 0;
	return before > 0 && 20 * difference > before;
}

static void
layouts_judge(
    struct cell *before, const struct cell *now, bool once, const struct language *language)
{
	int64_t spent = now->measured ? results_spent(now, once, FIELD_IR) : 0;

	if (!before->measured ||
	    (now->measured &&
	        !layouts_differs(results_spent(before, once, FIELD_IR), spent, language)))
		return;
	before->verdicts |= 1u << VERDICT_VARYING;
	before->measured_again = now->measured;
	before->spent_again = spent > 0 ? (uint64_t)spent : 0;
}

/* If the loop counts were 10 and 20, they are 20 and 30 here. */
enum measure_end
layouts_find_varying(
    struct results *results, struct targets *targets, const struct config *config)
{
	static const char how[] = "with more iterations and in another layout";
	struct remeasured cell = {0};
	FREED_BY(remeasure_free) struct remeasure rerun = {0};
	struct memory_layout layout = memory_layout_numbered(1);
	enum measure_end end;
	size_t failed = 0;

	/* It is no fault of a test that other variables or seeds change its counts. */
	layout.variables = layout.seed = 0;
	remeasure_begin(&rerun, results);
	rerun.results.loops[LENGTH_SHORT] = results->loops[LENGTH_LONG];
	rerun.results.loops[LENGTH_LONG] +=
	    results->loops[LENGTH_LONG] - results->loops[LENGTH_SHORT];
	end = layouts_measure_in(&rerun, targets, config, layout, how, &failed);
	while (!end && remeasure_next(&rerun, &cell))
		layouts_judge(cell.before, cell.now, rerun.results.tests.v[cell.test].once,
		    targets->v[cell.put].language);
	return end;
}
