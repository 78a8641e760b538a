/* A benchfile, and what is made of the code and the flags of its tests. */

#include "compare/columns.h"
#include "fuzz.h"
#include "input/benchfile.h"
#include "input/flags.h"
#include "measure/compile/snippet.h"
#include "measure/compile/trim.h"
#include "model/fingerprint.h"
#include "report/list.h"

static void
use(const struct test *test)
{
	static const enum part_kind kinds[] = {PART_CFLAGS, PART_LDFLAGS, PART_SOURCES};
	const struct put put = {.exe = "/bin/gcc", .label = "gcc"};
	const struct language c = {.name = "c"};
	const struct target target = {.put = &put, .language = &c, .plain = true};
	const struct trim trim = {.machine = "x86_64"};
	const char *code = test_code(test)->text;
	char *name = NULL;
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	free(snippet_function(&target, test, &name));
	free(name);
	free(trim_branches(code, &trim));
	free(trim_unused(code, "main"));
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		flags_add(&words, &target, test, kinds[i]);
	flags_check(&words, "input");
}

static void
work(void *data)
{
	enum { MOST = 8 };
	struct results *results = data;
	struct words params = WORDS_EMPTY;

	benchfile_read(&results->tests, "input.bench", &params);
	columns_add_params(&params, &results->tests);
	words_free(&params);
	fingerprint_of_tests(&results->tests);
	for (size_t i = 0; i < results->tests.n && i < MOST; i++)
		use(&results->tests.v[i]);
	list_print(results, (struct terminal){0}, stdout);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	FREED_BY(results_free) struct results results = {0};

	fuzz_store("input.bench", data, n);
	free(fuzz_try(work, &results));
	return 0;
}
