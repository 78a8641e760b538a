#ifndef BUILD_H
#define BUILD_H

#include "input/target.h"
#include "model/layout.h"
#include "model/test.h"
#include "process/child.h"

/* How a put builds the program of a test: sources and command lines, nothing is run here. */

/* Writes the source of a test, whose function is called symbol, to path, and its shim beside
   it, to path.c. Returns false with errno set. */
bool build_source(
    const struct target *target, const struct test *test, const char *symbol, const char *path);
/* Likewise that of the language's "main", for that layout. */
bool build_main_source(
    const struct target *target, const struct layout *layout, const char *path);
/* Likewise the language's "stub", if it has one, beside the object of "main". */
bool build_stub(const struct target *target);
/* The command that compiles source to object. test: NULL for the "main"; tmp: where the
   compiler keeps its temporary files. */
void build_compile(struct command *command, const struct target *target,
    const struct test *test, const char *source, const char *object, const char *tmp);
/* The command that has to follow it, for a language with "assemble". */
void build_assemble(struct command *command, const struct target *target,
    const struct test *test, const char *source, const char *object, const char *tmp);
/* The command by which the put tells its version. */
void build_version(struct command *command, const struct target *target);
/* The test's own flags in the command that links it, as text; the caller frees. */
char *build_ldflags(const struct target *target, const struct test *test);
/* The command that links objects to program, with the flags of that test. */
void build_link(struct command *command, const struct target *target, const struct test *test,
    const struct words *objects, const char *program, const char *tmp);
/* The words that run the program: the command of an interpreter, or just the path of what was
   linked. */
void build_run(struct words *run, const struct target *target, const char *program);
/* Likewise for a command, whose code, or "empty" unless active, is the rest of its words. */
void build_command(struct words *run, const struct target *target, const struct test *test,
    bool active, unsigned long count);
/* Adds the environment of a run to env: the language's pins, the fork server for an
   interpreter, and the put's own, each in place of what has the same names. */
void build_add_env(struct words *env, const struct target *target);
/* The command that runs an interpreter once in cwd, outside of valgrind, on the script at that
   path. */
void build_plain_run(
    struct command *command, const struct target *target, const char *cwd, const char *script);
/* What a measurement reads: the script of an interpreter; or which test of the program, which
   variant and how many turns; or what a command has on standard input. The caller frees. */
char *build_work(const struct target *target, const struct test *test, size_t index,
    bool active, unsigned long count);

#endif
