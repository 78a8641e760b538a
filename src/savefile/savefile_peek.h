#ifndef SAVEFILE_PEEK_H
#define SAVEFILE_PEEK_H

#include <stdbool.h>

/* Looks at the bytes of a file without reading it as JSON, which takes ten times as long and
   the memory of the whole file. Returns false if it is whole, as far as its last byte tells,
   and has no key of that name, which consists of small letters; true if it may have one, or
   cannot be read. */
bool savefile_peek(const char *path, const char *key);

#endif
