#ifndef BUILD_H
#define BUILD_H

#include "input/target.h"
#include "model/memory_layout.h"
#include "model/test.h"
#include "process/child.h"

/* How a put builds and runs the program of a test: sources and command lines. Runs nothing. */

/* Writes the source of a test or of its rehearsal, whose function is called symbol, to path,
   and its shim to path.c. Returns false with errno set if that fails. */
bool build_source(const struct target *target, const struct test *test, const char *symbol,
    bool rehearsal, const char *path);
/* Does the same for the language's "main" in a layout, or that of a program that is timed. */
bool build_main_source(const struct target *target, const struct memory_layout *layout,
    bool clocked, const char *path);
/* Does the same for the language's "stub", if it has one, beside the object of "main". */
bool build_stub(const struct target *target);
/* The command that compiles source to object. test: NULL for "main"; modules: directories of
   what sources of the test have made, or NULL; tmp: the directory for the compiler's temporary
   files.
 */
void build_compile(struct command *command, const struct target *target,
    const struct test *test, const char *source, const char *object,
    const struct words *modules, const char *tmp);
/* The command that must follow it, for a language with "assemble". */
void build_assemble(struct command *command, const struct target *target,
    const struct test *test, const char *source, const char *object, const char *tmp);
/* The command that makes the program of source_of_standalone from its source and the objects of
   its sources. */
void build_standalone(struct command *command, const struct target *target,
    const struct test *test, const char *source, const struct words *objects,
    const struct words *ldflags, const char *program);
/* The command that compiles a source file of the user's to object by a rule of the target's
   language. A test's -std is left out for a file in another language. */
void build_unit(struct command *command, const struct target *target, const struct test *test,
    const struct source_rule *rule, const char *source, const char *object,
    const struct words *modules, const char *tmp);
/* The command that prints the put's version. */
void build_version(struct command *command, const struct target *target);
/* The command that links objects to program. */
void build_link(struct command *command, const struct target *target, const struct test *test,
    const struct words *ldflags, const struct words *objects, const char *program,
    const char *tmp);
/* The words that run the program: the command of an interpreter, or just the path of a linked
   program. */
void build_run(struct words *run, const struct target *target, const char *program);
/* Does the same for a command: the rest of its words is the code or, unless active, "empty",
   with count in place of @count@. */
void build_command(struct words *run, const struct target *target, const struct test *test,
    bool active, const char *count);
/* Adds the environment of a measured program to env: the language's pins, the fork server of an
   interpreter, and the put's own. Later ones replace earlier ones of the same name. */
void build_add_env(struct words *env, const struct target *target);
/* Adds a variable that moves the stack of a program that knows nothing of cgbench by n bytes:
   for the variable, its end and its address. */
void build_add_padding(struct words *env, unsigned n);
/* The command that runs an interpreter once in cwd, outside of valgrind, with the script at
   that path. */
void build_plain_run(
    struct command *command, const struct target *target, const char *cwd, const char *script);
/* What a measurement reads: the script, for an interpreter; the test's number in the program,
   the variant and the number of iterations, for a compiled program; or standard input, for a
   command. The caller frees. */
char *build_work(const struct target *target, const struct test *test, size_t index,
    bool active, unsigned long count);

#endif
