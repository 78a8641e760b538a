#include <stdlib.h>

#include "report/notes.h"
#include "util/display.h"

static void
print_other(const struct page *page)
{
	char *label;

	if (!page_has_other(page))
		return;
	label = display_line(page->results->puts.v[page->comparison->norm].label);
	fprintf(page->out,
	    "\n" PAGE_OTHER " not comparable: the text of the test differs from that on %s;\n"
	    "  left out of AVERAGE\n",
	    label);
	free(label);
}

/* "NAME on LABEL, LABEL", or NULL if the test has that verdict nowhere; the caller frees. */
static char *
cells_of(const struct page *page, enum verdict verdict, size_t test)
{
	struct text t = TEXT_EMPTY;
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++) {
		if (!(page_verdicts(page, test, put) & 1u << verdict))
			continue;
		if (!n)
			text_addf(&t, "%s on ", page->results->tests.v[test].name);
		text_addf(&t, "%s%s", n++ ? ", " : "", page->results->puts.v[put].label);
	}
	return n ? text_take(&t) : NULL;
}

/* Prints the tests with that verdict and returns how many there are. said: how many lines were
   printed for other verdicts. */
static size_t
print_verdict(const struct page *page, enum verdict verdict, size_t said)
{
	size_t n = 0, i;

	for (i = 0; i < page->test_count; i++) {
		char *cells = cells_of(page, verdict, page->tests[i]), *shown;

		if (!cells)
			continue;
		if (!said && !n)
			fputs("\n" PAGE_MARK
			      " a number that means less than it seems; see VERDICTS in "
			      "cgbench-fields(7)\n",
			    page->out);
		if (!n++)
			fprintf(page->out, "%s: %s\n", verdict_name(verdict),
			    verdict_meaning(verdict));
		shown = display_line(cells);
		fprintf(page->out, "    %s\n", shown);
		free(shown);
		free(cells);
	}
	return n;
}

void
notes_print(const struct page *page)
{
	enum verdict verdict;
	size_t said = 0;

	print_other(page);
	for (verdict = 0; verdict < VERDICT_COUNT; verdict++)
		said += print_verdict(page, verdict, said);
}
