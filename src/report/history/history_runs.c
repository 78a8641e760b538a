#include <stdio.h>
#include <stdlib.h>

#include "report/history/history_print.h"
#include "report/history/history_words.h"
#include "report/page.h"

/* The series of a label in a field, and the steps in it that are still to come. */
struct column {
	const struct history *history;
	size_t label, k;
	const struct history_step *steps, *end;
};

static void
add_break(struct doc *doc, const struct column *column, size_t broken)
{
	char *line;
	size_t i;

	doc_row(doc);
	for (i = 0; i < 5; i++)
		doc_cell(doc, COLOR_NONE, "%s", "");
	line = text_print("break: %s", column->history->breaks.v[broken - 1]);
	doc_cell(doc, COLOR_NONE, "`%s`", line);
	free(line);
}

/* The value, and what it differs by from the one before. */
static void
add_values(struct doc *doc, struct column *column, size_t run)
{
	const struct history *history = column->history;
	struct value value = history_value(history, 0, column->label, run, column->k);
	char shown[CALC_SHOWN], before[CALC_SHOWN], step[CALC_SHOWN], buffer[CHANGE_SIZE];
	const struct change *change;

	if (column->steps == column->end || column->steps->run != run) {
		doc_cell(doc, COLOR_NONE, "%s",
		    history_words_value(history, column->k, value, shown));
		doc_cell(doc, COLOR_NONE, "%s", "");
		doc_cell(doc, COLOR_NONE, "%s", "");
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
find_obstacle(const struct history *history, const struct history_point *point, size_t run)
{
	if (history->runs[run].wrong)
		return "";
	if (point->state == HISTORY_FAILED)
		return history->failures.v[point->why];
	return point->state == HISTORY_ABSENT ? "not in this run" : "";
}

/* "! folded; not in this run; parser: read faster"; the caller frees. */
static char *
note_of(const char *obstacle, verdict_set verdicts, const char *about)
{
	struct text t = TEXT_EMPTY;

	if (verdicts) {
		text_add(&t, PAGE_MARK " ");
		verdict_add(&t, verdicts, ", ");
	}
	if (*obstacle)
		text_addf(&t, "%s%s", t.n ? "; " : "", obstacle);
	if (*about)
		text_addf(&t, "%s%s", t.n ? "; " : "", about);
	return text_take(&t);
}

static void
add_run(struct doc *doc, struct column *column, size_t run)
{
	const struct history *history = column->history;
	const struct history_point *point = history_point(history, 0, column->label, run);
	const char *obstacle = find_obstacle(history, point, run);
	char *about = history_words_about(history, run), *note;
	char *day = history_words_day(history, run);
	bool failed = point->state == HISTORY_FAILED;

	if (point->broken)
		add_break(doc, column, point->broken);
	note = note_of(obstacle, point->verdicts, about);
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", history->runs[run].name);
	doc_cell(doc, COLOR_NONE, "`%s`", day);
	if (point->state == HISTORY_MEASURED) {
		add_values(doc, column, run);
	} else {
		doc_cell(doc, failed ? COLOR_FAILED : COLOR_NONE, "%s", failed ? "FAIL" : "");
		doc_cell(doc, COLOR_NONE, "%s", "");
		doc_cell(doc, COLOR_NONE, "%s", "");
	}
	doc_cell(doc, COLOR_NONE, "`%s`", note);
	free(day);
	free(note);
	free(about);
}

void
history_runs(struct doc *doc, const struct history *history, size_t label, size_t k)
{
	struct history_step *steps;
	size_t n = history_steps(history, 0, label, k, &steps), run;
	struct column column = {history, label, k, steps, steps + n};

	doc_table(doc, NULL, "");
	doc_column(doc, DOC_WORDS, 0, "run");
	doc_column(doc, DOC_WORDS, 1, "date");
	doc_column(doc, DOC_NUMBER, 1, "%s", fields_name(history->fields, history->shown[k]));
	doc_column(doc, DOC_NUMBER, 1, "step");
	doc_column(doc, DOC_NUMBER, 1, "change");
	doc_column(doc, DOC_REST, 2, "commit");
	for (run = 0; run < history->run_count; run++)
		add_run(doc, &column, run);
	doc_end(doc);
	free(steps);
}
