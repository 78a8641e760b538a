#ifndef FILE_H
#define FILE_H

#include <stdbool.h>

#include "util/text.h"

/* Whole files and directories. All return false with errno set when it cannot be done. */

/* Adds the bytes of the file to t. */
bool file_read(const char *path, struct text *t);
/* Adds at most the first n bytes of the file to t. */
bool file_read_start(const char *path, struct text *t, size_t n);
/* Writes n bytes to a file, a new one if it can be. */
bool file_write(const char *path, const char *s, size_t n);
/* Makes a directory and those above it; one that is there is good. */
bool file_make_dirs(const char *path);
/* Copies the regular files and directories below from to the directory to, which is made. */
bool file_copy_tree(const char *from, const char *to);
/* Removes a directory and all below it, links not followed. */
bool file_remove_tree(const char *path);

#endif
