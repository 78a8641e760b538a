#include <math.h>
#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/chart/chart_change.h"
#include "report/html/html.h"
#include "report/chart/svg.h"

/* The classes of changes in percent: the middle one has the tests that are the same, those to
   both sides of it begin at these edges, and the outermost have no end. Nothing is reduced by
   more than 100 %, so there is one class less of what is reduced. */
static const double edges[] = {0, 1, 2, 5, 10, 20, 50, 100};
enum { EDGES = sizeof edges / sizeof *edges, MIDDLE = EDGES - 1, CLASSES = MIDDLE + 1 + EDGES };

/* In place of a class: of a test without a comparison, and of one that is not shown. */
enum { OTHER = CLASSES, HIDDEN };

enum { WIDTH = 700, MARGIN = 24, BAR_MOST = 72, TOP = 36, PLOT = 90, NAMES = 5 };

struct ratios {
	struct text *t;
	const struct page *page;
	size_t put;
	size_t of[CLASSES + 2]; /* tests, also of OTHER and HIDDEN */
	size_t most;            /* of one class */
	size_t first, count;    /* classes that are shown */
};

static size_t
class_of(const struct change *change)
{
	size_t i = EDGES;

	if (change->kind == CHANGE_SAME)
		return MIDDLE;
	while (i > 1 && fabs(change->percent) < edges[i - 1])
		i--;
	if (change->percent < 0)
		return i < MIDDLE ? MIDDLE - i : 0;
	return MIDDLE + i;
}

static size_t
find_class(const struct ratios *ratios, size_t test)
{
	const struct page *page = ratios->page;
	struct change change = comparison_decisive(page->comparison, test, ratios->put);

	if (page_hides(page, test) || change.kind >= CHANGE_COUNT)
		return HIDDEN;
	return change.kind <= CHANGE_SAME ? class_of(&change) : OTHER;
}

/* Shows the classes from the first to the last that has tests, and in any case the three in the
   middle. */
static void
count(struct ratios *ratios)
{
	const struct comparison *comparison = ratios->page->comparison;
	size_t last = MIDDLE + 1, i;

	ratios->first = MIDDLE - 1;
	for (i = 0; i < comparison->test_count; i++) {
		size_t class = find_class(ratios, comparison->tests[i]);

		ratios->of[class]++;
		if (class >= CLASSES)
			continue;
		if (ratios->of[class] > ratios->most)
			ratios->most = ratios->of[class];
		if (class < ratios->first)
			ratios->first = class;
		if (class > last)
			last = class;
	}
	ratios->count = last - ratios->first + 1;
}

static double
width_of(const struct ratios *ratios)
{
	return fmin(BAR_MOST, (WIDTH - 2.0 * MARGIN) / (double)ratios->count);
}

static double
x_of(const struct ratios *ratios, size_t class)
{
	return MARGIN + width_of(ratios) * (double)(class - ratios->first);
}

static enum change_kind
kind_of(const struct ratios *ratios, size_t class)
{
	const struct comparison *comparison = ratios->page->comparison;
	bool higher = fields_higher(comparison->results->fields, comparison->field);

	if (class == MIDDLE)
		return CHANGE_SAME;
	return (class > MIDDLE) == higher ? CHANGE_BETTER : CHANGE_WORSE;
}

/* "+2 % to +5 %" */
static void
say_class(struct text *t, size_t class)
{
	int side = class < MIDDLE ? -1 : 1;
	size_t i = class < MIDDLE ? MIDDLE - class : class - MIDDLE;
	char from[CHANGE_SIZE], to[CHANGE_SIZE];

	if (!i) {
		text_add(t, "same");
		return;
	}
	chart_change_label(side * edges[i - 1], from);
	if (class == 0 || class == CLASSES - 1)
		text_addf(t, "%s and beyond", from);
	else
		text_addf(t, "%s to %s", from, chart_change_label(side * edges[i], to));
}

