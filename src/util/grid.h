#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "util/terminal.h"
#include "util/text.h"

/* A table of text whose columns are as wide as their contents. First add the columns, from left
   to right: margins, and groups of columns under a head with a rule. Then add the rows. Texts
   are copied and made safe for display.

   Groups that do not fit on the terminal are printed in further blocks below, each with the
   margins and at least one group. */

enum grid_align { GRID_LEFT, GRID_RIGHT };

struct grid_column {
	char *head;   /* NULL: none, or the one of the column before */
	size_t group; /* counted from 1; 0: a margin */
	size_t gap;   /* blanks before it */
	enum grid_align align;
	size_t width;           /* 0: the column is empty and is left out with its gap */
	bool points;            /* those of its numbers are below each other: */
	size_t whole, decimals; /* what is before them, and from them on, takes so much */
	bool tied;              /* its group stays beside the one before it */
	bool rest;              /* cut at the end of the line; only in the first block */
};

/* Tables may have a million cells. */
struct grid_cell {
	size_t at; /* of its text in texts */
	unsigned width;
	enum color color;
};

struct grid {
	struct terminal terminal; /* it is printed on this */
	struct grid_column *columns;
	size_t column_count;
	size_t groups;
	size_t kept;             /* the group that is in every block; 0: none */
	struct grid_cell *cells; /* row by row */
	size_t room;             /* for this many cells */
	struct text texts;       /* of the cells, each with a NUL; the first is empty */
	size_t rows;
	size_t next;  /* index of the cell to be filled next */
	bool unruled; /* no rules below the heads */
};

void grid_margin(struct grid *grid, size_t gap, enum grid_align align);
/* The first column, aligned to the left under a title of its own; heads have no rules then. */
void grid_title(struct grid *grid, const char *title);
/* The last column, aligned to the left and cut where the terminal ends. */
void grid_rest(struct grid *grid, size_t gap);
/* A column under a head, aligned to the right. */
void grid_group(struct grid *grid, const char *head);
/* Keeps the group that was added last beside the one before it. */
void grid_tie(struct grid *grid);
/* Another column under the same head, aligned to the left. */
void grid_beside(struct grid *grid);

/* Begins a row of empty cells. */
void grid_row(struct grid *grid);
/* Fills its next cell. */
void grid_add(struct grid *grid, const char *text);
/* Colours the cell that was filled last, if the terminal has colours. */
void grid_color(struct grid *grid, enum color color);

/* Prints the head, if there are groups, and n rows from row on, without trailing blanks. */
void grid_print(struct grid *grid, size_t row, size_t n, FILE *out);
void grid_free(struct grid *grid);
