#ifndef ANNOTATED_PARAM_H
#define ANNOTATED_PARAM_H

#include "input/annotated/annotated_source.h"
#include "util/words.h"

/* The values of a member with "@Param", and how they are assigned. */

enum annotated_kind { ANNOTATED_BOOL, ANNOTATED_INTEGER, ANNOTATED_REAL, ANNOTATED_STRING };

struct annotated_param {
	enum annotated_kind kind;
	char *values; /* quoted as in a benchfile; owned */
};

/* Takes the values from params (param_option) or else from the annotation. Ends the program
   with STATUS_USAGE and one line if one is not of the member's type, as far as that is a type
   of the language. */
void annotated_param_read(struct annotated_param *param, const struct annotated_source *source,
    const struct declared *member, const struct words *params);

#endif
