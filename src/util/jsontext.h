#pragma once

#include "util/text.h"
#include "util/words.h"

/* Pieces of JSON, and how saved files encode strings. Strings of cgbench are bytes, nearly
   always UTF-8. A string that is not valid UTF-8 is saved as U+FFFD followed by one character
   for each byte, U+0000 to U+00FF, so that it can be restored. */

/* Decodes a string that was read. foreign: the file was written by bench.pl, which encodes
   UTF-8 once more than JSON requires, and twice more if perl held the string as bytes. The
   caller frees. NULL: the string means what it shows, as most do. */
char *jsontext_decode(const char *s, bool foreign);

/* Each of these adds to the text. */

void jsontext_string(struct text *t, const char *s);
/* Adds a comma, unless t is empty or ends with the bracket that opens an object or array. */
void jsontext_comma(struct text *t);
/* Adds such a comma, the key of a member and a colon. */
void jsontext_key(struct text *t, const char *key);
/* Adds the value of the member, too. */
void jsontext_member(struct text *t, const char *key, const char *value);
/* Arrays of numbers and of strings. */
void jsontext_numbers(struct text *t, const uint64_t *numbers, size_t n);
void jsontext_words(struct text *t, const struct words *words);
