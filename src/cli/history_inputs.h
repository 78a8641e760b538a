#ifndef HISTORY_INPUTS_H
#define HISTORY_INPUTS_H

#include "cli/options.h"
#include "history/recorder.h"

/* Which saved files a history is made of, and in which order. */

/* Sets options->history_files: to those that the n words name, or to the *.json of the
   directory that --history names, by name; and options->unmeasured. Ends the program with
   STATUS_USAGE if the command line is wrong, and with STATUS_FAILURE if the directory cannot be
   read. */
void history_inputs_find(struct options *options, int n, char **words);
/* The order of the runs that were recorded, oldest first, and their number; the caller frees.
   Files that were named stay in their order, and a note says so if they are not the oldest
   first. Those of a directory are ordered by git, if the repository of the current directory
   has all their commits; or else by the date of their commits, if all have one; or else by when
   they were measured, if all say so; or else by name. A file that could not be read stays
   behind the one before it by name; a commit without counts is left out unless git knows its
   place. *how: what they are ordered by; static. */
size_t *history_inputs_order(const struct recorder *recorder, const struct options *options,
    size_t *count, const char **how);

#endif
