#include <stdlib.h>
#include <string.h>

#include "cli/conflicts.h"
#include "cli/explain_prepare.h"
#include "cli/history_inputs.h"
#include "cli/history_command.h"
#include "cli/plan_view.h"
#include "cli/choose.h"
#include "history/recorder.h"
#include "history/history.h"
#include "explain/selection.h"
#include "process/git.h"
#include "measure/build/prebuilt.h"
#include "process/pager.h"
#include "report/format.h"
#include "savefile/savefile.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"
#include "util/words.h"

/* The runs that are read, and the newest of them. */
struct reading {
	const struct options *options;
	struct recorder recorder;
	struct filter *tests; /* NULL: all */
	struct results newest;
	size_t newest_run; /* its number in the recorder */
};

static bool
has_cells(const struct results *results)
{
	size_t i;

	for (i = 0; i < results->tests.n * results->puts.n; i++)
		if (results->cells[i].measured || results->cells[i].failure)
			return true;
	return false;
}

/* Reads a file; with --force one that is damaged becomes a run without counts. */
static void
read_run(struct reading *r, const char *file)
{
	struct results results = {.fields = r->options->fields};
	char *wrong = savefile_try(&results, file);

	if (wrong && !r->options->force)
		message_die(STATUS_FAILURE, "%s%s", wrong,
		    r->options->history_files.n > 1 ? " (--force shows the other runs)" : "");
	if (wrong) {
		message_warn("%s", wrong);
		recorder_add_wrong(&r->recorder, file, wrong, NULL);
		free(wrong);
		return;
	}
	recorder_add(&r->recorder, &results, file);
	results_free(&r->newest);
	r->newest = results;
	r->newest_run = r->recorder.run_count - 1;
}

static bool
has_run(const struct recorder *recorder, const char *commit)
{
	size_t i;

	for (i = 0; i < recorder->run_count; i++) {
		const char *other = recorder->runs[i].run.provenance.commit;

		if (other && !strcmp(other, commit))
			return true;
	}
	return false;
}

/* file: COMMIT.failed. The commit may have been measured later. */
static void
add_unmeasured(struct recorder *recorder, const char *file, unsigned timeout)
{
	const char *base = file_base(file);
	char *commit = memory_copy_n(base, strcspn(base, "."));
	char *why = text_print("the commit could not be measured; see %s", file);
	struct provenance provenance = {.clean = true};

	if (!has_run(recorder, commit) && git_tell(&provenance, commit, timeout))
		recorder_add_wrong(recorder, file, why, &provenance);
	provenance_free(&provenance);
	free(why);
	free(commit);
}

/* bench.pl's files have no fingerprints. */
static void
note_unknown(const struct recorder *recorder)
{
	size_t n = 0, first = 0, i;

	for (i = 0; i < recorder->run_count; i++)
		if (recorder->runs[i].run.unknown && !n++)
			first = i;
	if (n && recorder->run_count > 1)
		message_warn("%s%s no fingerprint: cannot tell whether the counts of %s are "
		             "comparable with those of other runs",
		    recorder->runs[first].run.file,
		    n > 1 ? " and others were written by bench.pl and have"
		          : " was written by bench.pl and has",
		    n > 1 ? "these runs" : "this run");
}

/* Merged files. */
static void
note_mixed(const struct recorder *recorder)
{
	size_t i;

	for (i = 0; i < recorder->run_count; i++)
		if (recorder->runs[i].run.mixed)
			message_warn(
			    "%s: its puts were measured at different commits; this run is "
			    "shown without one",
			    recorder->runs[i].run.file);
}

static void
check_labels(const struct words *known, const struct words *wanted)
{
	size_t i;

	for (i = 0; i < wanted->n; i++)
		if (words_find(known, wanted->v[i]) == known->n)
			message_die(STATUS_USAGE, "--label: no run has the label '%s'%s",
			    wanted->v[i],
			    words_hint(wanted->v[i], (const char *const *)known->v));
}

/* Chooses the tests. Each that is named must be in some run. */
static void
keep_tests(struct reading *r, struct filter *filter)
{
	const char *spec = r->options->tests;
	struct results all = {0};
	const struct tests *known = &r->recorder.tests;
	size_t i;

	if (!spec)
		return;
	for (i = 0; i < known->n; i++)
		tests_add(&all.tests, known->v[i].name);
	choose_tests(&all, spec, r->options->verbose);
	results_free(&all);
	filter_parse(filter, spec, "--tests");
	r->tests = filter;
}

/* Keeps the labels and tests that the history has. */
static void
trim(struct results *results, const struct history *history)
{
	size_t n = results->tests.n > results->puts.n ? results->tests.n : results->puts.n, i;
	bool *keep = memory_new((n + 1) * sizeof *keep);

	for (i = 0; i < results->puts.n; i++)
		keep[i] =
		    words_find(&history->labels, results->puts.v[i].label) < history->labels.n;
	results_choose_puts(results, keep);
	for (i = 0; i < results->tests.n; i++)
		keep[i] =
		    words_find(&history->tests, results->tests.v[i].name) < history->tests.n;
	results_keep_tests(results, keep);
	free(keep);
}

