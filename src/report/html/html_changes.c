#include <math.h>
#include <stdlib.h>

#include "report/amount.h"
#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "util/array.h"
#include "util/order.h"

enum { MOST = 10 };
/* Of a bar. */
enum { WIDTH = 120, HEIGHT = 12 };

/* Returns true if there is a factor between the values of a change: neither is negative. */
static bool
has_factor(const struct change *change)
{
	return change->kind < CHANGE_SAME && change->from.v >= 0 && change->to.v >= 0;
}

/* How many times as much the larger value is, as a logarithm; INFINITY if one is 0. */
static double
factor_of(const struct change *change)
{
	return fabs(log(change->to.v / change->from.v));
}

/* Ends the row with a bar from the middle, to the right for more. The largest factor takes half
   the width. The cell beside it says the same in words. */
static void
add_bar(struct doc *doc, const struct change *change, double largest)
{
	double half = WIDTH / 2.0, factor, length;

	doc_add(doc, "<td>");
	if (has_factor(change)) {
		factor = factor_of(change);
		length = isinf(factor) ? half : fmax(1, half * factor / largest);
		text_addf(&doc->t,
		    "<svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">"
		    "<rect class=%s x=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
		    "<path d=\"M%.1f 0V%d\" stroke=\"#767676\"/></svg>",
		    WIDTH, HEIGHT, change_name(change->kind),
		    change->difference < 0 ? half - length : half, length, HEIGHT,
		    change->kind == CHANGE_BETTER ? "#1a7f37" : "#c0392b", half, HEIGHT);
	}
}

/* What became of a test on a label, from its first measured point after its last break to its
   last, or on a put. */
struct item {
	size_t test, on, first, last;
	struct change change;
	double size; /* per cent, by which items are sorted; with 0 come those without one */
};

struct items {
	struct item *v; /* that changed, descending */
	size_t n;
};

static void
add_item(struct items *items, const struct item *item)
{
	if (change_is_listed(&item->change) || item->size > 0)
		*ARRAY_ADD(items->v, items->n) = *item;
}

static struct items
find_courses(const struct history *history)
{
	struct items items = {0};

	for (size_t test = 0; test < history->tests.n; test++)
		for (size_t on = 0; on < history->labels.n; on++) {
			struct item item = {.test = test, .on = on};

			if (!history_has(history, test, on))
				continue;
			item.change =
			    history_course(history, test, on, 0, &item.first, &item.last);
			item.size = history_size(history, test, on, 0);
			add_item(&items, &item);
		}
	return items;
}

/* put: the only one, or COMPARISON_ALL. */
static struct items
find_changes(const struct comparison *comparison, size_t put)
{
	struct items items = {0};

	for (size_t i = 0; i < comparison->test_count; i++)
		for (size_t k = 0; k < comparison->results->puts.n; k++) {
			struct item item = {.test = comparison->tests[i], .on = k};

			if (k == comparison->norm || (put != COMPARISON_ALL && put != k))
				continue;
			item.change = comparison_decisive(comparison, item.test, k);
			if (change_is_listed(&item.change))
				item.size = fabs(item.change.percent);
			add_item(&items, &item);
		}
	return items;
}

/* Sorts the items. Returns the largest factor of the first n. */
static double
sort(const struct items *items, size_t n)
{
	struct order_key *keys = memory_new((items->n + 1) * sizeof *keys);
	double most = 0;

	for (size_t i = 0; i < items->n; i++) {
		const struct item *item = &items->v[i];

		keys[i] =
		    (struct order_key){{item->size, -(double)item->test, -(double)item->on}, i};
	}
	order_sort(keys, items->n);
	order_arrange(keys, items->v, items->n, sizeof *items->v);
	free(keys);
	for (size_t i = 0; i < n; i++)
		if (has_factor(&items->v[i].change) && !isinf(factor_of(&items->v[i].change)))
			most = fmax(most, factor_of(&items->v[i].change));
	return most;
}

static void
add_largest_step(struct doc *doc, const struct history *history, const struct item *item)
{
	struct history_step largest;
	size_t n = history_largest(history, item->test, item->on, 0, &largest);
	char buffer[CHANGE_SIZE];

	doc_add(doc, "<td class=name>");
	if (n) {
		doc_add(doc, "%s at ", change_show(&largest.change, buffer));
		html_cells_run(doc, history, largest.run);
	}
}

/* The first and the last value, and how they differ. */
static void
add_values(struct doc *doc, const struct history *history, const struct change *change)
{
	char from[CALC_SHOWN] = "", to[CALC_SHOWN] = "", difference[CALC_SHOWN] = "";

	if (change->kind <= CHANGE_SAME)
		history_words_both(history, 0, change->from, change->to, from, to);
	else if (change->from.known)
		history_words_value(history, 0, change->from, from);
	if (change->kind < CHANGE_SAME)
		history_words_step(history, 0, change, difference);
	doc_add(doc, "<td>%s<td>%s<td>%s", from, to, difference);
}

static void
add_series(
    struct doc *doc, const struct history *history, const struct item *item, double largest)
{
	const struct change *change = &item->change;

