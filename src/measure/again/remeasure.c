#include <stdlib.h>

#include "measure/again/remeasure.h"
#include "util/array.h"

void
remeasure_begin(struct remeasure *rerun, const struct results *before, size_t first,
    const struct targets *targets, const struct config *config)
{
	*rerun = (struct remeasure){.before = before,
	    .targets = *targets,
	    .config = *config,
	    .results = {.puts = {&before->puts.v[first], targets->n}},
	    .first = first};
	rerun->config.keep = NULL;
	rerun->config.profiles = false;
	rerun->results.loops[LENGTH_SHORT] = before->loops[LENGTH_SHORT];
	rerun->results.loops[LENGTH_LONG] = before->loops[LENGTH_LONG];
	rerun->results.tests.language = memory_copy(before->tests.language);
}

struct test *
remeasure_add(struct remeasure *rerun, size_t row)
{
	size_t n = rerun->results.tests.n;

	*ARRAY_ADD(rerun->rows, n) = row;
	return tests_add_copy(&rerun->results.tests, &rerun->before->tests.v[row]);
}

enum measure_end
remeasure_measure(struct remeasure *rerun)
{
	results_make_cells(&rerun->results);
	return rerun->results.tests.n
	           ? measure_run(&rerun->results, &rerun->targets, &rerun->config)
	           : MEASURE_DONE;
}

bool
remeasure_next(const struct remeasure *rerun, struct remeasured *cell)
{
	size_t puts = rerun->results.puts.n;

	if (cell->next == rerun->results.tests.n * puts)
		return false;
	cell->test = cell->next / puts;
	cell->put = cell->next++ % puts;
	cell->now = results_cell(&rerun->results, cell->test, cell->put);
	cell->before =
	    results_cell(rerun->before, rerun->rows[cell->test], rerun->first + cell->put);
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
remeasure_report(struct remeasure *rerun, const char *how)
{
	struct remeasured cell = {0};
	size_t failed = 0;

	while (remeasure_next(rerun, &cell)) {
		if (!cell.before->measured)
			forget_messages(cell.now);
		failed += cell.now->failure != NULL;
	}
	if (failed)
		rerun->how = memory_copy(how);
	return failed;
}

void
remeasure_forget(struct remeasure *rerun, size_t test)
{
	for (size_t put = 0; put < rerun->results.puts.n; put++)
		forget_messages(results_cell(&rerun->results, test, put));
}

static void
free_results(struct results *results)
{
	for (size_t i = 0; results->cells && i < results->tests.n * results->puts.n; i++)
		results_replace(&results->cells[i], &(struct cell){0});
	results->puts = (struct puts){0};
	results_free(results);
}

void
remeasure_free(struct remeasure *rerun)
{
	struct remeasure_failures *failed = rerun->config.failed;

	if (rerun->how)
		*ARRAY_ADD(failed->v, failed->n) =
		    (struct remeasure_failed){rerun->how, rerun->results};
	else
		free_results(&rerun->results);
	free(rerun->rows);
}

void
remeasure_failures_free(struct remeasure_failures *failed)
{
	for (size_t i = 0; i < failed->n; i++) {
		free_results(&failed->v[i].results);
		free(failed->v[i].how);
	}
	free(failed->v);
	*failed = (struct remeasure_failures){0};
}
