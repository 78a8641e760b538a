/* An annotated source. */

#include "fuzz.h"
#include "input/benchfile.h"

static void
work(void *data)
{
	struct words params = WORDS_EMPTY;

	benchfile_read(data, "input.cpp", &params);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	FREED_BY(tests_free) struct tests tests = {0};

	fuzz_store("input.cpp", data, n);
	free(fuzz_try(work, &tests));
	return 0;
}