	doc_add(doc, "<tr><th scope=row>[%s]%s<td class=name>`%s`<td class=name>",
	    history->tests.v[item->test],
	    html_cells_mark_series(history, item->test, item->on, item->first, item->last),
	    history->labels.v[item->on]);
	if (change->from.known)
		html_cells_run(doc, history, item->first);
	add_values(doc, history, change);
	if (change->kind > CHANGE_SAME)
		doc_add(doc, "<td>%s", change_name(change->kind));
	else
		html_cells_change(doc, change, "");
	add_bar(doc, change, largest);
	add_largest_step(doc, history, item);
	doc_add(doc, "\n");
}

static void
add_courses(struct doc *doc, const struct page *page, const struct items *items)
{
	const struct history *history = page->history;
	size_t n = items->n < MOST ? items->n : MOST;
	double largest = sort(items, n);

	html_table(&doc->t, "", page_field(page, history->shown[0]));
	doc_add(doc,
	    "<thead><tr><th scope=col>test<th scope=col class=name>label"
	    "<th scope=col class=name>since<th scope=col>first<th scope=col>last"
	    "<th scope=col>difference<th scope=col>change<th scope=col>factor: less | more"
	    "<th scope=col class=name>largest step\n<tbody>\n");
	for (size_t i = 0; i < n; i++)
		add_series(doc, history, &items->v[i], largest);
	text_add(&doc->t, HTML_TABLE_END);
	if (items->n > n)
		doc_add(doc,
		    "<p>%zu more series changed; the <a href=\"#details\">sections of the "
		    "tests</a> have all.</p>\n",
		    items->n - n);
}

static void
add_history(struct doc *doc, const struct page *page)
{
	struct items courses = find_courses(page->history);

	doc_add(doc, "<h2>What changed most over time</h2>\n");
	if (courses.n)
		add_courses(doc, page, &courses);
	else
		doc_add(doc, "<p>%s</p>\n",
		    page->history->run_count > 1 ? "No series has a step."
		                                 : "One run has no changes yet.");
	free(courses.v);
}

/* Returns true if the changes are those of several puts. */
static bool
has_puts(const struct page *page)
{
	size_t n = 0;

	EACH_COMPARED(page, put)
		n++;
	return n > 1;
}

static void
add_change(struct doc *doc, const struct page *page, const struct item *of, double largest)
{
	enum field f = page->comparison->field;
	size_t norm = page->comparison->norm;
	char from[PAGE_CELL_SIZE], to[PAGE_CELL_SIZE], amount[AMOUNT_SIZE];

	doc_add(doc, "<tr><th scope=row>[%s]%s", page->results->tests.v[of->test].name,
	    html_cells_mark(
	        page_verdicts(page, of->test, of->on) || page_verdicts(page, of->test, norm)));
	if (has_puts(page))
		doc_add(doc, "<td class=name>`%s`", page_label(page, of->on));
	doc_add(doc, "<td>%s<td>%s<td>%s", page_count(page, of->test, norm, f, from),
	    page_count(page, of->test, of->on, f, to),
	    of->change.kind <= CHANGE_SAME ? amount_show(of->change.difference, true, amount)
	                                   : "");
	html_cells_change(doc, &of->change, "");
	add_bar(doc, &of->change, largest);
	doc_add(doc, "\n");
}

/* first: the put of the first row. With one put, of every row. */
static void
add_head(struct doc *doc, const struct page *page, size_t first)
{
	const char *norm = page_label(page, page->comparison->norm);

	if (has_puts(page))
		doc_add(doc,
		    "<thead><tr><th scope=col>test<th scope=col class=name>put"
		    "<th scope=col>`%s`<th scope=col>on put",
		    norm);
	else
		doc_add(doc,
		    "<thead><tr><th scope=col>test<th scope=col>`%s`<th scope=col>`%s`", norm,
		    page_label(page, first));
	doc_add(doc, "<th scope=col>difference<th scope=col>change"
	             "<th scope=col>factor: less | more\n<tbody>\n");
}

static void
add_changes(struct doc *doc, const struct page *page, const struct items *items)
{
	size_t n = items->n < MOST ? items->n : MOST;
	double largest = sort(items, n);

	html_table(&doc->t, "", page_field(page, page->comparison->field));
	add_head(doc, page, items->v[0].on);
	for (size_t i = 0; i < n; i++)
		add_change(doc, page, &items->v[i], largest);
	text_add(&doc->t, HTML_TABLE_END);
	if (items->n > n)
		doc_add(doc,
		    "<p>%zu more changed; <a href=\"#tests\">the table below</a> has all.</p>\n",
		    items->n - n);
}

/* "What differs most in RUN", if newer runs could not be read or lack what is chosen. */
static void
add_heading(struct doc *doc, const struct history *history)
{
	if (!history)
		doc_add(doc, "<h2>What changed most</h2>\n");
	else if (history->compared + 1 == history->run_count)
		doc_add(doc, "<h2>What differs most in the newest run</h2>\n");
	else
		doc_add(doc, "<h2>What differs most in `%s`</h2>\n",
		    history->runs[history->compared].name);
}

void
html_changes(struct doc *doc, const struct page *page)
{
	struct items changes = find_changes(page->comparison, page->only);

	if (page->history)
		add_history(doc, page);
	if (changes.n) {
		add_heading(doc, page->history);
		add_changes(doc, page, &changes);
	}
	free(changes.v);
}
