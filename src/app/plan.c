#include <stdlib.h>
#include <string.h>

#include "app/choose.h"
#include "app/labels.h"
#include "app/plan.h"
#include "app/plan_view.h"
#include "app/saved_runs.h"
#include "compare/columns.h"
#include "compare/comparable.h"
#include "input/applicable.h"
#include "input/benchfile.h"
#include "input/flags.h"
#include "input/sources.h"
#include "input/wrapper.h"
#include "savefile/savefile.h"
#include "util/file.h"
#include "util/array.h"
#include "util/message.h"
#include "util/paths.h"

/* Names the i-th snippet. Several without a name are e1, e2 and so on. The caller frees. */
static char *
name_snippet(const struct words *names, size_t i)
{
	size_t unnamed = 0, number = 0;

	if (*names->v[i])
		return memory_copy(names->v[i]);
	for (size_t k = 0; k < names->n; k++) {
		unnamed += !*names->v[k];
		number += k <= i && !*names->v[k];
	}
	return unnamed == 1 ? memory_copy("e") : text_print("e%zu", number);
}

/* Each -s adds a statement to all snippets. The terminator gets a line of its own, because the
   statement before it may end in a comment. */
static void
make_snippets(struct tests *tests, const struct measuring *m, const struct language *language)
{
	OWNED char *between = text_print("\n%s\n", language->terminator),
	           *setup = words_join(&m->setup, between);
	OWNED char *preamble = words_join(&m->preamble, "\n");

	for (size_t i = 0; i < m->code.n; i++) {
		OWNED char *name = name_snippet(&m->code_names, i);

		if (tests_find(tests, name))
			message_die(STATUS_USAGE,
			    "two snippets are named '%s': give each its own name, as in "
			    "--snippet=NAME=CODE",
			    name);
		benchfile_snippet(tests, name, m->code.v[i], setup, preamble, language);
	}
}

/* Finds the language of the first put. --list needs no puts, and C is the default language
   then. */
static const struct language *
first_language(
    const struct targets *targets, const struct languages *languages, const struct measuring *m)
{
	const char *name = m->language ? m->language : "c";
	const struct language *language = languages_find(languages, name);

	if (targets->n)
		return targets->v[0].language;
	if (!language)
		message_die(STATUS_USAGE,
		    "--language: unknown language '%s'; the languages are %s", name,
		    languages_names(languages));
	return language;
}

/* Finds the suite that ships for the language of the puts. */
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

/* Makes the tests of --command, whose options stand for keys of a benchfile. */
static void
plan_make_commands(struct tests *tests, const struct measuring *m)
{
	FREED_BY(words_free) struct words keys = WORDS_EMPTY;

	if (m->setup.n) {
		words_add(&keys, part_name(PART_SETUP));
		words_take(&keys, words_join(&m->setup, "\n"));
	}
	if (m->prepare.n) {
		words_add(&keys, part_name(PART_PRE));
		words_take(&keys, words_join(&m->prepare, "\n"));
	}
	if (m->input) {
		words_add(&keys, part_name(PART_INPUT));
		words_add(&keys, m->input);
	}
	if (m->ignore_status) {
		words_add(&keys, part_name(PART_STATUS));
		words_add(&keys, "any");
		words_add(&keys, part_name(PART_STDERR));
		words_add(&keys, "ok");
	}
	benchfile_command(tests, &keys, &m->params);
}

/* Makes the tests if the user named no file with tests: those of -e, that of --command, or
   those of the suite for the language of the targets. */
static void
make_tests(struct tests *tests, const struct targets *targets,
    const struct languages *languages, const struct measuring *m)
{
	const struct language *language;
	OWNED char *path = NULL;

	if (m->command) {
		plan_make_commands(tests, m);
		return;
	}
	language = first_language(targets, languages, m);
	if (m->code.n) {
		make_snippets(tests, m, language);
		return;
	}
	path = default_benchfile(targets, language->name);
	benchfile_read(tests, path, &m->params);
	if (!targets->n)
		message_warn(
		    "--list: no program and no benchfile is given; these are the tests "
		    "for the language %s",
		    language->name);
}

