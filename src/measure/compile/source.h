#pragma once

#include <stdbool.h>

#include "input/target.h"
#include "measure/compile/trim.h"
#include "model/memory_layout.h"
#include "model/shared.h"
#include "model/test.h"

/* For each line of a source, the line of the benchfile that it comes from, or 0. */
struct origins {
	unsigned *v;
	size_t n;
};

/* The source of the program of one test: the "program" of the put's language with its
   placeholders filled in. symbol: the name of the test's function; file: the name of the source
   in line directives; rehearsal: with what the language has for that, and so that it does not
   compile if its code may continue the loop; shared: with the language's "hold" and "renew" for
   these objects, which keep the compiler from moving work between its parts, or NULL; origins:
   or NULL. The caller frees. */
char *source_of_test(const struct target *target, const struct test *test, const char *symbol,
    const char *file, bool rehearsal, const struct shared *shared, struct origins *origins);
/* The same with labels around the parts, as measure/compile/look.h reads them, and without line
   directives. Sets *line to that of the code. The caller frees. */
char *source_of_marked(
    const struct target *target, const struct test *test, const char *symbol, unsigned *line);
/* The source of a program that needs nothing of cgbench, for a language with "standalone": it
   makes the number of iterations in its second argument, with the code if the first one is 1,
   and without if it is 0. prelude: the language's or its "brief", of which it has no more than
   it needs. The caller frees. */
char *source_of_standalone(const struct target *target, const struct test *test,
    const char *symbol, const struct shared *shared, const char *prelude,
    const struct trim *trim);
/* The test's preamble, and that below it. The caller frees. */
char *source_of_function(
    const struct target *target, const struct test *test, const char *function);
/* The language's "shim" or "stub", filled in the same way. */
char *source_of_template(const struct target *target, const char *template, const char *symbol);
/* The script of one measurement, for an interpreter: the "program" with the number of
   iterations and with the code or, unless active, the language's "empty". rehearsal: with what
   the language has for that, and exits with a status other than 0 only if it made each of its
   iterations to the end; variables: of the layout, see model/memory_layout.h; origins: filled
   in unless NULL. The caller frees. */
char *source_of_script(const struct target *target, const struct test *test, bool active,
    unsigned long count, bool rehearsal, unsigned variables, struct origins *origins);
/* The same script with @count@ in place of the number of iterations. The language has no
 * "iteration". */
char *source_of_any_script(const struct target *target, const struct test *test, bool active);
/* The source of the language's "main", which makes the layout's stack and heap, or is clocked:
   that of a program that is timed, which reads its layout. @driver@ in it is
   inject/forkserver/driver.c. */
char *source_of_main(const struct target *target, const struct memory_layout *layout,
    bool clocked, const char *file);
