#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_columns.h"
#include "util/array.h"
#include "util/text.h"

/* By default, the blocks with so much of the cost of all that are to be shown, in at most so
   many lines; but always one. */
static const double enough = 0.95;
enum { LINES = 60 };

/* A block that is shown, or not. */
struct chosen {
	const struct explanation_block *block;
	size_t row; /* of the function in by_function */
	double weight;
	bool shown, printed;
};

/* Sums of blocks that are not shown, and how many they are. */
struct folded {
	size_t n;
	struct explanation_side sides[EXPLANATION_SIDES];
};

struct code {
	const struct explain_page *page;
	struct chosen *chosen; /* by function, and in each by cost */
	size_t n;
	struct explain_columns columns;
	struct folded hidden; /* blocks that are neither shown nor said to be equal */
};

static bool
is_pair(const struct code *code)
{
	return code->page->explanation->sides > 1;
}

static const struct explanation_row *
row_of(const struct code *code, size_t row)
{
	return &code->page->explanation->by_function.rows[row];
}

static double
weight_of(const struct code *code, const struct explanation_block *block)
{
	return fmax(fabs(explain_page_cost(code->page, &block->sides[EXPLANATION_NORM])),
	    fabs(explain_page_cost(code->page, &block->sides[EXPLANATION_PUT])));
}

static bool
is_candidate(const struct code *code, size_t row, const struct explanation_block *block)
{
	if (explain_page_shows_loop(code->page, row_of(code, row)))
		return true;
	return !block->equal && weight_of(code, block) > 0;
}

/* Whether the function may be shown, unlike one that is the same on both sides. */
static bool
is_listed(const struct code *code, size_t row)
{
	return explain_page_shows_loop(code->page, row_of(code, row)) ||
	       !code->page->explanation->functions[row].equal;
}

static void
add_blocks(struct code *code, size_t row)
{
	const struct explanation_function *function = &code->page->explanation->functions[row];
	size_t i;

	for (i = 0; i < function->n; i++) {
		const struct explanation_block *block = &function->blocks[i];

		if (!is_candidate(code, row, block))
			continue;
		*ARRAY_ADD(code->chosen, code->n) =
		    (struct chosen){block, row, weight_of(code, block), false, false};
	}
}

static int
by_weight(const void *a, const void *b)
{
	const struct chosen *const *x = a, *const *y = b;

	if ((*x)->weight != (*y)->weight)
		return (*x)->weight > (*y)->weight ? -1 : 1;
	return (*x > *y) - (*x < *y);
}

/* Chooses the blocks that are shown. */
static void
choose(struct code *code)
{
	struct chosen **order = memory_new(code->n * sizeof *order);
	double total = 0, shown = 0;
	size_t lines = 0, i;

	for (i = 0; i < code->n; i++) {
		order[i] = &code->chosen[i];
		total += code->chosen[i].weight;
	}
	qsort(order, code->n, sizeof *order, by_weight);
	for (i = 0; i < code->n; i++) {
		struct chosen *one = order[i];

		if (!explain_page_shows_loop(code->page, row_of(code, one->row)) && i &&
		    (shown >= enough * total || lines + one->block->n > LINES))
			continue;
		one->shown = true;
		shown += one->weight;
		lines += one->block->n;
	}
	free(order);
}

static void
fold(struct folded *folded, const struct explanation_side sides[EXPLANATION_SIDES])
{
	size_t side;

	folded->n++;
	for (side = 0; side < EXPLANATION_SIDES; side++)
		explain_page_add(&folded->sides[side], &sides[side]);
}

/* Adds "30.0 Ir" of the norm. */
static void
add_value(struct text *t, const struct code *code, const struct explanation_side *side)
{
	char buffer[AMOUNT_SIZE];

	text_addf(t, "%s %s", amount_show(explain_page_cost(code->page, side), false, buffer),
	    explain_page_field(code->page, code->page->explanation->by));
}

/* Prints the text after an empty line, and frees it. */
static void
say(const struct code *code, struct text *t)
{
	fputc('\n', code->page->out);
	explain_page_say(code->page, t->s);
	text_free(t);
}

/* The blocks of a function that are equal on both sides. */
static void
print_equal(const struct code *code, const struct explanation_function *function)
{
	struct folded folded = {0};
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < function->n; i++)
		if (function->blocks[i].equal && weight_of(code, &function->blocks[i]) > 0)
			fold(&folded, function->blocks[i].sides);
	if (!folded.n)
		return;
	text_addf(
	    &t, "%zu block%s the same on both: ", folded.n, folded.n > 1 ? "s are" : " is");
	add_value(&t, code, &folded.sides[EXPLANATION_NORM]);
	say(code, &t);
}

/* Adds the name of a function. */
static void
add_name(struct text *t, const struct code *code, const struct explanation_row *row)
{
	char *name = explain_page_function(row->name, code->page->terminal.width / 2);

	text_add(t, name);
	free(name);
}

/* Adds where a function is. */
static void
add_place(struct text *t, const struct code *code, const struct explanation_row *row)
{
	char *place = explain_page_place(code->page, row);

	if (place)
		text_addf(t, " in %s", place);
	free(place);
}

