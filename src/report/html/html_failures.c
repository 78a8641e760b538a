#include <string.h>

#include "report/html/html.h"
#include "report/html/html_sections.h"

static const struct failure *
failure_of(const struct page *page, size_t test, size_t put)
{
	return results_cell(page->results, test, put)->failure;
}

static bool
alike(const struct failure *a, const struct failure *b)
{
	return a && !strcmp(a->stage, b->stage) && !strcmp(a->why, b->why) &&
	       !strcmp(a->output, b->output);
}

/* The first test of the page that failed on the put with the same output. */
static size_t
first_alike(const struct page *page, size_t test, size_t put)
{
	const struct failure *failure = failure_of(page, test, put);
	size_t i;

	for (i = 0; page->tests[i] != test; i++)
		if (alike(failure_of(page, page->tests[i], put), failure))
			break;
	return page->tests[i];
}

/* Its output may be long, and that of a whole suite. */
static void
add_output(struct text *t, const struct page *page, size_t test, size_t put)
{
	size_t first = first_alike(page, test, put);

	if (!*failure_of(page, test, put)->output)
		return;
	if (first == test) {
		html_block(t, failure_of(page, test, put)->output);
		return;
	}
	text_add(t, "<p>The output is that of ");
	html_test_link(t, page->results->tests.v[first].name);
	text_add(t, ".</p>\n");
}

static void
add_failure(struct text *t, const struct page *page, size_t test, size_t put)
{
	const struct failure *failure = failure_of(page, test, put);

	text_add(t, "<h4 class=\"failed\">Failed on ");
	html_name(t, page->results->puts.v[put].label);
	text_add(t, "</h4>\n<p>");
	html_sentence(t, failure->stage);
	text_add(t, ": ");
	html_sentence(t, failure->why);
	text_add(t, "</p>\n");
	if (*failure->command)
		html_block(t, failure->command);
	add_output(t, page, test, put);
}

static void
add_warnings(struct text *t, const struct page *page, size_t test, size_t put)
{
	const char *warned = results_cell(page->results, test, put)->warned;

	if (!warned)
		return;
	text_add(t, "<details><summary>Compiled with warnings on ");
	html_name(t, page->results->puts.v[put].label);
	text_add(t, "</summary>\n");
	html_block(t, warned);
	text_add(t, "</details>\n");
}

void
html_failures(struct text *t, const struct page *page, size_t test)
{
	size_t put;

	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put))
			continue;
		if (failure_of(page, test, put))
			add_failure(t, page, test, put);
		add_warnings(t, page, test, put);
	}
}
