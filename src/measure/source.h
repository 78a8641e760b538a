#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>

#include "input/target.h"
#include "model/layout.h"
#include "model/test.h"

/* Of each line of a source, from the first, the line of the benchfile that stands there, or 0.
 */
struct origins {
	unsigned *v;
	size_t n;
};

/* The source of the program of one test: the "program" of the put's language with its places
   filled in. symbol: what the test's function is called; file: how the source itself is named
   in line directives; origins: NULL, or where to leave them. The caller frees. */
char *source_of_test(const struct target *target, const struct test *test, const char *symbol,
    const char *file, struct origins *origins);
/* Likewise the language's "shim". */
char *source_of_shim(const struct target *target, const char *symbol);
/* Likewise the language's "stub". */
char *source_of_stub(const struct target *target);
/* The script of one measurement, for an interpreter: the "program" with the number of turns in
   it, and in place of the code, unless active, the language's "empty". origins: likewise. The
   caller frees. */
char *source_of_script(const struct target *target, const struct test *test, bool active,
    unsigned long count, struct origins *origins);
/* The source of the language's "main", likewise; its place @driver@ is src/forkserver/driver.c.
   It makes the layout's stack and heap. */
char *source_of_main(
    const struct target *target, const struct layout *layout, const char *file);

#endif
