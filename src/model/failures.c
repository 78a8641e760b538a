#include <stdlib.h>
#include <string.h>

#include "model/alike.h"
#include "model/failures.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

static void
print_failure(const struct failure *failure, const char *names, const char *label)
{
	message_warn("%s on %s: %s: %s", names, label, failure->stage, failure->why);
	message_block(failure->command);
	message_block(failure->output);
}

/* Returns true if a command names files below FAILURE_DIR. */
static bool
print_failures(const struct results *results, size_t put, bool all)
{
	size_t n = results->tests.n, i;
	char **texts = memory_new((n + 1) * sizeof *texts), *names;
	bool has_dir = false;

	for (i = 0; i < n; i++) {
		const struct failure *failure = results_cell(results, i, put)->failure;

		if (failure)
			texts[i] = text_print(
			    "%s: %s\n%s", failure->stage, failure->why, failure->output);
	}
	while ((i = alike_take(texts, &results->tests, all, &names)) < n) {
		const struct failure *failure = results_cell(results, i, put)->failure;

		print_failure(failure, names, results->puts.v[put].label);
		has_dir |= strstr(failure->command, FAILURE_DIR "/") != NULL;
		free(names);
	}
	free(texts);
	return has_dir;
}

bool
failures_print(const struct results *results, bool all)
{
	bool has_dir = false;
	size_t put;

	for (put = 0; put < results->puts.n; put++)
		has_dir |= print_failures(results, put, all);
	return has_dir;
}
