#include <stdlib.h>
#include <string.h>

#include "cli/baseline.h"
#include "cli/conflicts.h"
#include "cli/plan.h"
#include "cli/labels.h"
#include "cli/select.h"
#include "compare/columns.h"
#include "input/applicable.h"
#include "input/benchfile.h"
#include "input/sources.h"
#include "input/wrapper.h"
#include "report/format.h"
#include "savefile/savefile.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/paths.h"

static bool
has_tests(const struct options *o)
{
	return o->reads.n || o->benchfile || o->code.n || o->command;
}

/* Takes the tests of the file, but not its counts. */
static void
read_tests(struct results *results, const char *path)
{
	savefile_read(results, path);
	results_keep_puts(results, 0, 0);
}

static void
read_files(struct results *results, const struct options *o)
{
	size_t i;

	if (o->reads.n)
		savefile_read(results, o->reads.v[0]);
	for (i = 1; i < o->reads.n; i++) {
		struct results more = {0};

		savefile_read(&more, o->reads.v[i]);
		savefile_merge(results, &more, o->reads.v[i]);
	}
}

/* loops: the baseline's; 0 without a baseline. */
static void
set_loops(struct results *results, const unsigned long *loops, const struct options *o)
{
	if (o->reads.n && o->loops[0] &&
	    (o->loops[0] != results->loops[0] || o->loops[1] != results->loops[1]))
		message_die(STATUS_USAGE,
		    "--loops=%lu,%lu: the file was measured with %lu,%lu, and new puts must be "
		    "too",
		    o->loops[0], o->loops[1], results->loops[0], results->loops[1]);
	if (!o->reads.n) {
		results->loops[0] = o->loops[0] ? o->loops[0] : loops[0] ? loops[0] : 10;
		results->loops[1] = o->loops[1] ? o->loops[1] : loops[1] ? loops[1] : 20;
	}
}

/* The language of the first put. --list needs no puts, and C is the default language then. */
static const struct language *
first_language(const struct plan *plan, const struct options *o)
{
	const char *name = o->language ? o->language : "c";
	const struct language *language = languages_find(&plan->languages, name);

	if (plan->targets.n)
		return plan->targets.v[0].language;
	if (!language)
		message_die(STATUS_USAGE,
		    "--language: unknown language '%s'; the languages are %s", name,
		    languages_names(&plan->languages));
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

/* The words, separated by that; NULL if there are none. The caller frees. */
static char *
join(const struct words *words, const char *between)
{
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < words->n; i++)
		text_addf(&t, "%s%s", i ? between : "", words->v[i]);
	return words->n ? text_take(&t) : NULL;
}

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
	char *between = text_print("\n%s\n", terminator), *setup = join(&o->setup, between);
	char *preamble = join(&o->preamble, "\n");
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

/* Makes the tests if the user named no file with tests. */
static void
make_tests(struct plan *plan, const struct options *o)
{
	struct tests *tests = &plan->results.tests;
	const struct language *language;
	char *path;

	if (o->command) {
		benchfile_command(tests);
		return;
	}
	language = first_language(plan, o);
	if (o->code.n) {
		make_snippets(tests, o, language->terminator);
		return;
	}
	path = default_benchfile(&plan->targets, language->name);
	benchfile_read(tests, path);
	free(path);
	if (!plan->targets.n)
		message_warn(
		    "--list: without a put and a benchfile, these are the tests for the "
		    "language %s",
		    language->name);
}

/* The language of the puts, whatever their names suggest: any program can be a command. NULL if
   the names of the puts decide. */
static const char *
wanted_language(
    const struct tests *tests, const struct languages *languages, const struct options *o)
{
	const struct language *language =
	    tests->language ? languages_find(languages, tests->language) : NULL;

	if (tests->language && !language)
		message_die(STATUS_USAGE, "%s: unknown language '%s'; the languages are %s",
		    o->benchfile ? o->benchfile
		    : o->reads.n ? o->reads.v[0]
		                 : o->baseline,
		    tests->language, languages_names(languages));
	if (o->language)
		return o->language;
	return language && language->command ? language->name : NULL;
}

/* n: how many puts there are without the baseline. */
static void
check_bisect(const struct options *o, size_t n)
{
	if (!o->good.relative || o->baseline) {
		if (n != 1)
			message_die(
			    STATUS_USAGE, "--bisect needs exactly one put; %zu given", n);
	} else if (n != 2) {
		message_die(STATUS_USAGE,
		    "--bisect=%s compares with a good state: measure that with --write=FILE and "
		    "name it with --baseline=FILE, or give two puts, the good one first; %zu "
		    "given",
		    o->good.spec, n);
	}
}

