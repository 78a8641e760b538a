#include <stdlib.h>
#include <string.h>

#include "report/explain/explain_columns.h"
#include "util/display.h"
#include "util/array.h"
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

static int
blanks(size_t width, const char *s)
{
	return (int)(width - display_width(s));
}

/* The line of a step; the caller frees. */
static char *
line_of(const struct explain_widths *columns, const struct explain_entry *step)
{
	char *text = display_cut(step->text, columns->text);
	char *line = text_print("%*s%s  %*s%s%s%s%*s  %s", blanks(columns->count, step->count),
	    "", step->count, blanks(columns->label, step->label), "", step->label,
	    columns->label ? " " : "", text, blanks(columns->text, text), "", step->note);

	free(text);
	return line;
}

void
explain_columns_fit(struct explain_columns *columns, const struct explanation_block *block)
{
	struct explain_listing listing = {.page = columns->page, .most = columns->most};

	explain_listing_add(&listing, block);
	for (size_t side = 0; side < EXPLANATION_SIDES; side++)
		ARRAY_EACH(
		    const struct explain_entry, entry, listing.sides[side], listing.n[side]) {
			if (entry->kind != EXPLAIN_STEP)
				continue;
			widen(&columns->sides[side].count, entry->count);
			widen(&columns->sides[side].label, entry->label);
			widen(&columns->sides[side].text, entry->text);
			widen(&columns->sides[side].note, entry->note);
		}
	explain_listing_free(&listing);
}

void
explain_columns_arrange(struct explain_columns *columns)
{
	struct explain_widths *norm = &columns->sides[EXPLANATION_NORM];
	struct explain_widths *put = &columns->sides[EXPLANATION_PUT];
	size_t width = columns->page->width, least = width_of(put);
	size_t half = width > GAP ? (width - GAP) / 2 : 0;
	bool fits = width_of(norm) + GAP + least <= width;

	columns->beside = columns->page->pair && (fits || half >= LEAST);
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

/* The text of an entry; the caller frees. */
static char *
show(const struct explain_columns *columns, const struct explain_entry *entry, size_t side)
{
	if (entry->kind == EXPLAIN_STEP)
		return line_of(&columns->sides[side], entry);
	return memory_copy(entry->text ? entry->text : "");
}

/* Prints a line without blanks at its end, and cut where the page ends. */
static void
print_line(const struct explain_columns *columns, const char *line)
{
	char *cut = display_cut(line, columns->page->width);
	size_t n = strlen(cut);

	while (n && cut[n - 1] == ' ')
		n--;
	fprintf(columns->page->doc->out, "%.*s\n", (int)n, cut);
	free(cut);
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
	char *shown = display_cut(norm, columns->left);
	char *line = text_print("%s%*s %c %s", shown, blanks(columns->left, shown), "",
	    head ? '|' : explain_listing_mark(listing, row), put);
	bool once = pair && entry->kind == EXPLAIN_SOURCE && !strcmp(norm, put);

	print_line(columns, once ? norm : line);
	free(line);
	free(shown);
	free(norm);
	free(put);
}

/* Prints the rows of one side. */
static void
print_side(
    const struct explain_columns *columns, const struct explain_listing *listing, size_t side)
{
	ARRAY_EACH(const struct explain_entry, entry, listing->sides[side], listing->n[side]) {
		char *line = show(columns, entry, side);

		if (entry->kind != EXPLAIN_NOTHING)
			print_line(columns, line);
		free(line);
	}
}

void
explain_columns_print(const struct explain_columns *columns,
    const struct explanation_block *norm, const struct explanation_block *put)
{
	struct explain_listing listing = {
	    columns->page, columns->most, !columns->beside, {NULL}, {0}};
	bool pair = norm == put && norm->sides[EXPLANATION_NORM].here &&
	            norm->sides[EXPLANATION_PUT].here;

	if (norm)
		explain_listing_add(&listing, norm);
	if (put && put != norm)
		explain_listing_add(&listing, put);
	fputc('\n', columns->page->doc->out);
	if (columns->beside) {
		explain_listing_level(&listing);
		for (size_t i = 0; i < listing.n[EXPLANATION_NORM]; i++)
			print_row(columns, &listing, i, pair);
	} else {
		print_side(columns, &listing, EXPLANATION_NORM);
		print_side(columns, &listing, EXPLANATION_PUT);
	}
	explain_listing_free(&listing);
}
