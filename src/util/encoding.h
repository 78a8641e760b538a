#ifndef ENCODING_H
#define ENCODING_H

#include <stdbool.h>

/* How a saved file spells strings. cgbench's are bytes, nearly always UTF-8. A string that is
   not valid UTF-8 is saved as U+FFFD and one character for each byte, U+0000 to U+00FF, so that
   it comes back as it was. */

/* The string of characters that stands for s; the caller frees. */
char *encoding_to_json(const char *s);
/* And back. foreign: bench.pl wrote the file, which encodes UTF-8 once more than JSON asks for,
   and a string that perl held as bytes twice more. The caller frees. */
char *encoding_from_json(const char *s, bool foreign);

#endif
