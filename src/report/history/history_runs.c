#include <stdio.h>
#include <stdlib.h>

#include "report/history/history_runs.h"
#include "report/history/history_words.h"
#include "report/page.h"

/* The series of a label in a field, and the steps in it that are still to come. */
struct column {
	const struct history *history;
	size_t label, k;
	const struct history_step *steps, *end;
};

static void
add_break(struct grid *grid, const struct column *column, size_t broken)
{
	char *line = text_print("break: %s", column->history->breaks.v[broken - 1]);
	size_t i;

	grid_row(grid);
	for (i = 0; i < 5; i++)
		grid_add(grid, "");
	grid_add(grid, line);
	free(line);
}

/* The value, and what it differs by from the one before. */
static void
add_values(struct grid *grid, struct column *column, size_t run)
{
	const struct history *history = column->history;
	struct value value = history_value(history, 0, column->label, run, column->k);
	char shown[CALC_SHOWN], before[CALC_SHOWN], step[CALC_SHOWN], buffer[CHANGE_SIZE];
	const struct change *change;

	if (column->steps == column->end || column->steps->run != run) {
		grid_add(grid, history_words_value(history, column->k, value, shown));
		grid_add(grid, "");
		grid_add(grid, "");
		return;
	}
	change = &column->steps++->change;
	history_words_both(history, column->k, change->from, value, before, shown);
	grid_add(grid, shown);
	grid_add(grid, history_words_step(history, column->k, change, step));
	grid_add(grid, change_show(change, buffer));
	grid_color(grid, page_color_change(change->kind, change->percent));
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
add_run(struct grid *grid, struct column *column, size_t run)
{
	const struct history *history = column->history;
	const struct history_point *point = history_point(history, 0, column->label, run);
	const char *obstacle = find_obstacle(history, point, run);
	char *about = history_words_about(history, run), *note;
	char *day = history_words_day(history, run);

	if (point->broken)
		add_break(grid, column, point->broken);
	note = note_of(obstacle, point->verdicts, about);
	grid_row(grid);
	grid_add(grid, history->runs[run].name);
	grid_add(grid, day);
	if (point->state == HISTORY_MEASURED) {
		add_values(grid, column, run);
	} else {
		grid_add(grid, point->state == HISTORY_FAILED ? "FAIL" : "");
		if (point->state == HISTORY_FAILED)
			grid_color(grid, COLOR_FAILED);
		grid_add(grid, "");
		grid_add(grid, "");
	}
	grid_add(grid, note);
	free(day);
	free(note);
	free(about);
}

static void
add_columns(struct grid *grid, const struct history *history, size_t k)
{
	grid_margin(grid, 0, GRID_LEFT);
	grid_margin(grid, 1, GRID_LEFT);
	grid_group(grid, fields_name(history->fields, history->shown[k]));
	grid_group(grid, "step");
	grid_group(grid, "change");
	grid_rest(grid, 2);
}

void
history_runs(struct grid *grid, const struct history *history, size_t label, size_t k)
{
	struct history_step *steps;
	size_t n = history_steps(history, 0, label, k, &steps), run;
	struct column column = {history, label, k, steps, steps + n};

	add_columns(grid, history, k);
	for (run = 0; run < history->run_count; run++)
		add_run(grid, &column, run);
	free(steps);
}
