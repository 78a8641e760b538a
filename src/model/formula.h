#ifndef FORMULA_H
#define FORMULA_H

#include <stdbool.h>

#include "model/field.h"

/* Arithmetic on fields, as a user writes it: "Dr_m1/(Dr+Dw)". It has + - * /, the sign -,
   parentheses, decimal numbers and names of fields, with blanks anywhere between them. */

enum formula_kind {
	FORMULA_NUMBER,
	FORMULA_FIELD,
	FORMULA_NEGATE,
	FORMULA_ADD,
	FORMULA_SUBTRACT,
	FORMULA_MULTIPLY,
	FORMULA_DIVIDE
};

/* In the order in which they are done: an operation takes the last values and leaves its own.
 */
struct formula_step {
	enum formula_kind kind;
	double number;
	enum field field;
};

enum { FORMULA_MOST = 200 };

struct formula {
	struct formula_step steps[FORMULA_MOST];
	size_t n;
	field_set fields; /* that it names */
	bool divides;
};

/* Returns NULL; or what is wrong, which the caller frees, and where in s: *at bytes from its
   start. A division by what is 0 whatever was counted is wrong as well. */
char *formula_parse(struct formula *formula, const char *s, size_t *at);

/* The value of a field; false where it has none. */
typedef bool formula_get(void *context, enum field f, double *v);
/* False where a field has no value, or the result is none, as of 1/0. */
bool formula_value(const struct formula *formula, formula_get *get, void *context, double *v);

#endif
