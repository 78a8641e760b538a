#pragma once

#include <stddef.h>

/* Heap memory. Running out of it ends the program, so that no caller has to check. */

/* Calls out, which does not return, when memory runs out from now on; some that was set aside
   is free then. Before, that aborts. */
void memory_begin(void (*out)(void));
/* Returns p, which something else allocated; NULL: it ran out of memory. */
void *memory_check(void *p);
/* Acts on errno of a function that says nothing else if memory ran out; errno was 0 before. */
void memory_check_errno(void);

/* n zeroed bytes; the caller frees. */
void *memory_new(size_t n);
/* n zeroed elements of size bytes each; the caller frees. A product that is too large is like
   running out of memory. */
void *memory_array(size_t n, size_t size);
/* Resizes p, which may be NULL, to n elements of size bytes each; new ones are not zeroed. */
void *memory_resize(void *p, size_t n, size_t size);
/* Makes room for one element more than the n of size bytes at p, which may be NULL if n is 0.
   See ARRAY_ADD in util/array.h. */
void *memory_grow(void *p, size_t n, size_t size);
/* Frees what a pointer points to; of is its address. */
void memory_free(void *of);
/* Begins the declaration of a local pointer, or of a local struct with a function that frees
   it: what it has is freed wherever its scope is left. */
#define OWNED FREED_BY(memory_free)
#define FREED_BY(function) __attribute__((cleanup(function)))
/* A copy of the string s, or NULL for NULL. */
char *memory_copy(const char *s);
/* A copy of the n bytes at s, with a NUL added. */
char *memory_copy_n(const char *s, size_t n);
