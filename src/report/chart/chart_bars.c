#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart/chart.h"
#include "report/chart/chart_scale.h"
#include "report/summary.h"
#include "report/chart/svg.h"
#include "util/array.h"
#include "util/memory.h"

enum { NAME = 40, LABEL = 16, ROW = 18, BAR = 11, GAP = 14, TOP = 64 };
enum { BARS = 240, WIDTH = 700, TICKS_APART = 52 };

/* Columns of words, to the right of the bars. */
enum { NORM, VALUE, CHANGE, COLUMNS };

struct bars_row {
	const char *name, *mark; /* of the test */
	struct change change;
	char cells[COLUMNS][PAGE_CELL_SIZE];
};

/* Columns from left to right: names, bars, the norm's value, the put's, the change. */
struct bars {
	struct text *t;
	const struct page *page;
	size_t put;
	struct chart_change axis;
	struct bars_row *rows;
	size_t n;
	size_t listed;             /* all that changed */
	double left, right, width; /* of the bars */
	double bottom;             /* of what was drawn */
	const char *heads[COLUMNS];
	double ends[COLUMNS]; /* on the right */
};

static bool
is_compared(const struct change *change)
{
	return change->kind <= CHANGE_SAME;
}

/* The last cell has the change in percent, or a word for why there is none. */
static void
chart_bars_make_row(struct bars *bars, size_t test, const struct change *change)
{
	const struct comparison *comparison = bars->page->comparison;
	char buffer[PAGE_CELL_SIZE];
	struct bars_row *row = &bars->rows[bars->n++];
	const char *cells[] = {
	    page_count(bars->page, test, comparison->norm, comparison->field, row->cells[NORM]),
	    page_count(bars->page, test, bars->put, comparison->field, row->cells[VALUE]),
	    !is_compared(change)     ? change_names[change->kind]
	    : isinf(change->percent) ? "from 0"
	                             : change_show(change, buffer)};

	row->name = bars->page->results->tests.v[test].name;
	row->mark = page_verdicts_on_any(bars->page, test) ? PAGE_MARK : "";
	row->change = *change;
	for (int c = 0; c < COLUMNS; c++)
		memmove(row->cells[c], cells[c], strlen(cells[c]) + 1);
	if (is_compared(change))
		chart_change_reach(&bars->axis, change);
}

/* Makes rows of the tests that the page shows and that changed. */
static void
chart_bars_choose(struct bars *bars, size_t most)
{
	const struct comparison *comparison = bars->page->comparison;
	OWNED size_t *order = memory_array(comparison->test_count + 1, sizeof *order);

	bars->rows = memory_array(comparison->test_count + 1, sizeof *bars->rows);
	comparison_sort(comparison, bars->put, order);
	for (size_t i = 0; i < comparison->test_count; i++) {
		struct change change = comparison_decisive(comparison, order[i], bars->put);

		if (page_hides(bars->page, order[i]) || !change_is_listed(&change))
			continue;
		if (!most || bars->listed < most)
			chart_bars_make_row(bars, order[i], &change);
		bars->listed++;
	}
	chart_change_fit(&bars->axis);
}

static void
arrange(struct bars *bars)
{
	double names = 0, widths[COLUMNS], at;

	ARRAY_EACH(const struct bars_row, row, bars->rows, bars->n)
		names = fmax(
		    names, svg_width(row->name, NAME) + svg_width(row->mark, 0) + SVG_COLUMN);
	for (int c = 0; c < COLUMNS; c++) {
		widths[c] = svg_width(bars->heads[c], LABEL);
		for (size_t i = 0; i < bars->n; i++)
			widths[c] = fmax(widths[c], svg_width(bars->rows[i].cells[c], 0));
	}
	bars->left = names + GAP;
	bars->width =
	    fmax(BARS, WIDTH - bars->left - widths[0] - widths[1] - widths[2] - 3 * GAP);
	at = bars->right = bars->left + bars->width;
	for (int c = 0; c < COLUMNS; c++)
		at = bars->ends[c] = at + GAP + widths[c];
	bars->bottom = TOP + ROW * (double)bars->n;
}

