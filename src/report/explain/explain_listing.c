#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_listing.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/words.h"

/* Between two sides: " | ". */
enum { GAP = 3 };
/* A side of at least that width may cut instructions. */
enum { LEAST = 58 };

static size_t
shown_lines(const struct explain_listing *listing, const struct explanation_block *block)
{
	return listing->most && block->n > listing->most ? listing->most : block->n;
}

void
explain_listing_fit(struct explain_listing *listing, const struct explanation_block *block)
{
	size_t n = shown_lines(listing, block), i, side;

	for (i = 0; i < n; i++)
		for (side = 0; side < EXPLANATION_SIDES; side++) {
			const struct explanation_step *step = &block->lines[i].sides[side];

			if (step->of)
				explain_columns_fit(
				    &listing->columns[side], listing->page, step);
		}
}

void
explain_listing_arrange(struct explain_listing *listing)
{
	struct explain_columns *norm = &listing->columns[EXPLANATION_NORM];
	struct explain_columns *put = &listing->columns[EXPLANATION_PUT];
	size_t width = listing->page->terminal.width, least = explain_columns_width(put);
	size_t half = width > GAP ? (width - GAP) / 2 : 0;
	bool fits = explain_columns_width(norm) + GAP + least <= width;

	listing->beside = listing->page->explanation->sides > 1 && (fits || half >= LEAST);
	if (!listing->beside) {
		explain_columns_cut(norm, width);
		explain_columns_cut(put, width);
		return;
	}
	listing->left = half;
	if (least > half && explain_columns_width(norm) < half)
		listing->left = fits ? width - GAP - least : explain_columns_width(norm);
	else if (explain_columns_width(norm) > half && fits)
		listing->left = explain_columns_width(norm);
	explain_columns_cut(norm, listing->left);
	explain_columns_cut(put, width - GAP - listing->left);
}

/* Prints two cells side by side; mark: '<', '>' and '|' as diff -y has them. */
static void
print_beside(
    const struct explain_listing *listing, const char *norm, char mark, const char *put)
{
	char *cut = display_cut(norm, listing->left), *line;
	int blanks = (int)(listing->left - display_width(cut));

	line = text_print("%s%*s %c %s", cut, blanks, "", mark, put);
	explain_page_line(listing->page, line);
	free(line);
	free(cut);
}

/* Whether one side stands for both. */
static bool
is_once(const struct explain_listing *listing, const struct explanation_block *block)
{
	return block->equal && !listing->beside;
}

char *
explain_listing_cost(
    const struct explain_page *page, const struct explanation_block *block, size_t side)
{
	const struct explanation *explanation = page->explanation;
	const struct explanation_side *own = &block->sides[side];
	double value = explain_page_value(page, own, explanation->by);
	double whole = explain_page_value(page, &explanation->sums[side], explanation->by);
	char executions[AMOUNT_SIZE], shown[AMOUNT_SIZE];
	struct text t = TEXT_EMPTY;

	amount_show(
	    (double)block->executions[side] / (double)own->iterations, false, executions);
	text_addf(&t, "%s x  %s %s", executions, amount_show(value, false, shown),
	    explain_page_field(page, explanation->by));
	if (explanation->sides == 1 && whole)
		text_addf(&t, " (%.1f %%)", 100 * value / whole);
	return text_take(&t);
}

/* "gcc-12: 14.0 x  98.0 Ir", or of one put only its cost. The caller frees. */
static char *
head_of(
    const struct explain_listing *listing, const struct explanation_block *block, size_t side)
{
	const struct explain_page *page = listing->page;
	char *cost = explain_listing_cost(page, block, side), *head;

	if (page->explanation->sides == 1)
		return cost;
	head =
	    text_print("%s: %s", is_once(listing, block) ? "both" : page->labels[side], cost);
	free(cost);
	return head;
}

char *
explain_listing_source(const struct explain_page *page, size_t side,
    const struct explanation_step *step, const struct profile_step **last)
{
	const struct profile_step *of = step->of;
	char *text, *position, *line = NULL;
	const char *file;

	if (!of || !of->line ||
	    (*last && (*last)->file == of->file && (*last)->line == of->line))
		return NULL;
	*last = of;
	file = page->explanation->profiles[side]->files[of->file];
	position = explain_page_position(page, file, of->line);
	text = source_lines_copy(&page->lines[side], file, of->line, !page->saved[side]);
	if (text || explain_places_find(&page->places, file, of->line))
		line = text_print("# %s%s%s", position, text ? "  " : "", text ? text : "");
	free(position);
	free(text);
	return line;
}