static void
check_one_test(size_t n)
{
	if (n != 1)
		message_die(STATUS_USAGE,
		    "--bisect needs exactly one test; %zu given: choose one with --tests=NAME",
		    n);
}

static void
check_comparison(const struct options *o, size_t n, const char *noun)
{
	const char *option = o->summary   ? "--summary"
	                     : o->changed ? "--changed"
	                     : o->gates.n ? "--fail-above"
	                                  : "--sort=change";

	if (n < 2 && (o->summary || o->changed || o->sort_change || o->gates.n))
		message_die(STATUS_USAGE, "%s compares %ss: it needs at least two; 1 given",
		    option, noun);
}

/* Only compiled code has a size. A file that is read may have sizes. */
static void
check_size(const struct options *o, const struct targets *targets)
{
	field_set fields = o->shown | fields_own(o->fields);
	size_t i;

	if (o->bisect)
		fields |= 1u << o->good.field;
	if (o->sort_put)
		fields |= 1u << o->sort_field;
	if (o->reads.n || !(fields_needs(o->fields, fields) & 1u << FIELD_SIZE))
		return;
	for (i = 0; i < targets->n; i++)
		if (language_is_compiled(targets->v[i].language))
			return;
	message_die(
	    STATUS_USAGE, "the field size needs machine code: none of the puts is a compiler");
}

/* The derived fields follow those of --fields, unless it names which of them to show. */
static field_set
shown_fields(const struct options *o)
{
	field_set own = fields_own(o->fields);

	return o->shown & own ? o->shown : (o->shown ? o->shown : FIELD_ALL) | own;
}

/* Says which tests are in no column. */
static void
note_left_out(const struct tests *tests, const char *param)
{
	struct text names = TEXT_EMPTY;
	size_t n = 0, i;

	for (i = 0; i < tests->n; i++)
		if (!columns_show(&tests->v[i], param))
			text_addf(&names, "%s%s", n++ ? ", " : "", tests->v[i].name);
	if (n)
		message_warn(
		    "--columns=%s leaves out tests without this parameter: %s", param, names.s);
	text_free(&names);
}

static _Noreturn void
unknown_columns(const struct tests *tests, const char *by)
{
	struct words params = WORDS_EMPTY;
	char *names;

	columns_add_params(&params, tests);
	names = join(&params, ", ");
	message_die(STATUS_USAGE,
	    "--columns: '%s' is not a parameter of the tests%s%s; use %stests or puts", by,
	    names ? ", which have " : ", which have none", names ? names : "",
	    names ? "one of them, " : "");
}

static void
find_columns(struct plan *plan, const struct options *o)
{
	const struct tests *tests = &plan->results.tests;

	if (!o->columns || !strcmp(o->columns, "puts"))
		return;
	plan->columns = o->columns;
	plan->labels = columns_of(tests, o->columns);
	if (!plan->labels.n)
		unknown_columns(tests, o->columns);
}

static struct view
make_view(const struct plan *plan, const struct options *o)
{
	struct puts read = puts_beside(&plan->baseline.puts, &plan->results.puts);
	struct puts all = puts_beside(plan->columns ? &plan->labels : &read,
	    plan->columns ? &(struct puts){0} : &o->puts);
	const char *noun = plan->columns ? "column" : "put";
	struct view view = {
	    .rearranged = plan->columns,
	    .fields = shown_fields(o),
	    .sort_field = o->sort_field,
	    .sort_change = o->sort_change,
	    .by_verdict = o->by_verdict,
	    .verdicts = o->verdicts,
	    .raw = o->raw || all.n == 1,
	    .average = o->average,
	    .summary = o->summary,
	    .changed = o->changed,
	    .least = o->least,
	    .colors = o->colors,
	    .width = o->width,
	};

	check_comparison(o, all.n, noun);
	if (o->norm)
		view.norm = select_put(&all, o->norm, "--norm", noun);
	if (o->compact)
		view.compact = select_put(&all, o->compact, "--compact", noun);
	if (o->sort_put)
		view.sort_put = select_put(&all, o->sort_put, "--sort", noun);
	format_check_all(&o->formats, o->write, o->fields, &all, &view);
	free(read.v);
	free(all.v);
	return view;
}

