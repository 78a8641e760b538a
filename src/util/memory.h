#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

/* Heap that is there or the program is not: running out is an impossible state and aborts. */

/* n zeroed bytes; the caller frees. */
void *memory_new(size_t n);
/* Room for n elements of size bytes each in place of p, which may be NULL; what is new is not
   zeroed. */
void *memory_resize(void *p, size_t n, size_t size);
/* A copy of the string s, or NULL for NULL. */
char *memory_copy(const char *s);
/* A copy of the n bytes at s, with a NUL behind them. */
char *memory_copy_n(const char *s, size_t n);

#endif