static void
print_title(const struct code *code, const struct explanation_row *row)
{
	struct text t = TEXT_EMPTY;

	text_add(&t, "code of ");
	add_name(&t, code, row);
	add_place(&t, code, row);
	say(code, &t);
}

/* Whether the block is yet to be printed, and only that side has it. */
static bool
is_left(const struct chosen *one, size_t side)
{
	return one->shown && !one->printed && one->block->sides[side].here &&
	       !one->block->sides[!side].here;
}

/* Prints a block, and next to one that only one put has the dearest that only the other has. */
static void
print_next(struct code *code, size_t i, size_t end)
{
	const struct explanation_block *blocks[EXPLANATION_SIDES];
	struct chosen *one = &code->chosen[i];
	size_t side;

	blocks[EXPLANATION_NORM] = blocks[EXPLANATION_PUT] = one->block;
	for (side = 0; code->columns.beside && side < EXPLANATION_SIDES; side++) {
		size_t k = i + 1;

		if (!is_left(one, side))
			continue;
		while (k < end && !is_left(&code->chosen[k], !side))
			k++;
		blocks[!side] = k < end ? code->chosen[k].block : NULL;
		if (k < end)
			code->chosen[k].printed = true;
	}
	explain_columns_print(
	    &code->columns, blocks[EXPLANATION_NORM], blocks[EXPLANATION_PUT]);
}

/* Hides a function: all its blocks but those that cost nothing. */
static void
hide_function(struct code *code, const struct explanation_function *function)
{
	size_t i;

	for (i = 0; i < function->n; i++)
		if (weight_of(code, &function->blocks[i]) > 0)
			fold(&code->hidden, function->blocks[i].sides);
}

/* Prints what is shown of a function, whose chosen blocks are the first ones. Returns how many
   these are. */
static size_t
print_function(struct code *code, size_t row, size_t first)
{
	const struct explanation_function *function = &code->page->explanation->functions[row];
	size_t end, i, shown = 0;

	for (end = first; end < code->n && code->chosen[end].row == row; end++)
		shown += code->chosen[end].shown;
	if (!shown) {
		hide_function(code, function);
		return end - first;
	}
	print_title(code, row_of(code, row));
	for (i = first; i < end; i++)
		if (!code->chosen[i].shown)
			fold(&code->hidden, code->chosen[i].block->sides);
		else if (!code->chosen[i].printed)
			print_next(code, i, end);
	if (!explain_page_shows_loop(code->page, row_of(code, row)))
		print_equal(code, function);
	return end - first;
}

static void
print_functions(struct code *code)
{
	const struct explanation *explanation = code->page->explanation;
	size_t next = 0, row;

	for (row = 0; row < explanation->by_function.n; row++)
		if (is_listed(code, row))
			next += print_function(code, row, next);
}

/* The functions whose code is the same on both sides. */
static void
print_equal_functions(const struct code *code)
{
	const struct explanation *explanation = code->page->explanation;
	struct folded folded = {0};
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < explanation->by_function.n; i++) {
		const struct explanation_row *row = row_of(code, i);

		if (is_listed(code, i) ||
		    !explain_page_cost(code->page, &row->sides[EXPLANATION_NORM]))
			continue;
		fold(&folded, row->sides);
		if (folded.n > 3)
			continue;
		text_add(&t, folded.n > 1 ? ", " : "");
		add_name(&t, code, row);
		if (row->owner == PROFILE_PROGRAM)
			add_place(&t, code, row);
	}
	if (!folded.n)
		return;
	if (folded.n > 3)
		text_addf(&t, " and %zu more", folded.n - 3);
	text_add(&t, ": the same code on both, ");
	add_value(&t, code, &folded.sides[EXPLANATION_NORM]);
	say(code, &t);
}

static void
print_hidden(const struct code *code)
{
	const struct folded *hidden = &code->hidden;
	struct text t = TEXT_EMPTY;
	size_t side;

	if (!hidden->n)
		return;
	text_addf(&t, "Not shown: %zu block%s with ", hidden->n, hidden->n > 1 ? "s" : "");
	for (side = 0; side < code->page->explanation->sides; side++) {
		text_add(&t, side ? ", " : "");
		add_value(&t, code, &hidden->sides[side]);
		if (is_pair(code))
			text_addf(&t, " on %s", code->page->labels[side]);
	}
	text_add(&t, "; --explain=all shows all");
	say(code, &t);
}

void
explain_code_print(const struct explain_page *page)
{
	struct code code = {.page = page,
	    .columns = {page, page->all ? 0 : LINES, {{0}}, false, 0},
	    .hidden = {0}};
	size_t i;

	if (!page->all && !explain_page_has_own(page)) {
		fputc('\n', page->out);
		explain_page_say(page, "Not shown: the code of the interpreter or command; "
		                       "--explain=all shows it");
		return;
	}
	for (i = 0; i < page->explanation->by_function.n; i++)
		if (is_listed(&code, i))
			add_blocks(&code, i);
	choose(&code);
	for (i = 0; i < code.n; i++)
		if (code.chosen[i].shown)
			explain_columns_fit(&code.columns, code.chosen[i].block);
	explain_columns_arrange(&code.columns);
	print_functions(&code);
	print_equal_functions(&code);
	print_hidden(&code);
	free(code.chosen);
}
