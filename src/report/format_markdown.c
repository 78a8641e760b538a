#include <stdlib.h>

#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "report/notes.h"
#include "report/summary.h"

/* GitHub's Markdown, for the comment on a pull request. A comment has at most 65536 characters;
   rows that do not fit are counted. Names are printed as code, so that an "@" in them mentions
   no user. */

enum { MOST = 65000 };
/* With explanations, there is this much room, and this much for what comes before them. */
enum { MOST_EXPLAINED = 60000, MOST_BEFORE = 20000 };

/* Adds a line for each put, the tests that changed, and folded away those that are the same. */
static void
add_compared(struct doc *doc, const struct page *page)
{
	size_t all = page->comparison->test_count, last = page->results->puts.n - 1;
	size_t *tests, changed = summary_sort(page, page->only, &tests);

	EACH_COMPARED(page, put) {
		doc_begin(doc, DOC_ITEM);
		summary_add(doc, page->comparison, put);
	}
	if (changed)
		summary_add_tests(doc, page, tests, changed, 0, last);
	if (changed < all && !page->view->changed) {
		doc_block(doc, DOC_SUMMARY, "%zu unchanged", all - changed);
		summary_add_tests(doc, page, tests + changed, all - changed, 0, last);
		doc_details_end(doc);
	}
	free(tests);
}

static void
format_markdown_add_notes(struct doc *doc, const struct page *page)
{
	const struct comparison *comparison = page->comparison;
	verdict_set verdicts = 0;

	for (size_t i = 0; i < comparison->test_count; i++)
		verdicts |= page_verdicts_on_any(page, comparison->tests[i]);
	if (verdicts)
		doc_paragraph(doc, PAGE_MARKED);
	notes_prebuilt(doc, page);
	notes_machines(doc, page);
	doc_end(doc);
}

void
format_markdown(struct text *t, const struct page *page)
{
	const struct comparison *comparison = page->comparison;
	FREED_BY(doc_free)
	struct doc doc = {
	    .kind = DOC_MARKDOWN, .most = page->selection ? MOST_BEFORE : MOST, .row = "test"};

	/* Gates take at most half of the room. */
	doc.most /= 2;
	if (page->rulings)
		notes_gates(&doc, page->rulings);
	doc_end(&doc);
	doc.most *= 2;
	if (page->results->puts.n == 1 || page->only == comparison->norm)
		summary_add_alone(&doc, page, format_put(page));
	else if (!page->selection || page->selection->n != 1 || comparison->test_count > 1)
		add_compared(&doc, page);
	format_markdown_add_notes(&doc, page);
	if (page->selection)
		explain_markdown(&doc, comparison, page->selection,
		    page->rulings && page->rulings->norm, MOST_EXPLAINED);
	text_add_n(t, doc.t.s, doc.t.n);
}
