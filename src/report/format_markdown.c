#include <stdlib.h>

#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "report/notes.h"
#include "report/summary.h"
#include "util/memory.h"

/* GitHub's Markdown, for the comment on a pull request. A comment has at most 65536 characters;
   rows that do not fit are counted. Names are printed as code, so that an "@" in them mentions
   nobody. */

enum { MOST = 65000 };
/* With explanations, and how much of that is for what comes before them. */
enum { MOST_EXPLAINED = 60000, MOST_BEFORE = 20000 };

/* Returns true if the summary has a column for that. */
static bool
is_counted(const struct page *page, enum change_kind kind)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++)
		if (page_compares(page, put))
			n += summary_make(page->comparison, put).of[kind];
	return kind <= CHANGE_SAME || n;
}

static void
add_summary_row(struct doc *doc, const struct page *page, size_t put, const bool *columns)
{
	struct summary summary = summary_make(page->comparison, put);
	char buffer[CHANGE_SIZE];
	enum change_kind kind;

	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", page_label(page, put));
	for (kind = 0; kind < CHANGE_COUNT; kind++)
		if (columns[kind])
			doc_cell(doc, COLOR_NONE, "%zu", summary.of[kind]);
	doc_cell(doc, COLOR_NONE, "%s",
	    summary.mean.known ? change_percent(summary.mean.v, buffer) : "-");
}

static void
add_summary(struct doc *doc, const struct page *page)
{
	bool columns[CHANGE_COUNT];
	enum change_kind kind;
	size_t put;

	doc_table(doc, NULL, "");
	doc_column(doc, DOC_WORDS, 0, "against `%s`", page_label(page, page->comparison->norm));
	for (kind = 0; kind < CHANGE_COUNT; kind++) {
		columns[kind] = is_counted(page, kind);
		if (columns[kind])
			doc_column(doc, DOC_NUMBER, 1, "%s", change_name(kind));
	}
	doc_column(doc, DOC_NUMBER, 1, "geometric mean of %s",
	    page_field(page, page->comparison->field));
	for (put = 0; put < page->results->puts.n; put++)
		if (page_compares(page, put))
			add_summary_row(doc, page, put, columns);
}

/* Begins a row. */
static void
add_title(struct doc *doc, const struct page *page, size_t test)
{
	verdict_set verdicts = page_verdicts_on_any(page, test);

	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", page->results->tests.v[test].name);
	if (!verdicts)
		return;
	doc_add(doc, " " PAGE_MARK " ");
	verdict_add(&doc->t, verdicts, ", ");
}

static void
add_count(struct doc *doc, const struct page *page, size_t test, size_t put, enum field f)
{
	char buffer[PAGE_CELL_SIZE];

	doc_cell(doc, COLOR_NONE, "%s", page_count(page, test, put, f, buffer));
}

static void
add_change(struct doc *doc, const struct change *change)
{
	char buffer[CHANGE_SIZE];

	doc_cell(doc, COLOR_NONE, "%s",
	    change->kind <= CHANGE_SAME ? change_show(change, buffer)
	    : change_is_listed(change)  ? change_name(change->kind)
	                                : "");
}

/* The count on the norm, and the count on each other put with its change. */
static void
add_compared(struct doc *doc, const struct page *page, const size_t *tests, size_t n)
{
	const struct comparison *comparison = page->comparison;
	size_t put, i;

	doc_table(doc, NULL, "");
	doc_column(doc, DOC_WORDS, 0, "%s", page_field(page, comparison->field));
	doc_column(doc, DOC_NUMBER, 1, "`%s`", page_label(page, comparison->norm));
	for (put = 0; put < page->results->puts.n; put++)
		if (page_compares(page, put)) {
			doc_column(doc, DOC_NUMBER, 1, "`%s`", page_label(page, put));
			doc_column(doc, DOC_NUMBER, 1, "change");
		}
	for (i = 0; i < n; i++) {
		add_title(doc, page, tests[i]);
		add_count(doc, page, tests[i], comparison->norm, comparison->field);
		for (put = 0; put < page->results->puts.n; put++) {
			struct change change = comparison_decisive(comparison, tests[i], put);

			if (!page_compares(page, put))
				continue;
			add_count(doc, page, tests[i], put, comparison->field);
			add_change(doc, &change);
		}
	}
}

