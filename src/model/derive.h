#ifndef DERIVE_H
#define DERIVE_H

#include "model/formula.h"

/* The fields that are calculated from others: those that are always there, and those that the
   user defines. */

/* Defines one: "NAME=FORMULA". What is wrong with its name ends the program with STATUS_USAGE.
   The string must last. */
void derive_add(const char *definition);
/* When all are defined, for they may name each other: ends the program with STATUS_USAGE where
   a formula is wrong, or a field is defined by itself. */
void derive_check(void);

/* Its value from those of others; false where it has none. */
bool derive_value(enum field f, formula_get *get, void *context, double *v);
/* What one must know to know the fields: those of them and behind them that are not derived. */
field_set derive_needs(field_set fields);
/* Those that the user defined. */
field_set derive_own(void);
/* What it is, for the key to a table: its formula, but for the size. */
const char *derive_meaning(enum field f);
/* Whether it is a quotient, which may well be less than 1. */
bool derive_divides(enum field f);

#endif
