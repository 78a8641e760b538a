#pragma once

#include <stddef.h>

#include "util/text.h"

/* A file that is written beside the one it replaces, so that no reader, full disk or signal
   leaves half of it. An error ends the program with STATUS_FAILURE and a message, and the older
   file is unchanged. */
struct replace {
	const char *path; /* as the user named it; borrowed */
	char *target;     /* the path with its symbolic links resolved */
	char *temporary;  /* NULL: the file is not regular and is written to directly */
	struct text pending;
	int fd;
};

/* Ends the program if replace_open would fail; changes nothing. Returns false if the file would
   be written to directly. */
bool replace_check(const char *path);
/* The canonical path of the file that path names, which need not exist; the caller frees. */
char *replace_target(const char *path);
/* Begins a new file. Only one can be open at a time. */
void replace_open(struct replace *r, const char *path);
/* Writes the pending text if there is much of it. */
void replace_flush(struct replace *r);
/* Replaces the old file by the new one and frees r. */
void replace_commit(struct replace *r);
/* Removes the temporary file, if there is one. Async-signal-safe. */
void replace_cleanup(void);
