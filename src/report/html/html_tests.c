#include "report/chart/chart.h"
#include "report/explain/explain_print.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"

/* Begins the section of the i-th test. */
static void
html_tests_begin(struct doc *doc, const char *name, size_t i)
{
	doc_add(doc, "<article class=test id=");
	html_test_id(&doc->t, name);
	doc_add(doc, " data-test=%zu>\n<h3>`%s`</h3>\n", i, name);
}

static void
html_tests_add_test(struct doc *doc, const struct page *page, size_t i)
{
	/* The source is beside the values, where there are tables of them. */
	bool beside = !page->history || !chart_is_large(page->history);
	size_t test = page->tests[i];
	const char *name = page->results->tests.v[test].name;

	html_tests_begin(doc, name, i);
	html_source_head(&doc->t, page, test);
	html_verdicts(doc, page, test);
	text_add(&doc->t, beside ? "<div class=pair><div>\n" : "");
	html_values(doc, page, test);
	text_add(&doc->t, beside ? "</div>\n<div>\n" : "");
	html_source(&doc->t, page, test);
	text_add(&doc->t, beside ? "</div></div>\n" : "");
	html_failures(doc, page, test);
	html_series(doc, page, name);
	explain_html(doc, page, test);
	doc_add(doc, "</article>\n");
}

/* How values come from the raw counts. */
static void
html_tests_add_rule(struct doc *doc, const struct page *page)
{
	const unsigned long *loops = page->results->loops;

	doc_add(doc,
	    "<p>Each test runs in a loop of %lu and of %lu iterations, with its code and "
	    "without. A value is ((with, %lu \342\210\222 with, %lu) \342\210\222 (without, %lu "
	    "\342\210\222 without, %lu)) / %lu, divided by the operations of one execution: "
	    "what one of them costs, without start-up, set-up and the loop. A command that is "
	    "measured once costs with \342\210\222 without.</p>\n",
	    loops[0], loops[1], loops[1], loops[0], loops[1], loops[0], loops[1] - loops[0]);
}

/* Adds the tests that only older runs have. i: the position of the first one. */
static void
add_older(struct doc *doc, const struct page *page, size_t i)
{
	const struct words *tests = &page->history->tests;

	for (size_t k = 0; k < tests->n; k++) {
		if (tests_find(&page->results->tests, tests->v[k]))
			continue;
		html_tests_begin(doc, tests->v[k], i++);
		doc_add(doc, "<p class=\"note\">The newest run does not have this test.</p>\n");
		html_series(doc, page, tests->v[k]);
		doc_add(doc, "</article>\n");
	}
}

void
html_tests(struct doc *doc, const struct page *page)
{
	size_t n = 0;

	doc_add(doc, "<h2>Each test</h2>\n");
	html_tests_add_rule(doc, page);
	html_tops(&doc->t, page);
	EACH_TEST(page, test)
		html_tests_add_test(doc, page, n++);
	if (page->history)
		add_older(doc, page, n);
}
