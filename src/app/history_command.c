#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/explain_prepare.h"
#include "app/commands.h"
#include "app/plan_view.h"
#include "app/choose.h"
#include "history/recorder.h"
#include "history/history.h"
#include "process/git.h"
#include "report/format.h"
#include "savefile/savefile.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/words.h"

/* Larger histories are read in all fields only if these are chosen. */
enum { SMALL_HISTORY = 10000000 };

struct run_reading {
	const struct options *options;
	struct recorder recorder;
	struct filter *tests; /* NULL: all */
	struct results newest;
	size_t newest_run; /* its number in the recorder */
};

static bool
has_cells(const struct results *results)
{
	for (size_t i = 0; i < results->tests.n * results->puts.n; i++)
		if (results->cells[i].measured || results->cells[i].failure)
			return true;
	return false;
}

/* Reads a file; with --force one that is damaged becomes a run without counts. */
static void
history_command_read_run(struct run_reading *r, const char *file)
{
	struct results results = {.fields = r->options->fields};
	OWNED char *wrong = savefile_try(&results, file);

	if (wrong && !r->options->save.force)
		message_die(STATUS_FAILURE, "%s%s", wrong,
		    r->options->save.history_files.n > 1 ? " (--force shows the other runs)"
		                                         : "");
	if (wrong) {
		message_warn("%s", wrong);
		recorder_add_wrong(&r->recorder, file, wrong, NULL);
		return;
	}
	recorder_add(&r->recorder, &results, file);
	results_free(&r->newest);
	r->newest = results;
	r->newest_run = r->recorder.run_count - 1;
}

/* file: COMMIT.failed. The commit may have been measured later. */
static void
add_unmeasured(struct recorder *recorder, const char *file, unsigned timeout)
{
	const char *base = file_base(file);
	OWNED char *commit = memory_copy_n(base, strcspn(base, "."));
	OWNED char *why = text_print("the commit could not be measured; see %s", file);
	FREED_BY(provenance_free) struct provenance provenance = {.clean = true};

	for (size_t i = 0; i < recorder->run_count; i++)
		if (text_same(recorder->runs[i].run.provenance.commit, commit))
			return;
	if (git_tell(&provenance, commit, timeout))
		recorder_add_wrong(recorder, file, why, &provenance);
}

/* Notes merged files, and those of bench.pl, which have no fingerprints. */
static void
history_command_note(const struct recorder *recorder)
{
	const struct history_run *first = NULL;
	size_t n = 0;

	for (size_t i = recorder->run_count; i--;)
		if (recorder->runs[i].run.unknown) {
			first = &recorder->runs[i].run;
			n++;
		}
	if (n && recorder->run_count > 1)
		message_warn("%s%s no fingerprint: cannot tell whether the counts of %s are "
		             "comparable with those of other runs",
		    first->file,
		    n > 1 ? " and others were written by bench.pl and have"
		          : " was written by bench.pl and has",
		    n > 1 ? "these runs" : "this run");
	for (size_t i = 0; i < recorder->run_count; i++)
		if (recorder->runs[i].run.mixed)
			message_warn(
			    "%s: its columns were measured at different commits; this run is "
			    "shown without one",
			    recorder->runs[i].run.file);
}

static void
history_command_check_labels(const struct words *known, const struct words *wanted)
{
	for (size_t i = 0; i < wanted->n; i++)
		if (words_find(known, wanted->v[i]) == known->n)
			message_die(STATUS_USAGE, "--label: no run has the label '%s'%s",
			    wanted->v[i],
			    words_hint(wanted->v[i], (const char *const *)known->v));
}

/* Chooses the tests. Each that is named must be in some run. */
static void
keep_tests(struct run_reading *r, struct filter *filter)
{
	const char *spec = r->options->measure.tests;
	FREED_BY(results_free) struct results all = {0};
	const struct tests *known = &r->recorder.tests;

	if (!spec)
		return;
	for (size_t i = 0; i < known->n; i++)
		tests_add(&all.tests, known->v[i].name);
	choose_tests(&all, spec, true, r->options->verbose);
	filter_parse(filter, spec, "--tests");
	r->tests = filter;
}

/* Keeps the labels and tests that the history has. */
static void
trim(struct results *results, const struct history *history)
{
	size_t n = results->tests.n > results->puts.n ? results->tests.n : results->puts.n;
	OWNED bool *keep = memory_array(n + 1, sizeof *keep);

	for (size_t i = 0; i < results->puts.n; i++)
		keep[i] =
		    words_find(&history->labels, results->puts.v[i].label) < history->labels.n;
	results_choose_puts(results, keep);
	for (size_t i = 0; i < results->tests.n; i++)
		keep[i] =
		    words_find(&history->tests, results->tests.v[i].name) < history->tests.n;
	results_keep_tests(results, keep);
}

