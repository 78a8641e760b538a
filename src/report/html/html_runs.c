#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"
#include "report/html/html_steps.h"
#include "util/date.h"
#include "util/memory.h"

/* Of a run, the largest are shown; the sections of the tests have all. */
enum { MOST = 10 };

static void
add_provenance(struct text *t, const struct history_run *run)
{
	const struct provenance *of = &run->provenance;

	text_add(t, "<p>");
	if (of->subject) {
		html_name(t, of->subject);
		text_add(t, "<br>\n");
	}
	if (of->commit) {
		text_add(t, "commit <code>");
		html_text(t, of->commit);
		text_add(t, "</code>");
		if (of->committed) {
			text_add(t, " of ");
			date_add(t, of->committed);
		}
		text_add(t, of->clean ? "; " : ", in a work tree with changes; ");
	}
	if (of->date) {
		text_add(t, "measured ");
		date_add(t, of->date);
		text_add(t, "; ");
	}
	text_add(t, "file ");
	html_name(t, run->file);
	text_add(t, "</p>\n");
}

static void
add_wrong(struct text *t, const struct history_run *run)
{
	if (!run->wrong)
		return;
	text_add(t, "<p class=\"note\">" PAGE_MARK " no counts: ");
	html_sentence(t, run->wrong);
	text_add(t, "</p>\n");
}

static void
add_unknown(struct text *t, const struct history_run *run)
{
	if (run->unknown && !run->wrong)
		text_add(t, "<p class=\"note\">" PAGE_MARK
		            " A put has no fingerprint: cannot tell whether its counts are "
		            "comparable with those of other runs.</p>\n");
}

static void
add_mixed(struct text *t, const struct history_run *run)
{
	if (run->mixed)
		text_add(t,
		    "<p class=\"note\">" PAGE_MARK
		    " Its puts were measured at different commits, so it is shown without "
		    "one.</p>\n");
}

/* What cannot be compared with the runs before, and in how many series. */
static void
add_breaks(struct text *t, const struct history *history, size_t run)
{
	size_t *counts = memory_new((history->breaks.n + 1) * sizeof *counts), test, label, i;

	for (test = 0; test < history->tests.n; test++)
		for (label = 0; label < history->labels.n; label++)
			counts[history_point(history, test, label, run)->broken]++;
	for (i = 0; i < history->breaks.n; i++) {
		if (!counts[i + 1])
			continue;
		text_add(t, "<p class=\"note\">| Not comparable with the runs before: ");
		html_sentence(t, history->breaks.v[i]);
		text_addf(t, " changed, in %zu series</p>\n", counts[i + 1]);
	}
	free(counts);
}

/* A commit that broke tests has no steps. */
static void
add_failures(struct text *t, const struct history *history, size_t run)
{
	size_t counts[HISTORY_MEASURED + 1] = {0}, test, label;

	for (test = 0; test < history->tests.n; test++)
		for (label = 0; label < history->labels.n; label++)
			counts[history_point(history, test, label, run)->state]++;
	if (counts[HISTORY_FAILED])
		text_addf(t,
		    "<p class=\"note\">" PAGE_MARK
		    " %zu of %zu series of this run failed.</p>\n",
		    counts[HISTORY_FAILED], counts[HISTORY_FAILED] + counts[HISTORY_MEASURED]);
}

static void
add_step(struct text *t, const struct page *page, const struct html_step *step)
{
	const struct history *history = page->history;

	text_add(t, "<tr><th scope=row>");
	html_test_link(t, history->tests.v[step->test]);
	html_steps_mark(t, history, step->test, step->label, step->of.before, step->of.run);
	text_add(t, "<td class=name>");
	html_name(t, history->labels.v[step->label]);
	text_addf(t, "<td class=name>%s", page_field(page, history->shown[step->k]));
	html_steps_cells(t, history, step->k, &step->of.change);
	text_add(t, "<td>");
	html_steps_run(t, history, step->of.before);
	text_add_char(t, '\n');
}

/* The n steps of one run. */
static void
add_steps(struct text *t, const struct page *page, const struct html_step *steps, size_t n)
{
	size_t shown = n < MOST ? n : MOST, i;

	html_table(t, "", "Steps");
	text_add(t, "<thead><tr><th scope=col>test<th scope=col class=name>label"
	            "<th scope=col class=name>field<th scope=col>before<th scope=col>here"
	            "<th scope=col>change<th scope=col>since\n<tbody>\n");
	for (i = 0; i < shown; i++)
		add_step(t, page, &steps[i]);
	html_table_end(t);
	if (n > shown)
		text_addf(t, "<p>%zu smaller steps are in the sections of their tests.</p>\n",
		    n - shown);
}

static void
add_run(struct text *t, const struct page *page, size_t run, const struct html_step *steps,
    size_t n)
{
	const struct history *history = page->history;
	char *title = history_words_run(history, run);

	text_addf(t, "<article class=\"run\" id=\"run-%zu\">\n<h3>", run);
	html_name(t, title);
	text_add(t, "</h3>\n");
	free(title);
	add_wrong(t, &history->runs[run]);
	add_unknown(t, &history->runs[run]);
	add_mixed(t, &history->runs[run]);
	add_provenance(t, &history->runs[run]);
	add_breaks(t, history, run);
	add_failures(t, history, run);
	if (n)
		add_steps(t, page, steps, n);
	text_add(t, "</article>\n");
}

/* A label may stand for another command than before. */
static void
add_commands(struct text *t, const struct history *history)
{
	struct words lines = WORDS_EMPTY;
	size_t i;

	history_words_commands(history, &lines);
	if (lines.n)
		text_add(t, "<p class=\"note\">" HISTORY_WORDS_COMMANDS "</p>\n<ul>\n");
	for (i = 0; i < lines.n; i++) {
		text_add(t, "<li>");
		html_sentence(t, lines.v[i]);
		text_add_char(t, '\n');
	}
	text_add(t, lines.n ? "</ul>\n" : "");
	words_free(&lines);
}

void
html_runs(struct text *t, const struct page *page)
{
	struct html_steps steps;
	size_t run, end, n;

	if (!page->history)
		return;
	html_steps_make(&steps, page->history);
	text_add(t, "<h2>Runs, the newest first</h2>\n");
	add_commands(t, page->history);
	for (run = page->history->run_count, end = steps.n; run--; end -= n) {
		for (n = 0; n < end && steps.v[end - n - 1].of.run == run; n++)
			;
		add_run(t, page, run, &steps.v[end - n], n);
	}
	html_steps_free(&steps);
	chart_share(t, page);
}
