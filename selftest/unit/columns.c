#include "compare/columns.h"
#include "sample.h"
#include "tap.h"

static const struct {
	const char *name, *desc, *n, *kind; /* NULL: it lacks the parameter */
} all[] = {
    {"sum/n=16/kind=up", "adds", "16", "up"},
    {"sum/n=1/kind=up", "adds", "1", "up"},
    {"sum/n=1/kind=down", "subtracts", "1", "down"},
    {"sum/n=16/kind=down", "adds", "16", "down"},
    {"n=1/n=16x/n=16", NULL, "16", NULL},
    {"other", "is other", NULL, NULL},
};

enum { TESTS = sizeof all / sizeof *all };

/* Every cell of these counts its number. */
static struct results
make(size_t puts)
{
	struct results results = sample_make(0, puts);

	for (size_t i = 0; i < TESTS; i++) {
		struct test *test = tests_add(&results.tests, all[i].name);

		test_set(test, "code", memory_copy("x"), 1);
		if (all[i].desc)
			test_set(test, "desc", memory_copy(all[i].desc), 1);
		if (all[i].n)
			test_set(test, "param.n", memory_copy(all[i].n), 1);
		if (all[i].kind)
			test_set(test, "param.kind", memory_copy(all[i].kind), 1);
	}
	free(results.cells);
	results_make_cells(&results);
	for (size_t i = 0; i < TESTS * puts; i++) {
		sample_count(&results.cells[i], FIELD_IR, (long)i);
		results.cells[i].text_hash = 7;
	}
	return results;
}

/* Shows the rows, with the cell of each column or "-", and its desc. */
static void
arranges(size_t puts, const char *by, const char *want)
{
	struct results results = make(puts), arranged;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	words_add(&results.puts.v[0].host, "cpu=x");
	words_add(&results.puts.v[0].host, "os=" PUT_SEVERAL_HOSTS);
	columns_arrange(&arranged, &results, by);
	for (size_t i = 0; i < arranged.puts.n; i++)
		text_addf(&t, "%s(%zu) ", arranged.puts.v[i].label, arranged.puts.v[i].host.n);
	for (size_t row = 0; row < arranged.tests.n; row++) {
		const struct part *desc = test_part(&arranged.tests.v[row], PART_DESC);

		text_addf(&t, "| %s", arranged.tests.v[row].name);
		for (size_t column = 0; column < arranged.puts.n; column++) {
			const struct cell *cell = results_cell(&arranged, row, column);

			if (results_lacks(&arranged, row, column))
				text_add(&t, " -");
			else
				text_addf(&t, " %lld%s%s", (long long)results_spent(cell, false, FIELD_IR),
				    cell->text_hash ? "!" : "",
				    results_test(&arranged, row, column) - results.tests.v ==
				            results_spent(cell, false, FIELD_IR) / (int64_t)puts
				        ? ""
				        : "?");
		}
		text_addf(&t, "%s%s", desc ? " = " : " ", desc ? desc->text : "");
	}
	is(t.s, want, by);
	columns_free(&arranged);
	results_free(&results);
}

int
main(void)
{
	FREED_BY(results_free) struct results results = make(1);
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	arranges(1, "n", "n=16(1) n=1(1) | sum/kind=up 0 1 = adds| sum/kind=down 3 2 | n=1/n=16x 4 - = x");
	arranges(2, "n",
	    "n=16(1) n=1(1) | sum/kind=up (p0) 0 2 = adds| sum/kind=up (p1) 1 3 = adds| sum/kind=down (p0) 6 4 | "
	    "sum/kind=down (p1) 7 5 | n=1/n=16x (p0) 8 - = x| n=1/n=16x (p1) 9 - = x");
	arranges(1, "kind", "kind=up(1) kind=down(1) | sum/n=16 0 3 = adds| sum/n=1 1 2 ");
	arranges(2, "tests",
	    "sum/n=16/kind=up(1) sum/n=1/kind=up(1) sum/n=1/kind=down(1) sum/n=16/kind=down(1) "
	    "n=1/n=16x/n=16(1) other(1) | p0 0 2 4 6 8 10 | p1 1 3 5 7 9 11 ");
	arranges(1, "none", NULL);
	columns_add_params(&names, &results.tests);
	ok(names.n == 2 && !strcmp(names.v[0], "n") && !strcmp(names.v[1], "kind"), "each parameter once");
	ok(columns_show(&results.tests.v[0], "n") && !columns_show(&results.tests.v[4], "kind") &&
	        columns_show(&results.tests.v[5], "tests"),
	    "which tests have a column");
	return tap_done();
}
