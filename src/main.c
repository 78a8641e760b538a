#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchfile.h"
#include "bisect.h"
#include "cpus.h"
#include "help.h"
#include "language.h"
#include "measure.h"
#include "memory.h"
#include "message.h"
#include "options.h"
#include "report.h"
#include "savefile.h"
#include "select.h"
#include "selftest.h"
#include "suite.h"
#include "target.h"

/* A closed standard descriptor would be given to the next file that is opened. */
static void
fill_descriptors(void)
{
	int fd = open("/dev/null", O_RDONLY);

	while (fd >= 0 && fd < 3)
		fd = dup(fd);
	if (fd >= 0)
		close(fd);
}

static void
check_options(const struct options *o)
{
	if (!o->puts.n && !o->reads.n)
		message_die(STATUS_USAGE,
		    "nothing to do: name puts to measure, as in 'cgbench -- gcc-12 clang-14', or a "
		    "file with --read=FILE; cgbench --help says more");
	if (o->reads.n && (o->benchfile || o->code))
		message_die(STATUS_USAGE, "--read brings its own tests: %s cannot be given with it",
		    o->code ? "-e" : "--benchfile");
	if (o->benchfile && o->code)
		message_die(STATUS_USAGE, "-e is a test of its own: --benchfile cannot be given with it");
	if (!o->code && (o->setup || o->preamble))
		message_die(STATUS_USAGE, "%s belongs to -e CODE, which is missing",
		    o->setup ? "-s" : "--preamble");
}

static void
read_files(struct results *results, const struct options *o)
{
	size_t i;

	for (i = 0; i < o->reads.n; i++) {
		struct results more = {0};

		if (i == 0) {
			savefile_read(results, o->reads.v[i]);
			continue;
		}
		savefile_read(&more, o->reads.v[i]);
		savefile_merge(results, &more, o->reads.v[i], o->verbose);
		results_free(&more);
	}
}

static void
set_loops(struct results *results, const struct options *o)
{
	if (o->reads.n && o->loops[0] &&
	    (o->loops[0] != results->loops[0] || o->loops[1] != results->loops[1]))
		message_die(STATUS_USAGE,
		    "--loops=%lu,%lu: the file read was measured with %lu,%lu, which new puts must share",
		    o->loops[0], o->loops[1], results->loops[0], results->loops[1]);
	if (!o->reads.n) {
		results->loops[0] = o->loops[0] ? o->loops[0] : 10;
		results->loops[1] = o->loops[1] ? o->loops[1] : 20;
	}
}

/* The suite that ships for the one language of all the puts. */
static char *
default_benchfile(const struct targets *targets)
{
	const char *language = targets->v[0].language->name;
	char *path;
	size_t i;

	for (i = 1; i < targets->n; i++)
		if (strcmp(targets->v[i].language->name, language))
			message_die(STATUS_USAGE,
			    "'%s' is %s and '%s' is %s: puts of different languages need a --benchfile",
			    targets->v[0].put->exe, language, targets->v[i].put->exe,
			    targets->v[i].language->name);
	path = suite_path(language);
	if (!path)
		message_die(STATUS_USAGE, "no suite for the language %s was installed; name one with "
		    "--benchfile=FILE, or a snippet with -e CODE", language);
	return path;
}

static void
read_tests(struct tests *tests, const struct options *o, const struct targets *targets)
{
	char *path;

	if (o->code) {
		benchfile_snippet(
		    tests, o->code, o->setup, o->preamble, targets->v[0].language->terminator);
		return;
	}
	path = o->benchfile ? memory_copy(o->benchfile) : default_benchfile(targets);
	benchfile_read(tests, path);
	free(path);
}

static void
check_languages(struct tests *tests, const struct targets *targets)
{
	size_t i;

	for (i = 0; i < targets->n; i++) {
		const struct target *target = &targets->v[i];

		if (!tests->language)
			tests->language = memory_copy(target->language->name);
		if (strcmp(tests->language, target->language->name))
			message_die(STATUS_USAGE,
			    "the tests are in %s and the put '%s' is %s; --language=%s if it takes that "
			    "as well", tests->language, target->put->exe, target->language->name,
			    tests->language);
	}
}

static void
check_labels(const struct puts *read, const struct puts *puts)
{
	size_t i;

	for (i = 0; i < puts->n; i++)
		if (puts_find(read, puts->v[i].label))
			message_die(STATUS_USAGE,
			    "label '%s' stands in the file read as well; give the new put another, as in "
			    "%s=OTHER", puts->v[i].label, puts->v[i].exe);
}

