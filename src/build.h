#ifndef BUILD_H
#define BUILD_H

#include "child.h"
#include "target.h"
#include "test.h"

/* How a put builds the program of a test: sources and command lines, nothing is run here. */

/* Writes the source of a test, whose function is called symbol, to path. Returns false with
   errno set. */
bool build_source(
    const struct target *target, const struct test *test, const char *symbol, const char *path);
/* Likewise that of the language's "main". */
bool build_main_source(const struct target *target, const char *path);
/* The command that compiles source to object. test: NULL for the "main"; tmp: where the
   compiler keeps its temporary files. */
void build_compile(struct command *command, const struct target *target,
    const struct test *test, const char *source, const char *object, const char *tmp);
/* The command that links objects to program. */
void build_link(struct command *command, const struct target *target, const struct test *test,
    const struct words *objects, const char *program, const char *tmp);
/* Adds the put's own environment to env, in place of what has the same names. */
void build_add_env(struct words *env, const struct put *put);

#endif
