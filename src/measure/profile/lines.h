#pragma once

#include "model/profile.h"
#include "util/words.h"

/* The source lines of a profile, as the user knows them. Line information names the files that
   a test was compiled from. These are files of the user's, and one that cgbench has written,
   with lines of the user's between others: what is inlined from the others, such as BLACK_BOX,
   is for the line that uses it. */

/* The names of a test's files. Borrows everything. */
struct line_files {
	const char *program; /* the path of its executable */
	const char *workdir; /* all files below it were written by cgbench */
	const char
	    *source; /* the base name of the test's source; the same in every directory */
	const struct words *sources; /* the user's, of which one may have that name */
	bool unknown; /* the profile has no lines yet: all those of the program are looked up */
};

/* Gives instructions whose line cgbench has written, or is unknown, the first line of the
   user's that the program's debug information has: its own, or one that it was inlined to. Then
   gives all files the names that the user knows, and lines that are not in a file of the user's
   or of a library the number 0. */
void lines_settle(struct profile *profile, const struct line_files *files);
