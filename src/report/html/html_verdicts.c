#include "report/html/html.h"
#include "report/html/html_sections.h"
#include "report/notes.h"

/* Of which cells a verdict is said: those with it that expect it or that do not. */
static bool
has(const struct page *page, size_t test, size_t put, enum verdict verdict, bool expected)
{
	verdict_set found = results_cell(page->results, test, put)->verdicts;
	verdict_set marked = page_verdicts(page, test, put);

	return page_shows(page, put) && (expected ? found & ~marked : marked) & 1u << verdict;
}

static void
add_verdict(
    struct text *t, const struct page *page, size_t test, enum verdict verdict, bool expected)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++) {
		if (!has(page, test, put, verdict, expected))
			continue;
		if (!n)
			text_addf(t, "<p class=%s<b>%s</b>%s on ",
			    expected ? "about>" : "note>" PAGE_MARK " ", verdict_name(verdict),
			    expected ? ", as the test expects," : "");
		text_add(t, n++ ? ", " : "");
		html_name(t, page->results->puts.v[put].label);
		if (verdict == VERDICT_VARYING)
			notes_add_varied(t, page, test, put);
	}
	if (n)
		text_addf(t, ": %s</p>\n", verdict_meaning(verdict));
}

static void
add_other(struct text *t, const struct page *page, size_t test)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put) ||
		    !comparison_other_text(page->comparison, test, put))
			continue;
		text_add(t, n++ ? ", "
		                : "<p class=\"note\">" PAGE_OTHER " The text of the "
		                  "test differs from that on ");
		if (n == 1) {
			html_name(t, page->results->puts.v[page->comparison->norm].label);
			text_add(t, ", so that the values are not comparable: on ");
		}
		html_name(t, page->results->puts.v[put].label);
	}
	text_add(t, n ? ".</p>\n" : "");
}

void
html_verdicts(struct text *t, const struct page *page, size_t test)
{
	enum verdict verdict;

	for (verdict = 0; verdict < VERDICT_COUNT; verdict++)
		add_verdict(t, page, test, verdict, false);
	for (verdict = 0; verdict < VERDICT_COUNT; verdict++)
		add_verdict(t, page, test, verdict, true);
	add_other(t, page, test);
}
