#include <stdlib.h>

#include "measure/remeasure.h"
#include "model/failures.h"
#include "util/memory.h"
#include "util/message.h"

void
remeasure_begin(struct remeasure *again, const struct results *before)
{
	*again = (struct remeasure){.results = {.puts = before->puts},
	    .rows = memory_new((before->tests.n + 1) * sizeof *again->rows)};
	again->results.loops[LENGTH_SHORT] = before->loops[LENGTH_SHORT];
	again->results.loops[LENGTH_LONG] = before->loops[LENGTH_LONG];
	again->results.tests.language = memory_copy(before->tests.language);
}

struct test *
remeasure_add(struct remeasure *again, const struct results *before, size_t row)
{
	again->rows[again->results.tests.n] = row;
	return tests_add_copy(&again->results.tests, &before->tests.v[row]);
}

void
remeasure_add_measured(struct remeasure *again, const struct results *before)
{
	size_t i;

	for (i = 0; i < before->tests.n; i++)
		if (results_has_counts(before, i))
			remeasure_add(again, before, i);
}

enum measure_end
remeasure_measure(struct remeasure *again, struct targets *targets, const struct config *config)
{
	struct config other = *config;

	other.keep = NULL;
	results_make_cells(&again->results);
	return again->results.tests.n ? measure_run(&again->results, targets, &other)
	                              : MEASURE_DONE;
}

bool
remeasure_next(
    const struct remeasure *again, const struct results *before, struct remeasured *cell)
{
	size_t puts = before->puts.n;

	if (cell->next == again->results.tests.n * puts)
		return false;
	cell->test = cell->next / puts;
	cell->put = cell->next++ % puts;
	cell->now = results_cell(&again->results, cell->test, cell->put);
	cell->before = results_cell(before, again->rows[cell->test], cell->put);
	return true;
}

static void
forget_failure(struct cell *cell)
{
	failure_free(cell->failure);
	cell->failure = NULL;
}

size_t
remeasure_report(const struct remeasure *again, const struct results *before, const char *how)
{
	struct remeasured cell = {0};
	size_t failed = 0;

	while (remeasure_next(again, before, &cell)) {
		if (!cell.before->measured)
			forget_failure(cell.now);
		failed += cell.now->failure != NULL;
	}
	if (failed)
		message_warn("measured again, %s:", how);
	failures_print(&again->results);
	return failed;
}

void
remeasure_forget(struct remeasure *again, size_t test)
{
	size_t put;

	for (put = 0; put < again->results.puts.n; put++)
		forget_failure(results_cell(&again->results, test, put));
}

void
remeasure_free(struct remeasure *again)
{
	size_t i;

	for (i = 0; i < again->results.tests.n; i++)
		remeasure_forget(again, i);
	again->results.puts = (struct puts){0};
	results_free(&again->results);
	free(again->rows);
}
