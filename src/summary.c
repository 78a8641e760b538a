#include <math.h>
#include <stdlib.h>

#include "display.h"
#include "memory.h"
#include "message.h"
#include "page.h"
#include "summary.h"
#include "text.h"

const char *
summary_cell(const struct results *results, const struct view *view, size_t test, size_t put,
    char *buffer)
{
	const struct cell *cell = results_cell(results, test, put);

	if (cell->failure)
		return "FAIL";
	if (!cell->measured)
		return "";
	if (calc_is_other(results, test, view->norm, put))
		return PAGE_OTHER;
	snprintf(buffer, PAGE_CELL_SIZE, "%.1f",
	    calc_operation(results, test, put, change_field(view)).v);
	return buffer;
}

struct summary
summary_make(const struct results *results, const struct view *view, size_t put)
{
	struct summary summary = {0};
	double percent, total = 0;
	size_t n = 0, test;

	for (test = 0; test < results->tests.n; test++) {
		enum change change = change_of(results, view, test, put, &percent);

		if (change != CHANGE_NONE)
			summary.of[change]++;
		if (change > CHANGE_SAME || isinf(percent) || percent <= -100)
			continue;
		total += log1p(percent / 100);
		n++;
	}
	if (n)
		summary.mean = (struct value){true, expm1(total / (double)n) * 100};
	return summary;
}

/* "NAME against NORM: 1 better, 2 worse, 3 same; geometric mean of Ir +1.00 %". What may well
   be 0 is not there then. The caller frees. */
static char *
make_line(const struct results *results, const struct view *view, size_t put)
{
	struct summary summary = summary_make(results, view, put);
	char *label = display_line(results->puts.v[put].label);
	char *norm = display_line(results->puts.v[view->norm].label), buffer[CHANGE_SIZE];
	struct text t = TEXT_EMPTY;
	enum change change;

	text_addf(&t, "%s against %s:", label, norm);
	for (change = 0; change < CHANGE_COUNT; change++)
		if (change <= CHANGE_SAME || summary.of[change])
			text_addf(&t, "%s %zu %s", change ? "," : "", summary.of[change],
			    change_name(change));
	if (summary.mean.known)
		text_addf(&t, "; geometric mean of %s %s", field_name(change_field(view)),
		    change_percent(summary.mean.v, buffer));
	free(label);
	free(norm);
	return text_take(&t);
}

static bool
is_compared(const struct view *view, size_t put)
{
	return put != view->norm && (view->compact == REPORT_NONE || put == view->compact);
}

void
summary_say(const struct results *results, const struct view *view)
{
	size_t put;

	fflush(stdout);
	for (put = 0; put < results->puts.n; put++) {
		char *line;

		if (!is_compared(view, put))
			continue;
		line = make_line(results, view, put);
		message_warn("%s", line);
		free(line);
	}
}

/* The tests that changed on a put, as text: test, count of the norm, count, change. */
enum { COLUMNS = 4 };
struct list {
	char *(*rows)[COLUMNS]; /* the first is the head */
	size_t n;
};

static void
add_row(struct list *list, char *title, const char *from, const char *to, const char *change)
{
	char **row;

	list->rows = memory_resize(list->rows, list->n + 1, sizeof *list->rows);
	row = list->rows[list->n++];
	row[0] = title;
	row[1] = display_line(from);
	row[2] = display_line(to);
	row[3] = memory_copy(change);
}

static void
add_test(struct list *list, const struct page *page, size_t test, size_t put)
{
	const struct results *results = page->results;
	const struct view *view = page->view;
	char from[PAGE_CELL_SIZE], to[PAGE_CELL_SIZE], buffer[CHANGE_SIZE];
	double percent;
	enum change change = change_of(results, view, test, put, &percent);

	if (change == CHANGE_SAME || change == CHANGE_NONE)
		return;
	add_row(list, page_title(page, test),
	    summary_cell(results, view, test, view->norm, from),
	    summary_cell(results, view, test, put, to),
	    change < CHANGE_SAME ? change_percent(percent, buffer) : change_name(change));
}

static size_t
widest(const struct list *list, size_t column)
{
	size_t width = 0, n, i;

	for (i = 0; i < list->n; i++) {
		n = display_width(list->rows[i][column]);
		if (n > width)
			width = n;
	}
	return width;
}

static void
print_row(char *const *row, const size_t *width, FILE *out)
{
	size_t column;

	fprintf(out, "%s%*s", row[0], (int)(width[0] - display_width(row[0])), "");
	for (column = 1; column < COLUMNS; column++)
		fprintf(out, " %*s%s", (int)(width[column] - display_width(row[column])), "",
		    row[column]);
	fputc('\n', out);
}

static void
print_rule(const size_t *width, FILE *out)
{
	size_t column, i;

	fprintf(out, "%*s", (int)width[0], "");
	for (column = 1; column < COLUMNS; column++) {
		fputc(' ', out);
		for (i = 0; i < width[column]; i++)
			fputc('-', out);
	}
	fputc('\n', out);
}

static void
print_list(const struct list *list, FILE *out)
{
	size_t width[COLUMNS], i;

	for (i = 0; i < COLUMNS; i++)
		width[i] = widest(list, i);
	fputc('\n', out);
	print_row(list->rows[0], width, out);
	print_rule(width, out);
	for (i = 1; i < list->n; i++)
		print_row(list->rows[i], width, out);
}

static void
free_list(struct list *list)
{
	size_t i, column;

	for (i = 0; i < list->n; i++)
		for (column = 0; column < COLUMNS; column++)
			free(list->rows[i][column]);
	free(list->rows);
}

static void
print_changed(const struct page *page, size_t put)
{
	const struct puts *puts = &page->results->puts;
	size_t *order = memory_new(page->table.tests * sizeof *order), i;
	struct list list = {0};

	change_sort(page->results, page->view, put, order);
	add_row(&list, memory_copy(""), puts->v[page->view->norm].label, puts->v[put].label,
	    "change");
	for (i = 0; i < page->table.tests; i++)
		add_test(&list, page, order[i], put);
	if (list.n > 1)
		print_list(&list, page->out);
	free_list(&list);
	free(order);
}

void
summary_print(const struct page *page)
{
	size_t put, said = 0;

	for (put = 0; put < page->table.puts; put++) {
		char *line;

		if (!is_compared(page->view, put))
			continue;
		line = make_line(page->results, page->view, put);
		fprintf(page->out, "%s%s\n", said++ ? "\n" : "", line);
		free(line);
		print_changed(page, put);
	}
}
