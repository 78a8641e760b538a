#ifndef PARAM_H
#define PARAM_H

#include "util/ini.h"
#include "util/words.h"

/* The parameters of a test: its keys "param.NAME", each with several values, of which every
   combination makes a test of its own. */

struct param {
	const char *name; /* in the key */
	struct words values;
	size_t now; /* the value in the combination at hand */
};

struct params {
	struct param *v;
	size_t n;
};

/* What a value is by its spelling: -16, 2.5, sorted. */
enum param_spelling { PARAM_INTEGER, PARAM_REAL, PARAM_TEXT };

/* Whether a key is one of a parameter. */
bool param_is_key(const char *key);
/* The parameters of a section, at their first combination. Ends the program with STATUS_USAGE
   and one line FILE:LINE:COL at what can be none. */
void params_read(struct params *params, const char *file, const struct ini_section *section);
/* Goes on to the next combination; the last parameter changes fastest. Returns false after the
   last. */
bool params_next(struct params *params);
/* The name of the combination's test, "name/n=16/kind=sorted"; the caller frees. */
char *params_name(const struct params *params, const char *name);
/* s with every "@NAME@" replaced by the value; the caller frees. */
char *params_fill(const struct params *params, const char *s);
enum param_spelling param_spelling(const char *value);
/* A declaration of a language, with name and value in its places {name} and {value}; the caller
   frees. */
char *param_declare(const char *declaration, const char *name, const char *value);
void params_free(struct params *params);

#endif
