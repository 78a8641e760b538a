#ifndef JSONTEXT_H
#define JSONTEXT_H

#include "util/text.h"

/* Pieces of JSON, as saved files have them. */

void jsontext_string(struct text *t, const char *s);
/* A comma before all but the first element or member; i counts them. */
void jsontext_comma(struct text *t, size_t i);
/* Likewise, and the key of a member. */
void jsontext_key(struct text *t, size_t i, const char *key);

#endif
