#pragma once

#include "model/results.h"

/* The cost of a cell. All arithmetic is exact up to its last division. */

/* A number that may be missing: not measured, or indeterminate such as 1/0. */
struct value {
	bool known;
	double v;
};

/* The cost of one execution of the snippet in a counted field:
       ((active long - active short) - (empty long - empty short)) / (long - short)
   Unknown if the cell was not measured. */
struct value calc_count(
    const struct cell *cell, const unsigned long loops[LENGTH_COUNT], enum field f);

/* The value of any field. A counted field is divided by the operations per execution ("ops" of
   the test), as is one that comes from a profile, which is unknown without one; a derived field
   is calculated from such values, and the size is that of all the code. */
struct value calc_value(const struct results *results, size_t test, size_t put, enum field f);

/* Returns true if it is unknown because the engine that measured the cell does not count the
   field, or one that it is derived from. */
bool calc_is_uncounted(const struct results *results, size_t test, size_t put, enum field f);

/* The value as a table of counts shows it: a count barely below 0 is noise, and shown as 0. */
struct value calc_shown(enum field f, struct value value);

/* The cost of a cell, as a table of counts shows it, in the usual memory layout, and the least
   and most over all layouts it was measured in. Unknown if it was measured in one only. */
struct range {
	bool known;
	double usual, least, most;
};

struct range calc_range(const struct results *results, size_t test, size_t put, enum field f);

/* Returns true for a value that counts as 0: a count below 0.01 is noise. A derived field may
   be negative, and a quotient small. */
bool calc_is_zero(const struct fields *fields, enum field f, double v);
/* The number of decimals with which a field is shown. */
int calc_decimals(const struct fields *fields, enum field f);

#define CALC_SHOWN 64
/* Prints both values with at least that many decimals, and with up to 9 if it takes more to
   tell them apart. Each buffer has CALC_SHOWN bytes. Returns the number of decimals. */
int calc_show_both(double a, double b, int decimals, char *shown_a, char *shown_b);

/* The iterations of a cell with VERDICT_VARYING differ by so much, in Ir of one operation;
   those of another cell do not. */

struct variation {
	bool known;         /* the cell was measured again, and the file read says so */
	double least, most; /* of the two measurements */
	double percent;     /* the difference, of the first; INFINITY if that is 0 */
};

struct variation calc_variation(const struct results *results, size_t test, size_t put);
/* "122.0 to 122.6, 0.5 %", with enough digits to tell the two apart; it must be known. The
   caller frees. */
char *calc_variation_text(const struct variation *varied);
