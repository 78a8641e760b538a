/* Columns of text. */

#include "tap.h"
#include "util/grid.h"
#include "util/words.h"

static struct grid grid;

static void
print_is(size_t row, size_t n, const char *want, const char *name)
{
	char *got;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	grid_print(&grid, row, n, out);
	fclose(out);
	is_freed(got, want, name);
}

/* Adds a group with each head, or a cell with each text, of those between bars. */
static void
add(void (*to)(struct grid *grid, const char *s), const char *texts)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_cut(&words, texts, '|');
	for (size_t i = 0; i < words.n; i++)
		to(&grid, words.v[i]);
}

static void
row(const char *cells)
{
	grid_row(&grid);
	add(grid_add, cells);
}

static void
end(void)
{
	grid_free(&grid);
	grid = (struct grid){0};
}

static void
test_columns(void)
{
	grid_margin(&grid, 0, GRID_LEFT);
	add(grid_group, "p|label");
	print_is(0, 0, " p label\n - -----\n", "a head alone");
	row("one|1.0|22.0");
	row("three||");
	grid_row(&grid);
	row("x");
	print_is(0, grid.rows,
	    "        p label\n"
	    "      --- -----\n"
	    "one   1.0  22.0\n"
	    "three\n"
	    "\n"
	    "x\n",
	    "rows, one of them empty");
	print_is(1, 1, "        p label\n      --- -----\nthree\n", "some of the rows, in the same columns");
	end();
}

static void
test_title(void)
{
	grid_title(&grid, "by kind");
	grid_group(&grid, "p");
	grid_rest(&grid, 2);
	row("one|1.0|rest");
	print_is(0, 1, "by kind   p\none     1.0  rest\n", "a title, and no rules");
	row("three and more|22.0|");
	print_is(1, 1, "by kind           p\nthree and more 22.0\n", "a column wider than its title");
	end();
}

static void
test_groups(void)
{
	grid_group(&grid, "p");
	grid_beside(&grid);
	grid_group(&grid, "a long head");
	grid_beside(&grid);
	grid_margin(&grid, 2, GRID_RIGHT);
	row("1||2|b|x");
	row("100||2||xx");
	print_is(0, 2,
	    "   p a long head\n"
	    " --- -----------\n"
	    "   1         2 b   x\n"
	    " 100         2    xx\n",
	    "columns under one head, one of them empty; a margin at the right");
	end();
}

static void
test_scripts(void)
{
	grid_margin(&grid, 0, GRID_LEFT);
	add(grid_group, "gr\303\266\303\237e|\346\227\245\346\234\254");
	row("e\314\201|1|123456");
	row("a\nb\033|12.5|1");
	print_is(0, 2,
	    "        gr\303\266\303\237e   \346\227\245\346\234\254\n"
	    "        ----- ------\n"
	    "e\314\201           1 123456\n"
	    "a b\\x1b  12.5      1\n",
	    "columns of a terminal, not bytes");
	end();
}

/* Four groups: the first is kept in each block, the last has two columns. */
static void
test_blocks(void)
{
	grid = (struct grid){.terminal.width = 12, .kept = 1};
	grid_margin(&grid, 0, GRID_LEFT);
	add(grid_group, "a|b|c|wide");
	grid_beside(&grid);
	row("row|1|23|45|6|(7 to 8)");
	print_is(0, 1,
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
	print_is(0, 1,
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
	end();
}

static void
test_tied(void)
{
	grid = (struct grid){.terminal.width = 13, .kept = 1};
	grid_title(&grid, "Ir");
	add(grid_group, "a|b|change");
	grid_tie(&grid);
	add(grid_group, "c|change");
	grid_tie(&grid);
	row("row|1|2|+1|3|+2");
	print_is(0, 1,
	    "Ir  a b change\n"
	    "row 1 2     +1\n"
	    "\n"
	    "Ir  a c change\n"
	    "row 1 3     +2\n",
	    "a change is never apart from its number");
	end();
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