/* The first names of those in a class. */
static void
say_tests(const struct ratios *ratios, size_t class)
{
	const struct comparison *comparison = ratios->page->comparison;
	size_t said = 0, i;

	for (i = 0; i < comparison->test_count && said < NAMES; i++) {
		size_t test = comparison->tests[i];

		if (find_class(ratios, test) != class)
			continue;
		text_add_char(ratios->t, '\n');
		svg_name(ratios->t, ratios->page->results->tests.v[test].name);
		said++;
	}
	if (ratios->of[class] > said)
		text_addf(ratios->t, "\nand %zu more", ratios->of[class] - said);
}

static void
add_bar(const struct ratios *ratios, size_t class)
{
	enum change_kind kind = kind_of(ratios, class);
	size_t n = ratios->of[class];
	double width = width_of(ratios), x = x_of(ratios, class);
	double height = PLOT * (double)n / (double)ratios->most, y = TOP + PLOT - height;

	if (!n)
		return;
	/* The style of the page has other colours for a dark one. */
	text_addf(ratios->t,
	    "<path d=\"M%g %gh%gv%gh-%gz\" fill=\"%s\" class=\"%s\"><title>%zu test%s: ",
	    svg_at(x + 2), svg_at(y), svg_at(width - 4), svg_at(height), svg_at(width - 4),
	    chart_change_color(kind), change_name(kind), n, n == 1 ? "" : "s");
	say_class(ratios->t, class);
	say_tests(ratios, class);
	text_add(ratios->t, "</title></path>");
	text_addf(ratios->t, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">%zu</text>\n",
	    svg_at(x + width / 2), svg_at(y - 4), n);
}

/* Where a class begins on the left. */
static double
edge_of(size_t class)
{
	return class > MIDDLE ? edges[class - MIDDLE - 1] : 0 - edges[MIDDLE - class];
}

/* The edges of all classes but the middle one, which is 0. */
static void
add_edges(const struct ratios *ratios)
{
	size_t end = ratios->first + ratios->count, class;
	char label[CHANGE_SIZE];

	for (class = ratios->first; class <= end; class ++)
		if (class > 0 && class < CLASSES && edge_of(class) != 0)
			svg_text(ratios->t, x_of(ratios, class), TOP + PLOT + 14, SVG_MIDDLE,
			    chart_change_label(edge_of(class), label), 0);
	svg_text(ratios->t, x_of(ratios, MIDDLE) + width_of(ratios) / 2, TOP + PLOT + 14,
	    SVG_MIDDLE, "same", 0);
	text_addf(ratios->t, "<path d=\"M%d %gH%g\" stroke=\"currentColor\"/>\n", MARGIN,
	    TOP + PLOT + 0.5, svg_at(x_of(ratios, end)));
}

static void
add_head(const struct ratios *ratios)
{
	double left = x_of(ratios, MIDDLE), right = left + width_of(ratios);
	bool higher = kind_of(ratios, MIDDLE + 1) == CHANGE_BETTER;

	svg_text(ratios->t, left - 2, 12, SVG_END, higher ? "worse" : "better", 0);
	svg_text(ratios->t, right + 2, 12, SVG_START, higher ? "better" : "worse", 0);
}

static void
add_others(const struct ratios *ratios)
{
	char *line;

	if (!ratios->of[OTHER])
		return;
	line = text_print("%zu test%s without a comparison", ratios->of[OTHER],
	    ratios->of[OTHER] == 1 ? "" : "s");
	svg_text(ratios->t, 0, TOP + PLOT + 32, SVG_START, line, 0);
	free(line);
}

void
chart_ratios(struct text *t, const struct page *page, size_t put)
{
	struct ratios ratios = {.t = t, .page = page, .put = put};
	const struct put *puts = page->results->puts.v;
	size_t class;
	char *name;

	count(&ratios);
	name = text_print("How many tests changed by how much in %s: %s against %s",
	    page_field(page, page->comparison->field), puts[put].label,
	    puts[page->comparison->norm].label);
	svg_begin(t, WIDTH, TOP + PLOT + (ratios.of[OTHER] ? 38 : 20), name, false);
	add_head(&ratios);
	for (class = ratios.first; class < ratios.first + ratios.count; class ++)
		add_bar(&ratios, class);
	add_edges(&ratios);
	add_others(&ratios);
	svg_end(t);
	free(name);
}
