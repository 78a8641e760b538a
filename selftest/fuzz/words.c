/* A command line: options, puts and their words. */

#include "cli/commandline.h"
#include "app/labels.h"
#include "app/options.h"
#include "fuzz.h"
#include "input/flags.h"
#include "model/filter.h"

static void
work(void *data)
{
	struct words *words = data;
	struct options options;
	const struct puts none = {0};
	struct filter filter;

	commandline_parse(&options, (int)words->n, words->v);
	conflicts_check(&options);
	flags_check(&options.measure.ldflags, "--ldflags");
	if (options.measure.tests) {
		filter_parse(&filter, options.measure.tests, "--tests");
		filter_matches(&filter, "str::len");
		filter_free(&filter);
	}
	if (options.print.autolabel)
		labels_shorten(&options.puts, &none);
	labels_check(&options.puts, &none);
	options_free(&options);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;
	OWNED char *line = memory_copy_n((const char *)data, n);

	words_add(&words, "cgbench");
	if (words_split(&words, line))
		free(fuzz_try(work, &words));
	return 0;
}
