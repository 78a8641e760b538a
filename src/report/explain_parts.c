#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain_page.h"
#include "util/display.h"
#include "util/grid.h"
#include "util/memory.h"

/* By default, so many rows; what is less important is one row. */
enum { ROWS = 12 };

/* The columns of a pair: its sides and their difference. One put alone has its own number and
   its share of the whole, in percent. */
enum { NUMBERS = EXPLANATION_SIDES + 1 };

/* A row as it is printed. */
struct line {
	char *name;
	char *numbers[NUMBERS]; /* NULL: no column */
	enum color color;       /* of the difference */
	char *rest;
};

struct table {
	const struct explain_page *page;
	enum field field;
	const char *title;
	const struct explanation_part *part;
	struct line *lines;
	size_t n;
};

static bool
is_pair(const struct explain_page *page)
{
	return page->explanation->sides > 1;
}

/* What decides whether a row is shown: the size of its difference, or of its cost. */
static double
weight_of(const struct table *table, const struct explanation_row *row)
{
	double v;

	return explanation_difference(table->page->explanation, row->sides, table->field, &v)
	           ? fabs(v)
	           : 0;
}

/* Both sides cost the same. */
static bool
is_same(const struct table *table, const struct explanation_row *row)
{
	return is_pair(table->page) && weight_of(table, row) < 1e-9;
}

static bool
is_free(const struct table *table, const struct explanation_row *row)
{
	return !explain_page_value(table->page, &row->sides[EXPLANATION_NORM], table->field) &&
	       !explain_page_value(table->page, &row->sides[EXPLANATION_PUT], table->field);
}

static enum color
color_of(const struct table *table, double difference)
{
	bool higher = fields_higher(table->page->explanation->fields, table->field);

	if (!is_pair(table->page) || !difference)
		return COLOR_NONE;
	return (difference > 0) == higher ? COLOR_BETTER : COLOR_WORSE;
}

static size_t
columns_of(const struct table *table)
{
	return is_pair(table->page) ? NUMBERS : 2;
}

/* The head of a column; the caller frees. A label is cut, because it is above short numbers,
   and whole in the line with the field. */
static char *
head_of(const struct table *table, size_t column)
{
	const struct explain_page *page = table->page;

	if (column < page->explanation->sides)
		return display_cut(page->labels[column], page->terminal.width / 5);
	return memory_copy(is_pair(page) ? "diff" : "%");
}

/* "45.9" */
static char *
show_share(const struct table *table, double value)
{
	const struct explanation_side *sum = &table->page->explanation->sums[EXPLANATION_NORM];
	double whole = explain_page_value(table->page, sum, table->field);

	return whole ? text_print("%.1f", 100 * value / whole) : memory_copy("-");
}

/* Adds a row; takes ownership of name and rest. */
static void
add_line(struct table *table, char *name, const struct explanation_side *sides, char *rest)
{
	double norm = explain_page_value(table->page, &sides[EXPLANATION_NORM], table->field);
	double put = explain_page_value(table->page, &sides[EXPLANATION_PUT], table->field);
	char buffer[AMOUNT_SIZE];
	struct line *line;

	table->lines = memory_resize(table->lines, table->n + 1, sizeof *table->lines);
	line = &table->lines[table->n++];
	*line = (struct line){name, {NULL}, COLOR_NONE, rest};
	line->numbers[0] = memory_copy(amount_show(norm, false, buffer));
	if (!is_pair(table->page)) {
		line->numbers[1] = show_share(table, norm);
		return;
	}
	line->numbers[1] = memory_copy(amount_show(put, false, buffer));
	line->numbers[2] = memory_copy(amount_show(put - norm, true, buffer));
	line->color = color_of(table, put - norm);
}

static double
calls_of(const struct explanation_side *side)
{
	return side->here ? (double)side->calls / (double)side->turns : 0;
}

/* "1.0 call", "1.0 to 14.0 calls" */
static void
add_calls(struct text *t, const struct explanation_side *sides)
{
	double norm = calls_of(&sides[EXPLANATION_NORM]);
	double put = calls_of(&sides[EXPLANATION_PUT]);
	char from[AMOUNT_SIZE], to[AMOUNT_SIZE];
	bool moved = norm != put && sides[EXPLANATION_NORM].here && sides[EXPLANATION_PUT].here;

	if (!norm && !put)
		return;
	if (!sides[EXPLANATION_NORM].here)
		norm = put;
	amount_show(norm, false, from);
	amount_show(put, false, to);
	text_addf(t, "%s%s%s%s call%s", t->n ? ", " : "", from, moved ? " to " : "",
	    moved ? to : "", !moved && norm == 1 ? "" : "s");
}

