#ifndef PARAM_OPTION_H
#define PARAM_OPTION_H

#include "util/words.h"

/* The values of --param, "NAME=V,...", each of which replaces the values that benchfiles give
   that parameter. */

/* Adds one, or ends the program with STATUS_USAGE if it is malformed or its name is there
   already. */
void param_option_add(struct words *params, const char *s);
/* The name in one of them; the caller frees. */
char *param_option_name(const char *param);
/* The values of the parameter of that name, as a benchfile has them, "V ..."; NULL if there are
   none. The caller frees. */
char *param_option_values(const struct words *params, const char *name);

#endif
