#include <stdlib.h>
#include <string.h>

#include "app/choose.h"
#include "compare/columns.h"
#include "model/filter.h"
#include "model/param.h"
#include "util/array.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

/* Makes "; did you mean --tests=/gcd/ (2 tests)?" if so many names contain it, or else the name
   that it resembles. The caller frees. */
static char *
hint_test(const struct tests *tests, const char *const *names, const char *name)
{
	OWNED char *dots = text_replace(name, ".", "[.]"),
	           *regex = text_replace(dots, "+", "[+]");
	size_t n = 0;

	for (size_t i = 0; *name && i < tests->n; i++)
		n += strstr(names[i], name) != NULL;
	return n ? text_print(
	               "; did you mean --tests=/%s/ (%zu test%s)?", regex, n, n > 1 ? "s" : "")
	         : words_hint(name, names);
}

static _Noreturn void
unknown_test(const struct tests *tests, const char *name, bool verbose)
{
	OWNED const char **names = memory_array(tests->n + 1, sizeof *names);
	OWNED char *hint = NULL;

	for (size_t i = 0; i < tests->n; i++)
		names[i] = tests->v[i].name;
	hint = hint_test(tests, names, name);
	message_warn("--tests: unknown test '%s'%s%s", name, hint,
	    verbose ? "; the tests are:" : "; --verbose lists them");
	for (size_t i = 0; verbose && i < tests->n; i++)
		message_block(names[i]);
	exit(STATUS_USAGE);
}

void
choose_tests(struct results *results, const char *spec, bool strict, bool verbose)
{
	OWNED bool *keep = memory_array(results->tests.n + 1, sizeof *keep);
	FREED_BY(filter_free) struct filter filter = {0};

	filter_parse(&filter, spec, "--tests");
	for (size_t i = 0; strict && i < filter.names.n; i++)
		if (!tests_find(&results->tests, filter.names.v[i]))
			unknown_test(&results->tests, filter.names.v[i], verbose);
	for (size_t i = 0; i < results->tests.n; i++)
		keep[i] = filter_matches(&filter, results->tests.v[i].name);
	results_keep_tests(results, keep);
	if (strict && !results->tests.n)
		message_die(STATUS_USAGE, "--tests: no test matches %s", spec);
}

void
choose_shard(struct results *results, const struct shard *shard)
{
	OWNED bool *keep = memory_array(results->tests.n, sizeof *keep);

	results->shard = *shard;
	results->shard.tests = results->tests.n;
	results->shard.selection = fingerprint_of_tests(&results->tests);
	for (size_t i = 0; i < results->tests.n; i++)
		keep[i] = i % shard->count == shard->number - 1;
	results_keep_tests(results, keep);
}

static _Noreturn void
unknown_param(const struct words *names, const char *name)
{
	if (!names->n)
		message_die(STATUS_USAGE, "--param=%s: no test has a parameter", name);
	message_die(STATUS_USAGE, "--param=%s: no test has this parameter; they have %s", name,
	    words_join(names, ", "));
}

void
choose_params(const struct tests *tests, const struct words *params)
{
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	columns_add_params(&names, tests);
	for (size_t i = 0; i < params->n; i++) {
		OWNED char *name = param_option_name(params->v[i]);

		if (words_find(&names, name) == names.n)
			unknown_param(&names, name);
	}
}

static _Noreturn void
unknown_put(const struct puts *puts, const char *spec, const char *option)
{
	message_warn("%s: unknown column '%s'; the columns are:", option, spec);
	ARRAY_EACH(const struct put, put, puts->v, puts->n) {
		bool named = strcmp(put->label, put->exe) != 0;
		OWNED char *line =
		    text_print("%s%s%s", put->label, named ? "  " : "", named ? put->exe : "");

		message_block(line);
	}
	exit(STATUS_USAGE);
}

static bool
is_number(const char *spec)
{
	const char *digits = spec + (*spec == '-');

	return *digits && !digits[strspn(digits, "0123456789")];
}

/* Finds the put with that number, or puts->n. "-1" is the last. */
static size_t
numbered(const struct puts *puts, const char *spec)
{
	unsigned long long n = strtoull(spec + (*spec == '-'), NULL, 10);

	if (n > puts->n)
		return puts->n;
	return *spec == '-' ? puts->n - (size_t)n : (size_t)n;
}

/* Finds the only put with that executable, or puts->n. */
static size_t
choose_executed(const struct puts *puts, const char *exe, const char *option)
{
	size_t found = puts->n;

	for (size_t i = 0; i < puts->n; i++) {
		if (strcmp(puts->v[i].exe, exe))
			continue;
		if (found < puts->n)
			message_die(STATUS_USAGE,
			    "%s: '%s' names several columns; name one by its label", option,
			    exe);
		found = i;
	}
	return found;
}

const char *
choose_put(const struct puts *puts, const char *spec, const char *option)
{
	const struct put *labelled = puts_find(puts, spec);
	size_t label = labelled ? (size_t)(labelled - puts->v) : puts->n;
	size_t number = is_number(spec) ? numbered(puts, spec) : puts->n, exe;

	if (labelled && number < puts->n && number != label)
		message_die(STATUS_USAGE,
		    "%s: '%s' is the label of one column and the number of another; name it by "
		    "its %s",
		    option, spec,
		    *spec == '-' ? "number from the left" : "number from the right");
	if (labelled)
		return labelled->label;
	if (number < puts->n)
		return puts->v[number].label;
	exe = choose_executed(puts, spec, option);
	if (exe == puts->n && is_number(spec))
		message_die(STATUS_USAGE,
		    "%s: no column has number %s; use 0 to %zu, or -1 to -%zu from the right",
		    option, spec, puts->n - 1, puts->n);
	if (exe == puts->n)
		unknown_put(puts, spec, option);
	return puts->v[exe].label;
}
