#include <stdlib.h>

#include "compare/comparable.h"
#include "report/history/history_words.h"
#include "report/html/html_sections.h"
#include "report/summary.h"
#include "util/date.h"

/* More are counted. */
enum { LABELS_MOST = 4 };

void
html_title(struct doc *doc, const struct page *page)
{
	size_t n = 0, all = 0;

	if (page->history) {
		OWNED char *title = history_words_title(page->history);

		doc_add(doc, "History of `%s`", title);
		return;
	}
	EACH_COMPARED(page, put)
		all++;
	if (all > LABELS_MOST)
		doc_add(doc, "%zu programs", all);
	else
		EACH_COMPARED(page, put)
			doc_add(doc, n++ ? ", `%s`" : "`%s`", page_label(page, put));
	doc_add(doc, all ? " against `%s`" : "`%s`", page_label(page, page->comparison->norm));
}

/* Says how many tests there are, and when the counts were measured, from the first put to the
   last. */
static void
html_header_add_size(struct doc *doc, const struct page *page)
{
	size_t tests = page->comparison->test_count, failures = 0, shown = 0;
	int64_t first = 0, last = 0;

	EACH_TEST(page, test) {
		shown++;
		EACH_PUT(page, put)
			failures += results_cell(page->results, test, put)->failure != NULL;
	}
	EACH_PUT(page, put) {
		int64_t date = page->results->puts.v[put].provenance.date;

		first = date && (!first || date < first) ? date : first;
		last = last > date ? last : date;
	}
	doc_add(doc, "<p>%zu test%s", tests, tests == 1 ? "" : "s");
	if (shown < tests)
		doc_add(doc, ", of which %zu changed and %s here", shown,
		    shown == 1 ? "is" : "are");
	if (failures)
		doc_add(doc, "; %zu count%s failed", failures, failures == 1 ? "" : "s");
	if (first) {
		doc_add(doc, "; measured ");
		date_add(&doc->t, first);
	}
	if (last > first) {
		doc_add(doc, " to ");
		date_add(&doc->t, last);
	}
	doc_add(doc, "; written by cgbench " VERSION "</p>\n");
}

void
html_header(struct doc *doc, const struct page *page)
{
	const struct put *puts = page->results->puts.v;
	FREED_BY(doc_free) struct doc lines = {.kind = DOC_HTML};

	doc_add(doc, "<header>\n<h1>");
	html_title(doc, page);
	doc_add(doc, "</h1>\n");
	html_header_add_size(doc, page);
	EACH_COMPARED(page, put) {
		doc_add(&lines, "<li>");
		summary_add(&lines, page->comparison, put);
		doc_add(&lines, "\n");
	}
	if (page->rulings) {
		OWNED char *summary = rulings_summary(page->rulings);

		doc_add(&lines, "<li><a href=\"#gates\">gates</a>: %s\n", summary);
	}
	/* These are compared only because of --force. */
	EACH_COMPARED(page, put) {
		OWNED char *line =
		    comparable_difference(&puts[page->comparison->norm], &puts[put], false);

		if (line)
			doc_add(&lines, "<li class=\"note\">" PAGE_MARK " %s\n", line);
	}
	if (lines.t.n)
		text_addf(&doc->t, "<ul id=\"summary\">\n%s</ul>\n", lines.t.s);
	doc_add(doc, "</header>\n");
}
