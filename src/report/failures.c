#include <stdlib.h>
#include <string.h>

#include "report/cause.h"
#include "report/failures.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"
#include "util/text.h"

/* Returns how many bytes of whole lines both begin with, at most n. */
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

/* Takes the first of the texts, one for each test or NULL, and all that are equal. Sets alike
   to their tests, and returns how many there are. */
static size_t
failures_take(char **texts, size_t n, size_t *alike)
{
	size_t count = 0;
	OWNED char *text = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!texts[i] || (text && strcmp(texts[i], text) != 0))
			continue;
		if (text)
			free(texts[i]);
		else
			text = texts[i];
		texts[i] = NULL;
		alike[count++] = i;
	}
	return count;
}

/* Prints "a, b, c on LABELS: WHAT". Unless all is true, only the first ten tests are named, and
   the others counted. */
static void
warn_of(const struct results *results, const size_t *alike, size_t n, const char *labels,
    bool all, const char *what)
{
	enum { NAMED = 10 };
	FREED_BY(text_free) struct text names = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < n && (all || i < NAMED); i++)
		text_addf(&names, "%s%s", i ? ", " : "", results->tests.v[alike[i]].name);
	if (i < n)
		text_addf(&names, " and %zu more", n - i);
	message_warn("%s on %s: %s", names.s, labels, what);
}

/* Returns the output that the failures of n tests with the same cause have in common. The
   caller frees. */
static char *
common_output(const struct results *results, const size_t *alike, size_t n, size_t put)
{
	const char *first = results_cell(results, alike[0], put)->failure->output;
	size_t whole = strlen(first), length = whole;

	for (size_t i = 1; i < n; i++)
		length = common_lines(
		    first, length, results_cell(results, alike[i], put)->failure->output);
	if (length < whole)
		length = without_introduction(first, length);
	return memory_copy_n(first, length);
}

/* Returns the text that all failures of a group share; NULL: there is no failure. The caller
   frees. */
static char *
key(const struct failure *failure, bool all)
{
	size_t n = failure && !all ? cause_length(failure) : 0;

	return failure ? text_print("%s: %s\n%.*s", failure->stage, failure->why,
	                     (int)(n ? n : strlen(failure->output)), failure->output)
	               : NULL;
}

static void
print_failures(const struct results *results, const size_t *alike, size_t n, size_t put,
    const char *labels, bool all)
{
	const struct failure *failure = results_cell(results, alike[0], put)->failure;
	OWNED char *output = common_output(results, alike, n, put);
	OWNED char *where = text_print("%s: %s", failure->stage, failure->why);
	struct text rest = TEXT_EMPTY;
	OWNED char *cause = cause_take(failure, output, all, &rest);

	warn_of(results, alike, n, labels, all, cause ? cause : where);
	if (cause && rest.n < strlen(failure->output) && !strcmp(failure->stage, STAGE_COMPILE))
		text_addf(&rest, "%s; -v shows all messages\n", where);
	else if (cause)
		text_addf(&rest, "%s\n", where);
	message_block(rest.s ? rest.s : "");
	if (all)
		message_block(failure->command);
	text_free(&rest);
}

static bool
failures_same(const struct results *results, size_t test, size_t put, size_t other)
{
	OWNED char *a = key(results_cell(results, test, put)->failure, true),
	           *b = key(results_cell(results, test, other)->failure, true);

	return text_same(a, b);
}

/* Returns the labels of the put and of later ones on which all n tests fail with the same
   output, and takes the texts of those; n 0: its own. The caller frees. */
static char *
failures_take_puts(
    char **texts, const struct results *results, const size_t *alike, size_t n, size_t put)
{
	struct text labels = TEXT_EMPTY;

	text_add(&labels, results->puts.v[put].label);
	for (size_t other = put + 1, same; n && other < results->puts.n; other++) {
		char **row = texts + other * results->tests.n;

		for (same = 0; same < n && row[alike[same]] &&
		               failures_same(results, alike[same], put, other);)
			same++;
		if (same < n)
			continue;
		text_addf(&labels, ", %s", results->puts.v[other].label);
		while (same--) {
			free(row[alike[same]]);
			row[alike[same]] = NULL;
		}
	}
	return text_take(&labels);
}

/* Prints the failures or warnings of all puts, each group once. Returns true if a command names
   files below FAILURE_DIR. */
static bool
print_groups(const struct results *results, bool warnings, bool all)
{
	size_t n = results->tests.n, i;
	OWNED char **texts = memory_array(n * results->puts.n + 1, sizeof *texts);
	OWNED size_t *alike = memory_array(n + 1, sizeof *alike);
	bool has_dir = false;

	for (i = 0; i < n * results->puts.n; i++) {
		const struct cell *cell = results_cell(results, i % n, i / n);

		texts[i] = warnings ? memory_copy(cell->warned) : key(cell->failure, all);
	}
	for (size_t put = 0; put < results->puts.n; put++)
		while ((i = failures_take(texts + put * n, n, alike))) {
			const struct cell *cell = results_cell(results, alike[0], put);
			OWNED char *labels =
			    failures_take_puts(texts, results, alike, all ? 0 : i, put);

			if (!warnings) {
				print_failures(results, alike, i, put, labels, all);
				has_dir |= all && strstr(cell->failure->command,
				                      FAILURE_DIR "/") != NULL;
				continue;
			}
			warn_of(results, alike, i, labels, true, "compiled with warnings");
			message_block(cell->warned);
		}
	return has_dir;
}

bool
failures_print(const struct results *results, bool all)
{
	return print_groups(results, false, all);
}

void
failures_print_warnings(const struct results *results)
{
	print_groups(results, true, true);
}

void
failures_count_warnings(const struct results *results)
{
	size_t warnings = 0, tests = 0;

	for (size_t test = 0; test < results->tests.n; test++) {
		size_t before = warnings;

		for (size_t put = 0; put < results->puts.n; put++)
			warnings += results_cell(results, test, put)->warnings;
		tests += warnings > before;
	}
	if (!warnings)
		return;
	output_flush();
	message_warn("%zu warning%s from %zu test%s; -v shows them", warnings,
	    warnings > 1 ? "s" : "", tests, tests > 1 ? "s" : "");
}