static char *
rest_of_function(const struct table *table, const struct explanation_row *row)
{
	const struct explanation_side *sides = row->sides;
	char *place = explain_page_place(table->page, row);
	struct text t = TEXT_EMPTY;

	if (is_pair(table->page) && sides[EXPLANATION_NORM].here != sides[EXPLANATION_PUT].here)
		text_addf(&t, "only on %s", table->page->labels[sides[EXPLANATION_PUT].here]);
	add_calls(&t, sides);
	if (place)
		text_addf(&t, "%s%s", t.n ? ", " : "", place);
	free(place);
	return text_take(&t);
}

static char *
text_on(const struct explain_page *page, const struct explanation_row *row, size_t side)
{
	if (!row->sides[side].here)
		return NULL;
	return source_lines_copy(&page->lines[side], row->name, row->line, !page->saved[side]);
}

/* The text of a source line, unless it is or may be another one on the other side. */
static char *
rest_of_line(const struct explain_page *page, const struct explanation_row *row)
{
	char *norm = text_on(page, row, EXPLANATION_NORM);
	char *put = text_on(page, row, EXPLANATION_PUT), *text = norm ? norm : put;
	bool both = row->sides[EXPLANATION_NORM].here && row->sides[EXPLANATION_PUT].here;
	bool differs = both && (!norm || !put || strcmp(norm, put) != 0);

	text = text && !differs ? memory_copy(text) : NULL;
	free(norm);
	free(put);
	return text;
}

static void
add_row(struct table *table, const struct explanation_row *row)
{
	const struct explain_page *page = table->page;
	size_t most = page->terminal.width * 2 / 5;
	char *name, *shown, *rest;

	if (table->part == &page->explanation->by_line) {
		shown = explain_page_position(page, row->name, row->line);
		rest = row->line ? rest_of_line(page, row) : NULL;
	} else if (table->part == &page->explanation->by_function) {
		shown = explain_page_function(row->name, most);
		rest = rest_of_function(table, row);
	} else {
		shown = display_line(row->name);
		rest = memory_copy(row->note);
	}
	name = display_cut(shown, most);
	free(shown);
	add_line(table, name, row->sides, rest);
}

enum fate { SHOWN, SAME, OTHER, FREE };

struct ranked {
	size_t row;
	bool first; /* a function of one side only */
	double weight;
};

static int
by_weight(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->first != y->first)
		return x->first ? -1 : 1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

static bool
is_first(const struct table *table, const struct explanation_row *row)
{
	return is_pair(table->page) && table->part == &table->page->explanation->by_function &&
	       row->sides[EXPLANATION_NORM].here != row->sides[EXPLANATION_PUT].here;
}

/* Adds the rows that are shown, in the order of the field. */
static void
add_shown(struct table *table, const enum fate *fates)
{
	struct ranked *ranked = memory_new(table->part->n * sizeof *ranked);
	size_t n = 0, i;

	for (i = 0; i < table->part->n; i++) {
		const struct explanation_row *row = &table->part->rows[i];

		if (fates[i] == SHOWN)
			ranked[n++] =
			    (struct ranked){i, is_first(table, row), weight_of(table, row)};
	}
	qsort(ranked, n, sizeof *ranked, by_weight);
	for (i = 0; i < n; i++)
		add_row(table, &table->part->rows[ranked[i].row]);
	free(ranked);
}

/* The rows of that fate become another one, unless there is only one of them. Those with the
   greatest weights are kept. */
static void
fold(const struct table *table, enum fate *fates, enum fate from, size_t kept, enum fate to)
{
	struct ranked *ranked = memory_new(table->part->n * sizeof *ranked);
	size_t n = 0, i;

	for (i = 0; i < table->part->n; i++)
		if (fates[i] == from)
			ranked[n++] =
			    (struct ranked){i, false, weight_of(table, &table->part->rows[i])};
	qsort(ranked, n, sizeof *ranked, by_weight);
	for (i = kept; n > kept + 1 && i < n; i++)
		fates[ranked[i].row] = to;
	free(ranked);
}

static enum fate *
choose(const struct table *table)
{
	enum fate *fates = memory_new(table->part->n * sizeof *fates);
	size_t same = 0, last = 0, i;

	for (i = 0; i < table->part->n; i++) {
		const struct explanation_row *row = &table->part->rows[i];

		fates[i] = is_free(table, row)                        ? FREE
		           : !table->page->all && is_same(table, row) ? SAME
		                                                      : SHOWN;
		if (fates[i] == SAME) {
			same++;
			last = i;
		}
	}
	if (same == 1)
		fates[last] = SHOWN;
	if (!table->page->all)
		fold(table, fates, SHOWN, ROWS - 1, OTHER);
	return fates;
}

