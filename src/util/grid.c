#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/display.h"
#include "util/grid.h"

static struct grid_column *
add_column(struct grid *grid, size_t group, size_t gap, enum grid_align align)
{
	struct grid_column *column = ARRAY_ADD(grid->columns, grid->column_count);

	*column = (struct grid_column){.group = group, .gap = gap, .align = align};
	return column;
}

void
grid_margin(struct grid *grid, size_t gap, enum grid_align align)
{
	add_column(grid, 0, gap, align);
}

void
grid_title(struct grid *grid, const char *title)
{
	add_column(grid, 0, 0, GRID_LEFT)->head = display_line(title);
	grid->unruled = true;
}

void
grid_rest(struct grid *grid, size_t gap)
{
	add_column(grid, 0, gap, GRID_LEFT)->rest = true;
}

void
grid_group(struct grid *grid, const char *head)
{
	add_column(grid, ++grid->groups, 1, GRID_RIGHT)->head = display_line(head);
}

void
grid_tie(struct grid *grid)
{
	grid->columns[grid->column_count - 1].tied = true;
}

void
grid_beside(struct grid *grid)
{
	add_column(grid, grid->groups, 1, GRID_LEFT);
}

void
grid_row(struct grid *grid)
{
	grid->next = grid->rows++ * grid->column_count;
	if (grid->room < grid->rows * grid->column_count) {
		grid->room = 2 * grid->rows * grid->column_count;
		grid->cells = memory_resize(grid->cells, grid->room, sizeof *grid->cells);
	}
	for (size_t i = 0; i < grid->column_count; i++)
		grid->cells[grid->next + i] = (struct grid_cell){.color = COLOR_NONE};
	if (!grid->texts.n)
		text_add_n(&grid->texts, "", 1);
}

/* The width of a number from its point on; 0: the column does not align them. */
static size_t
grid_decimals_of(const struct grid_column *column, const char *number)
{
	const char *point = column->points ? strchr(number, '.') : NULL;

	return point ? strlen(point) : 0;
}

static void
grid_widen(struct grid_column *column, size_t width, size_t decimals)
{
	if (column->whole < width - decimals)
		column->whole = width - decimals;
	if (column->decimals < decimals)
		column->decimals = decimals;
	column->width = column->whole + column->decimals;
}

void
grid_add(struct grid *grid, const char *text)
{
	struct grid_column *column = &grid->columns[grid->next % grid->column_count];
	struct grid_cell *cell = &grid->cells[grid->next++];
	OWNED char *line = NULL;

	if (!*text)
		return;
	line = display_line(text);
	cell->at = grid->texts.n;
	text_add_n(&grid->texts, line, strlen(line) + 1);
	cell->width = (unsigned)display_width(line);
	grid_widen(column, cell->width, grid_decimals_of(column, line));
}

void
grid_color(struct grid *grid, enum color color)
{
	if (grid->terminal.colors)
		grid->cells[grid->next - 1].color = color;
}

/* The width of all columns of a group with their gaps; group 0: of the margins. */
static size_t
grid_width_of(const struct grid *grid, size_t group)
{
	size_t width = 0;

	ARRAY_EACH(const struct grid_column, column, grid->columns, grid->column_count)
		if (column->group == group && column->width && !column->rest)
			width += column->gap + column->width;
	return width;
}

static void
make_room_for_heads(struct grid *grid)
{
	size_t head, width;

	ARRAY_EACH(struct grid_column, column, grid->columns, grid->column_count) {
		if (!column->head)
			continue;
		head = column->gap + display_width(column->head);
		width = column->gap + column->width;
		if (column->group)
			width = grid_width_of(grid, column->group) +
			        (column->width ? 0 : column->gap);
		if (head > width)
			column->width += head - width;
	}
}

/* A block is printed side by side: the margins, the kept group, and the groups from first to
   before end. */
struct grid_block {
	const struct grid *grid;
	size_t first, end;
	size_t width; /* without the rest */
	struct text line;
	FILE *out;
};

static bool
is_tied(const struct grid *grid, size_t group)
{
	ARRAY_EACH(const struct grid_column, column, grid->columns, grid->column_count)
		if (column->group == group)
			return column->tied;
	return false;
}

/* The group behind one and those that are tied to it. */
static size_t
behind_tied(const struct grid *grid, size_t group)
{
	do
		group++;
	while (group <= grid->groups && is_tied(grid, group));
	return group;
}

