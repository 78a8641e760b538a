#include <string.h>

#include "report/brief.h"
#include "report/notes.h"
#include "report/summary.h"
#include "util/display.h"

/* So many tests have a table each. */
enum { FEW = 3 };

static const char less_is_better[] = "(less is better)";

static bool
brief_differs(const struct page *page, size_t test, enum field f)
{
	EACH_COMPARED(page, put) {
		struct change change = comparison_of(page->comparison, test, put, f);

		if (change_is_listed(&change) && change.kind < CHANGE_FAILED)
			return true;
	}
	return false;
}

static void
brief_add_title(struct doc *doc, const struct page *page, size_t test)
{
	OWNED char *title = page_title(page, test), *desc = page_desc(page, test),
	           *shown = NULL;
	size_t n = strcspn(desc, "\n");
	bool more = desc[n];

	desc[n] = '\0';
	shown = display_text(desc);
	doc_paragraph(doc, "%s: %s%s", title, shown, more ? " ..." : "");
}

static void
brief_add_one(struct doc *doc, const struct page *page, size_t test)
{
	enum field decisive = page->comparison->field;
	size_t last = page->results->puts.n - 1;

	brief_add_title(doc, page, test);
	summary_begin_tests(doc, page, last ? less_is_better : "", 0, last);
	EACH_FIELD(page, f)
		if (f == decisive || brief_differs(page, test, f)) {
			doc_row(doc);
			doc_cell(doc, COLOR_NONE, "%s", page_field(page, f));
			summary_add_counts(doc, page, test, f, 0, last);
		}
}

static void
brief_add_mean(struct doc *doc, const struct page *page)
{
	char buffer[CHANGE_SIZE];

	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "geometric mean");
	doc_cell(doc, COLOR_NONE, "%s", "");
	EACH_COMPARED(page, put) {
		struct summary summary = summary_make(page->comparison, put);

		doc_cell(doc, COLOR_NONE, "%s", "");
		doc_cell(doc, COLOR_NONE, "%s",
		    summary.mean.known ? change_percent(summary.mean.v, buffer) : "");
	}
}

static void
brief_add_all(struct doc *doc, const struct page *page)
{
	size_t last = page->results->puts.n - 1;
	OWNED char *caption =
	    text_print("%s %s", page_field(page, page->comparison->field), less_is_better);

	summary_begin_tests(doc, page, caption, 0, last);
	EACH_TEST(page, test) {
		summary_add_title(doc, page, test);
		summary_add_counts(doc, page, test, page->comparison->field, 0, last);
	}
	if (last)
		brief_add_mean(doc, page);
	doc_end(doc);
}

static void
add_summaries(struct doc *doc, const struct page *page)
{
	enum doc_block block = DOC_PARAGRAPH;

	EACH_COMPARED(page, put) {
		doc_begin(doc, block);
		summary_add_kinds(doc, page->comparison, put);
		block = DOC_LINE;
	}
}

void
brief_add(struct doc *doc, const struct page *page)
{
	struct view view = *page->view;
	struct page decisive = *page;

	if (page->comparison->test_count <= FEW) {
		EACH_TEST(page, test)
			brief_add_one(doc, page, test);
		notes_add(doc, page);
		return;
	}
	/* Marks are those of what is shown. */
	view.fields = FIELD_BIT(page->comparison->field);
	decisive.view = &view;
	brief_add_all(doc, &decisive);
	add_summaries(doc, &decisive);
	notes_add(doc, &decisive);
	doc_block(doc, DOC_SENTENCES,
	    "More: --explain says why, --tables prints all fields, --format=html:FILE makes a page.");
}
