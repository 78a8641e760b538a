#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"
#include "near.h"
#include "pattern.h"
#include "select.h"

static _Noreturn void
unknown_test(const struct tests *tests, const char *name, bool verbose)
{
	const char **names = memory_new((tests->n + 1) * sizeof *names), *near;
	size_t i;

	for (i = 0; i < tests->n; i++)
		names[i] = tests->v[i].name;
	near = near_word(name, names);
	message_warn("--tests: there is no test '%s'%s%s%s%s", name, near ? "; did you mean '" : "",
	    near ? near : "", near ? "'?" : "", verbose ? "; there are:" : "; --verbose lists them");
	for (i = 0; verbose && i < tests->n; i++)
		fprintf(stderr, "    %s\n", names[i]);
	exit(STATUS_USAGE);
}

static void
keep_listed(const struct tests *tests, const char *spec, bool *keep, bool verbose)
{
	for (;;) {
		size_t n = strcspn(spec, ",");
		char *name = memory_copy_n(spec, n);
		const struct test *test = tests_find(tests, name);

		if (!test)
			unknown_test(tests, name, verbose);
		keep[test - tests->v] = true;
		free(name);
		if (!spec[n])
			return;
		spec += n + 1;
	}
}

static void
keep_matching(const struct tests *tests, const char *regex, bool *keep)
{
	char *error;
	struct pattern *pattern = pattern_new(regex, &error);
	bool any = false;
	size_t i;

	if (!pattern)
		message_die(STATUS_USAGE, "--tests: %s", error);
	for (i = 0; i < tests->n; i++) {
		keep[i] = pattern_match(pattern, tests->v[i].name);
		any = any || keep[i];
	}
	if (!any)
		message_die(STATUS_USAGE, "--tests: no test matches /%s/", regex);
	pattern_free(pattern);
}

void
select_tests(struct results *results, const char *spec, bool verbose)
{
	bool *keep = memory_new(results->tests.n * sizeof *keep);
	char *regex;

	if (pattern_slashes(spec, &regex)) {
		keep_matching(&results->tests, regex, keep);
		free(regex);
	} else if (*spec == '/') {
		message_die(STATUS_USAGE, "--tests: '%s' has no '/' at its end, as in --tests=/len/", spec);
	} else {
		keep_listed(&results->tests, spec, keep, verbose);
	}
	results_keep_tests(results, keep);
	free(keep);
}

static _Noreturn void
unknown_put(const struct puts *puts, const char *spec, const char *option)
{
	size_t i;

	message_warn("%s: there is no put '%s'; there are:", option, spec);
	for (i = 0; i < puts->n; i++)
		fprintf(stderr, "    %s%s%s\n", puts->v[i].label,
		    strcmp(puts->v[i].label, puts->v[i].exe) ? "  " : "",
		    strcmp(puts->v[i].label, puts->v[i].exe) ? puts->v[i].exe : "");
	exit(STATUS_USAGE);
}

/* Whether spec is a number; *index is the put it means, or puts->n. */
static bool
is_number(const struct puts *puts, const char *spec, size_t *index)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(spec, &end, 10);
	if (end == spec || *end)
		return false;
	if (n < 0)
		n += (long long)puts->n;
	*index = errno || n < 0 || n >= (long long)puts->n ? puts->n : (size_t)n;
	return true;
}

size_t
select_put(const struct puts *puts, const char *spec, const char *option)
{
	const struct put *labelled = puts_find(puts, spec);
	size_t i, found = puts->n;

	if (is_number(puts, spec, &found) && (found < puts->n || !labelled)) {
		if (found == puts->n)
			message_die(STATUS_USAGE, "%s: there is no put number %s; they are 0 to %zu", option,
			    spec, puts->n - 1);
		return found;
	}
	if (labelled)
		return (size_t)(labelled - puts->v);
	for (i = 0; i < puts->n; i++) {
		if (strcmp(puts->v[i].exe, spec))
			continue;
		if (found < puts->n)
			message_die(STATUS_USAGE, "%s: several puts are '%s'; name one by its label",
			    option, spec);
		found = i;
	}
	if (found == puts->n)
		unknown_put(puts, spec, option);
	return found;
}