/* loops: the baseline's; 0 without a baseline. */
static void
set_loops(struct results *results, const unsigned long *loops, const struct options *o)
{
	if (o->save.reads.n && o->measure.loops[0] &&
	    (o->measure.loops[0] != results->loops[0] ||
	        o->measure.loops[1] != results->loops[1]))
		message_die(STATUS_USAGE,
		    "--loops=%lu,%lu: the file was measured with --loops=%lu,%lu: use them for "
		    "new programs too",
		    o->measure.loops[0], o->measure.loops[1], results->loops[0],
		    results->loops[1]);
	if (!o->save.reads.n) {
		results->loops[0] = o->measure.loops[0] ? o->measure.loops[0]
		                    : loops[0]          ? loops[0]
		                                        : 10;
		results->loops[1] = o->measure.loops[1] ? o->measure.loops[1]
		                    : loops[1]          ? loops[1]
		                                        : 20;
	}
}

/* Returns the language that all puts have, whatever their names suggest, or NULL if their names
   decide. A benchfile decides only for commands, which any program can be. */
static const char *
wanted_language(
    const struct tests *tests, const struct languages *languages, const struct options *o)
{
	const struct language *language =
	    tests->language ? languages_find(languages, tests->language) : NULL;

	if (tests->language && !language)
		message_die(STATUS_USAGE, "%s: unknown language '%s'; the languages are %s",
		    o->measure.benchfiles.n ? o->measure.benchfiles.v[0]
		    : o->save.reads.n       ? o->save.reads.v[0]
		                            : o->save.baseline,
		    tests->language, languages_names(languages));
	if (o->measure.language)
		return o->measure.language;
	return language && language->command ? language->name : NULL;
}

/* n: how many puts there are without the baseline. */
static void
check_bisect(const struct options *o, size_t n)
{
	if (!o->judge.good.relative || o->save.baseline) {
		if (n != 1)
			message_die(STATUS_USAGE,
			    "--bisect needs exactly one program, or saved counts of one; %zu given",
			    n);
	} else if (n != 2) {
		message_die(STATUS_USAGE,
		    "--bisect=%s compares with a good state: measure that with --write=FILE and "
		    "name it with --baseline=FILE, or give two programs, the good one first; %zu "
		    "given",
		    o->judge.good.spec, n);
	}
}

/* Only compiled code has a size. A file that is read may have sizes. */
static void
check_size(const struct options *o, const struct targets *targets)
{
	field_set fields = o->view.fields | fields_own(o->fields);

	if (o->judge.bisect)
		fields |= FIELD_BIT(o->judge.good.field);
	if (o->view.sort_put)
		fields |= FIELD_BIT(o->view.sort_field);
	if (o->save.reads.n || !(fields_needs(o->fields, fields) & FIELD_BIT(FIELD_SIZE)))
		return;
	for (size_t i = 0; i < targets->n; i++)
		if (language_is_compiled(targets->v[i].language))
			return;
	message_die(STATUS_USAGE,
	    "the field size needs machine code: none of the programs is a compiler");
}

static _Noreturn void
unknown_columns(const struct tests *tests, const char *by)
{
	struct words params = WORDS_EMPTY;
	char *names;

	columns_add_params(&params, tests);
	names = words_join(&params, ", ");
	message_die(STATUS_USAGE,
	    "--columns: '%s' is not a parameter of the tests%s%s; use %stests or puts", by,
	    names ? ", which have " : ", which have none", names ? names : "",
	    names ? "one of them, " : "");
}

/* Says which tests do not have the parameter, and so are in no column. */
static void
note_without(const struct tests *tests, const char *param)
{
	FREED_BY(text_free) struct text names = TEXT_EMPTY;
	size_t n = 0;

	for (size_t i = 0; i < tests->n; i++)
		if (!columns_show(&tests->v[i], param))
			text_addf(&names, "%s%s", n++ ? ", " : "", tests->v[i].name);
	if (n)
		message_warn(
		    "--columns=%s leaves out tests without this parameter: %s", param, names.s);
}

/* Returns what the columns are instead of the puts, or NULL. Several tests that were named are
   compared with each other if one put has nothing else to be compared with. */
static const char *
columns_by(const struct tests *tests, size_t puts, const struct options *o)
{
	const struct view *view = &o->view;
	bool named = o->measure.code.n || o->measure.command || o->measure.tests;
	bool arranged = view->tables || view->norm || view->compact || view->sort_put ||
	                view->sort_change || view->changed || view->by_verdict ||
	                view->summary || o->print.formats.n;
	bool judged = o->judge.gates.n || o->judge.check || o->judge.bisect;

	if (o->print.columns)
		return strcmp(o->print.columns, "puts") ? o->print.columns : NULL;
	return puts == 1 && tests->n > 1 && named && !arranged && !judged &&
	               !(view->explain && o->measure.tests)
	           ? "tests"
	           : NULL;
}

