#include <stdlib.h>

#include "again.h"
#include "measure.h"
#include "memory.h"
#include "message.h"
#include "report.h"

void
again_begin(struct again *again, const struct results *before)
{
	*again = (struct again){.results = {.puts = before->puts},
	    .rows = memory_new((before->tests.n + 1) * sizeof *again->rows)};
	again->results.loops[LENGTH_SHORT] = before->loops[LENGTH_SHORT];
	again->results.loops[LENGTH_LONG] = before->loops[LENGTH_LONG];
	again->results.tests.language = memory_copy(before->tests.language);
}

struct test *
again_add(struct again *again, const struct results *before, size_t row)
{
	const struct test *test = &before->tests.v[row];
	struct test *copy;
	size_t i;

	again->rows[again->results.tests.n] = row;
	copy = tests_add(&again->results.tests, test->name);
	copy->file = memory_copy(test->file);
	copy->line = test->line;
	for (i = 0; i < test->part_count; i++)
		test_set(copy, test->parts[i].key, memory_copy(test->parts[i].text),
		    test->parts[i].line);
	return copy;
}

void
again_add_measured(struct again *again, const struct results *before)
{
	size_t i;

	for (i = 0; i < before->tests.n; i++)
		if (results_has_counts(before, i))
			again_add(again, before, i);
}

void
again_measure(struct again *again, struct targets *targets, const struct settings *settings)
{
	struct settings other = *settings;

	other.keep = NULL;
	results_make_cells(&again->results);
	if (again->results.tests.n)
		measure_run(&again->results, targets, &other);
}

struct cell *
again_before(const struct again *again, const struct results *before, size_t test, size_t put)
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
again_report(struct again *again, const struct results *before, const char *how)
{
	size_t failed = 0, test, put;

	for (test = 0; test < again->results.tests.n; test++)
		for (put = 0; put < again->results.puts.n; put++) {
			struct cell *cell = results_cell(&again->results, test, put);

			if (!again_before(again, before, test, put)->measured)
				forget_failure(cell);
			failed += cell->failure != NULL;
		}
	if (failed)
		message_warn("measured again, %s:", how);
	report_failures(&again->results);
	return failed;
}

void
again_forget(struct again *again, size_t test)
{
	size_t put;

	for (put = 0; put < again->results.puts.n; put++)
		forget_failure(results_cell(&again->results, test, put));
}

void
again_free(struct again *again)
{
	size_t i;

	for (i = 0; i < again->results.tests.n; i++)
		again_forget(again, i);
	again->results.puts = (struct puts){0};
	results_free(&again->results);
	free(again->rows);
}
