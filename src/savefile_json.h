#ifndef SAVEFILE_JSON_H
#define SAVEFILE_JSON_H

#include "text.h"

/* Pieces of JSON, as saved files have them. */

void savefile_json_string(struct text *t, const char *s);
/* A comma before all but the first element or member; i counts them. */
void savefile_json_comma(struct text *t, size_t i);
/* Likewise, and the key of a member. */
void savefile_json_key(struct text *t, size_t i, const char *key);

#endif
