#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "util/array.h"
#include "util/order.h"

enum { MOST = 10, CHARTS = 2, BAR_WIDTH = 120, BAR_HEIGHT = 12 };

/* The change of a test on a label, from its first measured point after its last break to its
   last, or on a put. */
struct item {
	size_t test, on, first, last;
	struct change change;
	/* The change, or the step of a history if that is larger: items are sorted by its per
	   cent, and their bars show it. */
	struct change largest;
	struct history_step step; /* run is 0 if largest is the change */
};

/* All that changed in a field, the largest first. */
struct items {
	struct item *v;
	size_t n;
	double most; /* the largest finite size */
};

static double
html_changes_size_of(const struct item *item)
{
	return item->largest.kind <= CHANGE_SAME ? fabs(item->largest.percent) : 0;
}

/* Adds a cell with a bar from the middle, to the right for more. The largest takes half the
   width. The cell beside it says the same in words. */
static void
html_changes_add_bar(struct doc *doc, const struct item *item, double most)
{
	const struct change *change = &item->largest;
	double half = BAR_WIDTH / 2.0, size = html_changes_size_of(item);
	double length = isinf(size) ? half : fmax(1, half * size / most);

	doc_add(doc, "<td class=bar>");
	if (!size)
		return;
	text_addf(&doc->t,
	    "<svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">"
	    "<rect class=%s x=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
	    "<path d=\"M%.1f 0V%d\" stroke=\"#767676\"/></svg>",
	    BAR_WIDTH, BAR_HEIGHT, change_names[change->kind],
	    change->percent < 0 ? half - length : half, length, BAR_HEIGHT,
	    change->kind == CHANGE_BETTER ? "#1a7f37" : "#c0392b", half, BAR_HEIGHT);
}

static void
add_item(struct items *items, const struct item *item)
{
	if (change_is_listed(&item->change) || html_changes_size_of(item) > 0)
		*ARRAY_ADD(items->v, items->n) = *item;
}

static void
find_courses(struct items *items, const struct history *history, size_t k)
{
	for (size_t test = 0; test < history->tests.n; test++)
		for (size_t on = 0; on < history->labels.n; on++) {
			struct item item = {.test = test, .on = on};

			if (!history_has(history, test, on))
				continue;
			item.change = item.largest =
			    history_course(history, test, on, k, &item.first, &item.last);
			history_largest(history, test, on, k, &item.step);
			if (fabs(item.step.change.percent) >= html_changes_size_of(&item))
				item.largest = item.step.change;
			else
				item.step.run = 0;
			add_item(items, &item);
		}
}

static void
find_changes(struct items *items, const struct page *page)
{
	for (size_t i = 0; i < page->comparison->test_count; i++)
		EACH_COMPARED(page, put) {
			struct item item = {.test = page->comparison->tests[i], .on = put};

			item.change = item.largest =
			    comparison_decisive(page->comparison, item.test, put);
			add_item(items, &item);
		}
}

static void
html_changes_sort(struct items *items)
{
	OWNED struct order_key *keys = memory_array(items->n + 1, sizeof *keys);

	for (size_t i = 0; i < items->n; i++) {
		const struct item *item = &items->v[i];
		double size = html_changes_size_of(item);

		keys[i] = (struct order_key){{size, -(double)item->test, -(double)item->on}, i};
		items->most = isinf(size) ? items->most : fmax(items->most, size);
	}
	order_sort(keys, items->n);
	order_arrange(keys, items->v, items->n, sizeof *items->v);
}

/* Adds charts of the first tests. */
static void
html_changes_add_charts(
    struct doc *doc, const struct page *page, const struct items *items, size_t k)
{
	size_t last = 0, n = 0;

	doc_add(doc, "<div class=charts>\n");
	for (size_t i = 0; i < items->n && n < CHARTS; i++) {
		size_t test = items->v[i].test;

		if (n && last == test)
			continue;
		last = test;
		n++;
		doc_add(doc, "<div class=series><h3>[%s]</h3>\n", page->history->tests.v[test]);
		chart_series(&doc->t, page, test, k, "#run-");
		doc_add(doc, "</div>\n");
	}
	doc_add(
	    doc, n > 1 ? "</div>\n<p>Each chart has a scale of its own.</p>\n" : "</div>\n");
}

/* Adds a run with the subject of its commit. */
static void
add_commit(struct doc *doc, const struct history *history, size_t run)
{
	const char *subject = history->runs[run].provenance.subject;

	html_cells_run(doc, history, run);
	if (subject)
		doc_add(doc, " `%s`", subject);
}

/* Says where a step was undone: the run from which on the value was nearer to what it had been
   before it, until the newest run. */
static void
add_mended(struct doc *doc, const struct history *history, const struct item *item, size_t k)
{
	const struct change *step = &item->step.change;
	size_t run = item->last;
	struct value value;

	for (; run > item->step.run; run--) {
		value = history_value(history, item->test, item->on, run, k);
		if (value.known && fabs(value.v - step->from.v) >= fabs(value.v - step->to.v))
			break;
	}
	if (run >= item->last)
		return;
	doc_add(doc, "; <b>%s</b> at ", step->kind == CHANGE_WORSE ? "mended" : "lost");
	add_commit(doc, history, run + 1);
}

