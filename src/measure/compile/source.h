#pragma once

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

/* The ingredients of a source. Borrows everything; a member that does not apply is 0 or NULL.
 */
struct source {
	const struct target *target;
	const struct test *test;
	const char *template; /* NULL: the language's "program" */
	const char *symbol;   /* the name of the test's function; "" in a script */
	const char *file;     /* the name of the source in line directives; "-" in a script */
	unsigned long count;  /* of a script's iterations; 0: @count@ remains */
	unsigned variables;   /* of the layout, for a script, see model/memory_layout.h */
	bool empty;           /* a script has the language's "empty" instead of the code */
	/* Adds what the language has for that. A source then does not compile if its code may
	   continue the loop, and a script exits with a status other than 0 only if it made each
	   of its iterations to the end. */
	bool rehearsal;
	/* It needs nothing of cgbench: a program makes the number of iterations in its second
	   argument, with the code if the first one is 1, and without if it is 0. */
	bool standalone;
	const char *prelude; /* NULL: the language's */
	/* The language's "hold" and "renew" for these objects keep the compiler from moving
	   work between the parts of the test. */
	const struct shared *shared;
	/* Set to the line of the code. There are labels around the parts then, as
	   measure/compile/look.h reads them, and no line directives. */
	unsigned *marked;
	struct origins *origins; /* filled in */
};

/* The template with its placeholders filled in. The caller frees. */
char *source_make(const struct source *source);
/* The source that stands alone, with no more of its prelude than it needs. The language has
   "standalone". The caller frees. */
char *source_of_standalone(const struct source *source, const struct trim *trim);
/* The source of the language's "main", which makes the layout's stack and heap, or is clocked:
   that of a program that is timed, which reads its layout. @driver@ in it is
   inject/forkserver/driver.c. */
char *source_of_main(const struct target *target, const struct memory_layout *layout,
    bool clocked, const char *file);
