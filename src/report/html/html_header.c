#include <stdlib.h>

#include "compare/comparable.h"
#include "report/history/history_words.h"
#include "report/html/html_sections.h"
#include "report/summary.h"
#include "util/date.h"

/* More are counted. */
enum { LABELS_MOST = 4 };

/* "gcc-12, clang-14 against gcc-11", "9 puts against gcc-11", or a label alone. */
static void
add_what(struct doc *doc, const struct page *page)
{
	const struct puts *puts = &page->results->puts;
	size_t n = 0, all = 0, put;

	for (put = 0; put < puts->n; put++)
		all += page_compares(page, put);
	if (all > LABELS_MOST)
		doc_add(doc, "%zu puts", all);
	for (put = 0; put < puts->n && all <= LABELS_MOST; put++)
		if (page_compares(page, put))
			doc_add(doc, n++ ? ", `%s`" : "`%s`", puts->v[put].label);
	doc_add(doc, all ? " against `%s`" : "`%s`", puts->v[page->comparison->norm].label);
}

void
html_title(struct doc *doc, const struct page *page)
{
	char *title;

	if (!page->history) {
		add_what(doc, page);
		return;
	}
	title = history_words_title(page->history);
	doc_add(doc, "History of `%s`", title);
	free(title);
}

static size_t
count_failures(const struct page *page)
{
	size_t n = 0, i, put;

	for (i = 0; i < page->test_count; i++)
		for (put = 0; put < page->results->puts.n; put++)
			if (page->tests[i] != PAGE_AVERAGE && page_shows(page, put) &&
			    results_cell(page->results, page->tests[i], put)->failure)
				n++;
	return n;
}

/* When the counts were measured, from the first put to the last. */
static void
add_dates(struct text *t, const struct page *page)
{
	int64_t first = 0, last = 0, date;
	size_t put;

	for (put = 0; put < page->results->puts.n; put++) {
		date = page->results->puts.v[put].provenance.date;
		if (!page_shows(page, put) || !date)
			continue;
		first = first && first < date ? first : date;
		last = last > date ? last : date;
	}
	if (first) {
		text_add(t, "; measured ");
		date_add(t, first);
	}
	if (last > first) {
		text_add(t, " to ");
		date_add(t, last);
	}
}

static void
add_size(struct doc *doc, const struct page *page)
{
	size_t tests = page->comparison->test_count, failures = count_failures(page), shown = 0;

	while (shown < page->test_count && page->tests[shown] != PAGE_AVERAGE)
		shown++;
	doc_add(doc, "<p>%zu test%s", tests, tests == 1 ? "" : "s");
	if (shown < tests)
		doc_add(doc, ", of which %zu changed and %s here", shown,
		    shown == 1 ? "is" : "are");
	if (failures)
		doc_add(doc, "; %zu cell%s failed", failures, failures == 1 ? "" : "s");
	add_dates(&doc->t, page);
	doc_add(doc, "; written by cgbench " VERSION "</p>\n");
}

/* A line for each put, and what --force compared all the same. */
static void
add_summaries(struct doc *doc, const struct page *page, bool incomparable)
{
	const struct put *puts = page->results->puts.v;
	size_t put;

	for (put = 0; put < page->results->puts.n; put++) {
		char *line;

		if (!page_compares(page, put))
			continue;
		line = incomparable ? comparable_difference(
		                          &puts[page->comparison->norm], &puts[put], false)
		                    : summary_line(page->comparison, put);
		if (line)
			doc_add(doc,
			    incomparable ? "<li class=\"note\">" PAGE_MARK " %s\n" : "<li>%s\n",
			    line);
		free(line);
	}
}

void
html_header(struct doc *doc, const struct page *page)
{
	struct doc lines = {.kind = DOC_HTML};
	char *summary;

	doc_add(doc, "<header>\n<h1>");
	html_title(doc, page);
	doc_add(doc, "</h1>\n");
	add_size(doc, page);
	add_summaries(&lines, page, false);
	if (page->rulings) {
		summary = rulings_summary(page->rulings);
		doc_add(&lines, "<li><a href=\"#gates\">gates</a>: %s\n", summary);
		free(summary);
	}
	add_summaries(&lines, page, true);
	if (lines.t.n)
		text_addf(&doc->t, "<ul id=\"summary\">\n%s</ul>\n", lines.t.s);
	doc_free(&lines);
	doc_add(doc, "</header>\n");
}
