#pragma once

#include <stdbool.h>

/* Makes the object file of one test fit to be linked with those of other tests, such that its
   counts are the same as in a program of its own. */

/* Rewrites the relocatable ELF file at path:
   - What it defines is renamed to NAME.SYMBOL, except symbol itself. So tests do not share a
   global by accident, nor, in C++, a type, an inline function or a template.
   - Its static constructors go to a section SYMBOL_init, and run only if asked for.
   - Its code and data begin at a page of their own, and its strings are not merged with those
   of others. So addresses within a page, on which string functions and caches depend, are the
   same whatever else is linked. why: NULL, or a reason known to the caller for which the object
   must not be combined. shift: the least number of bytes by which its code begins later; it is
   rounded up to the alignment of the code. Returns NULL; or, in a sentence that the caller
   frees, why the object must be a program of its own or is no object. In that case only the
   shift has been made. In either case no linker drops the test, which is referred to only by
   the name of its section. */
char *isolate_test(const char *path, const char *symbol, const char *why, unsigned shift);
/* Only makes code and data begin at a page, for objects that are linked after the tests. A file
   that is no object is not changed. Returns false, with errno, if the file cannot be read or
   written. */
bool isolate_align(const char *path);
/* Makes the memory of a linked program end at an address that does not depend on how much is in
   it, as valgrind 3.27 loads the libraries, and puts the heap, after a program that can be
   loaded anywhere. What is no such program is not changed. Returns false, with errno, if the
   file cannot be opened or written. */
bool isolate_memory(const char *path);
