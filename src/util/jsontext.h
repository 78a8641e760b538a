#ifndef JSONTEXT_H
#define JSONTEXT_H

#include "util/text.h"
#include "util/words.h"

/* Adds pieces of JSON, encoded as in saved files. */

void jsontext_string(struct text *t, const char *s);
/* Adds a comma, unless i, the number of the element or member, is 0. */
void jsontext_comma(struct text *t, size_t i);
/* The same, followed by the key of a member and a colon. */
void jsontext_key(struct text *t, size_t i, const char *key);
/* The same, followed by its value. */
void jsontext_member(struct text *t, size_t i, const char *key, const char *value);
/* An array of strings. */
void jsontext_words(struct text *t, const struct words *words);

#endif
