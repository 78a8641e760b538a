#pragma once

#include <stdbool.h>

#include "util/text.h"

/* Pieces of SVG for charts: presentation attributes only. Foreign text is made fit for display
   and escaped. */

/* The size of text, and the most that it is wide for each column of display_width, in any usual
   font without serifs. */
#define SVG_FONT 11
#define SVG_COLUMN 6.8
/* The distance from a line of text to the next. */
#define SVG_LINE 14

/* Coordinates are printed with "%g" and rounded to tenths by this, so that they are short and
   never -0. */
double svg_at(double v);

/* Begins an image of that size, which </svg> ends. name: what it shows, for readers who cannot
   see it; alone: it is a file of its own, on white. */
void svg_begin(struct text *t, double width, double height, const char *name, bool alone);
/* Adds a name to the text of a <title> or <desc>; its writing direction does not change the
   rest. */
void svg_name(struct text *t, const char *name);

/* The end of a text that is at its point: SVG's text-anchor. */
enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Adds foreign text on one line, unless it is empty. A text of more columns is cut, and is
   whole in a <title>; 0: none is. */
void svg_text(
    struct text *t, double x, double y, enum svg_anchor anchor, const char *s, size_t columns);
/* Adds a text and a mark behind it, which is never cut; "": none. */
void svg_marked(struct text *t, double x, double y, enum svg_anchor anchor, const char *s,
    size_t columns, const char *mark);
/* A bold line at the left of an image of that width. */
void svg_heading(struct text *t, double y, const char *s, double width);
/* The greatest width that svg_text gives a text of so many columns. */
double svg_width(const char *s, size_t columns);
