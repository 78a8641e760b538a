#include <stdlib.h>
#include <string.h>

#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "util/memory.h"
#include "util/date.h"

/* What is known of a put; NULL: nothing. The caller frees. */
typedef char *teller(const struct put *put, size_t i);

static char *
tell_program(const struct put *put, size_t i)
{
	const struct words exe = {(char *[]){put->exe, NULL}, 1};
	struct text t = TEXT_EMPTY;

	(void)i;
	words_quote(&exe, &t);
	text_add(&t, put->args.n ? " " : "");
	words_quote(&put->args, &t);
	return text_take(&t);
}

static char *
tell_file(const struct put *put, size_t i)
{
	(void)i;
	return memory_copy(put->file);
}

static char *
tell_date(const struct put *put, size_t i)
{
	int64_t date = put->provenance.date;

	(void)i;
	return date ? date_text(date) : NULL;
}

static char *
tell_commit(const struct put *put, size_t i)
{
	const struct provenance *of = &put->provenance;

	(void)i;
	if (!of->commit)
		return NULL;
	return text_print("%s %s%s", of->commit, of->subject ? of->subject : "",
	    of->clean ? "" : " (in a work tree with changes)");
}

static char *
tell_trait(const struct put *put, size_t i)
{
	return memory_copy(put->fingerprint ? put->fingerprint->of[i] : NULL);
}

/* "cpu 1, governor performance" */
static char *
tell_host(const struct put *put, size_t i)
{
	struct text t = TEXT_EMPTY;
	size_t k;

	(void)i;
	for (k = 0; k < put->host.n; k++) {
		int n = (int)strcspn(put->host.v[k], "=");

		text_addf(
		    &t, "%s%.*s %s", k ? ", " : "", n, put->host.v[k], put->host.v[k] + n + 1);
	}
	return put->host.n ? text_take(&t) : NULL;
}

/* What depends on the puts shown; "" if nothing does. */
static struct words
make_row(const struct page *page, teller *tell, size_t i)
{
	struct words row = WORDS_EMPTY;
	size_t put;

	for (put = 0; put < page->results->puts.n; put++) {
		char *told;

		if (!page_shows(page, put))
			continue;
		told = tell(&page->results->puts.v[put], i);
		words_take(&row, told ? told : memory_copy(""));
	}
	return row;
}

/* Returns true if not all have the word s. */
static bool
is_other(const struct words *row, const char *s)
{
	size_t i;

	for (i = 0; i < row->n; i++)
		if (strcmp(row->v[i], s) != 0)
			return true;
	return false;
}

/* What is the same for all puts is there once. */
static void
add_row(struct doc *doc, const struct page *page, const char *name, teller *tell, size_t i)
{
	struct words row = make_row(page, tell, i);
	size_t k;

	if (is_other(&row, "")) {
		doc_add(doc, "<tr><th scope=row>%s", name);
		if (row.n > 1 && !is_other(&row, row.v[0]))
			doc_add(doc, "<td colspan=%zu>%s", row.n, row.v[0]);
		else
			for (k = 0; k < row.n; k++)
				doc_add(doc, "<td>%s", row.v[k]);
		doc_add(doc, "\n");
	}
	words_free(&row);
}

void
html_puts(struct doc *doc, const struct page *page)
{
	enum trait trait;

	doc_add(doc, "<h2>What the counts depend on</h2>\n");
	html_table(&doc->t, " class=\"puts\"", "Puts and their fingerprints");
	doc_add(doc, "<thead><tr><th scope=col>trait");
	html_cells_head(doc, page, false);
	add_row(doc, page, "program", tell_program, 0);
	add_row(doc, page, "read from", tell_file, 0);
	add_row(doc, page, "measured", tell_date, 0);
	add_row(doc, page, "commit", tell_commit, 0);
	add_row(doc, page, "timed on", tell_host, 0);
	for (trait = 0; trait < TRAIT_COUNT; trait++)
		add_row(doc, page, trait_name(trait), tell_trait, trait);
	html_table_end(&doc->t);
}
