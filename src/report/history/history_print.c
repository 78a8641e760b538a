#include <stdlib.h>

#include "report/document/doc.h"
#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "report/history/history_print.h"
#include "report/history/history_words.h"

/* A comment on GitHub has at most 65536 characters. */
enum { MOST = 60000 };
/* Of many notes of a kind, most say the same; so many are on a terminal. */
enum { MOST_LINES = 20 };

static void
add_series(struct doc *doc, const struct page *page, size_t k)
{
	const struct history *history = page->history;
	size_t width = doc->kind == DOC_TEXT ? page->terminal.width : 0, shown;

	doc_paragraph(
	    doc, "Results for field %s", fields_name(history->fields, history->shown[k]));
	if (history->labels.n == 1)
		doc_add(doc, " on `%s`", history->labels.v[0]);
	shown = history_series(
	    doc, history, k, width, doc->kind == DOC_MARKDOWN || terminal_utf8());
	if (shown < history->run_count)
		doc_paragraph(doc, "The lines show the newest %zu of %zu runs.", shown,
		    history->run_count);
}

/* The only test, on a label. */
static void
add_test(struct doc *doc, const struct history *history, size_t label)
{
	size_t k;

	if (!history_has(history, 0, label))
		return;
	doc_paragraph(doc, "`%s` on `%s`", history->tests.v[0], history->labels.v[label]);
	for (k = 0; k < history->field_count; k++)
		history_runs(doc, history, label, k);
}

static void
add_lines(struct doc *doc, const struct history *history, const char *title,
    void (*add)(const struct history *history, struct words *lines))
{
	struct words lines = WORDS_EMPTY;
	size_t i;

	add(history, &lines);
	if (lines.n)
		doc_paragraph(doc, "%s", title);
	for (i = 0; i < lines.n && (i < MOST_LINES || doc->kind != DOC_TEXT); i++)
		doc_item(doc, "`%s`", lines.v[i]);
	if (i < lines.n)
		doc_item(doc, "and %zu more", lines.n - i);
	words_free(&lines);
}

static void
add_unchanged(struct doc *doc, const struct page *page)
{
	doc_paragraph(doc, "No test changed in %s", page_field(page, page->history->shown[0]));
	if (page->view->least > 0)
		text_addf(&doc->t, " by more than %g %%", page->view->least);
}

static void
tell(struct doc *doc, const struct page *page)
{
	const struct history *history = page->history;
	char *title = history_words_title(history);
	size_t i;

	doc_paragraph(doc, "History of `%s`", title);
	free(title);
	if (!history->tests.n)
		add_unchanged(doc, page);
	else if (history->tests.n == 1)
		for (i = 0; i < history->labels.n; i++)
			add_test(doc, history, i);
	else
		for (i = 0; i < history->field_count; i++)
			add_series(doc, page, i);
	add_lines(doc, history, HISTORY_WORDS_BREAKS, history_words_breaks);
	add_lines(doc, history, HISTORY_WORDS_COMMANDS, history_words_commands);
	add_lines(doc, history, HISTORY_WORDS_WRONG, history_words_wrong);
	add_lines(doc, history, PAGE_MARKED, history_words_verdicts);
	doc_end(doc);
}

void
history_text(const struct page *page)
{
	struct doc doc = {.kind = DOC_TEXT, .out = page->out, .terminal = page->terminal};

	tell(&doc, page);
	if (page->selection)
		explain_text(page->comparison, page->selection, page->view, page->out);
	doc_free(&doc);
}

void
history_markdown(const struct page *page)
{
	struct doc doc = {.kind = DOC_MARKDOWN, .most = MOST};

	tell(&doc, page);
	if (page->selection)
		explain_markdown(&doc.t, page->comparison, page->selection, false, MOST);
	format_flush(page, &doc.t);
	doc_free(&doc);
}
