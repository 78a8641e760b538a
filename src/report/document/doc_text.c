#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/document/doc.h"
#include "util/display.h"

/* Text for a terminal. A table is a grid, which is printed at its end. */

static void
doc_text_add(struct doc *doc, char how, const char *s)
{
	OWNED char *shown = display_line(s);

	(void)how;
	text_add(&doc->t, shown);
}

static void
doc_text_print_line(struct doc *doc)
{
	fprintf(doc->out, "%s\n", doc->t.n ? doc->t.s : "");
	text_cut(&doc->t, 0);
}

/* Prints a word, cut if it is wider than a line. Lines on which values go on are indented. */
static void
print_word(struct doc *doc, const char *word, enum color color)
{
	size_t most = doc->terminal.width ? doc->terminal.width : SIZE_MAX;
	size_t width = display_width(word), gap = 0;
	OWNED char *cut = NULL;

	if (doc->used) {
		gap = doc->open == DOC_VALUES ? 2 : 1;
		if (doc->used + gap + width > most) {
			fputc('\n', doc->out);
			doc->used = 0;
			gap -= doc->open != DOC_VALUES;
		}
	}
	cut = display_cut(word, most - gap);
	fprintf(doc->out, "%*s%s%s%s", (int)gap, "",
	    doc->terminal.colors ? terminal_color(color) : "", cut,
	    doc->terminal.colors && color ? TERMINAL_PLAIN : "");
	doc->used += gap + width;
}

static void
doc_text_begin(struct doc *doc, enum doc_block before)
{
	if (before == DOC_ITEM && doc->open == DOC_ITEM)
		doc_text_print_line(doc);
	if (doc->open <= DOC_VALUES && doc->begun)
		fputc('\n', doc->out);
	text_add(&doc->t, doc->open == DOC_ITEM ? "    " : "");
	if (doc->open == DOC_CELL)
		doc->grid = (struct grid){.terminal = doc->terminal};
}

static void
doc_text_end_head(struct doc *doc, enum doc_column kind, size_t gap, size_t at)
{
	if (kind == DOC_TITLE)
		grid_title(&doc->grid, doc->t.n > at ? doc->t.s + at : "");
	else if (doc_is_number(kind))
		grid_group(&doc->grid, doc->t.n > at ? doc->t.s + at : "");
	else if (kind == DOC_BESIDE)
		grid_beside(&doc->grid);
	else if (kind == DOC_REST)
		grid_rest(&doc->grid, gap);
	else
		grid_margin(&doc->grid, gap, kind == DOC_PICTURE ? GRID_RIGHT : GRID_LEFT);
	if (kind == DOC_CHANGE)
		grid_tie(&doc->grid);
	if (kind == DOC_AMOUNT)
		doc->grid.columns[doc->grid.column_count - 1].points = true;
	text_cut(&doc->t, at);
}

static void
end_cell(struct doc *doc)
{
	const char *shown = doc->t.n ? doc->t.s : "";

	if (!doc->column)
		return;
	if (doc->open == DOC_VALUES) {
		print_word(doc, shown, doc->color);
	} else {
		grid_add(&doc->grid, shown);
		grid_color(&doc->grid, doc->color);
	}
	text_cut(&doc->t, 0);
}

static void
doc_text_begin_row(struct doc *doc)
{
	end_cell(doc);
	grid_row(&doc->grid);
}

static void
doc_text_begin_cell(struct doc *doc, enum doc_column kind, enum color color)
{
	(void)kind;
	(void)color;
	end_cell(doc);
}

static void
doc_text_end(struct doc *doc)
{
	if (doc->open >= DOC_SENTENCES && doc->open <= DOC_SUMMARY) {
		char *rest = NULL;

		for (char *word = strtok_r(doc->t.s, " ", &rest); word;
		     word = strtok_r(NULL, " ", &rest))
			print_word(doc, word, COLOR_NONE);
		text_cut(&doc->t, 0);
	} else if (doc->open == DOC_VALUES) {
		end_cell(doc);
	}
	if (doc->open != DOC_CELL) {
		doc_text_print_line(doc);
		return;
	}
	end_cell(doc);
	if (doc->grid.rows) {
		fputs(doc->begun ? "\n" : "", doc->out);
		grid_print(&doc->grid, 0, doc->grid.rows, doc->out);
	}
	grid_free(&doc->grid);
}

const struct doc_form doc_text = {
    .add = doc_text_add,
    .begin = doc_text_begin,
    .end_head = doc_text_end_head,
    .begin_row = doc_text_begin_row,
    .begin_cell = doc_text_begin_cell,
    .end = doc_text_end,
    .details_end = "",
};
