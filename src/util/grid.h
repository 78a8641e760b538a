#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "util/terminal.h"

/* A table of text, with columns that are as wide as what stands in them. First come the
   columns, from left to right: margins, and groups of columns under a head with a rule. Then
   come the rows. Texts are copied, and made fit for display.

   Groups for which the terminal has no room stand in further blocks below, each with the
   margins and with one group at least. */

enum grid_align { GRID_LEFT, GRID_RIGHT };

struct grid_column {
	char *head;   /* NULL: none, or that of the column before it */
	size_t group; /* counted from 1; 0: a margin */
	size_t gap;   /* blanks before it */
	enum grid_align align;
	size_t width; /* 0: it is not there, nor is its gap */
	bool rest;    /* it is cut where the line ends, and only in the first block */
};

struct grid_cell {
	char *text; /* NULL: nothing */
	size_t width;
	enum color color;
};

struct grid {
	struct terminal terminal; /* on which it is printed */
	struct grid_column *columns;
	size_t column_count;
	size_t groups;
	size_t kept;             /* the group that stands in every block; 0: none */
	struct grid_cell *cells; /* row by row */
	size_t rows;
	size_t next; /* of cells, that is to be filled */
};

void grid_margin(struct grid *grid, size_t gap, enum grid_align align);
/* The last column, aligned to the left, of which what the terminal has no room for is cut. */
void grid_rest(struct grid *grid, size_t gap);
/* A column under a head, aligned to the right. */
void grid_group(struct grid *grid, const char *head);
/* One more under the same head, aligned to the left. */
void grid_beside(struct grid *grid);

/* Begins a row, whose cells are empty. */
void grid_row(struct grid *grid);
/* Fills its next cell. */
void grid_add(struct grid *grid, const char *text);
/* Gives the cell that was filled last a colour, which shows where there are colours. */
void grid_color(struct grid *grid, enum color color);

/* Prints the head, and n rows from that one on. Lines have no blanks at their end. */
void grid_print(struct grid *grid, size_t row, size_t n, FILE *out);
void grid_free(struct grid *grid);

#endif