static void
make_view(struct plan *plan, const struct options *o)
{
	const struct tests *tests = &plan->results.tests;
	struct puts read = puts_beside(&plan->baseline.puts, &plan->results.puts);
	struct puts all = puts_beside(&read, &o->puts);

	plan->columns = columns_by(tests, all.n, o);
	if (plan->columns) {
		plan->labels = columns_of(tests, plan->columns);
		if (!plan->labels.n)
			unknown_columns(tests, plan->columns);
	}
	plan->view = plan_view_make(plan->columns ? &plan->labels : &all, plan->columns, o);
	if (plan->columns)
		note_without(tests, plan->columns);
	free(read.v);
	free(all.v);
}

static bool
applies_to_any(const struct gate *gate, const struct tests *tests)
{
	for (size_t i = 0; i < tests->n; i++)
		if (gate_applies(gate, tests->v[i].name))
			return true;
	return false;
}

/* Refuses a gate without a test, or with a name that no test has: it would always pass. */
static void
check_gates_match(const struct plan *plan, const struct gates *gates)
{
	const struct tests *tests = &plan->results.tests, *others = &plan->baseline.tests;

	ARRAY_EACH(const struct gate, gate, gates->v, gates->n) {
		const struct words *names = &gate->tests.names;

		for (size_t i = 0; i < names->n; i++)
			if (!tests_find(tests, names->v[i]) && !tests_find(others, names->v[i]))
				message_die(STATUS_FAILURE,
				    "gate %s unjudged: no test is named '%s'", gate->spec,
				    names->v[i]);
		if (!applies_to_any(gate, tests) && !applies_to_any(gate, others))
			message_die(
			    STATUS_FAILURE, "gate %s unjudged: no test matches", gate->spec);
	}
}

/* Command lines run in the current directory, also with the test of a file that was saved in
   another. */
