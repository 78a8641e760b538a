#include <stdlib.h>

#include "measure/again/time_stage.h"
#include "measure/again/remeasure.h"
#include "measure/again/time_again.h"
#include "process/host.h"
#include "util/memory.h"
#include "util/message.h"

/* How many tests are built before they are timed. */
enum { GROUP = 50 };

/* Adds the measured ones of a group of tests. */
static void
time_again_add_group(struct remeasure *rerun, const struct results *before, size_t first)
{
	remeasure_begin(rerun, before);
	rerun->rows =
	    memory_resize(rerun->rows, GROUP * CONFIG_COPIES + 1, sizeof *rerun->rows);
	for (size_t i = first; i < before->tests.n && i < first + GROUP; i++)
		for (size_t k = 0; k < CONFIG_COPIES && results_has_counts(before, i); k++)
			remeasure_add(rerun, i);
}

/* The copies of a test fail alike: the failure is reported once, for the first copy. */
static void
forget_copies(const struct remeasure *rerun)
{
	const struct results *results = &rerun->results;
	size_t first;

	for (size_t put = 0; put < results->puts.n; put++)
		for (size_t test = first = 0; test < results->tests.n; test++) {
			struct cell *cell = results_cell(results, test, put);

			if (test % CONFIG_COPIES == 0)
				first = 0;
			if (cell->failure && first++) {
				failure_free(cell->failure);
				cell->failure = NULL;
			}
		}
}

static void
take_times(const struct remeasure *rerun)
{
	struct remeasured cell = {0};

	while (remeasure_next(rerun, &cell)) {
		if (cell.before->measured && cell.now->times)
			cell.before->times = cell.now->times;
		else
			times_free(cell.now->times);
		cell.now->times = NULL;
	}
}

/* Builds and times a group of tests, from first on. */
static enum measure_end
time_group(struct time_stage *clocking, struct results *before, struct targets *targets,
    const struct config *config, size_t first)
{
	struct config other = *config;
	FREED_BY(remeasure_free) struct remeasure rerun = {0};
	enum measure_end end;

	time_again_add_group(&rerun, before, first);
	time_stage_begin(clocking, &rerun.results, before, rerun.rows);
	other.clocking = clocking;
	/* Cells are done already. */
	other.verbose = false;
	other.layout = memory_layout_numbered(1);
	end = remeasure_measure(&rerun, targets, &other);
	if (!end) {
		forget_copies(&rerun);
		clocking->failed += remeasure_report(&rerun, config, "with --time");
		take_times(&rerun);
	}
	time_stage_end(clocking);
	return end;
}

/* Describes the host of the puts that are timed, and says which have no times. Returns true if
   any have. */
static bool
time_again_begin(const struct results *results, const struct targets *targets)
{
	FREED_BY(text_free) struct text scripts = TEXT_EMPTY, foreign = TEXT_EMPTY;
	size_t timed = 0;

	for (size_t i = 0; i < targets->n; i++) {
		const struct target *target = &targets->v[i];
		bool script = language_is_script(target->language);
		struct text *labels = script ? &scripts : &foreign;

		if (!script && target_is_native(target)) {
			timed++;
			host_describe(&results->puts.v[i].host);
		} else if (!target->unfit) {
			text_addf(labels, "%s%s", labels->n ? ", " : "", target->put->label);
		}
	}
	if (scripts.n)
		message_warn(
		    "--time: only compiled tests and commands are timed: no times of %s",
		    scripts.s);
	if (foreign.n)
		message_warn("--time: what QEMU runs is not timed: no times of %s", foreign.s);
	return timed > 0;
}

enum measure_end
time_again(struct results *results, struct targets *targets, const struct config *config,
    double seconds, size_t *failed)
{
	struct time_stage clocking = {.seconds = seconds, .usual = TIME_SECONDS};
	enum measure_end end = MEASURE_DONE;

	if (!time_again_begin(results, targets))
		return MEASURE_DONE;
	if (host_processor() < 0)
		message_warn(
		    "--time: this host does not let a process be kept on one processor: "
		    "times vary more");
	for (size_t i = 0; i < results->tests.n && !end && !clocking.useless; i += GROUP)
		end = time_group(&clocking, results, targets, config, i);
	*failed += clocking.failed;
	return end;
}
