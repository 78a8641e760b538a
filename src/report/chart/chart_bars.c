#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart/chart.h"
#include "report/chart/chart_scale.h"
#include "report/summary.h"
#include "report/chart/svg.h"
#include "util/memory.h"

enum {
	NAME = 40,
	LABEL = 16,
	ROW = 18,
	BAR = 11,
	GAP = 14,
	BARS = 240,
	WIDTH = 700,
	TICKS_APART = 52
};

/* Of words, to the right of the bars. */
enum { NORM, VALUE, CHANGE, COLUMNS };

/* From left to right: names, bars, the norm's value, the put's, the change. */
struct bars {
	struct text *t;
	const struct page *page;
	size_t puts[CHANGE]; /* the norm and the put */
	struct chart_change axis;
	size_t *order, n;        /* the tests that are drawn */
	bool marked;             /* one of those that are drawn */
	size_t listed;           /* all that changed */
	double top, left, right; /* of the bars */
	double width;            /* of the bars */
	double ends[COLUMNS];    /* on the right */
};

static struct change
change_of(const struct bars *bars, size_t i)
{
	return comparison_decisive(bars->page->comparison, bars->order[i], bars->puts[VALUE]);
}

static bool
is_compared(const struct change *change)
{
	return change->kind <= CHANGE_SAME;
}

/* Keeps those in order that the page shows and that changed. */
static void
chart_bars_choose(struct bars *bars, size_t most)
{
	const struct comparison *comparison = bars->page->comparison;

	bars->order = memory_array(comparison->test_count + 1, sizeof *bars->order);
	comparison_sort(comparison, bars->puts[VALUE], bars->order);
	for (size_t i = 0; i < comparison->test_count; i++) {
		struct change change = change_of(bars, i);

		if (page_hides(bars->page, bars->order[i]) || !change_is_listed(&change))
			continue;
		bars->order[bars->listed++] = bars->order[i];
		if (is_compared(&change) && (!most || bars->listed <= most))
			chart_change_reach(&bars->axis, &change);
	}
	bars->n = most && most < bars->listed ? most : bars->listed;
	chart_change_fit(&bars->axis);
}

/* The change in percent, or a word for why there is none. */
static const char *
say_change(const struct bars *bars, size_t i, char *buffer)
{
	struct change change = change_of(bars, i);

	if (!is_compared(&change))
		return change_name(change.kind);
	if (isinf(change.percent))
		return "from 0";
	return change_show(&change, buffer);
}

static const char *
chart_bars_name_of(const struct bars *bars, size_t i)
{
	return bars->page->results->tests.v[bars->order[i]].name;
}

static const char *
chart_bars_mark_of(const struct bars *bars, size_t i)
{
	return page_verdicts_on_any(bars->page, bars->order[i]) ? PAGE_MARK : "";
}

static const char *
chart_bars_head_of(const struct bars *bars, int column)
{
	return column == CHANGE ? "change"
	                        : bars->page->results->puts.v[bars->puts[column]].label;
}

static const char *
cell_of(const struct bars *bars, size_t i, int column, char *buffer)
{
	return column == CHANGE ? say_change(bars, i, buffer)
	                        : page_count(bars->page, bars->order[i], bars->puts[column],
	                              bars->page->comparison->field, buffer);
}

static void
arrange(struct bars *bars)
{
	double names = 0, widths[COLUMNS], at;
	char buffer[PAGE_CELL_SIZE];

	for (size_t i = 0; i < bars->n; i++) {
		names = fmax(names, svg_width(chart_bars_name_of(bars, i), NAME) +
		                        svg_width(chart_bars_mark_of(bars, i), 0) + SVG_COLUMN);
		bars->marked |= *chart_bars_mark_of(bars, i) != '\0';
	}
	for (int c = 0; c < COLUMNS; c++) {
		widths[c] = svg_width(chart_bars_head_of(bars, c), LABEL);
		for (size_t i = 0; i < bars->n; i++)
			widths[c] = fmax(widths[c], svg_width(cell_of(bars, i, c, buffer), 0));
	}
	bars->top = 64;
	bars->left = names + GAP;
	bars->width =
	    fmax(BARS, WIDTH - bars->left - widths[0] - widths[1] - widths[2] - 3 * GAP);
	at = bars->right = bars->left + bars->width;
	for (int c = 0; c < COLUMNS; c++)
		at = bars->ends[c] = at + GAP + widths[c];
}

