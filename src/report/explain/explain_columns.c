#include <stdlib.h>
#include <string.h>

#include "report/explain/explain_columns.h"
#include "report/explain/explain_listing.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/text.h"

/* Between two sides: " | ". */
enum { GAP = 3 };
/* A side of at least that width may cut instructions. */
enum { LEAST = 58 };

static void
widen(size_t *width, const char *text)
{
	size_t own = display_width(text);

	if (*width < own)
		*width = own;
}

/* Makes room for a step. */
static void
fit(struct explain_widths *columns, const struct explain_page *page,
    const struct explanation_step *step)
{
	struct explain_cells cells = explain_cells_make(page, step);

	widen(&columns->count, cells.count);
	widen(&columns->label, cells.label);
	widen(&columns->text, cells.text);
	widen(&columns->note, cells.note);
	explain_cells_free(&cells);
}

static size_t
fixed_width(const struct explain_widths *columns)
{
	return columns->count + 2 + (columns->label ? columns->label + 1 : 0) +
	       (columns->note ? 2 + columns->note : 0);
}

static size_t
width_of(const struct explain_widths *columns)
{
	return fixed_width(columns) + columns->text;
}

/* Takes what is too much for that width from the texts of instructions. */
static void
cut(struct explain_widths *columns, size_t width)
{
	size_t fixed = fixed_width(columns), least = 12;

	if (fixed + columns->text > width)
		columns->text = width > fixed + least ? width - fixed : least;
}

static void
add(struct text *t, const char *s, size_t width, bool right)
{
	int blanks = (int)(width - display_width(s));

	text_addf(t, "%*s%s%*s", right ? blanks : 0, "", s, right ? 0 : blanks, "");
}

/* The line of a step; the caller frees. */
static char *
line_of(const struct explain_widths *columns, const struct explain_page *page,
    const struct explanation_step *step)
{
	struct explain_cells cells = explain_cells_make(page, step);
	char *shown = display_cut(cells.text, columns->text);
	struct text t = TEXT_EMPTY;

	add(&t, cells.count, columns->count, true);
	text_add(&t, "  ");
	if (columns->label) {
		add(&t, cells.label, columns->label, true);
		text_add(&t, " ");
	}
	add(&t, shown, columns->text, false);
	text_addf(&t, "  %s", cells.note);
	free(shown);
	explain_cells_free(&cells);
	return text_take(&t);
}

void
explain_columns_fit(struct explain_columns *columns, const struct explanation_block *block)
{
	size_t n = columns->most && block->n > columns->most ? columns->most : block->n, i,
	       side;

	for (i = 0; i < n; i++)
		for (side = 0; side < EXPLANATION_SIDES; side++) {
			const struct explanation_step *step = &block->lines[i].sides[side];

			if (step->of)
				fit(&columns->sides[side], columns->page, step);
		}
}

void
explain_columns_arrange(struct explain_columns *columns)
{
	struct explain_widths *norm = &columns->sides[EXPLANATION_NORM];
	struct explain_widths *put = &columns->sides[EXPLANATION_PUT];
	size_t width = columns->page->terminal.width, least = width_of(put);
	size_t half = width > GAP ? (width - GAP) / 2 : 0;
	bool fits = width_of(norm) + GAP + least <= width;

	columns->beside = columns->page->explanation->sides > 1 && (fits || half >= LEAST);
	if (!columns->beside) {
		cut(norm, width);
		cut(put, width);
		return;
	}
	columns->left = half;
	if (least > half && width_of(norm) < half)
		columns->left = fits ? width - GAP - least : width_of(norm);
	else if (width_of(norm) > half && fits)
		columns->left = width_of(norm);
	cut(norm, columns->left);
	cut(put, width - GAP - columns->left);
}

/* Whether one side stands for both. */
static bool
is_once(const struct explain_columns *columns, const struct explanation_block *block)
{
	return block->equal && !columns->beside;
}

/* The text of an entry; the caller frees. */
static char *
show(const struct explain_columns *columns, const struct explain_entry *entry, size_t side)
{
	const struct explain_page *page = columns->page;

	if (entry->kind == EXPLAIN_STEP)
		return line_of(&columns->sides[side], page, entry->step);
	if (entry->kind == EXPLAIN_HEAD && page->explanation->sides > 1)
		return text_print("%s: %s",
		    is_once(columns, entry->block) ? "both" : page->labels[side], entry->text);
	return memory_copy(entry->text ? entry->text : "");
}

/* Prints a row of both sides; what is on both is printed once. pair: they correspond to each
   other. */
static void
print_row(const struct explain_columns *columns, const struct explain_listing *listing,
    size_t row, bool pair)
{
	const struct explain_entry *entry = &listing->sides[EXPLANATION_NORM][row];
	char *norm = show(columns, entry, EXPLANATION_NORM);
	char *put = show(columns, &listing->sides[EXPLANATION_PUT][row], EXPLANATION_PUT);
	bool head = !pair || entry->kind == EXPLAIN_HEAD;
	char *shown = display_cut(norm, columns->left), *line;

	if (pair && entry->kind == EXPLAIN_SOURCE && !strcmp(norm, put)) {
		explain_page_line(columns->page, norm);
	} else {
		line = text_print("%s%*s %c %s", shown,
		    (int)(columns->left - display_width(shown)), "",
		    head ? '|' : explain_listing_mark(listing, row), put);
		explain_page_line(columns->page, line);
		free(line);
	}
	free(shown);
	free(norm);
	free(put);
}

/* Prints the rows of one side. */
static void
print_side(
    const struct explain_columns *columns, const struct explain_listing *listing, size_t side)
{
	size_t i;

	for (i = 0; i < listing->n[side]; i++) {
		const struct explain_entry *entry = &listing->sides[side][i];
		char *line;

		if (entry->kind == EXPLAIN_NOTHING || (side && is_once(columns, entry->block)))
			continue;
		line = show(columns, entry, side);
		explain_page_line(columns->page, line);
		free(line);
	}
}

void
explain_columns_print(const struct explain_columns *columns,
    const struct explanation_block *norm, const struct explanation_block *put)
{
	struct explain_listing listing = {columns->page, columns->most, {NULL}, {0}};
	bool pair = norm == put && norm->sides[EXPLANATION_NORM].here &&
	            norm->sides[EXPLANATION_PUT].here;
	size_t i;

	if (norm)
		explain_listing_add(&listing, norm);
	if (put && put != norm)
		explain_listing_add(&listing, put);
	fputc('\n', columns->page->out);
	if (columns->beside) {
		explain_listing_level(&listing);
		for (i = 0; i < listing.n[EXPLANATION_NORM]; i++)
			print_row(columns, &listing, i, pair);
	} else {
		print_side(columns, &listing, EXPLANATION_NORM);
		print_side(columns, &listing, EXPLANATION_PUT);
	}
	explain_listing_free(&listing);
}