/* All fields of the one put, without AVERAGE. */
static void
add_alone(struct doc *doc, const struct page *page)
{
	size_t put = format_put(page), i, k;

	doc_table(doc, NULL, "");
	doc_column(doc, DOC_WORDS, 0, "`%s`", page_label(page, put));
	for (k = 0; k < page->field_count; k++)
		doc_column(doc, DOC_NUMBER, 1, "%s", page_field(page, page->fields[k]));
	for (i = 0; i < page->test_count && page->tests[i] != PAGE_AVERAGE; i++) {
		add_title(doc, page, page->tests[i]);
		for (k = 0; k < page->field_count; k++)
			add_count(doc, page, page->tests[i], put, page->fields[k]);
	}
}

/* In half of the room. */
static void
add_rulings(struct doc *doc, const struct rulings *rulings)
{
	char *summary = rulings_summary(rulings);
	size_t i;

	doc->most /= 2;
	doc_table(doc, NULL, "");
	doc_column(doc, DOC_WORDS, 0, "gates");
	doc_column(doc, DOC_WORDS, 1, "%s", summary);
	for (i = 0; i < rulings->n; i++) {
		char *text = ruling_text(rulings, i);

		doc_row(doc);
		doc_cell(doc, COLOR_NONE, "`%s`", rulings->v[i].gate->spec);
		doc_cell(doc, COLOR_NONE, "`%s`", text);
		free(text);
	}
	doc_end(doc);
	doc->most *= 2;
	free(summary);
}

/* The tests that changed, and folded away those that are the same. */
static void
add_tests(struct doc *doc, const struct page *page)
{
	size_t all = page->comparison->test_count, changed = 0;
	size_t *tests = memory_new(all * sizeof *tests);

	comparison_sort(page->comparison, page->only, tests);
	while (
	    changed < all && comparison_is_listed(page->comparison, tests[changed], page->only))
		changed++;
	if (changed)
		add_compared(doc, page, tests, changed);
	if (changed < all && !page->view->changed) {
		text_addf(doc_end(doc), "\n<details>\n<summary>%zu unchanged</summary>\n",
		    all - changed);
		add_compared(doc, page, tests + changed, all - changed);
		text_add(doc_end(doc), "\n</details>\n");
	}
	free(tests);
}

static void
add_notes(struct doc *doc, const struct page *page)
{
	const struct comparison *comparison = page->comparison;
	verdict_set verdicts = 0;
	size_t i;

	for (i = 0; i < comparison->test_count; i++)
		verdicts |= page_verdicts_on_any(page, comparison->tests[i]);
	if (verdicts)
		doc_paragraph(doc, PAGE_MARKED);
	notes_prebuilt(doc, page);
	notes_machines(doc, page);
	doc_end(doc);
}

void
format_markdown(const struct page *page)
{
	const struct comparison *comparison = page->comparison;
	struct doc doc = {
	    .kind = DOC_MARKDOWN, .most = page->selection ? MOST_BEFORE : MOST, .row = "test"};

	if (page->rulings)
		add_rulings(&doc, page->rulings);
	if (page->results->puts.n == 1 || page->only == comparison->norm) {
		add_alone(&doc, page);
	} else {
		add_summary(&doc, page);
		add_tests(&doc, page);
	}
	add_notes(&doc, page);
	if (page->selection)
		explain_markdown(
		    &doc.t, comparison, page->selection, page->rulings != NULL, MOST_EXPLAINED);
	format_flush(page, &doc.t);
	doc_free(&doc);
}
