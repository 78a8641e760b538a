#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "report/history/history_print.h"
#include "report/history/history_words.h"
#include "report/page.h"
#include "util/display.h"
#include "util/array.h"

enum { LEVELS = 8 };

/* The values from a run up to the next break. */
struct series_segment {
	size_t end;
	double least, most;
};

static struct series_segment
segment_of(const struct history *history, size_t test, size_t label, size_t k, size_t run)
{
	struct series_segment segment = {run, INFINITY, -INFINITY};

	for (; segment.end < history->run_count; segment.end++) {
		struct value value = history_value(history, test, label, segment.end, k);

		if (segment.end > run &&
		    history_point(history, test, label, segment.end)->broken)
			break;
		if (!value.known)
			continue;
		segment.least = fmin(segment.least, value.v);
		segment.most = fmax(segment.most, value.v);
	}
	return segment;
}

static int
level_of(const struct series_segment *segment, double v)
{
	double share = (v - segment->least) / (segment->most - segment->least);

	if (v <= segment->least)
		return 0;
	if (v >= segment->most)
		return LEVELS - 1;
	return 1 + (int)fmin(share * (LEVELS - 2), LEVELS - 3);
}

/* Adds a bar: U+2581 is one of one eighth. */
static void
history_series_add_level(struct text *t, int level, bool utf8)
{
	if (utf8)
		text_addf(t, "\xe2\x96%c", 0x81 + level);
	else
		text_add_char(t, "_.,-~+*^"[level]);
}

/* Adds a line with a character for each run of a series from first on: its height between the
   least and the most since the last break, a blank for a gap, 'x' for a failure, and '|' before
   a run that cannot be compared with those before it. Only the least value has the lowest
   character and only the most the highest, so that no step is hidden at the ends. utf8: U+2581
   to U+2588, otherwise signs of no number. */
static void
sparkline_add(struct text *t, const struct history *history, size_t test, size_t label,
    size_t k, size_t first, bool utf8)
{
	struct series_segment segment = {first, 0, 0};

	for (size_t run = first; run < history->run_count; run++) {
		const struct history_point *point = history_point(history, test, label, run);
		struct value value = history_value(history, test, label, run, k);

		if (run == segment.end)
			segment = segment_of(history, test, label, k, run);
		if (point->broken)
			text_add_char(t, '|');
		if (value.known)
			history_series_add_level(t, level_of(&segment, value.v), utf8);
		else
			text_add_char(t, point->state == HISTORY_FAILED ? 'x' : ' ');
	}
}

/* Returns how many characters sparkline_add adds. */
static size_t
sparkline_width(const struct history *history, size_t test, size_t label, size_t first)
{
	size_t n = history->run_count - first;

	for (size_t run = first; run < history->run_count; run++)
		n += history_point(history, test, label, run)->broken != 0;
	return n;
}

/* The least room for sparklines, and the most if lines have no limit. */
enum { LEAST = 8, MOST = 60 };

/* A series, as its row shows it. */
struct series_row {
	size_t test, label;
	char *title;
	char from[CALC_SHOWN], to[CALC_SHOWN];
	struct change change;
	char *largest; /* step */
};

struct list {
	const struct history *history;
	size_t k; /* the field */
	struct series_row *rows;
	size_t n;
	size_t first; /* the first run in sparklines */
	bool utf8;
};

static const char *
show_change(const struct series_row *row, char *buffer)
{
	if (row->change.kind > CHANGE_SAME)
		return row->change.kind < CHANGE_COUNT ? change_names[row->change.kind] : "";
	return change_show(&row->change, buffer);
}

/* Returns "+10.00 % at a1b2c3d (2026-11-23), the largest of 3", or "+1.0 at ..." from 0; "" if
   nothing changed. */
static char *
show_largest(const struct list *list, size_t test, size_t label)
{
	struct history_step largest;
	size_t n = history_largest(list->history, test, label, list->k, &largest);
	char buffer[CHANGE_SIZE], step[CALC_SHOWN], *run;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	if (!n)
		return memory_copy("");
	run = history_words_run(list->history, largest.run);
	text_addf(&t, "%s at %s",
	    isinf(largest.change.percent)
	        ? history_words_step(list->history, list->k, &largest.change, step)
	        : change_show(&largest.change, buffer),
	    run);
	if (largest.run != largest.before + 1)
		text_add(&t, " after a gap");
	if (n > 1)
		text_addf(&t, ", the largest of %zu", n);
	free(run);
	return display_line(t.s);
}

static char *
show_title(const struct history *history, size_t test, size_t label)
{
	OWNED char *name = display_line(history->tests.v[test]);

	return text_print(
	    "%s%s", name, history_words_marked(history, test, label) ? " " PAGE_MARK : "");
}