/* Adds the sum of all rows of a fate, if there are any. */
static void
add_sum(struct table *table, const enum fate *fates, enum fate fate)
{
	struct explanation_side sums[EXPLANATION_SIDES] = {{0}};
	size_t n = 0, i, side;

	for (i = 0; i < table->part->n; i++)
		if (fates[i] == fate) {
			n++;
			for (side = 0; side < EXPLANATION_SIDES; side++)
				explain_page_add(
				    &sums[side], &table->part->rows[i].sides[side]);
		}
	if (n)
		add_line(table,
		    text_print("%zu %s", n, fate == SAME ? "of the same cost" : "others"), sums,
		    NULL);
}

static size_t
decimals_of(const char *number)
{
	const char *point = strchr(number, '.');

	return point ? strlen(point) : 0;
}

/* Pads the numbers of a column, so that their points are below each other. */
static void
align(struct table *table, size_t column)
{
	size_t most = 0, i;

	for (i = 0; i < table->n; i++)
		if (decimals_of(table->lines[i].numbers[column]) > most)
			most = decimals_of(table->lines[i].numbers[column]);
	for (i = 0; i < table->n; i++) {
		char **number = &table->lines[i].numbers[column];
		char *padded =
		    text_print("%s%*s", *number, (int)(most - decimals_of(*number)), "");

		free(*number);
		*number = padded;
	}
}

static void
print(struct table *table)
{
	const struct explain_page *page = table->page;
	struct grid grid = {.terminal = page->terminal};
	size_t columns = columns_of(table), i, k;

	grid_title(&grid, table->title);
	for (k = 0; k < columns; k++) {
		char *head = head_of(table, k);

		grid_group(&grid, head);
		free(head);
		align(table, k);
	}
	grid_rest(&grid, 2);
	for (i = 0; i < table->n; i++) {
		const struct line *line = &table->lines[i];

		grid_row(&grid);
		grid_add(&grid, line->name);
		for (k = 0; k < columns; k++)
			grid_add(&grid, line->numbers[k]);
		grid_color(&grid, line->color);
		grid_add(&grid, line->rest ? line->rest : "");
	}
	fputc('\n', page->out);
	grid_print(&grid, 0, grid.rows, page->out);
	grid_free(&grid);
}

static void
free_lines(struct table *table)
{
	size_t i, k;

	for (i = 0; i < table->n; i++) {
		free(table->lines[i].name);
		free(table->lines[i].rest);
		for (k = 0; k < NUMBERS; k++)
			free(table->lines[i].numbers[k]);
	}
	free(table->lines);
}

static void
print_part(const struct explain_page *page, enum field f, const char *title,
    const struct explanation_part *part)
{
	struct table table = {.page = page, .field = f, .title = title, .part = part};
	enum fate *fates = choose(&table);

	add_shown(&table, fates);
	add_sum(&table, fates, OTHER);
	add_sum(&table, fates, SAME);
	if (table.n)
		print(&table);
	free_lines(&table);
	free(fates);
}

static bool
has_lines(const struct explanation_part *part)
{
	size_t i;

	for (i = 0; i < part->n; i++)
		if (part->rows[i].line)
			return true;
	return false;
}

void
explain_parts_print(const struct explain_page *page, enum field f)
{
	const struct explanation *explanation = page->explanation;

	print_part(page, f, "by function", &explanation->by_function);
	print_part(page, f, "by kind", &explanation->by_kind);
	if (has_lines(&explanation->by_line))
		print_part(page, f, "by line", &explanation->by_line);
}

static bool
sums(const struct explain_page *page, const struct explanation_part *part, size_t side,
    enum field f)
{
	double want, sum = 0, v;
	size_t i;

	if (!explanation_value(page->explanation, &page->explanation->sums[side], f, &want))
		return false;
	for (i = 0; i < part->n; i++) {
		if (!explanation_value(page->explanation, &part->rows[i].sides[side], f, &v))
			return false;
		sum += v;
	}
	return fabs(sum - want) <= 1e-9 * (fabs(want) + 1);
}

bool
explain_parts_sum(const struct explain_page *page, enum field f)
{
	size_t side;

	for (side = 0; side < page->explanation->sides; side++)
		if (!sums(page, &page->explanation->by_function, side, f) ||
		    !sums(page, &page->explanation->by_kind, side, f) ||
		    !sums(page, &page->explanation->by_line, side, f))
			return false;
	return true;
}
