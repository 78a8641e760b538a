#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_table.h"
#include "util/array.h"
#include "util/display.h"
#include "util/text.h"

/* By default, so many rows; what is less important is one row. */
enum { ROWS = 12 };

static bool
is_pair(const struct explain_page *page)
{
	return page->explanation->sides > 1;
}

/* What decides whether a row is shown: the size of its difference, or of its cost. */
static double
weight_of(const struct explain_table *table, const struct explanation_row *row)
{
	double v;

	return explanation_difference(table->page->explanation, row->sides, table->field, &v)
	           ? fabs(v)
	           : 0;
}

/* Both sides cost the same, and not all is shown. */
static bool
is_same(const struct explain_table *table, const struct explanation_row *row)
{
	return !table->page->all && is_pair(table->page) && weight_of(table, row) < 1e-9;
}

static bool
is_free(const struct explain_table *table, const struct explanation_row *row)
{
	return !explain_page_value(table->page, &row->sides[EXPLANATION_NORM], table->field) &&
	       !explain_page_value(table->page, &row->sides[EXPLANATION_PUT], table->field);
}

static enum color
color_of(const struct explain_table *table, double difference)
{
	bool higher = fields_higher(table->page->explanation->fields, table->field);

	if (!is_pair(table->page) || !difference)
		return COLOR_NONE;
	return (difference > 0) == higher ? COLOR_BETTER : COLOR_WORSE;
}

size_t
explain_table_columns(const struct explain_table *table)
{
	return is_pair(table->page) ? EXPLAIN_TABLE_NUMBERS : 2;
}

char *
explain_table_head(const struct explain_table *table, size_t column)
{
	const struct explain_page *page = table->page;

	if (column < page->explanation->sides)
		return display_cut(page->labels[column], page->terminal.width / 5);
	return memory_copy(is_pair(page) ? "diff" : "%");
}

/* "45.9" */
static char *
show_share(const struct explain_table *table, double value)
{
	const struct explanation_side *sum = &table->page->explanation->sums[EXPLANATION_NORM];
	double whole = explain_page_value(table->page, sum, table->field);

	return whole ? text_print("%.1f", 100 * value / whole) : memory_copy("-");
}

/* Adds a row; takes ownership of name and rest. */
static struct explain_row *
add_numbers(const struct explain_table *table, struct explain_rows *rows, char *name,
    const struct explanation_side *sides, char *rest)
{
	double norm = explain_page_value(table->page, &sides[EXPLANATION_NORM], table->field);
	double put = explain_page_value(table->page, &sides[EXPLANATION_PUT], table->field);
	char buffer[AMOUNT_SIZE];
	struct explain_row *row = ARRAY_ADD(rows->v, rows->n);

	*row = (struct explain_row){.name = name, .values = {norm, put}, .rest = rest};
	row->numbers[0] = memory_copy(amount_show(norm, false, buffer));
	if (!is_pair(table->page)) {
		row->numbers[1] = show_share(table, norm);
		return row;
	}
	row->numbers[1] = memory_copy(amount_show(put, false, buffer));
	row->numbers[2] = memory_copy(amount_show(put - norm, true, buffer));
	row->color = color_of(table, put - norm);
	return row;
}

static double
calls_of(const struct explanation_side *side)
{
	return side->here ? (double)side->calls / (double)side->iterations : 0;
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
rest_of_function(const struct explain_table *table, const struct explanation_row *row)
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
add_row(const struct explain_table *table, struct explain_rows *rows,
    const struct explanation_row *row)
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
	add_numbers(table, rows, name, row->sides, rest)->of = row;
}

/* What becomes of a row. */
enum fate { SHOWN, OTHER, SAME, FREE };

struct ranked {
	const struct explanation_row *row;
	enum fate fate;
	bool first; /* a function of one side only */
	double weight;
};

static int
by_weight(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

static int
by_place(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->first != y->first)
		return x->first ? -1 : 1;
	return by_weight(a, b);
}

static bool
is_first(const struct explain_table *table, const struct explanation_row *row)
{
	return is_pair(table->page) && table->part == &table->page->explanation->by_function &&
	       row->sides[EXPLANATION_NORM].here != row->sides[EXPLANATION_PUT].here;
}

/* Rows of one cost become one, unless there is only one of them, and so do those with the
   least weights. */
static void
fold(struct ranked *rows, size_t n)
{
	size_t same = 0, shown = 0, kept = 0, i;

	for (i = 0; i < n; i++)
		same += rows[i].fate == SAME;
	for (i = 0; i < n; i++) {
		if (rows[i].fate == SAME && same == 1)
			rows[i].fate = SHOWN;
		shown += rows[i].fate == SHOWN;
	}
	for (i = 0; i < n && shown > ROWS; i++)
		if (rows[i].fate == SHOWN && kept++ >= ROWS - 1)
			rows[i].fate = OTHER;
}

/* The rows of the part in the order of the field; the caller frees. */
static struct ranked *
rank(const struct explain_table *table)
{
	size_t n = table->part->n, i;
	struct ranked *rows = memory_new(n * sizeof *rows);

	for (i = 0; i < n; i++) {
		const struct explanation_row *row = &table->part->rows[i];

		rows[i] = (struct ranked){row,
		    is_free(table, row)   ? FREE
		    : is_same(table, row) ? SAME
		                          : SHOWN,
		    is_first(table, row), weight_of(table, row)};
	}
	qsort(rows, n, sizeof *rows, by_weight);
	if (!table->page->all)
		fold(rows, n);
	qsort(rows, n, sizeof *rows, by_place);
	return rows;
}

static void
add_rows(const struct explain_table *table, struct explain_rows *rows,
    const struct ranked *ranked, enum fate fate)
{
	size_t i;

	for (i = 0; i < table->part->n; i++)
		if (ranked[i].fate == fate)
			add_row(table, rows, ranked[i].row);
}

/* Adds the sum of all rows of a fate, if there are any. */
static void
add_sum(struct explain_table *table, const struct ranked *ranked, enum fate fate)
{
	struct explanation_side sums[EXPLANATION_SIDES] = {{0}};
	size_t n = 0, i, side;

	for (i = 0; i < table->part->n; i++)
		if (ranked[i].fate == fate) {
			n++;
			for (side = 0; side < EXPLANATION_SIDES; side++)
				explain_page_add(&sums[side], &ranked[i].row->sides[side]);
		}
	if (n)
		add_numbers(table, &table->shown,
		    text_print("%zu %s", n, fate == SAME ? "of the same cost" : "others"), sums,
		    NULL);
}

struct explain_table
explain_table_make(
    const struct explain_page *page, enum field f, const struct explanation_part *part)
{
	struct explain_table table = {.page = page, .field = f, .part = part};
	struct ranked *ranked = rank(&table);

	add_rows(&table, &table.shown, ranked, SHOWN);
	add_sum(&table, ranked, OTHER);
	add_sum(&table, ranked, SAME);
	add_rows(&table, &table.folded, ranked, OTHER);
	add_rows(&table, &table.folded, ranked, SAME);
	add_rows(&table, &table.folded, ranked, FREE);
	free(ranked);
	return table;
}

static void
free_rows(struct explain_rows *rows)
{
	size_t i, k;

	for (i = 0; i < rows->n; i++) {
		free(rows->v[i].name);
		free(rows->v[i].rest);
		for (k = 0; k < EXPLAIN_TABLE_NUMBERS; k++)
			free(rows->v[i].numbers[k]);
	}
	free(rows->v);
}

void
explain_table_free(struct explain_table *table)
{
	free_rows(&table->shown);
	free_rows(&table->folded);
}
