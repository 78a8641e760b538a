#include <math.h>
#include <stdlib.h>

#include "compare/largest.h"
#include "report/amount.h"
#include "report/html.h"
#include "report/html_sections.h"

enum { MOST = 10, BAR_WIDTH = 120, BAR_HEIGHT = 12 };

/* A bar from the middle, to the right for more, whose length is half the width for the largest
   percentage of all. What is beside it says the same in words. */
static void
add_bar(struct text *t, const struct change *change, double largest)
{
	double half = BAR_WIDTH / 2.0, share, length;

	share = isinf(change->percent) ? 1 : fabs(change->percent) / largest;
	length = fmax(1, half * fmin(1, share));
	text_addf(t,
	    "<svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">"
	    "<rect class=\"%s\" x=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
	    "<path d=\"M%.1f 0V%d\" stroke=\"#767676\"/></svg>",
	    BAR_WIDTH, BAR_HEIGHT, change_name(change->kind),
	    change->difference < 0 ? half - length : half, length, BAR_HEIGHT,
	    change->kind == CHANGE_BETTER ? "#1a7f37" : "#c0392b", half, BAR_HEIGHT);
}

static void
add_numbers(struct text *t, const struct change *change, double largest)
{
	char buffer[CHANGE_SIZE], amount[AMOUNT_SIZE];

	if (change->kind > CHANGE_SAME) {
		text_addf(t, "<td><td>%s<td>\n", change_name(change->kind));
		return;
	}
	text_addf(t, "<td>%s<td class=\"%s\">%s %s<td>",
	    amount_show(change->difference, true, amount), change_name(change->kind),
	    change_show(change, buffer), change_name(change->kind));
	add_bar(t, change, largest);
	text_add_char(t, '\n');
}

static void
add_row(
    struct text *t, const struct page *page, const struct largest_change *of, double largest)
{
	enum field f = page->comparison->field;
	char buffer[PAGE_CELL_SIZE];

	text_add(t, "<tr><th scope=\"row\">");
	html_test_link(t, page->results->tests.v[of->test].name);
	text_add(t, "<td class=\"name\">");
	html_name(t, page->results->puts.v[of->put].label);
	text_addf(t, "<td>%s", page_count(page, of->test, page->comparison->norm, f, buffer));
	text_addf(t, "<td>%s", page_count(page, of->test, of->put, f, buffer));
	add_numbers(t, &of->change, largest);
}

/* The largest finite size of a change, in percent. */
static double
largest_percent(const struct largest *largest)
{
	double percent = 0;
	size_t i;

	for (i = 0; i < largest->n; i++)
		if (!isinf(largest->v[i].change.percent))
			percent = fmax(percent, fabs(largest->v[i].change.percent));
	return percent;
}

static void
add_table(struct text *t, const struct page *page, const struct largest *largest)
{
	size_t n = largest->n < MOST ? largest->n : MOST, i;

	html_table(t, NULL, page_field(page, page->comparison->field));
	text_add(t, "<thead><tr><th scope=\"col\">test<th scope=\"col\">put<th scope=\"col\">");
	html_name(t, page->results->puts.v[page->comparison->norm].label);
	text_add(t, "<th scope=\"col\">put<th scope=\"col\">difference<th scope=\"col\">change"
	            "<th scope=\"col\">\n<tbody>\n");
	for (i = 0; i < n; i++)
		add_row(t, page, &largest->v[i], largest_percent(largest));
	html_table_end(t);
	if (largest->n > n)
		text_addf(
		    t, "<p>%zu more changed; the table below has all.</p>\n", largest->n - n);
}

void
html_changes(struct text *t, const struct page *page)
{
	struct largest largest;

	largest_make(&largest, page->comparison, page->only);
	if (largest.n) {
		text_add(t, "<section id=\"changes\">\n<h2>What changed most</h2>\n");
		add_table(t, page, &largest);
		text_add(t, "</section>\n");
	}
	largest_free(&largest);
}