static void
chart_bars_add_row(const struct bars *bars, const struct bars_row *row)
{
	double y = TOP + ROW * (double)(row - bars->rows), base = y + BAR - 1;

	svg_marked(bars->t, bars->left - GAP, base, SVG_END, row->name, NAME, row->mark);
	if (is_compared(&row->change))
		chart_change_bar(
		    bars->t, &bars->axis, &row->change, bars->left, y, bars->width, BAR);
	for (int c = 0; c < COLUMNS; c++)
		svg_text(bars->t, bars->ends[c], base, SVG_END, row->cells[c], 0);
}

/* Says what is shown, which side is better, and what the columns are. */
static void
chart_bars_add_head(const struct bars *bars)
{
	const struct comparison *comparison = bars->page->comparison;
	bool higher = fields_higher(comparison->results->fields, comparison->field);
	OWNED char *heading = text_print("%s: %s against %s",
	    page_field(bars->page, comparison->field), bars->heads[VALUE], bars->heads[NORM]);

	svg_heading(bars->t, 20, heading, bars->ends[CHANGE]);
	svg_text(bars->t, bars->left, TOP - 10, SVG_START, higher ? "worse" : "better", 0);
	svg_text(bars->t, bars->right, TOP - 10, SVG_END, higher ? "better" : "worse", 0);
	text_add(bars->t, "<g font-weight=\"bold\">");
	for (int c = 0; c < COLUMNS; c++)
		svg_text(bars->t, bars->ends[c], TOP - 10, SVG_END, bars->heads[c], LABEL);
	text_add(bars->t, "</g>\n");
}

/* Adds the lines at the ticks, and their numbers below. */
static void
chart_bars_add_ticks(const struct bars *bars)
{
	double ticks[CHART_TICKS];
	size_t n = chart_change_ticks(&bars->axis, (double)TICKS_APART / bars->width, ticks);
	char label[CHANGE_SIZE];

	for (size_t i = 0; i < n; i++) {
		double at = chart_change_at(&bars->axis, ticks[i]);
		double x = bars->left + fmin(1, fmax(0, at)) * bars->width;

		text_addf(bars->t,
		    "<path d=\"M%g %gV%g\" stroke=\"currentColor\" stroke-opacity=\"%s\"/>",
		    svg_at(x), svg_at(TOP - 6), svg_at(bars->bottom), ticks[i] ? ".2" : ".8");
		svg_text(bars->t, x, bars->bottom + 13, SVG_MIDDLE,
		    chart_change_label(ticks[i], label), 0);
	}
}

static void
chart_bars_add_line(struct bars *bars, const char *line)
{
	bars->bottom += ROW;
	svg_text(bars->t, 0, bars->bottom, SVG_START, line,
	    (size_t)(bars->ends[CHANGE] / SVG_COLUMN));
}

/* Adds what is not seen in the bars, and the summary, with the mean on a line of its own. */
static void
chart_bars_add_foot(struct bars *bars, const char *summary)
{
	const char *mean = strstr(summary, "; geometric mean");
	OWNED char *counts =
	    mean ? memory_copy_n(summary, (size_t)(mean - summary)) : memory_copy(summary);
	bool marked = false;

	bars->bottom += 14;
	if (bars->listed > bars->n) {
		OWNED char *line = text_print("%zu more changed", bars->listed - bars->n);

		chart_bars_add_line(bars, line);
	}
	for (size_t i = 0; i < bars->n; i++)
		marked |= *bars->rows[i].mark != '\0';
	if (marked)
		chart_bars_add_line(bars, PAGE_MARK " a number that means less than it seems");
	chart_bars_add_line(bars, counts);
	if (mean)
		chart_bars_add_line(bars, mean + 2);
}

void
chart_bars(struct text *t, const struct page *page, size_t put, size_t most)
{
	FREED_BY(text_free) struct text body = TEXT_EMPTY;
	struct bars bars = {.t = &body,
	    .page = page,
	    .put = put,
	    .heads = {
	        page_label(page, page->comparison->norm), page_label(page, put), "change"}};
	OWNED char *summary = summary_line(page->comparison, put);

	chart_bars_choose(&bars, most);
	arrange(&bars);
	chart_bars_add_head(&bars);
	chart_bars_add_ticks(&bars);
	ARRAY_EACH(const struct bars_row, row, bars.rows, bars.n)
		chart_bars_add_row(&bars, row);
	chart_bars_add_foot(&bars, summary);
	svg_begin(t, bars.ends[CHANGE], bars.bottom, summary, true);
	text_add(t, body.s);
	text_add(t, "</svg>\n");
	free(bars.rows);
}
