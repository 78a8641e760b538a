#pragma once

#include "report/document/doc.h"
#include "report/page.h"

/* Cells that several tables of a page have. */

/* Adds the heads of the columns of all puts that are shown, and begins the rows: for each put
   one column with its label and "data-put", its position in the results. changes: beside each
   put that is compared one more for its change. */
void html_cells_head(struct doc *doc, const struct page *page, bool changes);
/* Adds a cell with a change in words, in the colour of its kind: "+12.50 % worse", "same",
   "failed"; followed by HTML_CELLS_OVERLAP if it may come from the memory layout. It is empty
   if there is nothing to compare. attributes: further ones, with a blank in front, or "". */
void html_cells_change(struct doc *doc, const struct change *change, const char *attributes);
#define HTML_CELLS_OVERLAP "~"
/* Returns true if the field is 0 on all puts that measured the test. */
bool html_cells_are_zero(const struct page *page, size_t test, enum field f);
/* Begins a cell for a change, in the colour of its kind. */
void html_cells_begin_change(struct doc *doc, enum change_kind kind, const char *attributes);
/* Adds links to the section of a run, with its name. */
void html_cells_run(struct doc *doc, const struct history *history, size_t run);
/* Returns PAGE_MARK behind a blank, or "". */
const char *html_cells_mark(bool marked);
/* Returns this mark if the value of a series in one of two runs means less than it seems. */
const char *html_cells_mark_series(
    const struct history *history, size_t test, size_t label, size_t a, size_t b);
