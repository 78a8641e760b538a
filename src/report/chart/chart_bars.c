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

/* From left to right: names, bars, the norm's value, the put's, the change. */
struct bars {
	struct text *t;
	const struct page *page;
	size_t put;
	struct chart_change axis;
	size_t *order, n;           /* the tests that are drawn */
	size_t listed;              /* all that changed */
	double top, left, right;    /* of the bars */
	double width;               /* of the bars */
	double norm, value, change; /* the right ends of these columns */
};

static struct change
change_of(const struct bars *bars, size_t i)
{
	return comparison_decisive(bars->page->comparison, bars->order[i], bars->put);
}

static bool
is_compared(const struct change *change)
{
	return change->kind <= CHANGE_SAME;
}

/* Keeps those in order that the page shows and that changed. */
static void
choose(struct bars *bars, size_t most)
{
	const struct comparison *comparison = bars->page->comparison;
	size_t i;

	bars->order = memory_new((comparison->test_count + 1) * sizeof *bars->order);
	comparison_sort(comparison, bars->put, bars->order);
	for (i = 0; i < comparison->test_count; i++) {
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

static const char *
count_of(const struct bars *bars, size_t i, size_t put, char *buffer)
{
	return page_count(
	    bars->page, bars->order[i], put, bars->page->comparison->field, buffer);
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
name_of(const struct bars *bars, size_t i)
{
	return bars->page->results->tests.v[bars->order[i]].name;
}

static const char *
mark_of(const struct bars *bars, size_t i)
{
	return page_verdicts_on_any(bars->page, bars->order[i]) ? PAGE_MARK : "";
}

static const char *
label_of(const struct bars *bars, size_t put)
{
	return bars->page->results->puts.v[put].label;
}

static void
arrange(struct bars *bars)
{
	size_t norm = bars->page->comparison->norm, i;
	double names = 0,
	       widths[3] = {svg_width(label_of(bars, norm), LABEL),
	           svg_width(label_of(bars, bars->put), LABEL), svg_width("change", 0)};
	char buffer[PAGE_CELL_SIZE];

	for (i = 0; i < bars->n; i++) {
		names = fmax(names, svg_width(name_of(bars, i), NAME) +
		                        svg_width(mark_of(bars, i), 0) + SVG_COLUMN);
		widths[0] = fmax(widths[0], svg_width(count_of(bars, i, norm, buffer), 0));
		widths[1] = fmax(widths[1], svg_width(count_of(bars, i, bars->put, buffer), 0));
		widths[2] = fmax(widths[2], svg_width(say_change(bars, i, buffer), 0));
	}
	bars->top = 64;
	bars->left = names + GAP;
	bars->width =
	    fmax(BARS, WIDTH - bars->left - widths[0] - widths[1] - widths[2] - 3 * GAP);
	bars->right = bars->left + bars->width;
	bars->norm = bars->right + GAP + widths[0];
	bars->value = bars->norm + GAP + widths[1];
	bars->change = bars->value + GAP + widths[2];
}

static double
x_of(const struct bars *bars, double percent)
{
	double at = chart_change_at(&bars->axis, percent);

	return bars->left + fmin(1, fmax(0, at)) * bars->width;
}

static void
add_row(const struct bars *bars, size_t i)
{
	struct change change = change_of(bars, i);
	double y = bars->top + ROW * (double)i, base = y + BAR - 1;
	char buffer[PAGE_CELL_SIZE];

	svg_marked(
	    bars->t, bars->left - GAP, base, SVG_END, name_of(bars, i), NAME, mark_of(bars, i));
	if (is_compared(&change))
		chart_change_bar(
		    bars->t, &bars->axis, &change, bars->left, y, bars->width, BAR);
	svg_text(bars->t, bars->norm, base, SVG_END,
	    count_of(bars, i, bars->page->comparison->norm, buffer), 0);
	svg_text(bars->t, bars->value, base, SVG_END, count_of(bars, i, bars->put, buffer), 0);
	svg_text(bars->t, bars->change, base, SVG_END, say_change(bars, i, buffer), 0);
}

static void
add_head(const struct bars *bars)
{
	double y = bars->top - 10;
	size_t norm = bars->page->comparison->norm;

	text_add(bars->t, "<g font-weight=\"bold\">");
	svg_text(bars->t, bars->norm, y, SVG_END, label_of(bars, norm), LABEL);
	svg_text(bars->t, bars->value, y, SVG_END, label_of(bars, bars->put), LABEL);
	svg_text(bars->t, bars->change, y, SVG_END, "change", 0);
	text_add(bars->t, "</g>\n");
}

/* The lines at the ticks, and their numbers below. */
static void
add_ticks(const struct bars *bars)
{
	double ticks[CHART_TICKS], bottom = bars->top + ROW * (double)bars->n;
	size_t n = chart_change_ticks(&bars->axis, (double)TICKS_APART / bars->width, ticks), i;
	char label[CHANGE_SIZE];

	for (i = 0; i < n; i++) {
		double x = x_of(bars, ticks[i]);

		text_addf(bars->t,
		    "<path d=\"M%g %gV%g\" stroke=\"currentColor\" stroke-opacity=\"%s\"/>",
		    svg_at(x), svg_at(bars->top - 6), svg_at(bottom), ticks[i] ? ".2" : ".8");
		svg_text(bars->t, x, bottom + 13, SVG_MIDDLE,
		    chart_change_label(ticks[i], label), 0);
	}
}

/* Which side is better. */
static void
add_sides(const struct bars *bars)
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
	const struct comparison *comparison = bars->page->comparison;
	char *heading =
	    text_print("%s: %s against %s", page_field(bars->page, comparison->field),
	        label_of(bars, bars->put), label_of(bars, comparison->norm));
	size_t most = (size_t)(bars->change / SVG_COLUMN / 1.4);

	text_add(bars->t, "<g font-size=\"14\" font-weight=\"bold\">");
	svg_text(bars->t, 0, 20, SVG_START, heading, most);
	text_add(bars->t, "</g>\n");
	free(heading);
}

static bool
has_mark(const struct bars *bars)
{
	size_t i;

	for (i = 0; i < bars->n; i++)
		if (*mark_of(bars, i))
			return true;
	return false;
}

static void
add_line(const struct bars *bars, double *y, const char *line)
{
	*y += ROW;
	svg_text(bars->t, 0, *y, SVG_START, line, (size_t)(bars->change / SVG_COLUMN));
}

/* The summary, with the mean on a line of its own. */
static void
add_summary(const struct bars *bars, double *y)
{
	char *line = summary_line(bars->page->comparison, bars->put);
	char *mean = strstr(line, "; geometric mean");

	if (mean)
		*mean = '\0';
	add_line(bars, y, line);
	if (mean)
		add_line(bars, y, mean + 2);
	free(line);
}

/* Below the bars: what is not seen in them. Returns where it ends. */
static double
add_foot(const struct bars *bars)
{
	double y = bars->top + ROW * (double)bars->n + 14;
	char *line;

	if (bars->listed > bars->n) {
		line = text_print("%zu more changed", bars->listed - bars->n);
		add_line(bars, &y, line);
		free(line);
	}
	if (has_mark(bars))
		add_line(bars, &y, PAGE_MARK " a number that means less than it seems");
	add_summary(bars, &y);
	return y;
}

void
chart_bars(struct text *t, const struct page *page, size_t put, size_t most)
{
	struct text body = TEXT_EMPTY;
	struct bars bars = {.t = &body, .page = page, .put = put};
	char *name;
	double bottom;
	size_t i;

	choose(&bars, most);
	arrange(&bars);
	add_heading(&bars);
	add_sides(&bars);
	add_head(&bars);
	add_ticks(&bars);
	for (i = 0; i < bars.n; i++)
		add_row(&bars, i);
	bottom = add_foot(&bars);
	name = summary_line(page->comparison, put);
	svg_begin(t, bars.change, bottom, name, true);
	text_add(t, body.s);
	svg_end(t);
	free(name);
	free(bars.order);
	text_free(&body);
}