/* Keeps the tests of the baseline that --tests chooses, and checks that they fit. */
static void
choose_baseline_tests(struct plan *plan, const struct options *o)
{
	if (o->tests)
		select_tests_there(&plan->baseline, o->tests);
	baseline_check(&plan->baseline, o->baseline, &plan->results);
}

static bool
applies_to_any(const struct gate *gate, const struct tests *tests)
{
	size_t i;

	for (i = 0; i < tests->n; i++)
		if (gate_applies(gate, tests->v[i].name))
			return true;
	return false;
}

/* A gate without a test would always pass. */
static void
check_gates_match(const struct plan *plan, const struct options *o)
{
	size_t i;

	for (i = 0; i < o->gates.n; i++) {
		const struct gate *gate = &o->gates.v[i];

		if (!applies_to_any(gate, &plan->results.tests) &&
		    !applies_to_any(gate, &plan->baseline.tests))
			message_die(
			    STATUS_FAILURE, "gate %s unjudged: no test matches", gate->spec);
	}
}

/* Command lines run in the current directory, also with the test of a file that was saved in
   another. */
static void
run_here(struct tests *tests)
{
	size_t i;

	for (i = 0; i < tests->n; i++) {
		struct test *test = &tests->v[i];

		if (!test->in_dir)
			continue;
		free(test->dir);
		test->dir = file_home("--command");
	}
}

/* Keeps the tests that have code for one of the targets, if there are any. */
static void
keep_measured(struct results *results, const struct targets *targets)
{
	bool *keep = memory_new(results->tests.n * sizeof *keep);
	size_t test, i;

	for (test = 0; test < results->tests.n; test++) {
		keep[test] = !targets->n;
		for (i = 0; i < targets->n; i++)
			keep[test] |= target_has_code(&targets->v[i], &results->tests.v[test]);
	}
	results_keep_tests(results, keep);
	free(keep);
}

void
plan_make(struct plan *plan, struct options *o)
{
	struct results *results = &plan->results;
	/* A source that an older commit lacks is a put that cannot be built. */
	int unreadable = o->bisect ? STATUS_SKIP : STATUS_USAGE;
	size_t i;

	*plan = (struct plan){.results.fields = o->fields};
	conflicts_check(o);
	read_files(results, o);
	if (o->baseline)
		savefile_read(&plan->baseline, o->baseline);
	if (o->baseline && !has_tests(o))
		read_tests(results, o->baseline);
	if (o->bisect)
		check_bisect(o, results->puts.n + o->puts.n);
	set_loops(results, plan->baseline.loops, o);
	if (o->autolabel)
		labels_shorten(&o->puts, &results->puts);
	labels_check(&o->puts, &results->puts);
	if (o->baseline)
		baseline_choose(&plan->baseline, o->baseline, &results->puts, &o->puts);
	languages_add_all(&plan->languages, &o->language_files);
	if (o->benchfile)
		benchfile_read(&results->tests, o->benchfile);
	targets_find(&plan->targets, &o->puts, &plan->languages,
	    wanted_language(&results->tests, &plan->languages, o), results->tests.language,
	    &o->putargs);
	check_size(o, &plan->targets);
	if (o->cpu)
		targets_hold(&plan->targets, o->cpu);
	if (!results->tests.n)
		make_tests(plan, o);
	if (o->command)
		run_here(&results->tests);
	if (o->tests)
		select_tests(results, o->tests, o->verbose);
	if (o->baseline)
		choose_baseline_tests(plan, o);
	check_gates_match(plan, o);
	for (i = 0; i < o->sources.n; i++)
		sources_add(&results->tests, o->sources.v[i], unreadable);
	applicable_check(&results->tests, &plan->targets, &plan->languages);
	sources_check(&results->tests, &plan->targets, &plan->languages, unreadable);
	if (o->action == ACTION_LIST) {
		keep_measured(results, &plan->targets);
		return;
	}
	wrapper_follow_all(&plan->targets, o->timeout);
	find_columns(plan, o);
	plan->view = make_view(plan, o);
	if (o->bisect)
		check_one_test(results->tests.n);
	if (plan->columns)
		note_left_out(&results->tests, plan->columns);
}

void
plan_free(struct plan *plan)
{
	puts_free(&plan->labels);
	targets_free(&plan->targets);
	languages_free(&plan->languages);
	results_free(&plan->baseline);
	results_free(&plan->results);
}