static void
chart_bars_add_row(const struct bars *bars, size_t i)
{
	struct change change = change_of(bars, i);
	double y = bars->top + ROW * (double)i, base = y + BAR - 1;
	char buffer[PAGE_CELL_SIZE];

	svg_marked(bars->t, bars->left - GAP, base, SVG_END, chart_bars_name_of(bars, i), NAME,
	    chart_bars_mark_of(bars, i));
	if (is_compared(&change))
		chart_change_bar(
		    bars->t, &bars->axis, &change, bars->left, y, bars->width, BAR);
	for (int c = 0; c < COLUMNS; c++)
		svg_text(bars->t, bars->ends[c], base, SVG_END, cell_of(bars, i, c, buffer), 0);
}

static void
chart_bars_add_head(const struct bars *bars)
{
	text_add(bars->t, "<g font-weight=\"bold\">");
	for (int c = 0; c < COLUMNS; c++)
		svg_text(bars->t, bars->ends[c], bars->top - 10, SVG_END,
		    chart_bars_head_of(bars, c), LABEL);
	text_add(bars->t, "</g>\n");
}

/* The lines at the ticks, and their numbers below. */
static void
chart_bars_add_ticks(const struct bars *bars)
{
	double ticks[CHART_TICKS], bottom = bars->top + ROW * (double)bars->n;
	size_t n = chart_change_ticks(&bars->axis, (double)TICKS_APART / bars->width, ticks);
	char label[CHANGE_SIZE];

	for (size_t i = 0; i < n; i++) {
		double at = chart_change_at(&bars->axis, ticks[i]);
		double x = bars->left + fmin(1, fmax(0, at)) * bars->width;

		text_addf(bars->t,
		    "<path d=\"M%g %gV%g\" stroke=\"currentColor\" stroke-opacity=\"%s\"/>",
		    svg_at(x), svg_at(bars->top - 6), svg_at(bottom), ticks[i] ? ".2" : ".8");
		svg_text(bars->t, x, bottom + 13, SVG_MIDDLE,
		    chart_change_label(ticks[i], label), 0);
	}
}

/* Which side is better. */
static void
chart_bars_add_sides(const struct bars *bars)
{
	const struct comparison *comparison = bars->page->comparison;
	bool higher = fields_higher(comparison->results->fields, comparison->field);
	double y = bars->top - 10;

	svg_text(bars->t, bars->left, y, SVG_START, higher ? "worse" : "better", 0);
	svg_text(bars->t, bars->right, y, SVG_END, higher ? "better" : "worse", 0);
}

static void
add_heading(const struct bars *bars)
{
	OWNED char *heading = text_print("%s: %s against %s",
	    page_field(bars->page, bars->page->comparison->field),
	    chart_bars_head_of(bars, VALUE), chart_bars_head_of(bars, NORM));

	svg_heading(bars->t, 20, heading, bars->ends[CHANGE]);
}

static void
chart_bars_add_line(const struct bars *bars, double *y, const char *line)
{
	*y += ROW;
	svg_text(bars->t, 0, *y, SVG_START, line, (size_t)(bars->ends[CHANGE] / SVG_COLUMN));
}

/* The summary, with the mean on a line of its own. */
static void
chart_bars_add_summary(const struct bars *bars, double *y)
{
	OWNED char *line = summary_line(bars->page->comparison, bars->puts[VALUE]);
	char *mean = strstr(line, "; geometric mean");

	if (mean)
		*mean = '\0';
	chart_bars_add_line(bars, y, line);
	if (mean)
		chart_bars_add_line(bars, y, mean + 2);
}

/* Below the bars: what is not seen in them. Returns where it ends. */
static double
add_foot(const struct bars *bars)
{
	double y = bars->top + ROW * (double)bars->n + 14;

	if (bars->listed > bars->n) {
		OWNED char *line = text_print("%zu more changed", bars->listed - bars->n);

		chart_bars_add_line(bars, &y, line);
	}
	if (bars->marked)
		chart_bars_add_line(
		    bars, &y, PAGE_MARK " a number that means less than it seems");
	chart_bars_add_summary(bars, &y);
	return y;
}

void
chart_bars(struct text *t, const struct page *page, size_t put, size_t most)
{
	FREED_BY(text_free) struct text body = TEXT_EMPTY;
	struct bars bars = {.t = &body, .page = page, .puts = {page->comparison->norm, put}};
	OWNED char *name = NULL;
	double bottom;

	chart_bars_choose(&bars, most);
	arrange(&bars);
	add_heading(&bars);
	chart_bars_add_sides(&bars);
	chart_bars_add_head(&bars);
	chart_bars_add_ticks(&bars);
	for (size_t i = 0; i < bars.n; i++)
		chart_bars_add_row(&bars, i);
	bottom = add_foot(&bars);
	name = summary_line(page->comparison, put);
	svg_begin(t, bars.ends[CHANGE], bottom, name, true);
	text_add(t, body.s);
	text_add(t, "</svg>\n");
	free(bars.order);
}
