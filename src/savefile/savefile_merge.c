#include <stdlib.h>
#include <string.h>

#include "savefile/savefile.h"
#include "util/memory.h"
#include "util/message.h"

static void
check_loops(const struct results *into, const struct results *more, const char *path)
{
	const unsigned long *a = into->loops, *b = more->loops;

	if (memcmp(a, b, sizeof into->loops))
		message_die(STATUS_FAILURE,
		    "%s: its loop counts are %lu and %lu, but %lu and %lu in the files before it",
		    path, b[LENGTH_SHORT], b[LENGTH_LONG], a[LENGTH_SHORT], a[LENGTH_LONG]);
}

static void
check_labels(const struct results *into, const struct results *more, const char *path)
{
	size_t i;

	for (i = 0; i < more->puts.n; i++)
		if (puts_find(&into->puts, more->puts.v[i].label))
			message_die(STATUS_FAILURE,
			    "%s: duplicate label '%s': an earlier file uses it too", path,
			    more->puts.v[i].label);
}

static void
check_tests(const struct results *into, const struct results *more, const char *path)
{
	size_t i;

	for (i = 0; i < more->tests.n; i++)
		if (tests_find(&into->tests, more->tests.v[i].name))
			return;
	message_die(STATUS_FAILURE,
	    "%s: no test in common with the files before it: its first is '%s', theirs '%s'",
	    path, more->tests.n ? more->tests.v[0].name : "",
	    into->tests.n ? into->tests.v[0].name : "");
}

/* Moves the tests that only more has to into, without cells. Returns for each test of more its
   row in into; the caller frees. */
static size_t *
add_tests(struct tests *into, struct tests *more)
{
	size_t *rows = memory_new(more->n * sizeof *rows), i;

	for (i = 0; i < more->n; i++) {
		const struct test *found = tests_find(into, more->v[i].name);
		struct test *added;

		rows[i] = found ? (size_t)(found - into->v) : into->n;
		if (found)
			continue;
		added = tests_add(into, more->v[i].name);
		free(added->name);
		*added = more->v[i];
		more->v[i] = (struct test){0};
	}
	return rows;
}

/* Gives results n rows of cells. rows: the new index of each of the old rows. */
static void
spread(struct results *results, size_t n, const size_t *rows, size_t old)
{
	size_t columns = results->puts.n, i;
	struct cell *cells = memory_new(n * columns * sizeof *cells);

	for (i = 0; i < old; i++)
		memcpy(&cells[rows[i] * columns], &results->cells[i * columns],
		    columns * sizeof *cells);
	free(results->cells);
	results->cells = cells;
}

/* Profiles name the lines of the test that stays. old: how many into has had. */
static void
move_lines(struct results *into, struct results *more, const size_t *rows, size_t old)
{
	size_t i, put;

	for (i = 0; i < more->tests.n; i++)
		for (put = 0; rows[i] < old && put < more->puts.n; put++) {
			struct cell *cell = results_cell(more, i, put);

			if (cell->profile)
				profile_move_lines(
				    cell->profile, &more->tests.v[i], &into->tests.v[rows[i]]);
		}
}

/* Gives both the same tests in the same order. */
static void
align(struct results *into, struct results *more)
{
	size_t old = into->tests.n, *rows = add_tests(&into->tests, &more->tests), i;
	size_t *own = memory_new(old * sizeof *own);

	move_lines(into, more, rows, old);
	for (i = 0; i < old; i++)
		own[i] = i;
	spread(into, into->tests.n, own, old);
	spread(more, into->tests.n, rows, more->tests.n);
	free(own);
	free(rows);
}

void
savefile_merge(struct results *into, struct results *more, const char *path)
{
	check_loops(into, more, path);
	check_labels(into, more, path);
	check_tests(into, more, path);
	align(into, more);
	if (!into->tests.language)
		into->tests.language = memory_copy(more->tests.language);
	if (more->shard.count)
		into->shard = more->shard;
	results_append(into, more);
	results_free(more);
}
