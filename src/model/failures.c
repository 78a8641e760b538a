#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/alike.h"
#include "model/failures.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

static void
print_failure(
    const struct failure *failure, const char *output, const char *names, const char *label)
{
	message_warn("%s on %s: %s: %s", names, label, failure->stage, failure->why);
	message_block(failure->command);
	message_block(output);
}

static const char *
next_line(const char *s)
{
	s += strcspn(s, "\n");
	return s + (*s == '\n');
}

/* How many bytes of whole lines both begin with, at most n. */
static size_t
common_lines(const char *a, size_t n, const char *b)
{
	size_t at = 0;

	while (a[at] && at < n) {
		size_t length = (size_t)(next_line(a + at) - (a + at));

		if (strncmp(a + at, b + at, length) != 0)
			break;
		at += length;
	}
	return at;
}

static bool
is_alike(const struct failure *a, const struct failure *b)
{
	return !strcmp(a->stage, b->stage) && !strcmp(a->why, b->why);
}

static bool
has_error(const char *s, size_t n)
{
	char *text = memory_copy_n(s, n);
	bool has = strstr(text, "error") != NULL;

	free(text);
	return has;
}

/* The errors with which the output of every test of the put begins, as those in a header do; or
   NULL. The caller frees. */
static char *
common_errors(const struct results *results, size_t put)
{
	const struct failure *first = NULL, *failure;
	size_t n = SIZE_MAX, i;

	for (i = 0; i < results->tests.n; i++) {
		failure = results_cell(results, i, put)->failure;
		if (!failure && !results_cell(results, i, put)->measured)
			continue;
		if (!failure || (first && !is_alike(first, failure)))
			return NULL;
		first = first ? first : failure;
		n = common_lines(first->output, n, failure->output);
	}
	return first && has_error(first->output, n) ? memory_copy_n(first->output, n) : NULL;
}

/* Returns true if a command names files below FAILURE_DIR. */
static bool
print_failures(const struct results *results, size_t put, bool all)
{
	size_t n = results->tests.n, i;
	char **texts = memory_new((n + 1) * sizeof *texts), *names;
	char *common = all ? NULL : common_errors(results, put);
	bool has_dir = false;

	for (i = 0; i < n; i++) {
		const struct failure *failure = results_cell(results, i, put)->failure;

		if (failure)
			texts[i] = text_print("%s: %s\n%s", failure->stage, failure->why,
			    common ? common : failure->output);
	}
	while ((i = alike_take(texts, &results->tests, all, &names)) < n) {
		const struct failure *failure = results_cell(results, i, put)->failure;

		print_failure(failure, common ? common : failure->output, names,
		    results->puts.v[put].label);
		has_dir |= strstr(failure->command, FAILURE_DIR "/") != NULL;
		free(names);
	}
	free(texts);
	free(common);
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
