#pragma once

#include "util/words.h"

/* A test that can be built and measured without cgbench: its source, the user's files that
   belong to it, and commands that print its Ir. */

struct standalone_file {
	char *name; /* relative to one directory that holds all of them */
	char *text;
};

struct standalone_source {
	size_t test;
	size_t *puts; /* that it is for, which have the same language */
	size_t put_count;
	/* The test itself comes first, in one file or, for an interpreter, in two. */
	struct standalone_file *files;
	size_t n, own; /* how many there are, and of these the test's */
	/* The code as a function that compiles alone, and its assembly of each put; or NULL. */
	char *function;
	struct words *assembly;
	char *commands;       /* for sh, in that directory: prints "LABEL IR" for each put */
	struct words missing; /* the user's files that are needed besides */
	char *why;            /* there are no files and no commands, or NULL */
};

struct standalone_sources {
	struct standalone_source *v;
	size_t n;
};

void standalone_sources_free(struct standalone_sources *sources);
