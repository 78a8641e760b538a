#include <string.h>

#include "report/html/html.h"
#include "report/html/html_sections.h"

static const struct failure *
failure_of(const struct page *page, size_t test, size_t put)
{
	return results_cell(page->results, test, put)->failure;
}

static bool
html_failures_alike(const struct failure *a, const struct failure *b)
{
	return a && !strcmp(a->stage, b->stage) && !strcmp(a->why, b->why) &&
	       !strcmp(a->output, b->output);
}

/* The first test of the page that failed on the put with the same output. */
static size_t
first_alike(const struct page *page, size_t test, size_t put)
{
	const struct failure *failure = failure_of(page, test, put);

	EACH_TEST(page, first)
		if (html_failures_alike(failure_of(page, first, put), failure))
			return first;
	return test;
}

/* Its output may be long, and that of a whole suite. */
static void
html_failures_add_output(struct doc *doc, const struct page *page, size_t test, size_t put)
{
	size_t first = first_alike(page, test, put);

	if (!*failure_of(page, test, put)->output)
		return;
	if (first == test)
		html_block(&doc->t, failure_of(page, test, put)->output);
	else
		doc_add(doc, "<p>The output is that of [%s].</p>\n",
		    page->results->tests.v[first].name);
}

static void
html_failures_add_failure(struct doc *doc, const struct page *page, size_t test, size_t put)
{
	const struct failure *failure = failure_of(page, test, put);

	doc_add(doc, "<h4 class=\"failed\">Failed on `%s`</h4>\n<p>%s: %s</p>\n",
	    page_label(page, put), failure->stage, failure->why);
	if (*failure->command)
		html_block(&doc->t, failure->command);
	html_failures_add_output(doc, page, test, put);
}

void
html_failures(struct doc *doc, const struct page *page, size_t test)
{
	EACH_PUT(page, put) {
		const char *warned = results_cell(page->results, test, put)->warned;

		if (failure_of(page, test, put))
			html_failures_add_failure(doc, page, test, put);
		if (!warned)
			continue;
		doc_add(doc, "<details><summary>Compiled with warnings on `%s`</summary>\n",
		    page_label(page, put));
		html_block(&doc->t, warned);
		doc_add(doc, "</details>\n");
	}
}
