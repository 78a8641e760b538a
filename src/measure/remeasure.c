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

struct cell *
remeasure_before(
    const struct remeasure *again, const struct results *before, size_t test, size_t put)
{
	return results_cell(before, again->rows[test], put);
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
	size_t failed = 0, test, put;

	for (test = 0; test < again->results.tests.n; test++)
		for (put = 0; put < again->results.puts.n; put++) {
			struct cell *cell = results_cell(&again->results, test, put);

			if (!remeasure_before(again, before, test, put)->measured)
				forget_failure(cell);
			failed += cell->failure != NULL;
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
