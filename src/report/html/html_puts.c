#include <string.h>

#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "util/memory.h"
#include "util/date.h"

/* Rows of the table; the traits follow. */
enum { PROGRAM, READ_FROM, MEASURED, COMMIT, TIMED_ON, TRAITS };

static char *
program_of(const struct put *put)
{
	const struct words exe = {.v = (char *[]){put->exe, NULL}, .n = 1};
	struct text t = TEXT_EMPTY;

	words_quote(&exe, &t);
	text_add(&t, put->args.n ? " " : "");
	words_quote(&put->args, &t);
	return text_take(&t);
}

/* "cpu 1, governor performance" */
static char *
host_of(const struct put *put)
{
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < put->host.n; i++) {
		int n = (int)strcspn(put->host.v[i], "=");

		text_addf(
		    &t, "%s%.*s %s", i ? ", " : "", n, put->host.v[i], put->host.v[i] + n + 1);
	}
	return text_take(&t);
}

/* The value of a put in a row; NULL: it has none. The caller frees. */
static char *
make_value(const struct put *put, size_t row)
{
	const struct provenance *of = &put->provenance;

	switch (row) {
	case PROGRAM:
		return program_of(put);
	case READ_FROM:
		return memory_copy(put->file);
	case MEASURED:
		return of->date ? date_text(of->date) : NULL;
	case COMMIT:
		return of->commit
		           ? text_print("%s %s%s", of->commit, of->subject ? of->subject : "",
		                 of->clean ? "" : " (in a work tree with changes)")
		           : NULL;
	case TIMED_ON:
		return host_of(put);
	default:
		return memory_copy(
		    put->fingerprint ? put->fingerprint->of[row - TRAITS] : NULL);
	}
}

/* The values of all puts that are shown; "" for one without. */
static struct words
make_row(const struct page *page, size_t i)
{
	struct words row = WORDS_EMPTY;

	EACH_PUT(page, put) {
		char *value = make_value(&page->results->puts.v[put], i);

		words_take(&row, value ? value : memory_copy(""));
	}
	return row;
}

/* Returns true unless all words are s. */
static bool
is_other(const struct words *row, const char *s)
{
	for (size_t i = 0; i < row->n; i++)
		if (strcmp(row->v[i], s) != 0)
			return true;
	return false;
}

/* A value that all puts share has one cell for all of them. */
static void
html_puts_add_row(struct doc *doc, const struct page *page, const char *name, size_t i)
{
	FREED_BY(words_free) struct words row = make_row(page, i);

	if (is_other(&row, "")) {
		doc_add(doc, "<tr><th scope=row>%s", name);
		if (row.n > 1 && !is_other(&row, row.v[0]))
			doc_add(doc, "<td colspan=%zu>%s", row.n, row.v[0]);
		else
			for (size_t k = 0; k < row.n; k++)
				doc_add(doc, "<td>%s", row.v[k]);
		doc_add(doc, "\n");
	}
}

void
html_puts(struct doc *doc, const struct page *page)
{
	static const char *const names[] = {
	    "program", "read from", "measured", "commit", "timed on"};

	doc_add(doc, "<h2>What the counts depend on</h2>\n");
	html_table(&doc->t, " class=\"puts\"", "Puts and their fingerprints");
	doc_add(doc, "<thead><tr><th scope=col>trait");
	html_cells_head(doc, page, false);
	for (size_t i = 0; i < TRAITS + TRAIT_COUNT; i++)
		html_puts_add_row(
		    doc, page, i < TRAITS ? names[i] : trait_name((enum trait)(i - TRAITS)), i);
	text_add(&doc->t, HTML_TABLE_END);
}
