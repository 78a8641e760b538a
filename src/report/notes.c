#include <stdlib.h>

#include "compare/machines.h"
#include "compare/variation.h"
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
		if (verdict == VERDICT_VARYING)
			notes_add_varied(&t, page, test, put);
	}
	return n ? text_take(&t) : NULL;
}

/* Prints where the test has that verdict, below a heading if it is the first. *said: which
   verdicts have been printed. */
static void
print_test(const struct page *page, enum verdict verdict, size_t test, verdict_set *said)
{
	char *cells = cells_of(page, verdict, test), *shown;

	if (!cells)
		return;
	if (!*said)
		fputs("\n" PAGE_MARK " a number that means less than it seems; see VERDICTS in "
		      "cgbench-fields(7)\n",
		    page->out);
	if (!(*said & 1u << verdict))
		fprintf(page->out, "%s: %s\n", verdict_name(verdict), verdict_meaning(verdict));
	*said |= 1u << verdict;
	shown = display_line(cells);
	fprintf(page->out, "    %s\n", shown);
	free(shown);
	free(cells);
}

/* The tests that the page lists, and those that only its average covers. */
static void
print_verdict(const struct page *page, enum verdict verdict, verdict_set *said)
{
	const struct comparison *comparison = page->comparison;
	size_t i, k;

	for (i = 0; i < page->test_count; i++)
		if (page->tests[i] != PAGE_AVERAGE)
			print_test(page, verdict, page->tests[i], said);
		else
			for (k = 0; k < comparison->test_count; k++)
				if (page_hides(page, comparison->tests[k]))
					print_test(page, verdict, comparison->tests[k], said);
}

void
notes_print_verdicts(const struct page *page)
{
	enum verdict verdict;
	verdict_set said = 0;

	for (verdict = 0; verdict < VERDICT_COUNT; verdict++)
		print_verdict(page, verdict, &said);
}

char *
notes_prebuilt(const struct page *page)
{
	const struct words *words = page->view->prebuilt;
	char *names = words && page->only == COMPARISON_ALL ? words_join(words, ", ") : NULL;
	char *shown = names ? display_line(names) : NULL;

	free(names);
	return shown;
}

void
notes_print_prebuilt(const struct page *page)
{
	char *shown = notes_prebuilt(page);

	if (shown)
		fprintf(page->out,
		    "\nThe same for all puts: %s. Only the calls are compared; name source\n"
		    "files in 'sources' to compare what each put makes of them.\n",
		    shown);
	free(shown);
}

void
notes_print_machines(const struct page *page)
{
	char *columns, *shown;

	if (!machines_any(page->results))
		return;
	columns = machines_columns(page->results);
	shown = display_line(columns);
	fprintf(page->out, "\nMachines: %s.\n%s\n", shown, machines_meaning(page->results));
	free(shown);
	free(columns);
}

void
notes_print(const struct page *page)
{
	notes_print_machines(page);
	print_other(page);
	notes_print_verdicts(page);
	notes_print_prebuilt(page);
}

void
notes_add_varied(struct text *t, const struct page *page, size_t test, size_t put)
{
	struct variation varied = variation_of(page->results, test, put);
	char *how;

	if (!varied.known)
		return;
	how = variation_text(&varied);
	text_addf(t, " (%s)", how);
	free(how);
}
