#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"
#include "near.h"
#include "pattern.h"
#include "select.h"
#include "text.h"

static _Noreturn void
unknown_test(const struct tests *tests, char *name, bool verbose)
{
	const char **names = memory_new((tests->n + 1) * sizeof *names), *near;
	size_t i;

	for (i = 0; i < tests->n; i++)
		names[i] = tests->v[i].name;
	near = near_word(name, names);
	message_warn("--tests: there is no test '%s'%s%s%s%s", name,
	    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "",
	    verbose ? "; there are:" : "; --verbose lists them");
	for (i = 0; verbose && i < tests->n; i++)
		message_block(names[i]);
	free(names);
	free(name);
	exit(STATUS_USAGE);
}

/* The name that the list begins with, over which *list steps; NULL behind the last. */
static char *
next_name(const char **list)
{
	const char *s = *list;
	size_t n;

	if (!s)
		return NULL;
	n = strcspn(s, ",");
	*list = s[n] ? s + n + 1 : NULL;
	return memory_copy_n(s, n);
}

static void
check_listed(const struct tests *tests, const char *list, bool verbose)
{
	char *name;

	while ((name = next_name(&list))) {
		if (!tests_find(tests, name))
			unknown_test(tests, name, verbose);
		free(name);
	}
}

static void
keep_listed(struct results *results, const char *list)
{
	bool *keep = memory_new(results->tests.n * sizeof *keep);
	char *name;

	while ((name = next_name(&list))) {
		keep[tests_find(&results->tests, name) - results->tests.v] = true;
		free(name);
	}
	results_keep_tests(results, keep);
	free(keep);
}

/* regex: /.../ */
static struct pattern *
read_regex(const char *regex)
{
	struct pattern *pattern;
	char *inner, *error;

	if (!pattern_slashes(regex, &inner))
		message_die(STATUS_USAGE,
		    "--tests: '%s' has no '/' at its end, as in --tests=/len/", regex);
	pattern = pattern_new(inner, &error);
	free(inner);
	if (!pattern)
		message_die(STATUS_USAGE, "--tests: %s", error);
	return pattern;
}

static void
keep_matching(struct results *results, const char *regex)
{
	struct pattern *pattern = read_regex(regex);
	bool *keep = memory_new(results->tests.n * sizeof *keep);
	size_t i;

	for (i = 0; i < results->tests.n; i++)
		keep[i] = pattern_match(pattern, results->tests.v[i].name);
	pattern_free(pattern);
	results_keep_tests(results, keep);
	free(keep);
	if (!results->tests.n)
		message_die(STATUS_USAGE, "--tests: no test matches %s", regex);
}

void
select_tests(struct results *results, const char *spec, bool verbose)
{
	if (*spec == '/') {
		keep_matching(results, spec);
		return;
	}
	check_listed(&results->tests, spec, verbose);
	keep_listed(results, spec);
}

bool
select_verdicts(struct results *results, verdict_set verdicts)
{
	bool *keep = memory_new(results->tests.n * sizeof *keep);
	size_t i, put;

	for (i = 0; i < results->tests.n; i++) {
		verdict_set found = 0;

		for (put = 0; put < results->puts.n; put++)
			found |= results_cell(results, i, put)->verdicts;
		keep[i] = verdicts ? found & verdicts : !found;
	}
	results_keep_tests(results, keep);
	free(keep);
	return results->tests.n > 0;
}

static _Noreturn void
unknown_put(const struct puts *puts, const char *spec, const char *option)
{
	size_t i;

	message_warn("%s: there is no put '%s'; there are:", option, spec);
	for (i = 0; i < puts->n; i++) {
		const struct put *put = &puts->v[i];
		bool named = strcmp(put->label, put->exe) != 0;
		char *line =
		    text_print("%s%s%s", put->label, named ? "  " : "", named ? put->exe : "");

		message_block(line);
		free(line);
	}
	exit(STATUS_USAGE);
}

static bool
is_number(const char *spec)
{
	const char *digits = spec + (*spec == '-');

	return *digits && !digits[strspn(digits, "0123456789")];
}

/* The put of that number, or puts->n. "-1" is the last. */
static size_t
numbered(const struct puts *puts, const char *spec)
{
	unsigned long long n = strtoull(spec + (*spec == '-'), NULL, 10);

	if (n > puts->n)
		return puts->n;
	return *spec == '-' ? puts->n - (size_t)n : (size_t)n;
}

/* The put whose executable that is, or puts->n. */
static size_t
executed(const struct puts *puts, const char *exe, const char *option)
{
	size_t found = puts->n, i;

	for (i = 0; i < puts->n; i++) {
		if (strcmp(puts->v[i].exe, exe))
			continue;
		if (found < puts->n)
			message_die(STATUS_USAGE,
			    "%s: several puts are '%s'; name one by its label", option, exe);
		found = i;
	}
	return found;
}

size_t
select_put(const struct puts *puts, const char *spec, const char *option)
{
	const struct put *labelled = puts_find(puts, spec);
	size_t label = labelled ? (size_t)(labelled - puts->v) : puts->n;
	size_t number = is_number(spec) ? numbered(puts, spec) : puts->n, exe;

	if (labelled && number < puts->n && number != label)
		message_die(STATUS_USAGE,
		    "%s: '%s' is the label of one put and the number of another; name it by "
		    "its %s",
		    option, spec,
		    *spec == '-' ? "number from the left" : "number from the right");
	if (labelled)
		return label;
	if (number < puts->n)
		return number;
	exe = executed(puts, spec, option);
	if (exe == puts->n && is_number(spec))
		message_die(STATUS_USAGE,
		    "%s: there is no put number %s; they are 0 to %zu, or -1 to -%zu from the "
		    "right",
		    option, spec, puts->n - 1, puts->n);
	if (exe == puts->n)
		unknown_put(puts, spec, option);
	return exe;
}
