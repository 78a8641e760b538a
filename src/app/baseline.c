#include <stdlib.h>
#include <string.h>

#include "app/baseline.h"
#include "savefile/savefile.h"
#include "util/memory.h"
#include "util/message.h"

static void
check_free(const struct puts *puts)
{
	if (puts_find(puts, BASELINE_LABEL))
		message_die(STATUS_USAGE,
		    "label '" BASELINE_LABEL "' is reserved for --baseline: choose another, as "
		    "in gcc=OTHER");
}

/* The put of the baseline that is meant. */
static size_t
find_put(
    const struct puts *puts, const char *path, const struct puts *read, const struct puts *now)
{
	const struct put *wanted = read->n ? read->v : now->v, *found;

	if (puts->n == 1)
		return 0;
	if (read->n + now->n != 1)
		message_die(STATUS_USAGE,
		    "--baseline: %s has %zu puts: compare puts with it one at a time, each with "
		    "its own",
		    path, puts->n);
	found = puts_find(puts, wanted->label);
	if (!found)
		message_die(STATUS_USAGE, "--baseline: %s has %zu puts, none labelled '%s'",
		    path, puts->n, wanted->label);
	return (size_t)(found - puts->v);
}

void
baseline_choose(
    struct results *baseline, const char *path, const struct puts *read, const struct puts *now)
{
	check_free(read);
	check_free(now);
	results_keep_puts(baseline, find_put(&baseline->puts, path, read, now), 1);
	free(baseline->puts.v->label);
	baseline->puts.v->label = memory_copy(BASELINE_LABEL);
}

void
baseline_check(const struct results *baseline, const char *path, const struct results *results)
{
	const unsigned long *a = baseline->loops, *b = results->loops;

	if (memcmp(a, b, sizeof baseline->loops))
		message_die(STATUS_USAGE,
		    "--baseline: %s was measured with --loops=%lu,%lu, the puts to compare "
		    "with %lu,%lu",
		    path, a[LENGTH_SHORT], a[LENGTH_LONG], b[LENGTH_SHORT], b[LENGTH_LONG]);
	for (size_t i = 0; i < results->tests.n; i++)
		if (tests_find(&baseline->tests, results->tests.v[i].name))
			return;
	message_die(STATUS_FAILURE,
	    "--baseline: %s has no test in common with the puts to compare; their first test "
	    "is '%s'",
	    path, results->tests.v[0].name);
}

/* Moves the last of the n elements to the front. */
static void
rotate(void *v, size_t n, size_t size)
{
	char *first = v, *last = memory_new(size);

	memcpy(last, first + (n - 1) * size, size);
	memmove(first + size, first, (n - 1) * size);
	memcpy(first, last, size);
	free(last);
}

void
baseline_merge(struct results *baseline, const char *path, struct results *results)
{
	size_t n;

	savefile_merge(results, baseline, path);
	n = results->puts.n;
	rotate(results->puts.v, n, sizeof *results->puts.v);
	for (size_t test = 0; test < results->tests.n; test++)
		rotate(results_cell(results, test, 0), n, sizeof *results->cells);
}
