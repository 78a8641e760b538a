#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "cli/options.h"

/* What may stand in a place of a command line. */

/* Adds what the word in capitals, the n bytes at kind, stands for in the form of an option's
   value: FIELD, TEST, PUT, FILE and so on. Nothing is known of other words. typed: what is
   there already, of which alone FILE and DIR add the continuations; options: the rest of the
   command line. What goes wrong ends the program. */
void candidates(struct words *names, const char *kind, size_t n, const char *typed,
    const struct options *options);
/* Adds the executables that a language claims, or, where none begins with what is typed, files.
 */
void candidates_exes(struct words *names, const char *typed, const struct options *options);

#endif
