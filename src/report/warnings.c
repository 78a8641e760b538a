#include <stdlib.h>

#include "report/group.h"
#include "report/warnings.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"

static void
print_put(const struct results *results, size_t put)
{
	size_t n = results->tests.n, i;
	char **texts = memory_new((n + 1) * sizeof *texts), *names;

	for (i = 0; i < n; i++) {
		const char *warned = results_cell(results, i, put)->warned;

		texts[i] = warned ? memory_copy(warned) : NULL;
	}
	while ((i = group_take(texts, &results->tests, true, &names)) < n) {
		message_warn(
		    "%s on %s: compiled with warnings", names, results->puts.v[put].label);
		message_block(results_cell(results, i, put)->warned);
		free(names);
	}
	free(texts);
}

void
warnings_print(const struct results *results)
{
	size_t put;

	for (put = 0; put < results->puts.n; put++)
		print_put(results, put);
}

void
warnings_count(const struct results *results)
{
	size_t warnings = 0, tests = 0, test, put;

	for (test = 0; test < results->tests.n; test++) {
		size_t before = warnings;

		for (put = 0; put < results->puts.n; put++)
			warnings += results_cell(results, test, put)->warnings;
		tests += warnings > before;
	}
	if (!warnings)
		return;
	output_flush();
	message_warn("%zu warning%s from %zu test%s; -v shows them", warnings,
	    warnings > 1 ? "s" : "", tests, tests > 1 ? "s" : "");
}
