#pragma once

#include "input/target.h"
#include "measure/compile/source.h"
#include "process/child.h"

/* Makes sources and command lines to build and run a test's program. Runs nothing. */

/* Writes the source of a compiled test to path, which names it, and its shim to path.c, unless
   it is marked. Returns false with errno set if that fails. */
bool build_source(const struct source *source, const char *path);
/* Does the same for the language's "main" in a layout, or that of a program that is timed. */
bool build_main_source(const struct target *target, const struct memory_layout *layout,
    bool clocked, const char *path);
/* Does the same for the language's "stub", if it has one, beside the object of "main". */
bool build_stub(const struct target *target);
/* One call of a compiler or linker. Borrows everything; a member that does not apply is NULL.
 */
struct building {
	const struct target *target;
	const struct test *test; /* NULL: none, as for "main" */
	/* The rule for a source of the user's. A test's -std is left out for a file in another
	   language. */
	const struct source_rule *rule;
	const char *source;
	const struct words *objects, *ldflags;
	const char *to;              /* the object or program */
	const struct words *modules; /* directories of what sources of the test have made */
	const char *tmp;             /* for the compiler's temporary files */
};

/* The command of a template of the target's language, such as "link". */
void build_make(
    struct command *command, const struct words *template, const struct building *building);
/* The words that run the program: the command of an interpreter, or just the path of a linked
   program. */
void build_run(struct words *run, const struct target *target, const char *program);
/* Does the same for a command: the rest of its words is the code or, unless active, "empty",
   with count in place of @count@. */
void build_command(struct words *run, const struct target *target, const struct test *test,
    bool active, const char *count);
/* Adds the words of a command or of what prepares it with {n} for its parameter n, and what
   flags_fill knows, filled in. */
void build_fill(struct words *filled, const struct words *words, const struct target *target,
    const struct test *test);
/* The path of a measurement's standard input, from its directory; the caller frees. */
char *build_input(const struct target *target, const struct test *test);
/* Adds the environment of a measured program to env: the language's pins, the fork server of an
   interpreter, and the put's own. Later ones replace earlier ones of the same name. Relative
   paths in the put's own, whose names have PATH or LIB, become absolute if they exist. */
void build_add_env(struct words *env, const struct target *target);
/* Does the same, but leaves paths as they were typed. */
void build_add_typed_env(struct words *env, const struct target *target);
/* Adds a variable that moves the stack of a program that knows nothing of cgbench by n bytes:
   for the variable, its end and its address. */
void build_add_padding(struct words *env, unsigned n);
/* The command that runs an interpreter once in cwd, outside of valgrind, with the script at
   that path. */
void build_plain_run(
    struct command *command, const struct target *target, const char *cwd, const char *script);
/* Returns the input of a measurement: the script, for an interpreter; the test's number in the
   program, the variant and the number of iterations, for a compiled program; or standard input,
   for a command. variables: of the layout, for a script. The caller frees. */
char *build_work(const struct target *target, const struct test *test, size_t index,
    bool active, unsigned long count, unsigned variables);
