#include "report/chart/chart.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"

/* Begins the section of the i-th test. */
static void
begin(struct text *t, const char *name, size_t i)
{
	text_add(t, "<article class=test id=");
	html_test_id(t, name);
	text_addf(t, " data-test=%zu>\n<h3>", i);
	html_name(t, name);
	text_add(t, "</h3>\n");
}

/* The source beside the values, where there are tables of them. */
static void
add_pair(struct text *t, const struct page *page, size_t test)
{
	bool beside = !page->history || !chart_is_large(page->history);

	text_add(t, beside ? "<div class=pair><div>\n" : "");
	html_values(t, page, test);
	text_add(t, beside ? "</div>\n<div>\n" : "");
	html_source(t, page, test);
	text_add(t, beside ? "</div></div>\n" : "");
}

static void
add_test(struct text *t, const struct page *page, size_t i)
{
	size_t test = page->tests[i];
	const char *name = page->results->tests.v[test].name;

	begin(t, name, i);
	html_source_head(t, page, test);
	html_verdicts(t, page, test);
	add_pair(t, page, test);
	html_failures(t, page, test);
	html_series(t, page, name);
	html_explain(t, page, test);
	text_add(t, "</article>\n");
}

/* How values come from the raw counts. */
static void
add_rule(struct text *t, const struct page *page)
{
	const unsigned long *loops = page->results->loops;

	text_addf(t,
	    "<p>Each test runs in a loop of %lu and of %lu iterations, with its code and "
	    "without. A value is ((with, %lu \342\210\222 with, %lu) \342\210\222 (without, %lu "
	    "\342\210\222 without, %lu)) / %lu, divided by the operations of one execution: "
	    "what one of them costs, without start-up, set-up and the loop. A command that is "
	    "measured once costs with \342\210\222 without.</p>\n",
	    loops[0], loops[1], loops[1], loops[0], loops[1], loops[0], loops[1] - loops[0]);
}

/* Adds the tests that only older runs have. i: the position of the first one. */
static void
add_older(struct text *t, const struct page *page, size_t i)
{
	const struct words *tests = &page->history->tests;
	size_t k;

	for (k = 0; k < tests->n; k++) {
		if (tests_find(&page->results->tests, tests->v[k]))
			continue;
		begin(t, tests->v[k], i++);
		text_add(t, "<p class=\"note\">The newest run does not have this test.</p>\n");
		html_series(t, page, tests->v[k]);
		text_add(t, "</article>\n");
	}
}

void
html_tests(struct text *t, const struct page *page)
{
	size_t i;

	text_add(t, "<h2>Each test</h2>\n");
	add_rule(t, page);
	html_tops(t, page);
	for (i = 0; i < page->test_count && page->tests[i] != PAGE_AVERAGE; i++)
		add_test(t, page, i);
	if (page->history)
		add_older(t, page, i);
}