/* Sets r->newest to the newest run with a cell of the history. It is known only once the runs
   are ordered; mostly it was read last. */
static void
find_newest(struct reading *r, const size_t *order, struct history *history)
{
	size_t i = history->run_count;

	while (i--) {
		if (history->runs[i].wrong)
			continue;
		if (order[i] != r->newest_run || !r->newest.puts.n) {
			results_free(&r->newest);
			r->newest.fields = r->options->fields;
			savefile_read(&r->newest, history->runs[i].file);
		}
		trim(&r->newest, history);
		history->compared = i;
		if (has_cells(&r->newest) || !history->tests.n)
			return;
		results_free(&r->newest);
	}
	message_die(STATUS_FAILURE, "--history: the runs have no counts of %s",
	    r->options->tests || r->options->labels.n ? "what is chosen" : "any test");
}

/* Whether two runs have the same test on the same label. */
static bool
has_common(const struct history *history)
{
	size_t series, run, n;

	for (series = 0; series < history->tests.n * history->labels.n; series++) {
		for (n = run = 0; run < history->run_count; run++)
			n += history->points[series * history->run_count + run].state !=
			     HISTORY_ABSENT;
		if (n > 1)
			return true;
	}
	return false;
}

/* A label or a test that is chosen may be new. */
static void
check(const struct history *history, const struct options *o)
{
	bool chosen = o->tests || o->labels.n;
	size_t read = 0, i;

	for (i = 0; i < history->run_count; i++)
		read += !history->runs[i].wrong;
	if (!read)
		message_die(STATUS_FAILURE, "--history: none of the runs could be read");
	if (read == 1)
		message_warn("--history: one run has no changes yet; add more runs");
	else if (chosen && !has_common(history))
		message_warn("--history: nothing that is chosen is in two runs; it has no "
		             "changes yet");
	else if (history->tests.n && !has_common(history))
		message_die(STATUS_FAILURE,
		    "--history: the runs have nothing in common: no two of them have the same "
		    "test with the same label");
}

static void
make_history(struct reading *r, struct history *history)
{
	const struct options *o = r->options;
	struct filter filter = {0};
	const char *how;
	size_t n, i, *order;

	for (i = 0; i < o->history_files.n; i++)
		read_run(r, o->history_files.v[i]);
	for (i = 0; i < o->unmeasured.n; i++)
		add_unmeasured(&r->recorder, o->unmeasured.v[i], o->timeout);
	check_labels(&r->recorder.labels, &o->labels);
	keep_tests(r, &filter);
	order = history_inputs_order(&r->recorder, o, &n, &how);
	if (o->verbose)
		message_warn("--history: the runs are ordered by %s", how);
	history_make(history, &r->recorder, order, n, &o->labels, r->tests);
	check(history, o);
	note_unknown(&r->recorder);
	note_mixed(&r->recorder);
	history_arrange(history, o->changed, o->least, o->sort_change);
	find_newest(r, order, history);
	free(order);
	filter_free(&filter);
}

/* history_arrange has applied --changed and --sort=change. */
static struct view
make_view(const struct results *newest, struct options *o)
{
	struct options other = *o;

	other.changed = other.sort_change = false;
	return plan_view_make(&newest->puts, false, &other);
}

static void
explain(struct selection *selection, struct words *lines, const struct comparison *comparison,
    const struct view *view, const struct languages *languages, const struct options *o)
{
	selection->all = o->explain_all;
	selection_of_view(selection, comparison, view, o->shown);
	*lines = selection_settle(selection, comparison->results);
	if (format_is_ordered(&o->formats, "markdown"))
		explain_prepare_sources(selection, comparison, languages);
}

static void
show(const struct reading *r, const struct history *history, struct options *o)
{
	struct languages languages = {0};
	struct view view = make_view(&r->newest, o);
	struct comparison comparison;
	struct selection selection = {0};
	struct words lines = WORDS_EMPTY, prebuilt = WORDS_EMPTY;
	size_t i;

	languages_add_all(&languages, &o->language_files);
	comparison_make(&comparison, &r->newest, &view);
	prebuilt_shared(&prebuilt, &r->newest, comparison.tests, comparison.test_count);
	view.prebuilt = &prebuilt;
	if (o->explain)
		explain(&selection, &lines, &comparison, &view, &languages, o);
	pager_begin(!o->no_pager);
	format_results(&o->formats, &comparison, NULL, o->explain ? &selection : NULL, history,
	    &view, false);
	pager_end();
	output_flush();
	for (i = 0; i < lines.n; i++)
		message_warn("%s", lines.v[i]);
	words_free(&lines);
	words_free(&prebuilt);
	selection_free(&selection);
	comparison_free(&comparison);
	languages_free(&languages);
}

int
history_command(struct options *o)
{
	struct reading r = {.options = o};
	struct history history;

	conflicts_check_history(o);
	if (!o->shown)
		o->shown = FIELD_BIT(FIELD_IR) | fields_own(o->fields);
	recorder_make(&r.recorder, o->fields, o->shown);
	make_history(&r, &history);
	show(&r, &history, o);
	history_free(&history);
	results_free(&r.newest);
	recorder_free(&r.recorder);
	return STATUS_OK;
}
