#include <string.h>

#include "model/failures.h"
#include "util/message.h"

/* Equal failures in a row that are shown; the others are counted. */
enum { SHOWN = 10 };

static void
print_failure(const struct results *results, size_t test, size_t put)
{
	const struct failure *failure = results_cell(results, test, put)->failure;

	message_warn("%s on %s: %s: %s", results->tests.v[test].name,
	    results->puts.v[put].label, failure->stage, failure->why);
	message_block(failure->command);
	message_block(failure->output);
}

static bool
is_alike(const struct failure *a, const struct failure *b)
{
	return !strcmp(a->stage, b->stage) && !strcmp(a->why, b->why) &&
	       !strcmp(a->output, b->output);
}

static void
count_hidden(const struct results *results, size_t put, size_t alike)
{
	if (alike > SHOWN)
		message_warn("%zu more failed on %s in the same way", alike - SHOWN,
		    results->puts.v[put].label);
}

static size_t
print_failures(const struct results *results, size_t put)
{
	const struct failure *failure, *last = NULL;
	size_t n = 0, alike = 0, test;

	for (test = 0; test < results->tests.n; test++) {
		failure = results_cell(results, test, put)->failure;
		if (!failure)
			continue;
		if (last && !is_alike(last, failure)) {
			count_hidden(results, put, alike);
			alike = 0;
		}
		last = failure;
		if (alike++ < SHOWN)
			print_failure(results, test, put);
		n++;
	}
	count_hidden(results, put, alike);
	return n;
}

size_t
failures_print(const struct results *results)
{
	size_t n = 0, put;

	for (put = 0; put < results->puts.n; put++)
		n += print_failures(results, put);
	return n;
}
