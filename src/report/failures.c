#include <stdlib.h>
#include <string.h>

#include "report/group.h"
#include "report/cause.h"
#include "report/failures.h"
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

/* What n failures with the same cause have in common. The caller frees. */
static char *
common_output(const struct failure *const *failures, size_t n)
{
	const char *first = failures[0]->output;
	size_t whole = strlen(first), length = whole, i;
	bool more = false;

	for (i = 1; i < n; i++)
		length = common_lines(first, length, failures[i]->output);
	if (length < whole)
		length = without_introduction(first, length);
	for (i = 0; i < n; i++)
		more |= cause_has_error(failures[i]->output + length);
	return text_print("%.*s%s", (int)length, first,
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

/* What all failures of a group share. The caller frees. */
static char *
key(const struct failure *failure, bool all)
{
	size_t n = all ? 0 : cause_length(failure);

	return text_print("%s: %s\n%.*s", failure->stage, failure->why,
	    (int)(n ? n : strlen(failure->output)), failure->output);
}

/* Takes the failures from the first one on whose texts were taken. Returns how many. */
static size_t
take_failures(const struct failure **taken, const struct failure **failures, char **texts,
    size_t first, size_t end)
{
	size_t n = 0, i;

	for (i = first; i < end; i++)
		if (failures[i] && !texts[i]) {
			taken[n++] = failures[i];
			failures[i] = NULL;
		}
	return n;
}

/* Returns true if a command names files below FAILURE_DIR. */
static bool
print_failures(const struct results *results, size_t put, bool all)
{
	size_t n = results->tests.n, count, i;
	char **texts = memory_new((n + 1) * sizeof *texts), *names, *output;
	const struct failure **failures = memory_new((n + 1) * sizeof *failures),
	                     **alike = memory_new((n + 1) * sizeof *alike);
	bool has_dir = false;

	for (i = 0; i < n; i++) {
		failures[i] = results_cell(results, i, put)->failure;
		if (failures[i])
			texts[i] = key(failures[i], all);
	}
	while ((i = group_take(texts, &results->tests, all, &names)) < n) {
		count = take_failures(alike, failures, texts, i, n);
		output = common_output(alike, count);
		print_failure(alike[0], output, names, results->puts.v[put].label);
		has_dir |= strstr(alike[0]->command, FAILURE_DIR "/") != NULL;
		free(names);
		free(output);
	}
	free(texts);
	free(failures);
	free(alike);
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
