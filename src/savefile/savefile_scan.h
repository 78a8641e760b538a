#ifndef SAVEFILE_SCAN_H
#define SAVEFILE_SCAN_H

#include "model/results.h"

/* Reads what has exactly the form in which savefile_write writes it, without the JSON parser,
   which needs ten times as long. The rest is left to that: it may be laid out in another way,
   or damaged. All texts end with a NUL. */
struct savefile_scan {
	/* Of the puts: the label in quotes, and a colon; or "": rows that have it are left to
	   the parser. */
	struct words keys;
};

/* Start from {0}. */
void savefile_scan_open(struct savefile_scan *scan, const struct puts *puts);
/* Reads the row that begins at s into its cells, one for each put. Returns its end, or NULL if
   it has another form; then some cells that the row has may have been read. */
const char *savefile_scan_row(
    const struct savefile_scan *scan, const char *s, struct cell *cells);
/* Reads the parts of a test, an object of strings without other characters than ASCII, that
   begins at s. Likewise; test must have no parts, and may then have some of them. */
const char *savefile_scan_parts(const char *s, struct test *test);
/* Reads where a test comes from, which begins at s, into the row of that test, which has its
   parts. Likewise; what it read is read again by the parser. The file and its directory are
   added to the texts, which stay without a string if there are none. Does not know verdicts and
   other rare members. */
const char *savefile_scan_origin(
    const char *s, struct results *results, size_t row, struct text *file, struct text *dir);
void savefile_scan_free(struct savefile_scan *scan);

#endif
