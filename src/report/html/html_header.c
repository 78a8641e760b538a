#include <stdlib.h>

#include "compare/comparable.h"
#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"
#include "report/summary.h"
#include "util/date.h"

/* More are counted. */
enum { LABELS_MOST = 4 };

/* "gcc-12, clang-14 against gcc-11", "9 puts against gcc-11", or a label alone. */
static void
add_what(struct text *t, const struct page *page, html_adder *add)
{
	const struct puts *puts = &page->results->puts;
	size_t norm = page->comparison->norm, n = 0, all = 0, put;

	for (put = 0; put < puts->n; put++)
		all += page_compares(page, put);
	if (all > LABELS_MOST)
		text_addf(t, "%zu puts", all);
	for (put = 0; put < puts->n && all <= LABELS_MOST; put++) {
		if (!page_compares(page, put))
			continue;
		text_add(t, n++ ? ", " : "");
		add(t, puts->v[put].label);
	}
	text_add(t, all ? " against " : "");
	add(t, puts->v[norm].label);
}

void
html_title(struct text *t, const struct page *page, html_adder *add)
{
	char *title;

	if (!page->history) {
		add_what(t, page, add);
		return;
	}
	title = history_words_title(page->history);
	text_add(t, "History of ");
	add(t, title);
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
add_size(struct text *t, const struct page *page)
{
	size_t tests = page->comparison->test_count, failures = count_failures(page), shown = 0;

	while (shown < page->test_count && page->tests[shown] != PAGE_AVERAGE)
		shown++;
	text_addf(t, "<p>%zu test%s", tests, tests == 1 ? "" : "s");
	if (shown < tests)
		text_addf(
		    t, ", of which %zu changed and %s here", shown, shown == 1 ? "is" : "are");
	if (failures)
		text_addf(t, "; %zu cell%s failed", failures, failures == 1 ? "" : "s");
	add_dates(t, page);
	text_add(t, "; written by cgbench " VERSION "</p>\n");
}

static void
add_summaries(struct text *t, const struct page *page)
{
	size_t put;

	for (put = 0; put < page->results->puts.n; put++) {
		char *line;

		if (!page_compares(page, put))
			continue;
		line = summary_line(page->comparison, put);
		text_add(t, "<li>");
		html_sentence(t, line);
		text_add_char(t, '\n');
		free(line);
	}
}

static void
add_gates(struct text *t, const struct page *page)
{
	char *summary;

	if (!page->rulings)
		return;
	summary = rulings_summary(page->rulings);
	text_addf(t, "<li><a href=\"#gates\">gates</a>: %s\n", summary);
	free(summary);
}

/* What --force compared all the same. */
static void
add_incomparable(struct text *t, const struct page *page)
{
	const struct puts *puts = &page->results->puts;
	size_t put;

	for (put = 0; put < puts->n; put++) {
		char *why;

		if (!page_compares(page, put))
			continue;
		why = comparable_difference(
		    &puts->v[page->comparison->norm], &puts->v[put], false);
		if (!why)
			continue;
		text_add(t, "<li class=\"note\">" PAGE_MARK " ");
		html_sentence(t, why);
		text_add_char(t, '\n');
		free(why);
	}
}

void
html_header(struct text *t, const struct page *page)
{
	struct text lines = TEXT_EMPTY;

	text_add(t, "<header>\n<h1>");
	html_title(t, page, html_name);
	text_add(t, "</h1>\n");
	add_size(t, page);
	add_summaries(&lines, page);
	add_gates(&lines, page);
	add_incomparable(&lines, page);
	if (lines.n)
		text_addf(t, "<ul id=\"summary\">\n%s</ul>\n", lines.s);
	text_free(&lines);
	text_add(t, "</header>\n");
}
