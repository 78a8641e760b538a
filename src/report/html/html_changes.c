#include <math.h>
#include <stdlib.h>

#include "compare/largest.h"
#include "report/amount.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"

enum { MOST = 10 };

static void
add_change(struct text *t, const struct change *change, double largest)
{
	char amount[AMOUNT_SIZE];

	text_add(t, "<td>");
	if (change->kind <= CHANGE_SAME)
		text_add(t, amount_show(change->difference, true, amount));
	html_cells_begin_change(t, change->kind);
	html_cells_change(t, change);
	text_add(t, "<td>");
	if (html_bar_fits(change))
		html_bar(t, change, largest);
	text_add_char(t, '\n');
}

/* Returns true if the changes are those of several puts. */
static bool
has_puts(const struct page *page)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++)
		n += page_compares(page, put);
	return n > 1;
}

static bool
is_marked(const struct page *page, const struct largest_change *of)
{
	return page_verdicts(page, of->test, of->put) ||
	       page_verdicts(page, of->test, page->comparison->norm);
}

static void
add_row(
    struct text *t, const struct page *page, const struct largest_change *of, double largest)
{
	enum field f = page->comparison->field;
	char buffer[PAGE_CELL_SIZE];

	text_add(t, "<tr><th scope=row>");
	html_test_link(t, page->results->tests.v[of->test].name);
	text_add(t, is_marked(page, of) ? " " PAGE_MARK : "");
	if (has_puts(page)) {
		text_add(t, "<td class=name>");
		html_name(t, page->results->puts.v[of->put].label);
	}
	text_addf(t, "<td>%s", page_count(page, of->test, page->comparison->norm, f, buffer));
	text_addf(t, "<td>%s", page_count(page, of->test, of->put, f, buffer));
	add_change(t, &of->change, largest);
}

static double
largest_factor(const struct largest *largest, size_t n)
{
	double most = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct change *change = &largest->v[i].change;

		if (html_bar_fits(change) && !isinf(html_bar_factor(change)))
			most = fmax(most, html_bar_factor(change));
	}
	return most;
}

static void
add_label(struct text *t, const struct page *page, size_t put)
{
	text_add(t, "<th scope=col>");
	html_name(t, page->results->puts.v[put].label);
}

/* first: the put of the first row, which is that of all if there is only one. */
static void
add_head(struct text *t, const struct page *page, size_t first)
{
	text_add(t, "<thead><tr><th scope=col>test");
	if (has_puts(page))
		text_add(t, "<th scope=col class=name>put");
	add_label(t, page, page->comparison->norm);
	if (has_puts(page))
		text_add(t, "<th scope=col>on put");
	else
		add_label(t, page, first);
	text_add(t, "<th scope=col>difference<th scope=col>change"
	            "<th scope=col>factor: less | more\n<tbody>\n");
}

static void
add_table(struct text *t, const struct page *page, const struct largest *largest)
{
	size_t n = largest->n < MOST ? largest->n : MOST, i;
	double factor = largest_factor(largest, n);

	html_table(t, "", page_field(page, page->comparison->field));
	add_head(t, page, largest->v[0].put);
	for (i = 0; i < n; i++)
		add_row(t, page, &largest->v[i], factor);
	html_table_end(t);
	if (largest->n > n)
		text_addf(t,
		    "<p>%zu more changed; <a href=\"#tests\">the table below</a> has all.</p>\n",
		    largest->n - n);
}

/* "What differs most in RUN", if newer runs could not be read or lack what is chosen. */
static void
add_heading(struct text *t, const struct history *history)
{
	if (!history) {
		text_add(t, "<h2>What changed most</h2>\n");
		return;
	}
	text_add(t, "<h2>What differs most in ");
	if (history->compared + 1 == history->run_count)
		text_add(t, "the newest run");
	else
		html_name(t, history->runs[history->compared].name);
	text_add(t, "</h2>\n");
}

void
html_changes(struct text *t, const struct page *page)
{
	struct largest largest;

	html_history(t, page);
	largest_make(&largest, page->comparison, page->only);
	if (largest.n) {
		add_heading(t, page->history);
		add_table(t, page, &largest);
	}
	largest_free(&largest);
}