static void
run_here(struct tests *tests)
{
	ARRAY_EACH(struct test, test, tests->v, tests->n) {
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
	OWNED bool *keep = memory_array(results->tests.n, sizeof *keep);

	for (size_t test = 0; test < results->tests.n; test++) {
		keep[test] = !targets->n;
		for (size_t i = 0; i < targets->n; i++)
			keep[test] |= target_has_code(&targets->v[i], &results->tests.v[test]);
	}
	results_keep_tests(results, keep);
}

/* Without tests of its own the command line takes the baseline's, but not its counts. */
static void
read_files(struct plan *plan, const struct options *o)
{
	saved_runs_read(&plan->results, o);
	if (o->save.baseline)
		savefile_read(&plan->baseline, o->save.baseline);
	if (o->save.baseline && !o->save.reads.n && !o->measure.benchfiles.n &&
	    !o->measure.code.n && !o->measure.command) {
		savefile_read(&plan->results, o->save.baseline);
		results_keep_puts(&plan->results, 0, 0);
	}
}

/* Labels differ from those in the files that were read, and choose the put of the baseline. */
static void
label_puts(struct plan *plan, struct options *o)
{
	const struct puts *read = &plan->results.puts;

	if (o->print.autolabel)
		labels_shorten(&o->puts, read);
	labels_check(&o->puts, read);
	if (o->save.baseline)
		saved_runs_choose_baseline(&plan->baseline, o->save.baseline, read, &o->puts);
}

/* Measures the system's compiler of C or C++ if nothing else is named. */
static void
add_default_put(const struct tests *tests, struct options *o)
{
	const char *language = o->measure.language ? o->measure.language : tests->language;
	bool c = !language || !strcmp(language, "c");
	struct put *put;

	if (o->puts.n || o->save.reads.n || o->action == ACTION_LIST)
		return;
	if (!c && strcmp(language, "c++") != 0)
		message_die(STATUS_USAGE,
		    "nothing to do: name what runs %s, as in 'cgbench ... -- PROGRAM'; "
		    "--action=languages lists what is installed",
		    language);
	put = puts_add(&o->puts);
	put->exe = memory_copy(c ? "cc" : "c++");
	put->label = memory_copy(put->exe);
	message_warn("measures %s, with -O2; to compare compilers, name them, as in '-- %s'",
	    put->exe, c ? "gcc clang" : "g++ clang++");
}

/* A benchfile may name the language of the puts, so it is read first. */
static void
find_targets(struct plan *plan, struct options *o)
{
	struct tests *tests = &plan->results.tests;

	languages_add_all(&plan->languages, &o->measure.language_files);
	benchfiles_read(tests, &o->measure.benchfiles, &o->measure.params);
	for (size_t i = 0; o->verbose && i < tests->remarks.n; i++)
		message_warn("%s", tests->remarks.v[i]);
	if (tests->of_perl && !o->view.tables && options_print(o) && !o->print.formats.n)
		message_warn(
		    "less is better; --tables prints bench.pl's tables, in which more is better");
	add_default_put(tests, o);
	targets_find(&plan->targets, &o->puts, &plan->languages,
	    wanted_language(tests, &plan->languages, o), tests->language, &o->measure.putargs);
	check_size(o, &plan->targets);
	if (o->measure.cpu)
		targets_hold(&plan->targets, o->measure.cpu);
}

/* The targets decide which tests there are if no file has any. --param names one of all tests,
   and --tests chooses from all. */
static void
find_tests(struct plan *plan, const struct options *o)
{
	struct tests *tests = &plan->results.tests;

	if (!tests->n)
		make_tests(tests, &plan->targets, &plan->languages, &o->measure);
	choose_params(tests, &o->measure.params);
	if (o->measure.command)
		run_here(tests);
	if (o->measure.tests)
		choose_tests(&plan->results, o->measure.tests, true, o->verbose);
	if (o->save.baseline && o->measure.tests)
		choose_tests(&plan->baseline, o->measure.tests, false, false);
	if (o->save.baseline)
		saved_runs_check_baseline(&plan->baseline, o->save.baseline, &plan->results);
	check_gates_match(plan, &o->judge.gates);
}

/* Only the sources of tests that were chosen must be there. */
static void
check_sources(struct plan *plan, const struct options *o)
{
	struct tests *tests = &plan->results.tests;
	/* If an older commit lacks a source, the put cannot be built there. */
	int unreadable = o->judge.bisect ? STATUS_SKIP : STATUS_USAGE;

	for (size_t i = 0; i < o->measure.sources.n; i++)
		sources_add(tests, o->measure.sources.v[i], unreadable);
	for (size_t i = 0; i < o->measure.ldflags.n; i++)
		for (size_t k = 0; k < tests->n; k++)
			flags_add_top(&tests->v[k], "top_ldflags", o->measure.ldflags.v[i]);
	applicable_check(tests, &plan->targets, &plan->languages);
	sources_check(tests, &plan->targets, &plan->languages, unreadable);
}

/* Budgets are not judged with --check and --bisect, which judge in another way. */
static void
find_budgets(struct plan *plan, const struct options *o)
{
	FREED_BY(gates_free) struct gates budgets = {0};

	gates_add_budgets(&budgets, &plan->results.tests, o->fields);
	for (size_t i = 0; i < budgets.n; i++)
		if (!o->judge.check && !o->judge.bisect)
			plan->budgets |= FIELD_BIT(budgets.v[i].field);
}

void
plan_make(struct plan *plan, struct options *o)
{
	struct results *results = &plan->results;

	*plan = (struct plan){.results.fields = o->fields};
	read_files(plan, o);
	if (o->judge.bisect)
		check_bisect(o, results->puts.n + o->puts.n);
	set_loops(results, plan->baseline.loops, o);
	label_puts(plan, o);
	find_targets(plan, o);
	find_tests(plan, o);
	check_sources(plan, o);
	/* The tests are checked before, so that all shards of a run pass or none does. */
	if (o->measure.shard.count)
		choose_shard(results, &o->measure.shard);
	find_budgets(plan, o);
	if (o->action == ACTION_LIST) {
		keep_measured(results, &plan->targets);
		return;
	}
	/* This runs the puts, so it comes after --list, which runs nothing. */
	wrapper_follow_all(&plan->targets, o->measure.timeout);
	make_view(plan, o);
	if (o->judge.bisect && results->tests.n != 1)
		message_die(STATUS_USAGE,
		    "--bisect needs exactly one test; %zu given: choose one with --tests=NAME",
		    results->tests.n);
}

void
plan_check_comparable(const struct plan *plan, const struct puts *now, const struct options *o)
{
	struct puts read = puts_beside(&plan->baseline.puts, &plan->results.puts);
	FREED_BY(words_free) struct words notes = WORDS_EMPTY;
	bool comparable = comparable_check(&read, now, o->save.force, o->verbose, &notes);

	for (size_t i = 0; i < notes.n; i++)
		if (comparable || i + 1 < notes.n)
			message_warn("%s", notes.v[i]);
		else
			message_die(STATUS_FAILURE, "%s", notes.v[i]);
	free(read.v);
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
