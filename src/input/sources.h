#pragma once

#include "input/target.h"

/* The "sources" of a test: source files of the user's, which each put compiles by the rules of
   its language and links with the test. */

/* Adds the paths of the files that a target compiles for the test, each once: those that it
   names, and then those that its patterns find. Returns the number of the former. */
size_t sources_of(struct words *files, const struct target *target, const struct test *test);
/* The path of a file in the directories of the test's sources that seems to define the symbol,
   but is none of them; NULL: none does. The caller frees. */
char *sources_defining(
    const struct target *target, const struct test *test, const char *symbol);
/* Adds a file, relative to the current directory, to the sources of every test. Ends the
   program with that status if it does not exist. */
void sources_add(struct tests *tests, const char *file, int missing);
/* Ends the program with one line if a test names a file that its puts cannot compile, with
   STATUS_USAGE, or one that cannot be read, with that status; or if ldflags name a source file.
 */
void sources_check(const struct tests *tests, const struct targets *targets,
    const struct languages *languages, int unreadable);
