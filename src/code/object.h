#ifndef OBJECT_H
#define OBJECT_H

#include <stdbool.h>

/* The object file of one test, made ready to be linked with those of other tests. */

/* Rewrites the relocatable ELF file at path:
   - what it defines gets names of its own (NAME.SYMBOL), all but symbol: so that tests share no
     global by accident, nor, in C++, a type, an inline function or a template;
   - its static constructors go to a section SYMBOL_init, and run only where they are asked for;
   - its code and data begin at a page of their own, and its strings are not merged with those
   of others: so that addresses within a page, on which string functions and caches depend, are
     the same whatever else is linked.
   why: NULL, or why the caller knows that it must not be combined.
   shift: bytes by which its code is to begin later, or more, where it is aligned to more.
   Returns NULL; or why it must be a program of its own, or is no object at all, in a sentence
   that the caller frees: nothing of that was done then, but for shift. In either case no linker
   drops the test, which nothing refers to but by the name of its section. */
char *object_isolate(const char *path, const char *symbol, const char *why, unsigned shift);
/* Only begins its code and data at a page, for what is linked behind tests; what is no object
   is left as it is. Returns false, with errno, where the file cannot be read or written. */
bool object_align(const char *path);

#endif