static void
html_changes_add_course(struct doc *doc, const struct history *history, const struct item *item,
    size_t k, double most)
{
	char newest[CALC_SHOWN], buffer[CHANGE_SIZE];

	doc_add(doc, "<tr><th scope=row>[%s]%s<td class=name>`%s`<td>%s",
	    history->tests.v[item->test],
	    html_cells_mark_series(history, item->test, item->on, item->first, item->last),
	    history->labels.v[item->on],
	    item->change.to.known && item->change.kind <= CHANGE_SAME
	        ? history_words_value(history, k, item->change.to, newest)
	        : "");
	html_cells_change(doc, &item->change, "");
	html_cells_begin_change(doc, item->largest.kind, "");
	doc_add(
	    doc, "%s", html_changes_size_of(item) ? change_show(&item->largest, buffer) : "");
	html_changes_add_bar(doc, item, most);
	doc_add(doc, "<td class=name>");
	if (item->step.run) {
		doc_add(doc, "at ");
		add_commit(doc, history, item->step.run);
		add_mended(doc, history, item, k);
	} else if (item->change.from.known) {
		doc_add(doc, "since ");
		html_cells_run(doc, history, item->first);
	}
	doc_add(doc, "\n");
}

/* Returns how many puts are compared with the norm. */
static size_t
count_puts(const struct page *page)
{
	size_t n = 0;

	EACH_COMPARED(page, put)
		n++;
	return n;
}

static void
html_changes_add_change(
    struct doc *doc, const struct page *page, const struct item *of, double most)
{
	enum field f = page->comparison->field;
	size_t norm = page->comparison->norm;
	char from[PAGE_CELL_SIZE], to[PAGE_CELL_SIZE];

	doc_add(doc, "<tr><th scope=row>[%s]%s", page->results->tests.v[of->test].name,
	    html_cells_mark(
	        page_verdicts(page, of->test, of->on) || page_verdicts(page, of->test, norm)));
	if (count_puts(page) > 1)
		doc_add(doc, "<td class=name>`%s`", page_label(page, of->on));
	html_cells_change(doc, &of->change, "");
	html_changes_add_bar(doc, of, most);
	doc_add(doc, "<td>%s<td>%s\n", page_count(page, of->test, norm, f, from),
	    page_count(page, of->test, of->on, f, to));
}

static void
html_changes_add_courses(
    struct doc *doc, const struct page *page, const struct items *items, size_t k)
{
	html_changes_add_charts(doc, page, items, k);
	html_table(&doc->t, " class=courses", page_field(page, page->history->shown[k]));
	doc_add(doc,
	    "<thead><tr><th scope=col>test<th scope=col class=name>label"
	    "<th scope=col>newest<th scope=col>change<th scope=col>largest change"
	    "<th scope=col class=bar>less | more<th scope=col class=name>where\n<tbody>\n");
	for (size_t i = 0; i < items->n && i < MOST; i++)
		html_changes_add_course(doc, page->history, &items->v[i], k, items->most);
	text_add(&doc->t, HTML_TABLE_END);
}

/* If one put is compared, all rows are about it. */
static void
html_changes_add_changes(struct doc *doc, const struct page *page, const struct items *items)
{
	bool several = count_puts(page) > 1;

	html_table(&doc->t, "", page_field(page, page->comparison->field));
	doc_add(doc, "<thead><tr><th scope=col>test");
	doc_add(doc, several ? "<th scope=col class=name>program" : "");
	doc_add(doc,
	    "<th scope=col>change<th scope=col class=bar>less | more"
	    "<th scope=col>`%s`<th scope=col>`%s`\n<tbody>\n",
	    page_label(page, page->comparison->norm),
	    several ? "count" : page_label(page, items->v[0].on));
	for (size_t i = 0; i < items->n && i < MOST; i++)
		html_changes_add_change(doc, page, &items->v[i], items->most);
	text_add(&doc->t, HTML_TABLE_END);
}

/* Adds the largest changes in the page's field: over time in the k-th field of the history, or
   from the norm to puts if that is SIZE_MAX. The script shows those of the field that is
   chosen. */
static void
html_changes_add_field(struct doc *doc, const struct page *page, enum field f, size_t k)
{
	const char *name = page_field(page, f);
	struct comparison comparison = *page->comparison;
	struct page of = *page;
	struct items items = {0};

	comparison.field = f;
	of.comparison = &comparison;
	if (k != SIZE_MAX)
		find_courses(&items, page->history, k);
	else
		find_changes(&items, &of);
	html_changes_sort(&items);
	doc_add(doc, "<div data-field=\"%s\"%s>\n", name,
	    f == page->comparison->field ? "" : " hidden");
	if (!items.n)
		doc_add(doc, "<p>No change in %s.</p>\n", name);
	else if (k != SIZE_MAX)
		html_changes_add_courses(doc, page, &items, k);
	else
		html_changes_add_changes(doc, &of, &items);
	doc_add(doc, "</div>\n");
	free(items.v);
}

void
html_changes(struct doc *doc, const struct page *page)
{
	const struct history *history = page->history;

	if (history) {
		doc_add(doc, "<h2>What changed most over time</h2>\n");
		if (history->run_count == 1)
			doc_add(doc, "<p>One run has no changes yet.</p>\n");
		for (size_t k = 0; history->run_count > 1 && k < history->field_count; k++)
			html_changes_add_field(doc, page, history->shown[k], k);
	}
	if (!count_puts(page))
		return;
	doc_add(doc,
	    history ? "<h2>What differs most in `%s`</h2>\n" : "<h2>What changed most</h2>\n",
	    history ? history->runs[history->compared].name : "");
	EACH_FIELD(page, f)
		html_changes_add_field(doc, page, f, SIZE_MAX);
}
