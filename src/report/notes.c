#include <stdlib.h>

#include "compare/machines.h"
#include "compare/variation.h"
#include "report/notes.h"

static void
add_other(struct doc *doc, const struct page *page)
{
	if (page_has_other(page))
		doc_paragraph(doc,
		    PAGE_OTHER
		    " not comparable: the text of the test differs from that on `%s`;\n"
		    "  left out of AVERAGE",
		    page_label(page, page->comparison->norm));
}

/* Adds where the test has that verdict, below a heading if it is the first. *said: which
   verdicts have been added. */
static void
add_test(struct doc *doc, const struct page *page, enum verdict verdict, size_t test,
    verdict_set *said)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++) {
		if (!(page_verdicts(page, test, put) & 1u << verdict))
			continue;
		if (!*said)
			doc_paragraph(doc, PAGE_MARKED);
		if (!(*said & 1u << verdict))
			doc_line(
			    doc, "%s: %s", verdict_name(verdict), verdict_meaning(verdict));
		*said |= 1u << verdict;
		if (!n++)
			doc_item(doc, "`%s` on `%s`", page->results->tests.v[test].name,
			    page_label(page, put));
		else
			doc_add(doc, ", `%s`", page_label(page, put));
		if (verdict == VERDICT_VARYING)
			notes_add_varied(doc, page, test, put);
	}
}

/* The tests that the page lists, and those that only its average covers. */
static void
add_verdict(struct doc *doc, const struct page *page, enum verdict verdict, verdict_set *said)
{
	const struct comparison *comparison = page->comparison;
	size_t i, k;

	for (i = 0; i < page->test_count; i++)
		if (page->tests[i] != PAGE_AVERAGE)
			add_test(doc, page, verdict, page->tests[i], said);
		else
			for (k = 0; k < comparison->test_count; k++)
				if (page_hides(page, comparison->tests[k]))
					add_test(
					    doc, page, verdict, comparison->tests[k], said);
}

void
notes_verdicts(struct doc *doc, const struct page *page)
{
	enum verdict verdict;
	verdict_set said = 0;

	for (verdict = 0; verdict < VERDICT_COUNT; verdict++)
		add_verdict(doc, page, verdict, &said);
}

void
notes_prebuilt(struct doc *doc, const struct page *page)
{
	const struct words *words = page->view->prebuilt;
	char *names = words && page->only == COMPARISON_ALL ? words_join(words, ", ") : NULL;

	if (names)
		doc_paragraph(doc,
		    "The same for all puts: `%s`. Only the calls are compared; name source\n"
		    "files in 'sources' to compare what each put makes of them.",
		    names);
	free(names);
}

void
notes_machines(struct doc *doc, const struct page *page)
{
	char *columns;

	if (!machines_any(page->results))
		return;
	columns = machines_columns(page->results);
	doc_paragraph(doc, "Machines: `%s`.\n%s", columns, machines_meaning(page->results));
	free(columns);
}

void
notes_add(struct doc *doc, const struct page *page)
{
	notes_machines(doc, page);
	add_other(doc, page);
	notes_verdicts(doc, page);
	notes_prebuilt(doc, page);
}

void
notes_add_varied(struct doc *doc, const struct page *page, size_t test, size_t put)
{
	struct variation varied = variation_of(page->results, test, put);
	char *how;

	if (!varied.known)
		return;
	how = variation_text(&varied);
	doc_add(doc, " (%s)", how);
	free(how);
}
