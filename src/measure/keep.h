#ifndef KEEP_H
#define KEEP_H

#include <stdbool.h>

/* What --keep leaves of a cell: its sources, its program and its commands. */

/* Makes the directory, or ends the program with STATUS_FAILURE where it cannot. The caller
   frees the absolute path that is returned. */
char *keep_open(const char *keep);
/* Copies the directory dir of a cell to KEEP/LABEL/TEST, with a file commands.sh made of
   commands, in which dir has become the kept one and main_object (NULL: none) its copy
   KEEP/LABEL/main.o; stub: what stands behind the name of a second file of that kind, or NULL.
   Returns false with errno set where it cannot. */
bool keep_cell(const char *keep, const char *dir, const char *main_object, const char *stub,
    const char *label, const char *test, const char *commands);

#endif
