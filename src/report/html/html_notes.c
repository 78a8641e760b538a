#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/notes.h"

/* The script hides what does not apply. */
void
html_notes(struct doc *doc, const struct page *page)
{
	doc_add(doc,
	    "<dl class=\"marks\">\n"
	    "<dt>" PAGE_OTHER
	    "<dd>not comparable: the text of the test differs from that on the "
	    "norm; left out of AVERAGE\n"
	    "<dt>FAIL<dd>no counts; the section of the test says why\n"
	    "<dt>(empty)<dd>the put was not tried with this test\n"
	    "<dt>-<dd>no value, such as a division by 0\n"
	    "<dt>" HTML_CELLS_OVERLAP "<dd>the ranges over several memory layouts overlap: the "
	    "difference may come from the layout\n</dl>\n");
	notes_verdicts(doc, page);
	notes_machines(doc, page);
	notes_prebuilt(doc, page);
	doc_end(doc);
}

/* On which puts the test has the verdict: either those that expect it, or the others. */
static void
html_notes_add_verdict(
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
		html_notes_add_verdict(doc, page, test, verdict, false);
	for (enum verdict verdict = 0; verdict < VERDICT_COUNT; verdict++)
		html_notes_add_verdict(doc, page, test, verdict, true);
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
