/* files DIR: how long big files take. Prints seconds of the clock and, at the end, the peak
   memory in MB, each with what it is of. DIR takes the files. */

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "compare/comparison.h"
#include "input/benchfile.h"
#include "model/results.h"
#include "report/format.h"
#include "savefile/savefile.h"
#include "util/memory.h"
#include "util/text.h"

enum { TESTS = 10000, PUTS = 2 };

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
write_benchfile(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		abort();
	fprintf(f, "language = c\n\npreamble =\n\t#include <string.h>\n");
	for (int i = 0; i < TESTS; i++)
		fprintf(f,
		    "\n[str::strlen::n%d]\ndesc = strlen of %d bytes\nsetup =\n\tchar s[65];\n"
		    "\tmemset(s, 'x', 64);\n\ts[64] = 0;\ncode = BLACK_BOX(strlen(BLACK_BOX(s)));\n",
		    i, i);
	if (fclose(f))
		abort();
}

/* Counts of the usual size, no two alike. */
static void
fill_cell(struct cell *cell, uint64_t number)
{
	cell->measured = true;
	for (unsigned v = 0; v < VARIANT_COUNT; v++)
		for (unsigned l = 0; l < LENGTH_COUNT; l++)
			for (unsigned f = 0; f < FIELD_COUNT; f++)
				cell->counts[v][l].of[f] = 100000 + number * 7 + v * (l + 1) * (number % 97 + f) * 10;
}

static void
make_results(struct results *results)
{
	results->loops[LENGTH_SHORT] = 10;
	results->loops[LENGTH_LONG] = 20;
	for (uint64_t i = 0; i < PUTS; i++) {
		struct put *put = puts_add(&results->puts);

		put->exe = memory_copy("cc");
		put->label = text_print("put%d", (int)i);
	}
	results_make_cells(results);
	for (uint64_t i = 0; i < (uint64_t)TESTS * PUTS; i++)
		fill_cell(&results->cells[i], i);
}

static void
tell(const char *what, double *since)
{
	double t = now();

	printf("%.3f %s\n", t - *since, what);
	*since = now();
}

static void
print(const struct results *results)
{
	const struct view view = {.fields = FIELD_ALL};
	struct words orders = WORDS_EMPTY;
	struct comparison comparison;

	words_add(&orders, "text:/dev/null");
	comparison_make(&comparison, results, &view);
	format_results(&orders, &comparison, NULL, NULL, NULL, &view, true);
	comparison_free(&comparison);
	words_free(&orders);
}

int
main(int argc, char **argv)
{
	const char *dir = argc > 1 ? argv[1] : "/tmp";
	char *bench = text_print("%s/big.bench", dir), *save = text_print("%s/big.json", dir);
	struct results results = {0}, again = {0};
	struct words no_params = {0};
	struct rusage usage;
	double t;

	write_benchfile(bench);
	t = now();
	benchfile_read(&results.tests, bench, &no_params);
	tell("to parse a benchfile of 10000 tests", &t);
	make_results(&results);
	t = now();
	print(&results);
	tell("to print 10000 x 2 results", &t);
	savefile_write(&results, save, true);
	tell("to save them", &t);
	savefile_read(&again, save);
	tell("to read them back", &t);
	getrusage(RUSAGE_SELF, &usage);
	printf("%ld MB at most, for all of this\n", usage.ru_maxrss / 1024);
	results_free(&results);
	results_free(&again);
	free(bench);
	free(save);
	return 0;
}
