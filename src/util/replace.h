#ifndef REPLACE_H
#define REPLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

/* A file that is written beside the one it is to replace, so that a reader, a full disk or a
   signal never finds half of it. What goes wrong is said and ends the program with
   STATUS_FAILURE, and the older file is as it was. */
struct replace {
	const char *path; /* as the user named it */
	char *target;     /* where its symbolic links lead */
	char *temporary;  /* NULL: target is no regular file and is written to directly */
	struct text pending;
	int fd;
};

/* Finds out whether replace_open can work, and changes nothing. */
void replace_check(const char *path);
/* The one path, whichever of its names was given, of what is written to path, which need not be
   there yet; the caller frees. */
char *replace_place(const char *path);
/* Keeps path for messages. One file at a time. */
void replace_open(struct replace *r, const char *path);
/* Writes what is pending once it has become much; call it now and then. */
void replace_flush(struct replace *r);
/* Puts the new file in the place of the old one and frees r. */
void replace_commit(struct replace *r);
/* Removes the temporary file, if there is one. Async-signal-safe. */
void replace_cleanup(void);

#endif
