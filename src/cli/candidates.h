#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "cli/options.h"

/* The words that a command line may contain somewhere. */

/* Adds what a word in capitals, the n bytes at kind, stands for in the form of an option's
   value: FIELD, TEST, PUT, FILE and so on. There are none for other words. typed: the word so
   far, which only FILE and DIR use, to add just its continuations; options: the rest of the
   command line. Errors end the program. */
void candidates(struct words *names, const char *kind, size_t n, const char *typed,
    const struct options *options);
/* Adds the executables that a language claims or, if none of them begins with what is typed,
   files. */
void candidates_exes(struct words *names, const char *typed, const struct options *options);

#endif