static struct series_row
history_series_row_of(const struct list *list, size_t test, size_t label)
{
	const struct history *history = list->history;
	struct series_row row = {.test = test, .label = label};
	size_t first = 0, last = 0;
	struct value from, to;

	row.change = history_course(history, test, label, list->k, &first, &last);
	from = history_value(history, test, label, first, list->k);
	to = history_value(history, test, label, last, list->k);
	row.title = show_title(history, test, label);
	row.largest = show_largest(list, test, label);
	if (row.change.kind <= CHANGE_SAME) {
		history_words_both(history, list->k, from, to, row.from, row.to);
		return row;
	}
	history_words_value(history, list->k, from, row.from);
	history_words_value(history, list->k, to, row.to);
	return row;
}

static void
make_rows(struct list *list)
{
	const struct history *history = list->history;

	list->rows = memory_array(history->tests.n * history->labels.n + 1, sizeof *list->rows);
	for (size_t test = 0; test < history->tests.n; test++)
		for (size_t label = 0; label < history->labels.n; label++)
			if (history_has(history, test, label))
				list->rows[list->n++] =
				    history_series_row_of(list, test, label);
}

/* Returns the width of the widest line without its sparkline. */
static size_t
history_series_width_of(const struct list *list)
{
	const struct history *history = list->history;
	size_t title = 0, label = 0, from = 5, to = 4, change = 6, largest = 0;
	char buffer[CHANGE_SIZE];

	ARRAY_EACH(const struct series_row, row, list->rows, list->n) {
		OWNED char *name = display_line(history->labels.v[row->label]);

		title = MAX(title, display_width(row->title));
		label = MAX(label, history->labels.n > 1 ? 1 + display_width(name) : 0);
		from = MAX(from, strlen(row->from));
		to = MAX(to, strlen(row->to));
		change = MAX(change, strlen(show_change(row, buffer)));
		largest = MAX(largest, display_width(row->largest));
	}
	return title + label + 2 + 1 + from + 1 + to + 1 + change + 2 + largest;
}

/* Chooses as many of the newest runs as fit. A note says so if some do not. */
static void
choose_runs(struct list *list, size_t limit)
{
	size_t others = history_series_width_of(list), room = MOST;

	if (limit && limit != SIZE_MAX)
		room = limit > others + LEAST ? limit - others : LEAST;
	for (size_t i = 0; i < list->n; i++)
		while (list->first + 1 < list->history->run_count &&
		       sparkline_width(list->history, list->rows[i].test, list->rows[i].label,
		           list->first) > room)
			list->first++;
}

static void
history_series_add_row(struct doc *doc, const struct list *list, const struct series_row *row)
{
	enum color color = page_color_change(row->change.kind, row->change.percent);
	FREED_BY(text_free) struct text line = TEXT_EMPTY;
	char buffer[CHANGE_SIZE];

	sparkline_add(
	    &line, list->history, row->test, row->label, list->k, list->first, list->utf8);
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", row->title);
	if (list->history->labels.n > 1)
		doc_cell(doc, COLOR_NONE, "`%s`", list->history->labels.v[row->label]);
	doc_cell(doc, COLOR_NONE, "`%s`", line.s);
	doc_cell(doc, COLOR_NONE, "%s", row->from);
	doc_cell(doc, COLOR_NONE, "%s", row->to);
	doc_cell(doc, color, "%s", show_change(row, buffer));
	doc_cell(doc, COLOR_NONE, "`%s`", row->largest);
}

static void
history_series_add_columns(struct doc *doc, const struct history *history)
{
	doc_column(doc, DOC_WORDS, 0, "test");
	if (history->labels.n > 1)
		doc_column(doc, DOC_WORDS, 1, "label");
	doc_column(doc, DOC_PICTURE, 2, "runs");
	doc_column(doc, DOC_NUMBER, 1, "first");
	doc_column(doc, DOC_NUMBER, 1, "last");
	doc_column(doc, DOC_NUMBER, 1, "change");
	doc_column(doc, DOC_WORDS, 2, "largest step");
}

size_t
history_series(
    struct doc *doc, const struct history *history, size_t k, size_t width, bool utf8)
{
	struct list list = {.history = history, .k = k, .utf8 = utf8};

	make_rows(&list);
	choose_runs(&list, width);
	doc_table(doc, NULL, "");
	doc->grid.terminal.width = 0; /* it fits, or is not broken into blocks */
	history_series_add_columns(doc, history);
	for (size_t i = 0; i < list.n; i++) {
		history_series_add_row(doc, &list, &list.rows[i]);
		free(list.rows[i].title);
		free(list.rows[i].largest);
	}
	doc_end(doc);
	free(list.rows);
	return history->run_count - list.first;
}
