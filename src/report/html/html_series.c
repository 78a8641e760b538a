#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart/chart.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"
#include "report/html/html_steps.h"
#include "util/memory.h"

/* The series of a test in one field. */
struct series {
	const struct page *page;
	const struct history *history; /* of the page */
	size_t test, k;
	struct html_series_steps {
		struct history_step *v;
		size_t n;
	} * steps; /* by label */
};

static struct value
value_at(const struct series *series, size_t label, size_t run)
{
	return history_value(series->history, series->test, label, run, series->k);
}

static enum history_state
state_at(const struct series *series, size_t label, size_t run)
{
	return history_point(series->history, series->test, label, run)->state;
}

static verdict_set
verdicts_at(const struct series *series, size_t label, size_t run)
{
	return history_point(series->history, series->test, label, run)->verdicts;
}

/* Returns true if the run is not like the one before. */
static bool
is_told(const struct series *series, size_t label, size_t run)
{
	struct value now = value_at(series, label, run), before;
	verdict_set verdicts = verdicts_at(series, label, run);

	if (!history_has(series->history, series->test, label))
		return false;
	if (!run || history_point(series->history, series->test, label, run)->broken)
		return true;
	before = value_at(series, label, run - 1);
	return state_at(series, label, run) != state_at(series, label, run - 1) ||
	       verdicts != verdicts_at(series, label, run - 1) || now.known != before.known ||
	       (now.known && now.v != before.v);
}

static const struct history_step *
find_step(const struct series *series, size_t label, size_t run)
{
	const struct html_series_steps *steps = &series->steps[label];
	size_t i;

	for (i = 0; i < steps->n; i++)
		if (steps->v[i].run == run)
			return &steps->v[i];
	return NULL;
}

static void
add_value(struct text *t, const struct series *series, size_t label, size_t run)
{
	struct value value = value_at(series, label, run);
	enum history_state state = state_at(series, label, run);

	if (value.known)
		format_number(t, value.v);
	else
		text_add(t, state == HISTORY_FAILED   ? "FAIL"
		            : state == HISTORY_ABSENT ? "missing"
		                                      : "-");
}

/* "0003 4850 (-0.25 %)" */
static void
add_point(struct text *t, const struct series *series, size_t label, size_t run)
{
	const struct history_step *step = find_step(series, label, run);
	char buffer[CHANGE_SIZE];

	html_steps_run(t, series->history, run);
	text_add_char(t, ' ');
	add_value(t, series, label, run);
	text_add(t, verdicts_at(series, label, run) ? " " PAGE_MARK : "");
	if (step && isinf(step->change.percent))
		text_add(t, " (from 0)");
	else if (step && !chart_is_large(series->history))
		text_addf(t, " (%s)", change_show(&step->change, buffer));
	else if (history_point(series->history, series->test, label, run)->broken)
		text_add(t, " (break)");
}

/* The runs of a label that are not like the one before. */
static void
add_label(struct text *t, const struct series *series, size_t label)
{
	size_t run, n = 0;

	text_add(t, "<tr><th scope=row>");
	html_name(t, series->history->labels.v[label]);
	text_add(t, "<td>");
	for (run = 0; run < series->history->run_count; run++) {
		if (!is_told(series, label, run))
			continue;
		text_add(t, n++ ? ", " : "");
		add_point(t, series, label, run);
	}
	text_add_char(t, '\n');
}

/* In how many runs the values of a label have a verdict. */
static void
add_verdict(struct text *t, const struct series *series, size_t label, enum verdict verdict)
{
	size_t n = 0, run;

	for (run = 0; run < series->history->run_count; run++)
		n += verdicts_at(series, label, run) >> verdict & 1;
	if (!n)
		return;
	text_addf(t, "<p class=note>" PAGE_MARK " <b>%s</b> on ", verdict_name(verdict));
	html_sentence(t, series->history->labels.v[label]);
	text_addf(t, " in %zu of %zu runs: %s</p>\n", n, series->history->run_count,
	    verdict_meaning(verdict));
}

static void
add_verdicts(struct text *t, const struct series *series)
{
	enum verdict verdict;
	size_t label;

	for (verdict = 0; verdict < VERDICT_COUNT; verdict++)
		for (label = 0; label < series->history->labels.n; label++)
			add_verdict(t, series, label, verdict);
}

/* A row for each label: a page of many tests has no room for one for each run. */
static void
add_table(struct text *t, const struct series *series)
{
	struct text caption = TEXT_EMPTY;
	size_t label;

	text_addf(&caption, "%s, where it changed",
	    page_field(series->page, series->history->shown[series->k]));
	html_table(t, "", caption.s);
	text_free(&caption);
	text_add(t, "<thead><tr><th scope=col>put<th scope=col>runs\n<tbody>\n");
	for (label = 0; label < series->history->labels.n; label++)
		if (history_has(series->history, series->test, label))
			add_label(t, series, label);
	html_table_end(t);
}

static void
add_field(struct text *t, struct series *series)
{
	size_t labels = series->history->labels.n, label;

	series->steps = memory_new(labels * sizeof *series->steps);
	for (label = 0; label < labels; label++)
		series->steps[label].n = history_steps(
		    series->history, series->test, label, series->k, &series->steps[label].v);
	chart_series(t, series->page, series->test, series->k, "#run-");
	add_table(t, series);
	for (label = 0; label < labels; label++)
		free(series->steps[label].v);
	free(series->steps);
}

void
html_series(struct text *t, const struct page *page, const char *name)
{
	struct series series = {.page = page, .history = page->history};

	if (!series.history)
		return;
	while (series.test < series.history->tests.n &&
	       strcmp(series.history->tests.v[series.test], name) != 0)
		series.test++;
	if (series.test == series.history->tests.n)
		return;
	text_add(t, "<section class=series>\n");
	text_add(t, chart_is_large(page->history) ? "" : "<h4>Over time</h4>\n");
	add_verdicts(t, &series);
	for (; series.k < series.history->field_count; series.k++)
		add_field(t, &series);
	text_add(t, "</section>\n");
}