/* Sets r->newest to the newest run with a cell of the history. It is known only once the runs
   are ordered; mostly it was read last. */
static void
find_newest(struct run_reading *r, const size_t *order, struct history *history)
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
	    r->options->measure.tests || r->options->save.labels.n ? "what is chosen"
	                                                           : "any test");
}

/* Returns true if two runs have the same test on the same label. */
static bool
has_common(const struct history *history)
{
	size_t run, n;

	for (size_t series = 0; series < history->tests.n * history->labels.n; series++) {
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
history_command_check(const struct history *history, const struct options *o)
{
	bool chosen = o->measure.tests || o->save.labels.n;
	size_t read = 0;

	for (size_t i = 0; i < history->run_count; i++)
		read += !history->runs[i].wrong;
	if (!read)
		message_die(STATUS_FAILURE, "--history: none of the runs could be read");
	if (read == 1)
		message_warn("--history: one run has no changes yet; add more runs");
	else if (chosen && !has_common(history))
		message_warn("--history: nothing that is chosen is in two runs, so there are "
		             "no changes yet");
	else if (history->tests.n && !has_common(history))
		message_die(STATUS_FAILURE,
		    "--history: the runs have nothing in common: no two of them have the same "
		    "test with the same label");
}

/* A run is ordered by its rank, its date and the position of its file. */
struct run_place {
	const struct provenance *of;
	int64_t rank, date;
	size_t position;
};

/* Runs of the same commit follow each other as they were measured. */
static int
by_place(const void *a, const void *b)
{
	const struct run_place *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->date != y->date)
		return x->date < y->date ? -1 : 1;
	return (x->position > y->position) - (x->position < y->position);
}

/* Ranks the places as git knows their commits. Returns false if it does not know all. */
static bool
rank_by_git(struct run_place *places, size_t n, unsigned timeout)
{
	FREED_BY(words_free) struct words commits = WORDS_EMPTY;
	OWNED size_t *ranks = memory_array(n + 1, sizeof *ranks);

	for (size_t i = 0; i < n; i++) {
		if (!places[i].of->commit)
			return false;
		words_add(&commits, places[i].of->commit);
	}
	if (!git_order(&commits, timeout, ranks))
		return false;
	for (size_t i = 0; i < n; i++)
		places[i].rank = (int64_t)ranks[i];
	return true;
}

/* Ranks the places by the dates of their commits, or dates them by when they were measured.
   Returns false if not all have such a date. */
static bool
order_by_dates(struct run_place *places, size_t n, bool commits)
{
	for (size_t i = 0; i < n; i++)
		if (!(commits ? places[i].of->committed : places[i].of->date))
			return false;
	for (size_t i = 0; i < n; i++)
		if (commits)
			places[i].rank = places[i].of->committed;
		else
			places[i].date = places[i].of->date;
	return true;
}

/* Files are often named by a pattern, which a shell sorts by name. Steps would then be those
   between any two commits. */
static void
note_disorder(struct run_place *places, size_t n, const struct recorder *recorder)
{
	bool ranked = order_by_dates(places, n, true), dated = order_by_dates(places, n, false);

	for (size_t i = 1; i < n && (ranked || dated); i++)
		if (by_place(&places[i - 1], &places[i]) > 0) {
			message_warn("--history: %s is older than %s before it; runs are shown "
			             "as they are named, but --history=DIR orders them",
			    recorder->runs[places[i].position].run.file,
			    recorder->runs[places[i - 1].position].run.file);
			return;
		}
}

/* Adds places for the runs that have counts, or for those of commits that have none. Returns
   the new length. */
static size_t
history_command_add_places(
    struct run_place *places, size_t n, const struct recorder *recorder, bool counts)
{
	for (size_t i = 0; i < recorder->run_count; i++) {
		const struct history_run *run = &recorder->runs[i].run;

		if (counts ? !run->wrong : run->wrong && run->provenance.commit)
			places[n++] = (struct run_place){.of = &run->provenance, .position = i};
	}
	return n;
}

/* Sorts the n places of a directory, and sets *how to what orders them. Only git knows where
   commits without counts belong; otherwise they are left out. Returns how many places there are
   then. */
static size_t
sort_places(struct run_place *places, size_t n, const struct recorder *recorder,
    unsigned timeout, const char **how)
{
	size_t all = history_command_add_places(places, n, recorder, false);
	bool dated = order_by_dates(places, n, false);

	*how = rank_by_git(places, n, timeout)   ? "git"
	       : order_by_dates(places, n, true) ? "the dates of their commits"
	       : dated                           ? "when they were measured"
	                                         : "name";
	if (all > n && rank_by_git(places, all, timeout))
		n = all;
	qsort(places, n, sizeof *places, by_place);
	return n;
}

/* Orders the runs that were recorded, oldest first, and counts them; the caller frees.
   Files that were named stay in their order, and a note says so if they are not the oldest
   first. The files of a directory are ordered by git, if the repository of the current
   directory has all their commits; or else by the date of their commits, if all have one; or
   else by when they were measured, if all say so; or else by name. A file that could not be
   read follows the one before it by name; a commit without counts is left out unless git knows
   its place. *how: what they are ordered by; static. */
static size_t *
order_runs(
    const struct recorder *recorder, const struct options *o, size_t *count, const char **how)
{
	size_t all = recorder->run_count, n, *order = memory_array(all + 1, sizeof *order);
	OWNED struct run_place *places = memory_array(all + 1, sizeof *places);

	n = history_command_add_places(places, 0, recorder, true);
	*how = "their order on the command line";
	if (o->save.history_dir)
		n = sort_places(places, n, recorder, o->measure.timeout, how);
	else
		note_disorder(places, n, recorder);
	*count = 0;
	/* Before the first place, and after each, come the files there that were not read. */
	for (size_t i = 0; i <= n; i++) {
		size_t next = i ? places[i - 1].position : 0;

		if (i)
			order[(*count)++] = next++;
		while (next < all && recorder->runs[next].run.wrong &&
		       !recorder->runs[next].run.provenance.commit)
			order[(*count)++] = next++;
	}
	return order;
}

static void
make_history(struct run_reading *r, struct history *history)
{
	const struct options *o = r->options;
	FREED_BY(filter_free) struct filter filter = {0};
	const char *how;
	size_t n, *order;

	for (size_t i = 0; i < o->save.history_files.n; i++)
		history_command_read_run(r, o->save.history_files.v[i]);
	for (size_t i = 0; i < o->save.unmeasured.n; i++)
		add_unmeasured(&r->recorder, o->save.unmeasured.v[i], o->measure.timeout);
	history_command_check_labels(&r->recorder.labels, &o->save.labels);
	keep_tests(r, &filter);
	order = order_runs(&r->recorder, o, &n, &how);
	if (o->verbose)
		message_warn("--history: the runs are ordered by %s", how);
	history_make(history, &r->recorder, order, n, &o->save.labels, r->tests);
	history_command_check(history, o);
	history_command_note(&r->recorder);
	history_arrange(history, o->view.changed, o->view.least, o->view.sort_change);
	find_newest(r, order, history);
	free(order);
}

static void
history_command_show(
    struct run_reading *r, const struct history *history, const struct options *o)
{
	FREED_BY(plan_free) struct plan plan = {0};
	struct options other = *o;
	FREED_BY(comparison_free) struct comparison comparison = {0};
	FREED_BY(selection_free) struct selection selection = {0};
	struct words lines = WORDS_EMPTY;

	/* history_arrange has applied these. */
	other.view.changed = other.view.sort_change = false;
	plan.view = plan_view_make(&r->newest.puts, NULL, &other);
	languages_add_all(&plan.languages, &o->measure.language_files);
	languages_lend_boxes(&plan.languages, &r->newest.puts);
	plan.view.level = languages_level(&plan.languages, &r->newest);
	comparison_make(&comparison, &r->newest, &plan.view);
	if (o->view.explain)
		lines = explain_prepare(&selection, &comparison, NULL, &plan, NULL, o);
	plan_view_show(&comparison, NULL, &selection, history, &plan.view, false, o);
	plan_view_say(lines);
}

int
history_command(struct options *o)
{
	struct run_reading r = {.options = o};
	FREED_BY(history_free) struct history history = {0};
	off_t bytes = 0;
	struct stat st;

	for (size_t i = 0; i < o->save.history_files.n; i++)
		bytes += stat(o->save.history_files.v[i], &st) ? 0 : st.st_size;
	o->view.every = !o->view.fields && format_is_ordered(&o->print.formats, "html") &&
	                bytes <= SMALL_HISTORY;
	if (!o->view.fields)
		o->view.fields =
		    (o->view.every ? FIELD_ALL : FIELD_BIT(FIELD_IR)) | fields_own(o->fields);
	recorder_make(&r.recorder, o->fields, o->view.fields);
	make_history(&r, &history);
	history_command_show(&r, &history, o);
	results_free(&r.newest);
	recorder_free(&r.recorder);
	return STATUS_OK;
}
