#include <stdlib.h>
#include <string.h>

#include "model/alike.h"
#include "model/cause.h"
#include "model/failures.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

/* How many bytes of whole lines both begin with, at most n. */
static size_t
common_lines(const char *a, size_t n, const char *b)
{
	size_t at = 0, i;

	for (i = 0; i < n && a[i] && a[i] == b[i]; i++)
		if (a[i] == '\n')
			at = i + 1;
	return !a[i] && !b[i] ? i : at;
}

/* Cuts off the lines that introduce what follows:
       my.bench: In function 'cgbenchtest': */
static size_t
without_introduction(const char *s, size_t n)
{
	while (n > 1 && s[n - 1] == '\n' && strchr(":,", s[n - 2]))
		for (n--; n && s[n - 1] != '\n'; n--)
			;
	return n;
}

/* What the failures of the first test's cause have in common. The caller frees. */
static char *
common_output(const struct results *results, size_t first, size_t put)
{
	const struct failure *failure = results_cell(results, first, put)->failure, *other;
	size_t all = strlen(failure->output), n = all, i;
	bool more = false;

	if (!cause_length(failure))
		return memory_copy(failure->output);
	for (i = first + 1; i < results->tests.n; i++) {
		other = results_cell(results, i, put)->failure;
		if (other && cause_same(failure, other))
			n = common_lines(failure->output, n, other->output);
	}
	n = n < all ? without_introduction(failure->output, n) : n;
	for (i = first; i < results->tests.n; i++) {
		other = results_cell(results, i, put)->failure;
		more |=
		    other && cause_same(failure, other) && cause_has_error(other->output + n);
	}
	return text_print("%.*s%s", (int)n, failure->output,
	    more ? "[...] --verbose shows the other errors of these tests\n" : "");
}

static void
print_failure(
    const struct failure *failure, const char *output, const char *names, const char *label)
{
	message_warn("%s on %s: %s: %s", names, label, failure->stage, failure->why);
	message_block(failure->command);
	message_block(output);
}

/* What is the same for all failures that are told together. The caller frees. */
static char *
key(const struct failure *failure, bool all)
{
	size_t n = all ? 0 : cause_length(failure);

	return text_print("%s: %s\n%.*s", failure->stage, failure->why,
	    (int)(n ? n : strlen(failure->output)), failure->output);
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
			texts[i] = key(failure, all);
	}
	while ((i = alike_take(texts, &results->tests, all, &names)) < n) {
		const struct failure *failure = results_cell(results, i, put)->failure;
		char *output =
		    all ? memory_copy(failure->output) : common_output(results, i, put);

		print_failure(failure, output, names, results->puts.v[put].label);
		has_dir |= strstr(failure->command, FAILURE_DIR "/") != NULL;
		free(names);
		free(output);
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
