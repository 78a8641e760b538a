#include <stdlib.h>

#include "measure/again/remeasure.h"
#include "util/memory.h"
#include "util/message.h"

void
remeasure_begin(struct remeasure *rerun, const struct results *before)
{
	*rerun = (struct remeasure){.before = before,
	    .results = {.puts = before->puts},
	    .rows = memory_array(before->tests.n + 1, sizeof *rerun->rows)};
	rerun->results.loops[LENGTH_SHORT] = before->loops[LENGTH_SHORT];
	rerun->results.loops[LENGTH_LONG] = before->loops[LENGTH_LONG];
	rerun->results.tests.language = memory_copy(before->tests.language);
}

struct test *
remeasure_add(struct remeasure *rerun, size_t row)
{
	rerun->rows[rerun->results.tests.n] = row;
	return tests_add_copy(&rerun->results.tests, &rerun->before->tests.v[row]);
}

enum measure_end
remeasure_measure(struct remeasure *rerun, struct targets *targets, const struct config *config)
{
	struct config other = *config;

	other.keep = NULL;
	other.profiles = false;
	results_make_cells(&rerun->results);
	return rerun->results.tests.n ? measure_run(&rerun->results, targets, &other)
	                              : MEASURE_DONE;
}

bool
remeasure_next(const struct remeasure *rerun, struct remeasured *cell)
{
	size_t puts = rerun->before->puts.n;

	if (cell->next == rerun->results.tests.n * puts)
		return false;
	cell->test = cell->next / puts;
	cell->put = cell->next++ % puts;
	cell->now = results_cell(&rerun->results, cell->test, cell->put);
	cell->before = results_cell(rerun->before, rerun->rows[cell->test], cell->put);
	return true;
}

static void
forget_messages(struct cell *cell)
{
	failure_free(cell->failure);
	cell->failure = NULL;
	free(cell->warned);
	cell->warned = NULL;
}

size_t
remeasure_report(const struct remeasure *rerun, const struct config *config, const char *how)
{
	struct remeasured cell = {0};
	size_t failed = 0;

	while (remeasure_next(rerun, &cell)) {
		if (!cell.before->measured)
			forget_messages(cell.now);
		failed += cell.now->failure != NULL;
	}
	if (failed) {
		message_warn("measured again, %s:", how);
		config->say_failures(&rerun->results);
	}
	return failed;
}

void
remeasure_forget(struct remeasure *rerun, size_t test)
{
	for (size_t put = 0; put < rerun->results.puts.n; put++)
		forget_messages(results_cell(&rerun->results, test, put));
}

void
remeasure_free(struct remeasure *rerun)
{
	for (size_t i = 0; rerun->results.cells && i < rerun->results.tests.n; i++)
		for (size_t put = 0; put < rerun->results.puts.n; put++)
			results_replace(
			    results_cell(&rerun->results, i, put), &(struct cell){0});
	rerun->results.puts = (struct puts){0};
	results_free(&rerun->results);
	free(rerun->rows);
}
