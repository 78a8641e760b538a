#include <math.h>
#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"

/* The series of a test in one field. */
struct series {
	const struct page *page;
	const struct history *history; /* of the page */
	size_t test, k;
	struct history_step *steps; /* of a label */
	size_t step_count;
};

static struct value
value_at(const struct series *series, size_t label, size_t run)
{
	return history_value(series->history, series->test, label, run, series->k);
}

static const struct history_point *
point_at(const struct series *series, size_t label, size_t run)
{
	return history_point(series->history, series->test, label, run);
}

/* Returns true if the run is not like the one before. */
static bool
html_series_is_told(const struct series *series, size_t label, size_t run)
{
	const struct history_point *point = point_at(series, label, run), *last;
	struct value now = value_at(series, label, run), before;

	if (!history_has(series->history, series->test, label))
		return false;
	if (!run || point->broken)
		return true;
	last = point_at(series, label, run - 1);
	before = value_at(series, label, run - 1);
	return point->state != last->state || point->verdicts != last->verdicts ||
	       now.known != before.known || (now.known && now.v != before.v);
}

static const struct history_step *
find_step(const struct series *series, size_t run)
{
	for (size_t i = 0; i < series->step_count; i++)
		if (series->steps[i].run == run)
			return &series->steps[i];
	return NULL;
}

static void
html_series_add_value(struct doc *doc, const struct series *series, size_t label, size_t run)
{
	struct value value = value_at(series, label, run);
	enum history_state state = point_at(series, label, run)->state;

	if (value.known)
		format_number(&doc->t, value.v);
	else
		doc_add(doc, "%s",
		    state == HISTORY_FAILED   ? "FAIL"
		    : state == HISTORY_ABSENT ? "missing"
		                              : "-");
}

/* "0003 4850 (-0.25 %)" */
static void
html_series_add_point(struct doc *doc, const struct series *series, size_t label, size_t run)
{
	const struct history_step *step = find_step(series, run);
	char buffer[CHANGE_SIZE];

	html_cells_run(doc, series->history, run);
	doc_add(doc, " ");
	html_series_add_value(doc, series, label, run);
	text_add(&doc->t, html_cells_mark(point_at(series, label, run)->verdicts));
	if (step && isinf(step->change.percent))
		doc_add(doc, " (from 0)");
	else if (step && !chart_is_large(series->history))
		doc_add(doc, " (%s)", change_show(&step->change, buffer));
	else if (point_at(series, label, run)->broken)
		doc_add(doc, " (break)");
}

/* The runs of a label that are not like the one before. */
static void
html_series_add_label(struct doc *doc, struct series *series, size_t label)
{
	size_t n = 0;

	series->step_count =
	    history_steps(series->history, series->test, label, series->k, &series->steps);
	doc_add(doc, "<tr><th scope=row>`%s`<td>", series->history->labels.v[label]);
	for (size_t run = 0; run < series->history->run_count; run++) {
		if (!html_series_is_told(series, label, run))
			continue;
		text_add(&doc->t, n++ ? ", " : "");
		html_series_add_point(doc, series, label, run);
	}
	doc_add(doc, "\n");
	free(series->steps);
}

/* In how many runs the values of a label have a verdict. */
static void
html_series_add_verdict(
    struct doc *doc, const struct series *series, size_t label, enum verdict verdict)
{
	size_t n = 0;

	for (size_t run = 0; run < series->history->run_count; run++)
		n += point_at(series, label, run)->verdicts >> verdict & 1;
	if (n)
		doc_add(doc,
		    "<p class=note>" PAGE_MARK " <b>%s</b> on %s in %zu of %zu runs: %s</p>\n",
		    verdict_name(verdict), series->history->labels.v[label], n,
		    series->history->run_count, verdict_meaning(verdict));
}

/* Returns true if the field has a step. */
static bool
is_steep(const struct series *series)
{
	for (size_t label = 0; label < series->history->labels.n; label++)
		if (history_size(series->history, series->test, label, series->k) > 0)
			return true;
	return false;
}

/* A row for each label: a page of many tests has no room for one for each run. */
static void
html_series_add_field(struct doc *doc, struct series *series)
{
	OWNED char *caption = text_print("%s, where it changed",
	    page_field(series->page, series->history->shown[series->k]));

	doc_add(doc, "<div%s data-field=\"%s\">\n",
	    series->k && series->page->view->every ? " hidden" : "",
	    page_field(series->page, series->history->shown[series->k]));
	chart_series(&doc->t, series->page, series->test, series->k, "#run-");
	html_table(&doc->t, "", caption);
	doc_add(doc, "<thead><tr><th scope=col>put<th scope=col>runs\n<tbody>\n");
	for (size_t label = 0; label < series->history->labels.n; label++)
		if (history_has(series->history, series->test, label))
			html_series_add_label(doc, series, label);
	text_add(&doc->t, HTML_TABLE_END "</div>\n");
}

void
html_series(struct doc *doc, const struct page *page, const char *name)
{
	struct series series = {.page = page, .history = page->history};

	if (!series.history)
		return;
	series.test = words_find(&series.history->tests, name);
	if (series.test == series.history->tests.n)
		return;
	doc_add(doc, "<section class=series>\n");
	text_add(&doc->t, chart_is_large(page->history) ? "" : "<h4>Over time</h4>\n");
	for (enum verdict verdict = 0; verdict < VERDICT_COUNT; verdict++)
		for (size_t label = 0; label < series.history->labels.n; label++)
			html_series_add_verdict(doc, &series, label, verdict);
	for (; series.k < series.history->field_count; series.k++)
		if (!series.k || !page->view->every || is_steep(&series))
			html_series_add_field(doc, &series);
	doc_add(doc, "</section>\n");
}
