#pragma once

#include "util/ini.h"
#include "util/words.h"

/* The parameters of a test: its keys "param.NAME", each with one or more values. Every
   combination of values is a test of its own. */

struct param {
	const char *name; /* without "param."; borrowed from the key */
	struct words values;
	size_t now; /* the index of the value in the current combination */
};

struct params {
	struct param *v;
	size_t n;
};

/* The type of a value, from its spelling: -16, 2.5, sorted. */
enum param_spelling { PARAM_INTEGER, PARAM_REAL, PARAM_TEXT };

/* Returns true if a key is that of a parameter. */
bool param_is_key(const char *key);
/* Returns true if it may be the name of a parameter: one of C. */
bool param_is_name(const char *s);
/* The most tests that the combinations of one section may make. */
enum { PARAMS_TESTS_MOST = 100000 };

/* The parameters of a section, in their first combination. Ends the program with STATUS_USAGE
   and one line FILE:LINE:COL if one is malformed, or if there are too many combinations. */
void params_read(struct params *params, const char *file, const struct ini_section *section);
/* Moves to the next combination; the last parameter changes fastest. Returns false after the
   last combination. */
bool params_next(struct params *params);
/* The name of the combination's test, "name/n=16/kind=sorted"; the caller frees. */
char *params_name(const struct params *params, const char *name);
/* s with every "@NAME@" replaced by the value; the caller frees. */
char *params_fill(const struct params *params, const char *s);
/* The value in the current combination. */
const char *param_value(const struct param *param);
enum param_spelling param_spelling(const char *value);
/* A language's declaration with {name} and {value} filled in; the caller frees. */
char *param_declare(const char *declaration, const char *name, const char *value);
void params_free(struct params *params);

/* The values of --param, "NAME=V,...", each of which replaces the values that benchfiles give
   that parameter. */

/* Adds one, or ends the program with STATUS_USAGE if it is malformed or its name is there
   already. */
void param_option_add(struct words *options, const char *s);
/* The name in one of them; the caller frees. */
char *param_option_name(const char *option);
/* The values of the parameter of that name, as a benchfile has them, "V ..."; NULL if there are
   none. The caller frees. */
char *param_option_values(const struct words *options, const char *name);
