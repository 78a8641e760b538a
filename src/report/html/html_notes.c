#include <string.h>

#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/notes.h"

/* Returns true if that is true of a cell that is shown. */
static bool
any_cell(const struct page *page, bool (*is)(const struct page *page, size_t test, size_t put))
{
	size_t i, put;

	for (i = 0; i < page->test_count; i++)
		for (put = 0; put < page->results->puts.n; put++)
			if (page->tests[i] != PAGE_AVERAGE && page_shows(page, put) &&
			    is(page, page->tests[i], put))
				return true;
	return false;
}

static bool
is_failed(const struct page *page, size_t test, size_t put)
{
	return results_cell(page->results, test, put)->failure != NULL;
}

static bool
is_missing(const struct page *page, size_t test, size_t put)
{
	const char *missing = page_missing(page, test, put);

	return missing && !*missing;
}

static bool
is_valueless(const struct page *page, size_t test, size_t put)
{
	return results_cell(page->results, test, put)->measured &&
	       !calc_value(page->results, test, put, page->comparison->field).known;
}

static bool
is_overlapping(const struct page *page, size_t test, size_t put)
{
	struct change change = comparison_decisive(page->comparison, test, put);

	return change.overlap && change.difference != 0;
}

/* One that does not apply is hidden; it may in another view that the script shows. */
static void
add(struct doc *doc, bool applies, const char *mark, const char *meaning)
{
	const char *hidden = applies ? "" : " hidden";

	doc_add(doc, "<dt%s>%s<dd%s>%s\n", hidden, mark, hidden, meaning);
}

/* The names of the tests with a verdict, those that only AVERAGE covers last. */
static void
add_tests(struct doc *doc, const struct page *page, enum verdict verdict)
{
	size_t i, n = 0;

	for (i = 0; i < page->test_count; i++) {
		size_t test = page->tests[i];

		if (!(page_verdicts_on_any(page, test) & 1u << verdict))
			continue;
		doc_add(doc, n++ ? ", " : ": ");
		if (test == PAGE_AVERAGE)
			doc_add(doc, "tests that only AVERAGE covers");
		else
			doc_add(doc, "[%s]", page->results->tests.v[test].name);
	}
}

static void
add_verdicts(struct doc *doc, const struct page *page)
{
	verdict_set found = 0;
	enum verdict verdict;
	size_t i;

	for (i = 0; i < page->test_count; i++)
		found |= page_verdicts_on_any(page, page->tests[i]);
	if (found)
		add(doc, true, PAGE_MARK, &PAGE_MARKED[strlen(PAGE_MARK " ")]);
	for (verdict = 0; verdict < VERDICT_COUNT; verdict++) {
		if (!(found & 1u << verdict))
			continue;
		doc_add(
		    doc, "<dd><b>%s</b>, %s", verdict_name(verdict), verdict_meaning(verdict));
		add_tests(doc, page, verdict);
		doc_add(doc, "\n");
	}
}

void
html_notes(struct doc *doc, const struct page *page)
{
	doc_add(doc, "<dl class=\"marks\">\n");
	add_verdicts(doc, page);
	add(doc, page_has_other(page), PAGE_OTHER,
	    "not comparable: the text of the test differs from that on the norm; left out of "
	    "AVERAGE");
	add(doc, any_cell(page, is_failed), "FAIL",
	    "no counts; the section of the test says why");
	add(doc, any_cell(page, is_missing), "(empty)", "the put was not tried with this test");
	add(doc, any_cell(page, is_valueless), "-", "no value, such as a division by 0");
	add(doc, any_cell(page, is_overlapping), HTML_CELLS_OVERLAP,
	    "the ranges over several memory layouts overlap: the difference may come from the "
	    "layout");
	doc_add(doc, "</dl>\n");
	notes_machines(doc, page);
	notes_prebuilt(doc, page);
	doc_end(doc);
}
