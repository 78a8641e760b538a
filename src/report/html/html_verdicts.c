#include "report/html/html_sections.h"
#include "report/notes.h"

/* Cells with the verdict: either those that expect it, or the others. */
static bool
has(const struct page *page, size_t test, size_t put, enum verdict verdict, bool expected)
{
	verdict_set found = results_cell(page->results, test, put)->verdicts;
	verdict_set marked = page_verdicts(page, test, put);

	return page_shows(page, put) && (expected ? found & ~marked : marked) & 1u << verdict;
}

static void
add_verdict(
    struct doc *doc, const struct page *page, size_t test, enum verdict verdict, bool expected)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++) {
		if (!has(page, test, put, verdict, expected))
			continue;
		if (!n)
			doc_add(doc,
			    expected ? "<p class=about><b>%s</b>, as the test expects, on "
			             : "<p class=note>" PAGE_MARK " <b>%s</b> on ",
			    verdict_name(verdict));
		doc_add(doc, n++ ? ", `%s`" : "`%s`", page_label(page, put));
		if (verdict == VERDICT_VARYING)
			notes_add_varied(doc, page, test, put);
	}
	if (n)
		doc_add(doc, ": %s</p>\n", verdict_meaning(verdict));
}

static void
add_other(struct doc *doc, const struct page *page, size_t test)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put) ||
		    !comparison_other_text(page->comparison, test, put))
			continue;
		if (!n)
			doc_add(doc,
			    "<p class=\"note\">" PAGE_OTHER
			    " The text of the test differs from that on `%s`, so that the "
			    "values are not comparable: on ",
			    page_label(page, page->comparison->norm));
		doc_add(doc, n++ ? ", `%s`" : "`%s`", page_label(page, put));
	}
	doc_add(doc, n ? ".</p>\n" : "");
}

void
html_verdicts(struct doc *doc, const struct page *page, size_t test)
{
	enum verdict verdict;

	for (verdict = 0; verdict < VERDICT_COUNT; verdict++)
		add_verdict(doc, page, test, verdict, false);
	for (verdict = 0; verdict < VERDICT_COUNT; verdict++)
		add_verdict(doc, page, test, verdict, true);
	add_other(doc, page, test);
}
