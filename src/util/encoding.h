#ifndef ENCODING_H
#define ENCODING_H

#include <stdbool.h>

/* How saved files encode strings. Strings of cgbench are bytes, nearly always UTF-8. A string
   that is not valid UTF-8 is saved as U+FFFD followed by one character for each byte, U+0000 to
   U+00FF, so that it can be restored. */

/* Whether the string is the same in every encoding. */
bool encoding_is_ascii(const char *s);
/* Returns the encoded string; the caller frees. */
char *encoding_to_json(const char *s);
/* Decodes. foreign: the file was written by bench.pl, which encodes UTF-8 once more than JSON
   requires, and twice more if perl held the string as bytes. The caller frees. */
char *encoding_from_json(const char *s, bool foreign);

#endif