/* Takes as many groups as fit, but at least one. */
static void
fill_block(struct grid_block *block)
{
	const struct grid *grid = block->grid;
	size_t most = grid->terminal.width, n = 0, next;

	block->width = grid_width_of(grid, 0);
	if (grid->kept)
		block->width += grid_width_of(grid, grid->kept);
	for (block->end = block->first; block->end <= grid->groups; block->end = next) {
		size_t width = 0;

		next = behind_tied(grid, block->end);
		for (size_t group = block->end; group < next; group++)
			if (group != grid->kept)
				width += grid_width_of(grid, group);
		if (width && n++ && most && block->width + width > most)
			return;
		block->width += width;
	}
}

static bool
grid_is_in(const struct grid_block *block, const struct grid_column *column)
{
	if (!column->width)
		return false;
	if (!column->group)
		return !column->rest || block->first == 1;
	return column->group == block->grid->kept ||
	       (column->group >= block->first && column->group < block->end);
}

static void
add_many(struct text *line, size_t n, char c)
{
	while (n--)
		text_add_char(line, c);
}

static void
end_line(struct grid_block *block)
{
	struct text *line = &block->line;

	while (line->n && line->s[line->n - 1] == ' ')
		text_cut(line, line->n - 1);
	text_add_char(line, '\n');
	fwrite(line->s, 1, line->n, block->out);
	text_cut(line, 0);
}

/* Prints the heads, or the rules below them. */
static void
print_heads(struct grid_block *block, bool rules)
{
	const struct grid *grid = block->grid;
	size_t width, blanks;

	ARRAY_EACH(const struct grid_column, column, grid->columns, grid->column_count) {
		bool right = column->align == GRID_RIGHT;

		if (!grid_is_in(block, column) || (column->group && !column->head))
			continue;
		add_many(&block->line, column->gap, ' ');
		width = column->group ? grid_width_of(grid, column->group) - column->gap
		                      : column->width;
		if (!column->head || rules) {
			add_many(&block->line, width, column->head ? '-' : ' ');
			continue;
		}
		/* Heads are aligned as the first column below them. */
		blanks = width - display_width(column->head);
		add_many(&block->line, right ? blanks : 0, ' ');
		text_add(&block->line, column->head);
		add_many(&block->line, right ? 0 : blanks, ' ');
	}
	end_line(block);
}

static void
grid_add_cell(struct grid_block *block, size_t row, size_t i)
{
	const struct grid *grid = block->grid;
	const struct grid_column *column = &grid->columns[i];
	const struct grid_cell *cell = &grid->cells[row * grid->column_count + i];
	const char *text = grid->texts.s + cell->at;
	size_t most = grid->terminal.width, used = block->width + column->gap;
	size_t after = column->decimals - grid_decimals_of(column, text);
	size_t blanks = column->width - cell->width - after;
	struct text *line = &block->line;

	add_many(line, column->gap, ' ');
	if (column->rest) {
		OWNED char *cut = display_cut(text, !most         ? SIZE_MAX
		                                    : most > used ? most - used
		                                                  : 0);

		text_add(line, cut);
		return;
	}
	add_many(line, column->align == GRID_RIGHT ? blanks : 0, ' ');
	text_add(line, terminal_color(cell->color));
	text_add(line, text);
	add_many(line, after, ' ');
	text_add(line, cell->color ? TERMINAL_PLAIN : "");
	add_many(line, column->align == GRID_LEFT ? blanks : 0, ' ');
}

static void
print_block(struct grid_block *block, size_t row, size_t n)
{
	const struct grid *grid = block->grid;

	if (grid->groups)
		print_heads(block, false);
	if (grid->groups && !grid->unruled)
		print_heads(block, true);
	for (; n--; row++) {
		for (size_t i = 0; i < grid->column_count; i++)
			if (grid_is_in(block, &grid->columns[i]))
				grid_add_cell(block, row, i);
		end_line(block);
	}
}

void
grid_print(struct grid *grid, size_t row, size_t n, FILE *out)
{
	struct grid_block block = {.grid = grid, .first = 1, .line = TEXT_EMPTY, .out = out};

	make_room_for_heads(grid);
	do {
		if (block.first > 1)
			fputc('\n', out);
		fill_block(&block);
		print_block(&block, row, n);
	} while ((block.first = block.end) <= grid->groups);
	text_free(&block.line);
}

void
grid_free(struct grid *grid)
{
	for (size_t i = 0; i < grid->column_count; i++)
		free(grid->columns[i].head);
	free(grid->columns);
	free(grid->cells);
	text_free(&grid->texts);
}
