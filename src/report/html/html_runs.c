#include <math.h>
#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "util/array.h"
#include "util/date.h"
#include "util/order.h"

/* The largest steps of a run are shown; the sections of the tests have all. */
enum { MOST = 10 };

struct step {
	size_t test, label, k; /* of its series; the k-th field */
	struct history_step of;
};

/* All steps of a history, by run, and within a run the largest first. */
struct steps {
	struct step *v;
	size_t n;
};

static struct steps
make_steps(const struct history *history, size_t fields)
{
	struct steps all = {0};
	OWNED struct order_key *keys = NULL;

	for (size_t test = 0; test < history->tests.n; test++)
		for (size_t label = 0; label < history->labels.n; label++)
			for (size_t k = 0; k < fields; k++) {
				OWNED struct history_step *steps = NULL;
				size_t n = history_steps(history, test, label, k, &steps);

				for (size_t i = 0; i < n; i++)
					*ARRAY_ADD(all.v, all.n) =
					    (struct step){test, label, k, steps[i]};
			}
	keys = memory_array(all.n + 1, sizeof *keys);
	for (size_t i = 0; i < all.n; i++) {
		const struct history_step *of = &all.v[i].of;

		keys[i] = (struct order_key){{-(double)of->run, fabs(of->change.percent)}, i};
	}
	order_sort(keys, all.n);
	order_arrange(keys, all.v, all.n, sizeof *all.v);
	return all;
}

static void
html_runs_add_provenance(struct doc *doc, const struct history_run *run)
{
	const struct provenance *of = &run->provenance;

	doc_add(doc, "<p>");
	if (of->subject)
		doc_add(doc, "`%s`<br>\n", of->subject);
	if (of->commit) {
		doc_add(doc, "commit <code>%s</code>", of->commit);
		if (of->committed) {
			doc_add(doc, " of ");
			date_add(&doc->t, of->committed);
		}
		text_add(&doc->t, of->clean ? "; " : ", in a work tree with changes; ");
	}
	if (of->date) {
		doc_add(doc, "measured ");
		date_add(&doc->t, of->date);
		doc_add(doc, "; ");
	}
	doc_add(doc, "file `%s`</p>\n", run->file);
}

/* Says why a run has no counts, or is hard to compare. */
static void
html_runs_add_notes(struct doc *doc, const struct history_run *run)
{
	if (run->wrong)
		doc_add(doc, "<p class=\"note\">" PAGE_MARK " no counts: %s</p>\n", run->wrong);
	else if (run->unknown)
		doc_add(doc,
		    "<p class=\"note\">" PAGE_MARK
		    " A program has no fingerprint: cannot tell whether its counts are "
		    "comparable with those of other runs.</p>\n");
	if (run->mixed)
		doc_add(doc, "<p class=\"note\">" PAGE_MARK
		             " Its programs were measured at different commits, so it is shown "
		             "without one.</p>\n");
}

/* Says what cannot be compared with the runs before, and in how many series; and, because a
   commit that broke tests has no steps, how many failed. */
static void
html_runs_add_breaks(struct doc *doc, const struct history *history, size_t run)
{
	OWNED size_t *counts = memory_array(history->breaks.n + 1, sizeof *counts);
	size_t states[HISTORY_MEASURED + 1] = {0};

	for (size_t test = 0; test < history->tests.n; test++)
		for (size_t label = 0; label < history->labels.n; label++) {
			const struct history_point *point =
			    history_point(history, test, label, run);

			counts[point->broken]++;
			states[point->state]++;
		}
	for (size_t i = 0; i < history->breaks.n; i++)
		if (counts[i + 1])
			doc_add(doc,
			    "<p class=\"note\">| Not comparable with the runs before: %s "
			    "changed, in %zu series</p>\n",
			    history->breaks.v[i], counts[i + 1]);
	if (states[HISTORY_FAILED])
		doc_add(doc,
		    "<p class=\"note\">" PAGE_MARK
		    " %zu of %zu series of this run failed.</p>\n",
		    states[HISTORY_FAILED], states[HISTORY_FAILED] + states[HISTORY_MEASURED]);
}

static void
html_runs_add_steps(
    struct doc *doc, const struct page *page, const struct step *steps, size_t n)
{
	const struct history *history = page->history;
	size_t shown = n < MOST ? n : MOST;

	html_table(&doc->t, "", "Steps");
	doc_add(doc, "<thead><tr><th scope=col>test<th scope=col class=name>label"
	             "<th scope=col class=name>field<th scope=col>before<th scope=col>here"
	             "<th scope=col>change<th scope=col>since\n<tbody>\n");
	ARRAY_EACH(const struct step, step, steps, shown) {
		const struct history_step *of = &step->of;
		char from[CALC_SHOWN], to[CALC_SHOWN];

		history_words_both(history, step->k, of->change.from, of->change.to, from, to);
		doc_add(doc,
		    "<tr><th scope=row>[%s]%s<td class=name>`%s`<td class=name>%s<td>%s<td>%s",
		    history->tests.v[step->test],
		    html_cells_mark_series(
		        history, step->test, step->label, of->before, of->run),
		    history->labels.v[step->label], page_field(page, history->shown[step->k]),
		    from, to);
		html_cells_change(doc, &of->change, "");
		doc_add(doc, "<td>");
		html_cells_run(doc, history, of->before);
		doc_add(doc, "\n");
	}
	text_add(&doc->t, HTML_TABLE_END);
	if (n > shown)
		doc_add(doc, "<p>%zu smaller steps are in the sections of their tests.</p>\n",
		    n - shown);
}

/* n: how many steps the run has. */
static void
html_runs_add_run(
    struct doc *doc, const struct page *page, size_t run, const struct step *steps, size_t n)
{
	const struct history *history = page->history;
	OWNED char *title = history_words_run(history, run);

	doc_add(doc, "<article class=\"run\" id=\"run-%zu\">\n<h3>`%s`</h3>\n", run, title);
	html_runs_add_notes(doc, &history->runs[run]);
	html_runs_add_provenance(doc, &history->runs[run]);
	html_runs_add_breaks(doc, history, run);
	if (n)
		html_runs_add_steps(doc, page, steps, n);
	doc_add(doc, "</article>\n");
}

void
html_runs(struct doc *doc, const struct page *page)
{
	FREED_BY(words_free) struct words lines = WORDS_EMPTY;
	struct steps steps;
	size_t run, end, n;

	if (!page->history)
		return;
	steps = make_steps(page->history, page->view->every ? 1 : page->history->field_count);
	doc_add(doc, "<h2>Runs, the newest first</h2>\n");
	/* A label may stand for another command than before. */
	history_words_commands(page->history, &lines);
	if (lines.n)
		doc_add(doc, "<p class=\"note\">" HISTORY_WORDS_COMMANDS "</p>\n");
	for (size_t i = 0; i < lines.n; i++)
		doc_item(doc, "%s", lines.v[i]);
	doc_end(doc);
	for (run = page->history->run_count, end = steps.n; run--; end -= n) {
		for (n = 0; n < end && steps.v[end - n - 1].of.run == run; n++)
			;
		html_runs_add_run(doc, page, run, &steps.v[end - n], n);
	}
	free(steps.v);
	chart_share(&doc->t, page);
}
