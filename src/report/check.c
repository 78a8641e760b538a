#include <stdlib.h>

#include "report/check.h"
#include "compare/variation.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/message.h"

/* Takes ownership of what. */
static void
print_line(const struct results *results, size_t test, size_t put, char *what, FILE *out)
{
	char *line = text_print(
	    "%s on %s: %s", results->tests.v[test].name, results->puts.v[put].label, what);
	char *shown = display_line(line);

	fprintf(out, "%s\n", shown);
	free(shown);
	free(line);
	free(what);
}

/* Prints by how much a cell varies. Returns true if it may vary that much. */
static bool
check_varied(const struct results *results, size_t test, size_t put, double percent, FILE *out)
{
	struct variation varied = variation_of(results, test, put);
	bool allowed = varied.known && varied.percent <= percent;
	char *how = varied.known ? variation_text(&varied)
	                         : memory_copy("it fails with other loop counts");

	print_line(results, test, put,
	    text_print("%s: %s: %s%s", verdict_name(VERDICT_VARYING),
	        verdict_meaning(VERDICT_VARYING), how, allowed ? ", which is allowed" : ""),
	    out);
	free(how);
	return allowed;
}

/* Prints what is wrong with a cell. Returns true if nothing is. */
static bool
check_cell(const struct results *results, size_t test, size_t put, double percent, FILE *out)
{
	const struct cell *cell = results_cell(results, test, put);
	verdict_set verdicts = results_unexpected(results, test, put);
	enum verdict v;

	if (cell->failure)
		print_line(results, test, put,
		    text_print("fails: %s: %s", cell->failure->stage, cell->failure->why), out);
	if (verdicts & 1u << VERDICT_VARYING && check_varied(results, test, put, percent, out))
		verdicts &= ~(1u << VERDICT_VARYING);
	for (v = 0; v < VERDICT_COUNT; v++)
		if (verdicts & 1u << v && v != VERDICT_VARYING)
			print_line(results, test, put,
			    text_print("%s: %s", verdict_name(v), verdict_meaning(v)), out);
	return !cell->failure && !verdicts;
}

int
check_print(const struct results *results, double percent, size_t unknown, FILE *out)
{
	size_t cells = 0, sound = 0, test, put;

	for (test = 0; test < results->tests.n; test++)
		for (put = 0; put < results->puts.n; put++) {
			const struct cell *cell = results_cell(results, test, put);

			if (!cell->measured && !cell->failure)
				continue;
			cells++;
			sound += check_cell(results, test, put, percent, out);
		}
	fprintf(out, "%zu of %zu cells are sound", sound, cells);
	if (unknown)
		fprintf(out, ", but for %zu it is unknown whether they are %s", unknown,
		    verdict_name(VERDICT_HOISTED));
	fputc('\n', out);
	return sound < cells ? STATUS_NO : unknown ? STATUS_FAILURE : STATUS_OK;
}
