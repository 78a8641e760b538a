#include "report/explain/explain_print.h"
#include "report/history/history_print.h"
#include "report/history/history_words.h"
#include "util/array.h"

/* A comment on GitHub has at most 65536 characters. */
enum { MOST = 60000 };
/* Most notes of a kind say the same; a terminal shows this many. */
enum { MOST_LINES = 20 };

/* The series of a label in a field, and the steps in it that are still to come. */
struct column {
	const struct history *history;
	size_t label, k;
	const struct history_step *steps, *end;
};

static void
add_empty(struct doc *doc, size_t n)
{
	while (n--)
		doc_cell(doc, COLOR_NONE, "%s", "");
}

static void
add_break(struct doc *doc, const struct column *column, size_t broken)
{
	OWNED char *line = NULL;

	doc_row(doc);
	add_empty(doc, 5);
	line = text_print("break: %s", column->history->breaks.v[broken - 1]);
	doc_cell(doc, COLOR_NONE, "`%s`", line);
}

/* Adds the value, and its difference from the one before. */
static void
history_print_add_values(struct doc *doc, struct column *column, size_t run)
{
	const struct history *history = column->history;
	struct value value = history_value(history, 0, column->label, run, column->k);
	char shown[CALC_SHOWN], before[CALC_SHOWN], step[CALC_SHOWN], buffer[CHANGE_SIZE];
	const struct change *change;

	if (column->steps == column->end || column->steps->run != run) {
		doc_cell(doc, COLOR_NONE, "%s",
		    history_words_value(history, column->k, value, shown));
		add_empty(doc, 2);
		return;
	}
	change = &column->steps++->change;
	history_words_both(history, column->k, change->from, value, before, shown);
	doc_cell(doc, COLOR_NONE, "%s", shown);
	doc_cell(doc, COLOR_NONE, "%s", history_words_step(history, column->k, change, step));
	doc_cell(doc, page_color_change(change->kind, change->percent), "%s",
	    change_show(change, buffer));
}

static const char *
history_print_find_obstacle(
    const struct history *history, const struct history_point *point, size_t run)
{
	if (history->runs[run].wrong)
		return "";
	if (point->state == HISTORY_FAILED)
		return history->failures.v[point->why];
	return point->state == HISTORY_ABSENT ? "not in this run" : "";
}

/* Returns "! folded; not in this run; parser: read faster"; the caller frees. */
static char *
history_print_note_of(
    const struct history *history, const struct history_point *point, size_t run)
{
	OWNED char *about = history_words_about(history, run);
	const char *reasons[] = {history_print_find_obstacle(history, point, run), about};
	struct text t = TEXT_EMPTY;

	if (point->verdicts) {
		text_add(&t, PAGE_MARK " ");
		verdict_add(&t, point->verdicts, ", ");
	}
	for (size_t i = 0; i < COUNTOF(reasons); i++)
		if (*reasons[i])
			text_addf(&t, "%s%s", t.n ? "; " : "", reasons[i]);
	return text_take(&t);
}

static void
history_print_add_run(struct doc *doc, struct column *column, size_t run)
{
	const struct history *history = column->history;
	const struct history_point *point = history_point(history, 0, column->label, run);
	OWNED char *note = history_print_note_of(history, point, run),
	           *day = history_words_day(history, run);
	bool failed = point->state == HISTORY_FAILED;

	if (point->broken)
		add_break(doc, column, point->broken);
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", history->runs[run].name);
	doc_cell(doc, COLOR_NONE, "`%s`", day);
	if (point->state == HISTORY_MEASURED) {
		history_print_add_values(doc, column, run);
	} else {
		doc_cell(doc, failed ? COLOR_FAILED : COLOR_NONE, "%s", failed ? "FAIL" : "");
		add_empty(doc, 2);
	}
	doc_cell(doc, COLOR_NONE, "`%s`", note);
}

/* Adds a table with a row for each run of the first test on a label in the k-th field:
   the name of the run, its date, the value, the step there and that in per cent, and in words
   the commit, or why there is no value. A break has a row of its own before that of its run. */
