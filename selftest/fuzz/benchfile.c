/* A benchfile. */

#include "compare/columns.h"
#include "fuzz.h"
#include "input/benchfile.h"
#include "input/perlsuite.h"
#include "model/fingerprint.h"
#include "report/list.h"

/* Instead of the function that starts perl. */
void
perlsuite_import(const char *path, struct text *text)
{
	message_die(STATUS_USAGE, "%s: %s", path, text->s);
}

static void
work(void *data)
{
	struct results *results = data;
	struct words params = WORDS_EMPTY;

	benchfile_read(&results->tests, "input.bench", &params);
	columns_add_params(&params, &results->tests);
	words_free(&params);
	fingerprint_of_tests(&results->tests);
	list_print(results, (struct terminal){0}, stdout);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct results results = {0};

	fuzz_store("input.bench", data, n);
	free(fuzz_try(work, &results));
	results_free(&results);
	return 0;
}
