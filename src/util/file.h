#pragma once

#include <stdbool.h>

#include "util/text.h"

/* Whole files and directories. What returns bool returns false with errno set on failure. */

/* Adds the bytes of the file to t. */
bool file_read(const char *path, struct text *t);
/* Adds the bytes of the file from an offset on to t. */
bool file_read_from(const char *path, size_t offset, struct text *t);
/* Adds at most the first n bytes of the file to t. */
bool file_read_start(const char *path, struct text *t, size_t n);
/* Replaces the file by one of n bytes. */
bool file_write(const char *path, const char *s, size_t n);
/* Makes a directory, and those above it, unless it exists. */
bool file_make_dirs(const char *path);
/* Makes them, too, but fails with ENOTDIR if the path itself is a link. */
bool file_make_unlinked_dirs(const char *path);
/* Copies a directory with the regular files and directories in it to the directory to. Fails
   where a link is in the place of a directory, and replaces one that is in the place of a file.
 */
bool file_copy_tree(const char *from, const char *to);
/* The path of the current directory, or NULL with errno. The caller frees. */
char *file_cwd(void);
/* The path, absolute; NULL if the current directory has none. The caller frees. */
char *file_absolute(const char *path);
/* Removes a directory and everything in it, without following links. */
bool file_remove_tree(const char *path);
/* The last part of a path, within it. */
const char *file_base(const char *path);
/* Returns the rest of a path below the directory, without the slash; NULL if it is not below
   it. */
const char *file_below(const char *path, const char *dir);
/* The directory of a path: the path without its last part, "/" or ".". The caller frees. */
char *file_parent(const char *path);
/* The absolute path of the file itself, if path is a link to it, or NULL with errno. The caller
   frees. */
char *file_real(const char *path);
/* The absolute directory of the file itself, if path is a link to it. The caller frees. */
char *file_home(const char *path);
/* Returns the absolute path of an executable, links not resolved: name itself if it contains a
   '/', else the first match in $PATH. Returns NULL with errno set (ENOENT, EACCES) if there is
   none. The caller frees. */
char *file_find_executable(const char *name);
/* Why a file is missing or cut off that another process was to write in dir, found by writing a
   small one there: ": No space left on device; set TMPDIR to a directory with more". Empty if
   one can be written. The caller frees. */
char *file_obstacle(const char *dir);
