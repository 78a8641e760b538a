/* Columns of text. */

#include <stdlib.h>

#include "tap.h"
#include "util/grid.h"

static void
print_is(struct grid *grid, size_t row, size_t n, const char *want, const char *name)
{
	char *got;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	grid_print(grid, row, n, out);
	fclose(out);
	is(got, want, name);
	free(got);
}

static void
add_row(struct grid *grid, const char *a, const char *b, const char *c)
{
	grid_row(grid);
	grid_add(grid, a);
	grid_add(grid, b);
	grid_add(grid, c);
}

static void
test_columns(void)
{
	struct grid grid = {0};

	grid_margin(&grid, 0, GRID_LEFT);
	grid_group(&grid, "p");
	grid_group(&grid, "label");
	print_is(&grid, 0, 0, " p label\n - -----\n", "a head alone");
	add_row(&grid, "one", "1.0", "22.0");
	add_row(&grid, "three", "", "");
	grid_row(&grid);
	grid_row(&grid);
	grid_add(&grid, "x");
	print_is(&grid, 0, grid.rows,
	    "        p label\n"
	    "      --- -----\n"
	    "one   1.0  22.0\n"
	    "three\n"
	    "\n"
	    "x\n",
	    "rows, one of them empty");
	print_is(&grid, 1, 1, "        p label\n      --- -----\nthree\n",
	    "some of the rows, in the same columns");
	grid_free(&grid);
}

static void
test_title(void)
{
	struct grid grid = {0};

	grid_title(&grid, "by kind");
	grid_group(&grid, "p");
	grid_rest(&grid, 2);
	add_row(&grid, "one", "1.0", "rest");
	print_is(&grid, 0, 1, "by kind   p\none     1.0  rest\n", "a title, and no rules");
	add_row(&grid, "three and more", "22.0", "");
	print_is(&grid, 1, 1, "by kind           p\nthree and more 22.0\n",
	    "a column wider than its title");
	grid_free(&grid);
}

static void
test_groups(void)
{
	struct grid grid = {0};

	grid_group(&grid, "p");
	grid_beside(&grid);
	grid_group(&grid, "a long head");
	grid_beside(&grid);
	grid_margin(&grid, 2, GRID_RIGHT);
	add_row(&grid, "1", "", "2");
	grid_add(&grid, "b");
	grid_add(&grid, "x");
	add_row(&grid, "100", "", "2");
	grid_add(&grid, "");
	grid_add(&grid, "xx");
	print_is(&grid, 0, 2,
	    "   p a long head\n"
	    " --- -----------\n"
	    "   1         2 b   x\n"
	    " 100         2    xx\n",
	    "columns under one head, one of them empty; a margin at the right");
	print_is(&grid, 1, 1, "   p a long head\n --- -----------\n 100         2    xx\n",
	    "and once more");
	grid_free(&grid);
}

static void
test_scripts(void)
{
	struct grid grid = {0};

	grid_margin(&grid, 0, GRID_LEFT);
	grid_group(&grid, "gr\303\266\303\237e");
	grid_group(&grid, "\346\227\245\346\234\254");
	add_row(&grid, "e\314\201", "1", "123456");
	add_row(&grid, "a\nb\033", "12.5", "1");
	print_is(&grid, 0, 2,
	    "        gr\303\266\303\237e   \346\227\245\346\234\254\n"
	    "        ----- ------\n"
	    "e\314\201           1 123456\n"
	    "a b\\x1b  12.5      1\n",
	    "columns of a terminal, not bytes");
	grid_free(&grid);
}

/* Four groups: the first is kept in each block, the last has two columns. */
static void
test_blocks(void)
{
	struct grid grid = {.terminal.width = 12, .kept = 1};

	grid_margin(&grid, 0, GRID_LEFT);
	grid_group(&grid, "a");
	grid_group(&grid, "b");
	grid_group(&grid, "c");
	grid_group(&grid, "wide");
	grid_beside(&grid);
	add_row(&grid, "row", "1", "23");
	grid_add(&grid, "45");
	grid_add(&grid, "6");
	grid_add(&grid, "(7 to 8)");
	print_is(&grid, 0, 1,
	    "    a  b  c\n"
	    "    - -- --\n"
	    "row 1 23 45\n"
	    "\n"
	    "    a       wide\n"
	    "    - ----------\n"
	    "row 1 6 (7 to 8)\n",
	    "what does not fit stands below, and what never fits by itself");
	grid.terminal.width = 10;
	grid.kept = 4;
	print_is(&grid, 0, 1,
	    "    a       wide\n"
	    "    - ----------\n"
	    "row 1 6 (7 to 8)\n"
	    "\n"
	    "     b       wide\n"
	    "    -- ----------\n"
	    "row 23 6 (7 to 8)\n"
	    "\n"
	    "     c       wide\n"
	    "    -- ----------\n"
	    "row 45 6 (7 to 8)\n",
	    "the last is kept");
	grid_free(&grid);
}

static void
test_tied(void)
{
	struct grid grid = {.terminal.width = 13, .kept = 1};

	grid_title(&grid, "Ir");
	grid_group(&grid, "a");
	grid_group(&grid, "b");
	grid_group(&grid, "change");
	grid_tie(&grid);
	grid_group(&grid, "c");
	grid_group(&grid, "change");
	grid_tie(&grid);
	add_row(&grid, "row", "1", "2");
	grid_add(&grid, "+1");
	grid_add(&grid, "3");
	grid_add(&grid, "+2");
	print_is(&grid, 0, 1,
	    "Ir  a b change\n"
	    "row 1 2     +1\n"
	    "\n"
	    "Ir  a c change\n"
	    "row 1 3     +2\n",
	    "a change is never apart from its number");
	grid_free(&grid);
}

int
main(void)
{
	test_columns();
	test_title();
	test_groups();
	test_scripts();
	test_blocks();
	test_tied();
	return tap_done();
}