/* Where the columns of the file read and the new ones stand side by side. */
static struct puts
all_puts(const struct puts *read, const struct puts *puts)
{
	struct puts all = {0};
	size_t i;

	for (i = 0; i < read->n; i++)
		*puts_add(&all) = read->v[i];
	for (i = 0; i < puts->n; i++)
		*puts_add(&all) = puts->v[i];
	return all;
}

static struct view
make_view(const struct options *o, const struct puts *read)
{
	struct puts all = all_puts(read, &o->puts);
	struct view view = {.fields = o->fields ? o->fields : FIELD_ALL, .average = o->average,
	    .raw = o->raw || all.n == 1, .norm = 0, .compact = REPORT_NONE,
	    .sort_put = REPORT_NONE, .sort_field = o->sort_field};

	if (o->norm)
		view.norm = select_put(&all, o->norm, "--norm");
	if (o->compact)
		view.compact = select_put(&all, o->compact, "--compact");
	if (o->sort_put)
		view.sort_put = select_put(&all, o->sort_put, "--sort");
	free(all.v);
	return view;
}

static void
check_bisect(const struct options *o, const struct results *results)
{
	if (results->puts.n + o->puts.n != 1)
		message_die(STATUS_USAGE, "--bisect judges exactly one put, here are %zu",
		    results->puts.n + o->puts.n);
	if (results->tests.n != 1)
		message_die(STATUS_USAGE,
		    "--bisect judges exactly one test, here are %zu; choose one with --tests=NAME",
		    results->tests.n);
}

static void
measure(struct results *results, struct options *o, struct targets *targets)
{
	struct results more = {.loops = {results->loops[0], results->loops[1]},
	    .tests = results->tests, .puts = o->puts};
	struct valgrind valgrind = {0};
	struct settings settings = {.valgrind = &valgrind,
	    .jobs = o->jobs ? o->jobs : cpus_usable(),
	    .timeout = o->timeout,
	    .keep = o->keep,
	    .verbose = o->verbose,
	    .debug = o->debug,
	    .unfit = o->bisect ? STATUS_SKIP : STATUS_USAGE};

	valgrind_find(&valgrind, &o->grindargs);
	results_make_cells(&more);
	measure_run(&more, targets, &settings);
	valgrind_free(&valgrind);
	o->puts = (struct puts){0};
	results_append(results, &more);
}

/* Everything up to the results: what is read, and what is measured. */
static size_t
get_results(struct results *results, struct options *o, struct view *view)
{
	struct languages languages = {0};
	struct targets targets = {0};
	size_t failures = 0, first, i, k;

	read_files(results, o);
	check_labels(&results->puts, &o->puts);
	set_loops(results, o);
	languages_add_builtin(&languages);
	targets_find(&targets, &o->puts, &languages, o->language, &o->putargs);
	if (!o->reads.n)
		read_tests(&results->tests, o, &targets);
	check_languages(&results->tests, &targets);
	if (o->tests)
		select_tests(results, o->tests, o->verbose);
	*view = make_view(o, &results->puts);
	if (o->bisect)
		check_bisect(o, results);
	first = results->puts.n;
	if (targets.n)
		measure(results, o, &targets);
	for (i = 0; i < results->tests.n; i++)
		for (k = first; k < results->puts.n; k++)
			failures += results_cell(results, i, k)->failure != NULL;
	targets_free(&targets);
	languages_free(&languages);
	return failures;
}

static int
grind(struct options *o)
{
	struct results results = {0};
	struct view view;
	size_t failures;
	int status;

	check_options(o);
	failures = get_results(&results, o, &view);
	status = failures ? STATUS_FAILURE : STATUS_OK;
	if (o->write)
		savefile_write(&results, o->write);
	report_failures(&results);
	if (o->show || (!o->write && !o->bisect))
		report_print(&results, &view, stdout);
	if (o->bisect)
		status = bisect_judge(&results, o->bisect_field, o->bisect_min, o->bisect_max);
	results_free(&results);
	return status;
}

static int
act(struct options *o)
{
	switch (o->action) {
	case ACTION_GRIND:
		return grind(o);
	case ACTION_HELP:
		help_print(o->help_topic);
		return STATUS_OK;
	case ACTION_VERSION:
		puts("cgbench " VERSION);
		return STATUS_OK;
	case ACTION_SELFTEST:
		if (o->puts.n)
			message_die(STATUS_USAGE, "--action=selftest takes no puts");
		return selftest_run();
	}
	abort();
}

int
main(int argc, char **argv)
{
	struct options options;
	int status;

	fill_descriptors();
	options_parse(&options, argc, argv);
	status = act(&options);
	options_free(&options);
	if (fflush(stdout) || ferror(stdout))
		message_die(STATUS_FAILURE, "standard output: %s", strerror(errno));
	return status;
}
