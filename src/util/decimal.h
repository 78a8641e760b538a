#ifndef DECIMAL_H
#define DECIMAL_H

#include <stddef.h>

/* Writes v as printf's "%.*f" does, rounded alike, but faster: a large table has half a million
   numbers. buffer has room bytes, and n decimals fit in. Returns buffer. */
char *decimal_print(char *buffer, size_t room, double v, int n);

#endif
