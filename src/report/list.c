#include <string.h>

#include "compare/columns.h"
#include "report/list.h"
#include "util/grid.h"
#include "util/memory.h"
#include "util/text.h"

/* Returns "only on gcc-12", "no counts", or "" if there are counts on all puts. The caller
   frees. */
static char *
counts_of(const struct results *results, size_t test)
{
	FREED_BY(text_free) struct text labels = TEXT_EMPTY;
	size_t measured = 0;

	for (size_t put = 0; put < results->puts.n; put++)
		if (results_cell(results, test, put)->measured)
			text_addf(&labels, "%s%s", measured++ ? ", " : "",
			    results->puts.v[put].label);
	return measured == results->puts.n ? memory_copy("")
	       : measured                  ? text_print("only on %s", labels.s)
	                                   : memory_copy("no counts");
}

void
list_print(const struct results *results, struct terminal terminal, FILE *out)
{
	FREED_BY(grid_free) struct grid grid = {.terminal = terminal};
	FREED_BY(words_free) struct words params = WORDS_EMPTY;

	grid_margin(&grid, 0, GRID_LEFT);
	grid_margin(&grid, 2, GRID_LEFT);
	grid_rest(&grid, 2);
	for (size_t i = 0; i < results->tests.n; i++) {
		const char *desc = test_desc(&results->tests.v[i]);
		OWNED char *line = memory_copy_n(desc, strcspn(desc, "\n"));
		OWNED char *counts = counts_of(results, i);

		grid_row(&grid);
		grid_add(&grid, results->tests.v[i].name);
		grid_add(&grid, counts);
		grid_add(&grid, line);
	}
	grid_print(&grid, 0, grid.rows, out);
	columns_add_params(&params, &results->tests);
	if (params.n)
		fputc('\n', out);
	/* "param.n = 16 256", as in a benchfile. The parameter's columns are labelled "n=16".
	 */
	for (size_t i = 0; i < params.n; i++) {
		FREED_BY(puts_free)
		struct puts columns = columns_of(&results->tests, params.v[i]);

		fprintf(out, "param.%s =", params.v[i]);
		for (size_t k = 0; k < columns.n; k++)
			fprintf(out, " %s", columns.v[k].label + strlen(params.v[i]) + 1);
		fputc('\n', out);
	}
}
