#include <stdlib.h>
#include <string.h>

#include "display.h"
#include "grid.h"
#include "memory.h"
#include "text.h"

static struct grid_column *
add_column(struct grid *grid, size_t group, size_t gap, enum grid_align align)
{
	struct grid_column *column;

	grid->columns =
	    memory_resize(grid->columns, grid->column_count + 1, sizeof *grid->columns);
	column = &grid->columns[grid->column_count++];
	*column = (struct grid_column){.group = group, .gap = gap, .align = align};
	return column;
}

void
grid_margin(struct grid *grid, size_t gap, enum grid_align align)
{
	add_column(grid, 0, gap, align);
}

void
grid_group(struct grid *grid, const char *head)
{
	add_column(grid, ++grid->groups, 1, GRID_RIGHT)->head = display_line(head);
}

void
grid_beside(struct grid *grid)
{
	add_column(grid, grid->groups, 1, GRID_LEFT);
}

void
grid_row(struct grid *grid)
{
	size_t i;

	grid->next = grid->rows++ * grid->column_count;
	grid->cells =
	    memory_resize(grid->cells, grid->rows * grid->column_count, sizeof *grid->cells);
	for (i = 0; i < grid->column_count; i++)
		grid->cells[grid->next + i] = (struct grid_cell){.color = COLOR_NONE};
}

void
grid_add(struct grid *grid, const char *text)
{
	struct grid_column *column = &grid->columns[grid->next % grid->column_count];
	struct grid_cell *cell = &grid->cells[grid->next++];

	cell->text = display_line(text);
	cell->width = display_width(cell->text);
	if (column->width < cell->width)
		column->width = cell->width;
}

void
grid_color(struct grid *grid, enum color color)
{
	if (grid->terminal.colors)
		grid->cells[grid->next - 1].color = color;
}

/* Of all its columns, with the gaps between them. */
static size_t
group_width(const struct grid *grid, size_t first)
{
	size_t width = grid->columns[first].width, i;

	for (i = first + 1; i < grid->column_count && !grid->columns[i].head; i++)
		if (grid->columns[i].group && grid->columns[i].width)
			width += grid->columns[i].gap + grid->columns[i].width;
	return width;
}

static void
make_room_for_heads(struct grid *grid)
{
	size_t i;

	for (i = 0; i < grid->column_count; i++) {
		struct grid_column *column = &grid->columns[i];
		size_t head = column->head ? display_width(column->head) : 0;
		size_t width = group_width(grid, i);

		if (head > width)
			column->width += head - width;
	}
}

static void
add_many(struct text *line, size_t n, char c)
{
	while (n--)
		text_add_char(line, c);
}

static void
add_cell(struct text *line, const struct grid_cell *cell, const struct grid_column *column)
{
	size_t blanks = column->width - cell->width;

	add_many(line, column->gap, ' ');
	add_many(line, column->align == GRID_RIGHT ? blanks : 0, ' ');
	text_add(line, terminal_color(cell->color));
	text_add(line, cell->text ? cell->text : "");
	text_add(line, cell->color ? TERMINAL_PLAIN : "");
	add_many(line, column->align == GRID_LEFT ? blanks : 0, ' ');
}

static void
print_line(struct text *line, FILE *out)
{
	while (line->n && line->s[line->n - 1] == ' ')
		text_cut(line, line->n - 1);
	fprintf(out, "%s\n", line->n ? line->s : "");
	text_cut(line, 0);
}

/* The heads, or the rules below them. */
static void
print_heads(const struct grid *grid, bool rules, struct text *line, FILE *out)
{
	size_t i, width;

	for (i = 0; i < grid->column_count; i++) {
		const struct grid_column *column = &grid->columns[i];

		if (column->group && !column->head)
			continue;
		width = column->head ? group_width(grid, i) : column->width;
		add_many(line, width ? column->gap : 0, ' ');
		if (column->head && !rules) {
			add_many(line, width - display_width(column->head), ' ');
			text_add(line, column->head);
		} else {
			add_many(line, width, column->head ? '-' : ' ');
		}
	}
	print_line(line, out);
}

static void
print_row(const struct grid *grid, size_t row, struct text *line, FILE *out)
{
	size_t i;

	for (i = 0; i < grid->column_count; i++) {
		const struct grid_column *column = &grid->columns[i];

		if (column->width)
			add_cell(line, &grid->cells[row * grid->column_count + i], column);
	}
	print_line(line, out);
}

void
grid_print(struct grid *grid, size_t row, size_t n, FILE *out)
{
	struct text line = TEXT_EMPTY;

	make_room_for_heads(grid);
	print_heads(grid, false, &line, out);
	print_heads(grid, true, &line, out);
	for (; n--; row++)
		print_row(grid, row, &line, out);
	text_free(&line);
}

void
grid_free(struct grid *grid)
{
	size_t i;

	for (i = 0; i < grid->column_count; i++)
		free(grid->columns[i].head);
	for (i = 0; i < grid->rows * grid->column_count; i++)
		free(grid->cells[i].text);
	free(grid->columns);
	free(grid->cells);
}
