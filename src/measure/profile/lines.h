#pragma once

#include "model/profile.h"
#include "util/words.h"

/* The source lines of a profile, as the user knows them. Line information names the files that
   a test was compiled from. These are files of the user's, and one that cgbench has written,
   with lines of the user's between others: what is inlined from the others, such as BLACK_BOX,
   is for the line that uses it. */

/* What the files of a test are called. Borrows everything. */
struct line_files {
	const char *workdir; /* all files below it were written by cgbench */
	const char
	    *source; /* the base name of the test's source; the same in every directory */
	const struct words *sources; /* the user's, of which one may have that name */
	bool unknown; /* the profile has no lines yet: all those of the program are asked for */
};

/* Adds what addr2line is to read, a line each: the addresses of the program's instructions that
   are from lines that cgbench has written. */
void lines_ask(
    const struct profile *profile, const struct line_files *files, struct text *addresses);
/* Takes what addr2line -a -i printed: for each address, the places that it was inlined to:
       0x0000000000012010
       /tmp/cgbench/c00000011/test.c:64
       /home/x/../my.bench:152 (discriminator 2)
   An instruction has the first line there that is the user's. */
void lines_answer(struct profile *profile, const struct line_files *files, const char *answer);
/* Gives all files the names that the user knows, and lines that are not in a file of the user's
   or of a library the number 0. */
void lines_settle(struct profile *profile, const struct line_files *files);