static void
history_print_add_runs(struct doc *doc, const struct history *history, size_t label, size_t k)
{
	OWNED struct history_step *steps = NULL;
	size_t n = history_steps(history, 0, label, k, &steps);
	struct column column = {history, label, k, steps, steps + n};

	doc_table(doc, NULL, "");
	doc_column(doc, DOC_WORDS, 0, "run");
	doc_column(doc, DOC_WORDS, 1, "date");
	doc_column(doc, DOC_NUMBER, 1, "%s", fields_name(history->fields, history->shown[k]));
	doc_column(doc, DOC_NUMBER, 1, "step");
	doc_column(doc, DOC_NUMBER, 1, "change");
	doc_column(doc, DOC_REST, 2, "commit");
	for (size_t run = 0; run < history->run_count; run++)
		history_print_add_run(doc, &column, run);
	doc_end(doc);
}

static void
history_print_add_series(struct doc *doc, const struct page *page, size_t k)
{
	const struct history *history = page->history;
	size_t width = doc->kind == DOC_TEXT ? page->terminal.width : 0, shown;

	doc_paragraph(
	    doc, "Results for field %s", fields_name(history->fields, history->shown[k]));
	if (history->labels.n == 1)
		doc_add(doc, " on `%s`", history->labels.v[0]);
	doc_add(doc, ", each on its own scale, and the largest step");
	shown = history_series(
	    doc, history, k, width, doc->kind == DOC_MARKDOWN || terminal_utf8());
	if (shown < history->run_count)
		doc_paragraph(doc, "The lines show the newest %zu of %zu runs.", shown,
		    history->run_count);
}

/* Tells about the only test on a label. */
static void
history_print_add_test(
    struct doc *doc, const struct history *history, size_t label, size_t fields)
{
	if (!history_has(history, 0, label))
		return;
	doc_paragraph(doc, "`%s` on `%s`", history->tests.v[0], history->labels.v[label]);
	for (size_t k = 0; k < fields; k++)
		history_print_add_runs(doc, history, label, k);
}

static void
history_print_add_lines(struct doc *doc, const struct history *history, const char *title,
    void (*add)(const struct history *history, struct words *lines))
{
	FREED_BY(words_free) struct words lines = WORDS_EMPTY;
	size_t i;

	add(history, &lines);
	if (lines.n)
		doc_paragraph(doc, "%s", title);
	for (i = 0; i < lines.n && (i < MOST_LINES || doc->kind != DOC_TEXT); i++)
		doc_item(doc, "`%s`", lines.v[i]);
	if (i < lines.n)
		doc_item(doc, "and %zu more", lines.n - i);
}

static void
history_print_tell(struct doc *doc, const struct page *page)
{
	const struct history *history = page->history;
	OWNED char *title = history_words_title(history);
	size_t fields = page->view->every ? 1 : history->field_count;

	doc_paragraph(doc, "History of `%s`", title);
	if (!history->tests.n) {
		doc_paragraph(
		    doc, "No test changed in %s", page_field(page, history->shown[0]));
		if (page->view->least > 0)
			text_addf(&doc->t, " by more than %g %%", page->view->least);
	} else if (history->tests.n == 1)
		for (size_t i = 0; i < history->labels.n; i++)
			history_print_add_test(doc, history, i, fields);
	else
		for (size_t i = 0; i < fields; i++)
			history_print_add_series(doc, page, i);
	history_print_add_lines(doc, history, HISTORY_WORDS_BREAKS, history_words_breaks);
	history_print_add_lines(doc, history, HISTORY_WORDS_COMMANDS, history_words_commands);
	history_print_add_lines(doc, history, HISTORY_WORDS_WRONG, history_words_wrong);
	history_print_add_lines(doc, history, PAGE_MARKED, history_words_verdicts);
	doc_end(doc);
}

void
history_text(const struct page *page)
{
	FREED_BY(doc_free)
	struct doc doc = {.kind = DOC_TEXT, .out = page->out, .terminal = page->terminal};

	history_print_tell(&doc, page);
	if (page->selection)
		explain_text(page->comparison, page->selection, page->view, page->out);
}

void
history_markdown(struct text *t, const struct page *page)
{
	FREED_BY(doc_free) struct doc doc = {.kind = DOC_MARKDOWN, .most = MOST};

	history_print_tell(&doc, page);
	if (page->selection)
		explain_markdown(&doc, page->comparison, page->selection, false, MOST);
	text_add_n(t, doc.t.s, doc.t.n);
}
