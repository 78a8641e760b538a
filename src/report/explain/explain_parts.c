#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/explain/explain_table.h"
#include "util/grid.h"
#include "util/text.h"

static size_t
decimals_of(const char *number)
{
	const char *point = strchr(number, '.');

	return point ? strlen(point) : 0;
}

/* How many columns the numbers of a column need after their integers. */
static size_t
decimals_in(const struct explain_rows *rows, size_t column)
{
	size_t most = 0, i;

	for (i = 0; i < rows->n; i++)
		if (decimals_of(rows->v[i].numbers[column]) > most)
			most = decimals_of(rows->v[i].numbers[column]);
	return most;
}

/* Adds a number, padded so that the points of its column are below each other. */
static void
add_number(struct grid *grid, const char *number, size_t decimals)
{
	char *padded = text_print("%s%*s", number, (int)(decimals - decimals_of(number)), "");

	grid_add(grid, padded);
	free(padded);
}

static void
print_rows(struct grid *grid, const struct explain_rows *rows, size_t columns)
{
	size_t decimals[EXPLAIN_TABLE_NUMBERS], i, k;

	for (k = 0; k < columns; k++)
		decimals[k] = decimals_in(rows, k);
	for (i = 0; i < rows->n; i++) {
		const struct explain_row *row = &rows->v[i];

		grid_row(grid);
		grid_add(grid, row->name);
		for (k = 0; k < columns; k++)
			add_number(grid, row->numbers[k], decimals[k]);
		grid_color(grid, row->color);
		grid_add(grid, row->rest ? row->rest : "");
	}
}

static void
print_part(const struct explain_page *page, enum field f, const char *title,
    const struct explanation_part *part)
{
	struct explain_table table = explain_table_make(page, f, part);
	struct grid grid = {.terminal = page->terminal};
	size_t columns = explain_table_columns(&table), k;

	grid_title(&grid, title);
	for (k = 0; k < columns; k++) {
		char *head = explain_table_head(&table, k);

		grid_group(&grid, head);
		free(head);
	}
	grid_rest(&grid, 2);
	if (table.shown.n) {
		print_rows(&grid, &table.shown, columns);
		fputc('\n', page->out);
		grid_print(&grid, 0, grid.rows, page->out);
	}
	grid_free(&grid);
	explain_table_free(&table);
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
