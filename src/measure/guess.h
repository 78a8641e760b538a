#ifndef GUESS_H
#define GUESS_H

#include "measure/run.h"

/* The object of "main" that earlier runs got from the same command, in
   $XDG_CACHE_HOME/cgbench or ~/.cache/cgbench. A run of a few tests links them with it while
   the put still compiles its own, as a guess: if its own is another one, in any byte but those
   of the names of files, what was measured is worth nothing and the run begins again. So a
   result never depends on what is there. Only an object that two runs in a row got is a guess.
 */

struct guess {
	char *path;         /* of its file; NULL: nothing can be kept */
	char key[65];       /* what tells commands and sources apart */
	struct text object; /* what the last run got; n is 0: unknown */
	bool sure;          /* the run before it got the same */
	bool used, wrong;
};

/* Finds what earlier runs got from the command that compiles source to object. unique: what is
   in the names of this run's files only. */
void guess_find(struct guess *guess, const struct command *compile, const char *source,
    const char *object, const char *unique);
/* Writes the guess to the file at path, fit for being linked. Returns false if there is none.
 */
bool guess_use(struct guess *guess, const char *path);
/* Whether tests are linked with a guess; guess may be NULL. */
bool guess_is_used(const struct guess *guess);
/* Compares it with the object that was compiled, if any, and keeps that. */
void guess_check(struct guess *guess, const char *object, const char *unique);
void guess_free(struct guess *guess);

#endif
