#include <math.h>
#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"

/* The series of a test on a label in a field. */
struct series {
	const struct history *history;
	size_t test, label, k;
};

static struct value
value_at(const struct series *series, size_t run)
{
	return history_value(series->history, series->test, series->label, run, series->k);
}

static const struct history_point *
point_at(const struct series *series, size_t run)
{
	return history_point(series->history, series->test, series->label, run);
}

/* Returns true if the run is not like the one before. */
static bool
html_series_is_told(const struct series *series, size_t run)
{
	const struct history_point *point = point_at(series, run), *last;
	struct value now = value_at(series, run), before;

	if (!run || point->broken)
		return true;
	last = point_at(series, run - 1);
	before = value_at(series, run - 1);
	return point->state != last->state || point->verdicts != last->verdicts ||
	       now.known != before.known || (now.known && now.v != before.v);
}

/* Adds "0003 4850 (-0.25 %)". step: NULL if there is none at the run. */
static void
html_series_add_point(
    struct doc *doc, const struct series *series, size_t run, const struct history_step *step)
{
	const struct history_point *point = point_at(series, run);
	struct value value = value_at(series, run);
	char buffer[CHANGE_SIZE];

	html_cells_run(doc, series->history, run);
	doc_add(doc, " ");
	if (value.known)
		format_number(&doc->t, value.v);
	else
		doc_add(doc, "%s",
		    point->state == HISTORY_FAILED   ? "FAIL"
		    : point->state == HISTORY_ABSENT ? "missing"
		                                     : "-");
	text_add(&doc->t, html_cells_mark(point->verdicts));
	if (step && isinf(step->change.percent))
		doc_add(doc, " (from 0)");
	else if (step && !chart_is_large(series->history))
		doc_add(doc, " (%s)", change_show(&step->change, buffer));
	else if (point->broken)
		doc_add(doc, " (break)");
}

/* Adds the runs of a label that are not like the one before. */
static void
html_series_add_label(struct doc *doc, const struct series *series)
{
	const struct history *history = series->history;
	struct history_step *steps, *step;
	size_t n = history_steps(history, series->test, series->label, series->k, &steps);
	const char *between = "";

	step = steps;
	doc_add(doc, "<tr><th scope=row>`%s`<td>", history->labels.v[series->label]);
	for (size_t run = 0; run < history->run_count; run++) {
		bool steep = step < steps + n && step->run == run;

		if (html_series_is_told(series, run)) {
			text_add(&doc->t, between);
			html_series_add_point(doc, series, run, steep ? step : NULL);
			between = ", ";
		}
		step += steep;
	}
	doc_add(doc, "\n");
	free(steps);
}

/* Says in how many runs the values of a label have a verdict. */
static void
html_series_add_verdict(struct doc *doc, const struct series *series, enum verdict verdict)
{
	const struct history *history = series->history;
	size_t n = 0;

	for (size_t run = 0; run < history->run_count; run++)
		n += point_at(series, run)->verdicts >> verdict & 1;
	if (n)
		doc_add(doc,
		    "<p class=note>" PAGE_MARK " <b>%s</b> on %s in %zu of %zu runs: %s</p>\n",
		    verdict_rows[verdict].name, history->labels.v[series->label], n,
		    history->run_count, verdict_rows[verdict].meaning);
}

/* Adds a row for each label: a page of many tests has no room for one for each run. */
static void
html_series_add_field(struct doc *doc, const struct page *page, struct series series)
{
	const struct history *history = page->history;
	const char *field = page_field(page, history->shown[series.k]);
	OWNED char *caption = text_print("%s, where it changed", field);

	doc_add(doc, "<div%s data-field=\"%s\">\n",
	    series.k && page->view->every ? " hidden" : "", field);
	chart_series(&doc->t, page, series.test, series.k, "#run-");
	html_table(&doc->t, "", caption);
	doc_add(doc, "<thead><tr><th scope=col>program<th scope=col>runs\n<tbody>\n");
	for (series.label = 0; series.label < history->labels.n; series.label++)
		if (history_has(history, series.test, series.label))
			html_series_add_label(doc, &series);
	text_add(&doc->t, HTML_TABLE_END "</div>\n");
}

void
html_series(struct doc *doc, const struct page *page, const char *name)
{
	const struct history *history = page->history;
	struct series series = {.history = history};

	if (!history)
		return;
	series.test = words_find(&history->tests, name);
	if (series.test == history->tests.n)
		return;
	doc_add(doc, "<section class=series>\n");
	doc_add(doc, chart_is_large(history) ? "" : "<h4>Over time</h4>\n");
	for (enum verdict verdict = 0; verdict < VERDICT_COUNT; verdict++)
		for (series.label = 0; series.label < history->labels.n; series.label++)
			html_series_add_verdict(doc, &series, verdict);
	for (; series.k < history->field_count; series.k++) {
		bool steep = !series.k || !page->view->every;

		for (size_t label = 0; label < history->labels.n; label++)
			steep |= history_size(history, series.test, label, series.k) > 0;
		if (steep)
			html_series_add_field(doc, page, series);
	}
	doc_add(doc, "</section>\n");
}
