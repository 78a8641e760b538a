#include <stdlib.h>

#include "report/html.h"
#include "report/html_explain.h"
#include "report/html_sections.h"

static void
add_test(struct text *t, const struct page *page, size_t i)
{
	const struct test *test = &page->results->tests.v[page->tests[i]];
	size_t k;

	text_add(t, "<article class=\"test\" id=\"");
	html_test_id(t, test->name);
	text_addf(t, "\" data-test=\"%zu\">\n<h3>", i);
	html_name(t, test->name);
	text_add(t, "</h3>\n<dl>\n");
	for (k = 0; k < test->part_count; k++) {
		text_add(t, "<dt>");
		html_text(t, part_written(&test->parts[k]));
		text_add(t, "<dd>");
		html_block(t, part_text(&test->parts[k]));
	}
	text_add(t, "</dl>\n");
	html_explain(t, page, page->tests[i]);
	text_add(t, "</article>\n");
}

void
html_tests(struct text *t, const struct page *page)
{
	size_t i;

	text_add(t, "<section id=\"details\">\n<h2>Each test</h2>\n");
	for (i = 0; i < page->test_count; i++)
		if (page->tests[i] != PAGE_AVERAGE)
			add_test(t, page, i);
	text_add(t, "</section>\n");
}
