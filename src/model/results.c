#include <stdlib.h>
#include <string.h>

#include "model/results.h"
#include "util/array.h"
#include "util/text.h"

void
results_make_cells(struct results *results)
{
	results->cells =
	    memory_array(results->tests.n * results->puts.n, sizeof *results->cells);
}

struct cell *
results_cell(const struct results *results, size_t test, size_t put)
{
	return &results->cells[test * results->puts.n + put];
}

bool
results_lacks(const struct results *results, size_t test, size_t put)
{
	return results->of && !results->of[test * results->puts.n + put];
}

const struct test *
results_test(const struct results *results, size_t test, size_t put)
{
	return !results->of || results_lacks(results, test, put)
	           ? &results->tests.v[test]
	           : results->of[test * results->puts.n + put];
}

unsigned long
results_ops(const struct results *results, size_t test, size_t put)
{
	unsigned long own = results_cell(results, test, put)->ops;

	return own ? own : results_test(results, test, put)->ops;
}

struct cell *
results_add_jitter(struct cell *cell, struct memory_layout layout)
{
	struct cell *added = ARRAY_ADD(cell->jitter, cell->jitter_count);

	*added = (struct cell){.layout = layout};
	return added;
}

bool
results_has_counts(const struct results *results, size_t test)
{
	for (size_t put = 0; put < results->puts.n; put++)
		if (results_cell(results, test, put)->measured)
			return true;
	return false;
}

verdict_set
results_verdicts(const struct results *results, size_t test, size_t put, field_set fields)
{
	verdict_set verdicts = results_cell(results, test, put)->verdicts;

	if (results->fields)
		fields = fields_needs(results->fields, fields);
	return fields & FIELD_ACCESSES ? verdicts : verdicts & ~(1u << VERDICT_SPLIT);
}

verdict_set
results_unexpected(const struct results *results, size_t test, size_t put, field_set fields)
{
	return results_verdicts(results, test, put, fields) &
	       ~results_test(results, test, put)->expected;
}

/* Modulo 2^64: the counts themselves may be as large as that. */
static uint64_t
results_difference(const struct cell *cell, enum length length, enum field f)
{
	return cell->counts[VARIANT_ACTIVE][length].of[f] -
	       cell->counts[VARIANT_EMPTY][length].of[f];
}

void
results_take_profile(struct cell *cell, struct profile *profile)
{
	cell->profile = profile;
	for (enum field f = FIELD_PROFILED; f < FIELD_DERIVED; f++)
		if (profile_field(profile, f, &cell->totals[f - FIELD_PROFILED]))
			cell->profiled |= FIELD_BIT(f);
}

int64_t
results_spent(const struct cell *cell, bool once, enum field f)
{
	uint64_t spent;

	if (f >= FIELD_PROFILED)
		return cell->totals[f - FIELD_PROFILED];
	spent = results_difference(cell, LENGTH_SHORT, f);
	return (int64_t)(once ? spent : results_difference(cell, LENGTH_LONG, f) - spent);
}

bool
results_same_counts(const struct cell *before, const struct cell *now, bool once)
{
	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (results_spent(before, once, f) != results_spent(now, once, f))
			return false;
	return true;
}

const struct processes *
results_processes(const struct cell *cell, bool once)
{
	return &cell->processes[VARIANT_ACTIVE][once ? LENGTH_SHORT : LENGTH_LONG];
}

void
results_append(struct results *results, struct results *more)
{
	struct results both = {.tests = results->tests};
	size_t left = results->puts.n;

	both.puts = puts_beside(&results->puts, &more->puts);
	results_make_cells(&both);
	for (size_t i = 0; i < both.tests.n; i++)
		for (size_t k = 0; k < both.puts.n; k++)
			*results_cell(&both, i, k) = k < left
			                                 ? *results_cell(results, i, k)
			                                 : *results_cell(more, i, k - left);
	free(results->cells);
	free(results->puts.v);
	results->cells = both.cells;
	results->puts = both.puts;
	more->puts.n = 0;
	puts_free(&more->puts);
	free(more->cells);
	more->cells = NULL;
}

static void
free_cell(struct cell *cell)
{
	failure_free(cell->failure);
	EACH_MEASUREMENT(v, l)
		processes_free(&cell->processes[v][l]);
	free(cell->warned);
	free(cell->jitter);
	if (cell->shared)
		shared_free(cell->shared);
	free(cell->shared);
	times_free(cell->times);
	profile_free(cell->profile);
	free(cell->unprofiled);
}

static void
free_row(struct results *results, size_t test)
{
	for (size_t i = 0; results->cells && i < results->puts.n; i++)
		free_cell(results_cell(results, test, i));
}

void
results_replace(struct cell *cell, struct cell *by)
{
	uint64_t text_hash = cell->text_hash;

	free_cell(cell);
	*cell = *by;
	cell->text_hash = text_hash;
	*by = (struct cell){0};
}

void
results_keep_tests(struct results *results, const bool *keep)
{
	size_t columns = results->puts.n, kept = 0;

	for (size_t i = 0; i < results->tests.n; i++) {
		if (keep[i]) {
			results->tests.v[kept] = results->tests.v[i];
			if (results->cells && columns)
				memmove(results_cell(results, kept, 0),
				    results_cell(results, i, 0),
				    columns * sizeof *results->cells);
			kept++;
			continue;
		}
		free_row(results, i);
		test_free(&results->tests.v[i]);
	}
	results->tests.n = kept;
	tests_reindex(&results->tests);
}

void
results_choose_puts(struct results *results, const bool *keep)
{
	struct results kept = {.tests = results->tests};
	size_t n;

	for (size_t put = 0; put < results->puts.n; put++) {
		if (!keep[put])
			continue;
		*puts_add(&kept.puts) = results->puts.v[put];
		results->puts.v[put] = (struct put){0};
	}
	results_make_cells(&kept);
	for (size_t test = 0; test < results->tests.n; test++) {
		for (size_t put = n = 0; put < results->puts.n; put++) {
			struct cell *cell = results_cell(results, test, put);

			if (!keep[put])
				continue;
			*results_cell(&kept, test, n++) = *cell;
			*cell = (struct cell){0};
		}
		free_row(results, test);
	}
	free(results->cells);
	puts_free(&results->puts);
	results->cells = kept.cells;
	results->puts = kept.puts;
}

void
results_keep_puts(struct results *results, size_t first, size_t n)
{
	OWNED bool *keep = memory_array(results->puts.n + 1, sizeof *keep);

	for (size_t put = first; put < first + n; put++)
		keep[put] = true;
	results_choose_puts(results, keep);
}

void
results_free(struct results *results)
{
	for (size_t i = 0; i < results->tests.n; i++)
		free_row(results, i);
	free(results->cells);
	free(results->of);
	tests_free(&results->tests);
	puts_free(&results->puts);
	*results = (struct results){0};
}

void
cell_warn(struct cell *cell, size_t n, const char *said)
{
	char *all = text_print("%s%s", cell->warned ? cell->warned : "", said);

	free(cell->warned);
	cell->warned = all;
	cell->warnings += n;
}

size_t
shard_size(const struct shard *shard)
{
	return (shard->tests + shard->count - shard->number) / shard->count;
}
