#include <string.h>

#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "util/memory.h"
#include "util/date.h"

/* Rows of the table; the traits follow. */
enum { PROGRAM, READ_FROM, MEASURED, COMMIT, TIMED_ON, TRAITS };

/* Adds the value of a put in a row; nothing if it has none. */
static void
html_puts_add_value(struct text *t, const struct put *put, size_t row)
{
	const struct words exe = {.v = (char *[]){put->exe, NULL}, .n = 1};
	const struct provenance *of = &put->provenance;

	switch (row) {
	case PROGRAM:
		words_quote(&exe, t);
		text_add(t, put->args.n ? " " : "");
		words_quote(&put->args, t);
		return;
	case READ_FROM:
		text_add(t, put->file ? put->file : "");
		return;
	case MEASURED:
		if (of->date)
			date_add(t, of->date);
		return;
	case COMMIT:
		if (of->commit)
			text_addf(t, "%s %s%s", of->commit, of->subject ? of->subject : "",
			    of->clean ? "" : " (in a work tree with changes)");
		return;
	case TIMED_ON: /* "cpu 1, governor performance" */
		for (size_t i = 0; i < put->host.n; i++) {
			int n = (int)strcspn(put->host.v[i], "=");

			text_addf(t, "%s%.*s %s", i ? ", " : "", n, put->host.v[i],
			    put->host.v[i] + n + 1);
		}
		return;
	default:
		text_add(t, put_trait(put, (enum trait)(row - TRAITS)));
	}
}

/* A value that all puts share has one cell for all of them. */
static void
html_puts_add_row(struct doc *doc, const struct page *page, const char *name, size_t i)
{
	FREED_BY(words_free) struct words row = WORDS_EMPTY;
	bool any = false, equal = true;

	EACH_PUT(page, put) {
		struct text value = TEXT_EMPTY;

		html_puts_add_value(&value, &page->results->puts.v[put], i);
		words_take(&row, text_take(&value));
		any |= *row.v[row.n - 1] != '\0';
		equal &= !strcmp(row.v[row.n - 1], row.v[0]);
	}
	if (!any)
		return;
	doc_add(doc, "<tr><th scope=row>%s", name);
	if (row.n > 1 && equal)
		doc_add(doc, "<td colspan=%zu>%s", row.n, row.v[0]);
	else
		for (size_t k = 0; k < row.n; k++)
			doc_add(doc, "<td>%s", row.v[k]);
	doc_add(doc, "\n");
}

void
html_puts(struct doc *doc, const struct page *page)
{
	static const char *const names[] = {
	    "program", "read from", "measured", "commit", "timed on"};

	doc_add(doc, "<h2>What the counts depend on</h2>\n");
	html_table(&doc->t, " class=\"puts\"", "Programs and their fingerprints");
	doc_add(doc, "<thead><tr><th scope=col>trait");
	html_cells_head(doc, page, false);
	for (size_t i = 0; i < TRAITS + TRAIT_COUNT; i++)
		html_puts_add_row(
		    doc, page, i < TRAITS ? names[i] : trait_name((enum trait)(i - TRAITS)), i);
	text_add(&doc->t, HTML_TABLE_END);
}
