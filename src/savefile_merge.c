#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"
#include "savefile.h"

static void
check_loops(const struct results *into, const struct results *more, const char *path)
{
	const unsigned long *a = into->loops, *b = more->loops;

	if (memcmp(a, b, sizeof into->loops))
		message_die(STATUS_FAILURE,
		    "%s: its loop counts are %lu and %lu, those of the files before it %lu and "
		    "%lu",
		    path, b[LENGTH_SHORT], b[LENGTH_LONG], a[LENGTH_SHORT], a[LENGTH_LONG]);
}

static void
check_labels(const struct results *into, const struct results *more, const char *path)
{
	size_t i;

	for (i = 0; i < more->puts.n; i++)
		if (puts_find(&into->puts, more->puts.v[i].label))
			message_die(STATUS_FAILURE,
			    "%s: duplicate label '%s': a file before it has it too", path,
			    more->puts.v[i].label);
}

/* Adds the names of the tests that only the left one has, the first or all of them, and returns
   how many there are. */
static size_t
list_missing(struct text *t, const struct tests *left, const struct tests *right, bool all)
{
	size_t i, n = 0;

	for (i = 0; i < left->n; i++) {
		if (tests_find(right, left->v[i].name) || (n++ && !all))
			continue;
		text_addf(t, all ? "%s\n" : "'%s'", left->v[i].name);
	}
	return n;
}

static void
show_missing(const char *where, const struct tests *left, const struct tests *right)
{
	struct text t = TEXT_EMPTY;

	if (list_missing(&t, left, right, true)) {
		message_warn("tests %s:", where);
		message_block(t.s);
	}
	text_free(&t);
}

static void
check_tests(
    const struct results *into, const struct results *more, const char *path, bool verbose)
{
	struct text lacks = TEXT_EMPTY, adds = TEXT_EMPTY;
	size_t lack = list_missing(&lacks, &into->tests, &more->tests, false);
	size_t add = list_missing(&adds, &more->tests, &into->tests, false);

	if (!lack && !add)
		return;
	if (verbose) {
		show_missing("of the files before it only", &into->tests, &more->tests);
		show_missing("of this file only", &more->tests, &into->tests);
	}
	message_die(STATUS_FAILURE,
	    "%s: its tests are not those of the files before it: %zu missing%s%s, %zu "
	    "new%s%s%s",
	    path, lack, lack ? ", the first is " : "", lack ? lacks.s : "", add,
	    add ? ", the first is " : "", add ? adds.s : "",
	    verbose ? "" : "; --verbose lists them");
}

/* Gives more the order of into. Both have the same tests. */
static void
reorder(struct results *more, const struct tests *order)
{
	struct test *tests = memory_new(order->n * sizeof *tests);
	struct cell *cells = more->cells;
	size_t i, columns = more->puts.n;

	results_make_cells(more);
	for (i = 0; i < order->n; i++) {
		size_t from =
		    (size_t)(tests_find(&more->tests, order->v[i].name) - more->tests.v);

		tests[i] = more->tests.v[from];
		memcpy(
		    &more->cells[i * columns], &cells[from * columns], columns * sizeof *cells);
	}
	free(cells);
	free(more->tests.v);
	more->tests.v = tests;
	tests_reindex(&more->tests);
}

void
savefile_merge(struct results *into, struct results *more, const char *path, bool verbose)
{
	check_loops(into, more, path);
	check_labels(into, more, path);
	check_tests(into, more, path, verbose);
	reorder(more, &into->tests);
	if (!into->tests.language)
		into->tests.language = memory_copy(more->tests.language);
	results_append(into, more);
	results_free(more);
}
