#ifndef STANDALONE_H
#define STANDALONE_H

#include "input/language.h"
#include "model/results.h"

/* A test as somebody without cgbench builds and measures it: its source, the user's files that
   belong to it, and commands that print its Ir. It is made from what was saved, and from the
   user's files as they are now; nothing is run. */

struct standalone_file {
	char *name; /* relative to one directory that holds all of them */
	char *text;
};

struct standalone {
	/* The test itself comes first, in one file or, for an interpreter, in two. */
	struct standalone_file *files;
	size_t n, own;        /* how many there are, and of these the test's */
	char *commands;       /* for sh, in that directory: prints "LABEL IR" for each put */
	struct words missing; /* the user's files that are needed besides */
	char *why;            /* there are no files and no commands, or NULL */
};

/* Makes the test for those puts, which have the same language; its cells were measured. */
void standalone_make(struct standalone *standalone, const struct results *results,
    const struct languages *languages, size_t test, const size_t *puts, size_t n);
void standalone_free(struct standalone *standalone);

#endif
