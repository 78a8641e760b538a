#include <stdlib.h>
#include <string.h>

#include "cli/plan_tests.h"
#include "input/applicable.h"
#include "input/benchfile.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/paths.h"

/* The name of the i-th snippet. Of several without one, the first is e1. The caller frees. */
static char *
name_snippet(const struct words *names, size_t i)
{
	size_t unnamed = 0, number = 0, k;

	if (*names->v[i])
		return memory_copy(names->v[i]);
	for (k = 0; k < names->n; k++) {
		unnamed += !*names->v[k];
		number += k <= i && !*names->v[k];
	}
	return unnamed == 1 ? memory_copy("e") : text_print("e%zu", number);
}

/* Each -s adds a statement to all snippets. The terminator gets a line of its own, because the
   statement before it may end in a comment. */
static void
make_snippets(struct tests *tests, const struct options *o, const char *terminator)
{
	char *between = text_print("\n%s\n", terminator),
	     *setup = words_join(&o->setup, between);
	char *preamble = words_join(&o->preamble, "\n");
	size_t i;

	for (i = 0; i < o->code.n; i++) {
		char *name = name_snippet(&o->code_names, i);

		if (tests_find(tests, name))
			message_die(STATUS_USAGE,
			    "two snippets are named '%s': give each its own name, as in "
			    "--snippet=NAME=CODE",
			    name);
		benchfile_snippet(tests, name, o->code.v[i], setup, preamble, terminator);
		free(name);
	}
	free(between);
	free(setup);
	free(preamble);
}

/* The language of the first put. --list needs no puts, and C is the default language then. */
static const struct language *
first_language(
    const struct targets *targets, const struct languages *languages, const struct options *o)
{
	const char *name = o->language ? o->language : "c";
	const struct language *language = languages_find(languages, name);

	if (targets->n)
		return targets->v[0].language;
	if (!language)
		message_die(STATUS_USAGE,
		    "--language: unknown language '%s'; the languages are %s", name,
		    languages_names(languages));
	return language;
}

/* The suite that ships for the language of the puts. */
static char *
default_benchfile(const struct targets *targets, const char *language)
{
	char *path;

	if (targets->n)
		applicable_same(
		    targets, "they have no suite in common; name one with --benchfile=FILE");
	path = paths_suite(language);

	if (!path)
		message_die(STATUS_USAGE,
		    "no suite is installed for the language %s; name one with "
		    "--benchfile=FILE, or give a snippet with -e CODE",
		    language);
	return path;
}

void
plan_tests_make(struct tests *tests, const struct targets *targets,
    const struct languages *languages, const struct options *o)
{
	const struct language *language;
	char *path;

	if (o->command) {
		benchfile_command(tests);
		return;
	}
	language = first_language(targets, languages, o);
	if (o->code.n) {
		make_snippets(tests, o, language->terminator);
		return;
	}
	path = default_benchfile(targets, language->name);
	benchfile_read(tests, path, &o->params);
	free(path);
	if (!targets->n)
		message_warn(
		    "--list: without a put and a benchfile, these are the tests for the "
		    "language %s",
		    language->name);
}
