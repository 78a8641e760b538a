#pragma once

#include <stdbool.h>

#include "model/field.h"

/* Arithmetic on fields, as a user writes it: "Dr_m1/(Dr+Dw)". It consists of + - * /, unary -,
   parentheses, decimal numbers and names of fields; blanks may separate them. */

enum formula_kind {
	FORMULA_NUMBER,
	FORMULA_FIELD,
	FORMULA_NEGATE,
	FORMULA_ADD,
	FORMULA_SUBTRACT,
	FORMULA_MULTIPLY,
	FORMULA_DIVIDE
};

/* In postfix order: an operation replaces the last values by its own. */
struct formula_node {
	enum formula_kind kind;
	double number;
	enum field field;
};

enum { FORMULA_MOST = 200 };

struct formula {
	struct formula_node nodes[FORMULA_MOST];
	size_t n;
	field_set fields; /* that it names */
	bool divides;
};

/* names: of all fields, ended by NULL. Returns NULL; or what is wrong, which the caller frees,
 *and at bytes into s. A division by something that is 0 whatever is counted is wrong too. */
char *formula_parse(
    struct formula *formula, const char *const *names, const char *s, size_t *at);

/* Sets *v to the value of a field; false if it has none. */
typedef bool formula_get(void *context, enum field f, double *v);
/* Returns false if a field has no value, or the result is indeterminate, such as 1/0. */
bool formula_value(const struct formula *formula, formula_get *get, void *context, double *v);
