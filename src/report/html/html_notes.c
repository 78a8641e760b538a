#include <stdlib.h>

#include "compare/machines.h"
#include "report/html/html.h"
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
add(struct text *t, bool applies, const char *mark, const char *meaning)
{
	const char *hidden = applies ? "" : " hidden";

	text_addf(t, "<dt%s>%s<dd%s>%s\n", hidden, mark, hidden, meaning);
}

/* The names of the tests with a verdict, those that only AVERAGE covers last. */
static void
add_tests(struct text *t, const struct page *page, enum verdict verdict)
{
	size_t i, n = 0;

	for (i = 0; i < page->test_count; i++) {
		size_t test = page->tests[i];

		if (!(page_verdicts_on_any(page, test) & 1u << verdict))
			continue;
		text_add(t, n++ ? ", " : ": ");
		if (test == PAGE_AVERAGE)
			text_add(t, "tests that only AVERAGE covers");
		else
			html_test_link(t, page->results->tests.v[test].name);
	}
}

static void
add_verdicts(struct text *t, const struct page *page)
{
	verdict_set found = 0;
	enum verdict verdict;
	size_t i;

	for (i = 0; i < page->test_count; i++)
		found |= page_verdicts_on_any(page, page->tests[i]);
	if (found)
		add(t, true, PAGE_MARK,
		    "a number that means less than it seems; see VERDICTS in "
		    "cgbench-fields(7)");
	for (verdict = 0; verdict < VERDICT_COUNT; verdict++) {
		if (!(found & 1u << verdict))
			continue;
		text_addf(
		    t, "<dd><b>%s</b>, %s", verdict_name(verdict), verdict_meaning(verdict));
		add_tests(t, page, verdict);
		text_add_char(t, '\n');
	}
}

static void
add_prebuilt(struct text *t, const struct page *page)
{
	char *names = notes_prebuilt(page);

	if (!names)
		return;
	text_add(t, "<p>The same for all puts: ");
	html_sentence(t, names);
	text_add(t, ". Only the calls are compared; name source files in <code>sources</code> "
	            "to compare what each put makes of them.</p>\n");
	free(names);
}

static void
add_machines(struct text *t, const struct results *results)
{
	char *columns;

	if (!machines_any(results))
		return;
	columns = machines_columns(results);
	text_add(t, "<p>Machines: ");
	html_sentence(t, columns);
	text_addf(t, ". %s</p>\n", machines_meaning(results));
	free(columns);
}

void
html_notes(struct text *t, const struct page *page)
{
	struct text marks = TEXT_EMPTY;

	add_verdicts(&marks, page);
	add(&marks, page_has_other(page), PAGE_OTHER,
	    "not comparable: the text of the test differs from that on the norm; left out of "
	    "AVERAGE");
	add(&marks, any_cell(page, is_failed), "FAIL",
	    "no counts; the section of the test says why");
	add(&marks, any_cell(page, is_missing), "(empty)",
	    "the put was not tried with this test");
	add(&marks, any_cell(page, is_valueless), "-", "no value, such as a division by 0");
	add(&marks, any_cell(page, is_overlapping), HTML_CELLS_OVERLAP,
	    "the ranges over several memory layouts overlap: the difference may come from the "
	    "layout");
	text_addf(t, "<dl class=\"marks\">\n%s</dl>\n", marks.s);
	text_free(&marks);
	add_machines(t, page->results);
	add_prebuilt(t, page);
}
