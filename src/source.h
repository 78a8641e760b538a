#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>

#include "target.h"
#include "test.h"

/* The source of the program of one test: the "program" of the put's language with its places
   filled in. symbol: what the test's function is called; file: how the source itself is named
   in line directives. The caller frees. */
char *source_of_test(
    const struct target *target, const struct test *test, const char *symbol, const char *file);
/* Likewise the language's "shim". */
char *source_of_shim(const struct target *target, const char *symbol);
/* The script of one measurement, for an interpreter: the "program" with the number of turns in
   it, and in place of the code, unless active, the language's "empty". The caller frees. */
char *source_of_script(
    const struct target *target, const struct test *test, bool active, unsigned long count);
/* The source of the language's "main", likewise; its place @driver@ is src/forkserver/driver.c.
   heap: bytes that it takes from the heap at its start. */
char *source_of_main(const struct target *target, unsigned heap, const char *file);

#endif
