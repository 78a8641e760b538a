/* An object file of a test. */

#include "code/calls.h"
#include "code/isolate.h"
#include "code/loop.h"
#include "code/machine_use.h"
#include "code/object.h"
#include "fuzz.h"

#define SYMBOL "cgbench_test_00000007"

static void
find_loop(void)
{
	static const char *const names[] = {"puts", NULL};
	struct loop *loop = loop_find("input.o", NULL, SYMBOL);
	uint64_t size;

	loop_size(loop, &size);
	loop_can_call(loop, names);
	loop_splits(loop);
	loop_stores(loop);
	for (uint64_t count = 0; count < 4; count++) {
		loop_content(loop, count);
		loop_extra(loop, count);
	}
	loop_free(loop);
}

static void
work(void *data)
{
	static const unsigned char start[] = {0xff, 0x25};
	struct machine_use use = {0};
	struct words imports = WORDS_EMPTY;

	(void)data;
	find_loop();
	machine_use_add(&use, "input.o");
	words_split(&imports, "puts stdout malloc");
	calls_separate("input.o", "copy.o", SYMBOL, &imports, start, sizeof start);
	words_free(&imports);
	isolate_align("copy.o");
	free(isolate_test("input.o", SYMBOL, NULL, 3));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	fuzz_store("input.o", data, n);
	unlink("copy.o");
	free(fuzz_try(work, NULL));
	return 0;
}
