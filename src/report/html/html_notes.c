#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/notes.h"

/* Which marks the table of the deciding field has. */
struct marks {
	bool failed, missing, valueless, overlap;
};

static void
find_marks(struct marks *marks, const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);
	struct change change = comparison_decisive(page->comparison, test, put);

	marks->failed |= cell->failure != NULL;
	marks->missing |= !cell->failure && !cell->measured;
	marks->valueless |=
	    cell->measured &&
	    !calc_value(page->results, test, put, page->comparison->field).known;
	marks->overlap |= change.overlap && change.difference != 0;
}

/* One that does not apply is hidden; it may in another view that the script shows. */
static void
add(struct doc *doc, bool applies, const char *mark, const char *meaning)
{
	const char *hidden = applies ? "" : " hidden";

	doc_add(doc, "<dt%s>%s<dd%s>%s\n", hidden, mark, hidden, meaning);
}

void
html_notes(struct doc *doc, const struct page *page)
{
	struct marks marks = {false, false, false, false};

	EACH_TEST(page, test)
		EACH_PUT(page, put)
			find_marks(&marks, page, test, put);
	doc_add(doc, "<dl class=\"marks\">\n");
	add(doc, page_has_other(page), PAGE_OTHER,
	    "not comparable: the text of the test differs from that on the norm; left out of "
	    "AVERAGE");
	add(doc, marks.failed, "FAIL", "no counts; the section of the test says why");
	add(doc, marks.missing, "(empty)", "the put was not tried with this test");
	add(doc, marks.valueless, "-", "no value, such as a division by 0");
	add(doc, marks.overlap, HTML_CELLS_OVERLAP,
	    "the ranges over several memory layouts overlap: the difference may come from the "
	    "layout");
	doc_add(doc, "</dl>\n");
	notes_verdicts(doc, page);
	notes_machines(doc, page);
	notes_prebuilt(doc, page);
	doc_end(doc);
}

/* On which puts the test has the verdict: either those that expect it, or the others. */
static void
add_verdict(
    struct doc *doc, const struct page *page, size_t test, enum verdict verdict, bool expected)
{
	size_t n = 0;

	EACH_PUT(page, put) {
		verdict_set marked = page_verdicts(page, test, put);
		verdict_set found =
		    results_verdicts(page->results, test, put, page->view->fields) & ~marked;

		if (!((expected ? found : marked) & 1u << verdict))
			continue;
		if (!n++)
			doc_add(doc,
			    expected ? "<p class=about><b>%s</b>, as the test expects, on `%s`"
			             : "<p class=note>" PAGE_MARK " <b>%s</b> on `%s`",
			    verdict_name(verdict), page_label(page, put));
		else
			doc_add(doc, ", `%s`", page_label(page, put));
		if (verdict == VERDICT_VARYING)
			notes_add_varied(doc, page, test, put);
	}
	if (n)
		doc_add(doc, ": %s</p>\n", verdict_meaning(verdict));
}

void
html_verdicts(struct doc *doc, const struct page *page, size_t test)
{
	size_t n = 0;

	for (enum verdict verdict = 0; verdict < VERDICT_COUNT; verdict++)
		add_verdict(doc, page, test, verdict, false);
	for (enum verdict verdict = 0; verdict < VERDICT_COUNT; verdict++)
		add_verdict(doc, page, test, verdict, true);
	EACH_PUT(page, put)
		if (comparison_other_text(page->comparison, test, put)) {
			if (!n++)
				doc_add(doc,
				    "<p class=note>" PAGE_OTHER
				    " The text of the test differs from that on `%s`, so that "
				    "the values are not comparable: on `%s`",
				    page_label(page, page->comparison->norm),
				    page_label(page, put));
			else
				doc_add(doc, ", `%s`", page_label(page, put));
		}
	doc_add(doc, n ? ".</p>\n" : "");
}