/* What the instructions from that line on cost; NULL: there are none. The caller frees. */
static char *
rest_of(
    const struct explain_listing *listing, const struct explanation_block *block, size_t side)
{
	size_t n = 0, i;
	int64_t ir = 0, iterations = 1;
	char buffer[AMOUNT_SIZE];

	for (i = shown_lines(listing, block); i < block->n; i++) {
		const struct explanation_step *step = &block->lines[i].sides[side];

		if (!step->of)
			continue;
		n++;
		ir += step->of->spent[FIELD_IR];
		iterations = step->iterations;
	}
	if (!n)
		return NULL;
	return text_print("... %zu more instructions, %s Ir", n,
	    amount_show((double)ir / (double)iterations, false, buffer));
}

/* Adds the lines of a side. */
static void
add_lines(struct words *lines, const struct explain_listing *listing,
    const struct explanation_block *block, size_t side)
{
	const struct profile_step *last = NULL;
	size_t n = shown_lines(listing, block), i;
	char *rest;

	words_take(lines, head_of(listing, block, side));
	for (i = 0; i < n; i++) {
		const struct explanation_step *step = &block->lines[i].sides[side];
		char *source = explain_listing_source(listing->page, side, step, &last);

		if (source)
			words_take(lines, source);
		if (step->of)
			words_take(lines,
			    explain_columns_line(&listing->columns[side], listing->page, step));
	}
	rest = rest_of(listing, block, side);
	if (rest)
		words_take(lines, rest);
}

/* Two blocks that do not correspond to each other, or one. */
static void
print_separately(const struct explain_listing *listing,
    const struct explanation_block *const blocks[EXPLANATION_SIDES])
{
	struct words lines[EXPLANATION_SIDES] = {WORDS_EMPTY, WORDS_EMPTY};
	const struct words *norm = &lines[EXPLANATION_NORM], *put = &lines[EXPLANATION_PUT];
	size_t side, i;

	for (side = 0; side < EXPLANATION_SIDES; side++)
		if (blocks[side] && blocks[side]->sides[side].here &&
		    !(side && is_once(listing, blocks[side])))
			add_lines(&lines[side], listing, blocks[side], side);
	if (listing->beside)
		for (i = 0; i < norm->n || i < put->n; i++)
			print_beside(listing, i < norm->n ? norm->v[i] : "", '|',
			    i < put->n ? put->v[i] : "");
	else
		for (side = 0; side < EXPLANATION_SIDES; side++)
			for (i = 0; i < lines[side].n; i++)
				explain_page_line(listing->page, lines[side].v[i]);
	for (side = 0; side < EXPLANATION_SIDES; side++)
		words_free(&lines[side]);
}

char
explain_listing_mark(const struct explanation_line *line)
{
	if (!line->sides[EXPLANATION_NORM].of)
		return '>';
	if (!line->sides[EXPLANATION_PUT].of)
		return '<';
	return line->equal ? ' ' : '|';
}

/* Prints two cells and frees them; NULL: nothing. What is on both sides is printed once. */
static void
print_cells(
    const struct explain_listing *listing, char *cells[EXPLANATION_SIDES], char mark, bool once)
{
	const char *norm = cells[EXPLANATION_NORM], *put = cells[EXPLANATION_PUT];

	if (once && norm && put && !strcmp(norm, put))
		explain_page_line(listing->page, norm);
	else if (norm || put)
		print_beside(listing, norm ? norm : "", mark, put ? put : "");
	free(cells[EXPLANATION_NORM]);
	free(cells[EXPLANATION_PUT]);
}

static void
print_pair(const struct explain_listing *listing, const struct explanation_block *block)
{
	const struct profile_step *last[EXPLANATION_SIDES] = {NULL};
	char *sources[EXPLANATION_SIDES], *cells[EXPLANATION_SIDES];
	size_t n = shown_lines(listing, block), i, side;

	for (side = 0; side < EXPLANATION_SIDES; side++)
		cells[side] = head_of(listing, block, side);
	print_cells(listing, cells, '|', false);
	for (i = 0; i < n; i++) {
		const struct explanation_line *line = &block->lines[i];

		for (side = 0; side < EXPLANATION_SIDES; side++) {
			const struct explanation_step *step = &line->sides[side];

			sources[side] =
			    explain_listing_source(listing->page, side, step, &last[side]);
			cells[side] = step->of ? explain_columns_line(&listing->columns[side],
			                             listing->page, step)
			                       : NULL;
		}
		print_cells(listing, sources, ' ', true);
		print_cells(listing, cells, explain_listing_mark(line), false);
	}
	for (side = 0; side < EXPLANATION_SIDES; side++)
		cells[side] = rest_of(listing, block, side);
	print_cells(listing, cells, ' ', false);
}

void
explain_listing_print(const struct explain_listing *listing,
    const struct explanation_block *norm, const struct explanation_block *put)
{
	const struct explanation_block *const blocks[EXPLANATION_SIDES] = {norm, put};

	fputc('\n', listing->page->out);
	if (listing->beside && norm == put && norm->sides[EXPLANATION_NORM].here &&
	    norm->sides[EXPLANATION_PUT].here)
		print_pair(listing, norm);
	else
		print_separately(listing, blocks);
}
