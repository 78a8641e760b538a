#ifndef KEEP_H
#define KEEP_H

#include <stdbool.h>

/* What --keep leaves of a cell: its sources, its program and its commands. */

/* Makes the directory and returns its absolute path, which the caller frees; or says why it
   cannot and returns NULL. */
char *keep_open(const char *keep);
/* Copies the directory dir of a cell to KEEP/LABEL/TEST, and main_object, unless it is NULL, to
   KEEP/LABEL/main.o. The commands go to the file commands.sh, with both paths replaced by those
   of the copies. stub: the suffix of a second file beside main_object, or NULL. Returns false
   with errno set if that fails. */
bool keep_cell(const char *keep, const char *dir, const char *main_object, const char *stub,
    const char *label, const char *test, const char *commands);

#endif
