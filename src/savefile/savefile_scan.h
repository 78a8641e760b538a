#ifndef SAVEFILE_SCAN_H
#define SAVEFILE_SCAN_H

#include "model/results.h"

/* Reads rows of counts that have exactly the form in which savefile_write writes them, without
   the JSON parser, which needs ten times as long. Other rows are left to that: they may be laid
   out in another way, or damaged. */
struct savefile_scan {
	/* Of the puts: the label in quotes, and a colon; or "": rows that have it are left to
	   the parser. */
	struct words keys;
};

/* Start from {0}. */
void savefile_scan_open(struct savefile_scan *scan, const struct puts *puts);
/* Reads the row that begins at s, in a text that ends with a NUL, into its cells, one for each
   put. Returns its end, or NULL if it has another form; then some cells that the row has may
   have been read. */
const char *savefile_scan_row(
    const struct savefile_scan *scan, const char *s, struct cell *cells);
void savefile_scan_free(struct savefile_scan *scan);

#endif
