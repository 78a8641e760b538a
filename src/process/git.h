#pragma once

#include "model/put.h"
#include "util/words.h"

/* Asks git about the work tree that the current directory is in. timeout: how many seconds
   git may take for an answer; 0: any time. */

/* Sets commit, subject, committed and clean. They stay as they are, without a message, if
   there is no work tree, no commit yet or no git, or if git refuses, as it does in a directory
   of another user. */
void git_ask(struct provenance *provenance, unsigned timeout);
/* Sets clean to false if the work tree is at another commit now, or not clean any more. */
void git_ask_again(struct provenance *provenance, unsigned timeout);
/* Sets commit, subject and committed to those of the commit of that name; false: git does not
   know it. */
bool git_tell(struct provenance *provenance, const char *commit, unsigned timeout);
/* Sorts commits of the repository that the current directory is in: sets rank[i] to the place
   of the i-th so that no commit comes before its ancestors, and equal ones have the same.
   Returns false, without a message, if git does not know them all. */
bool git_order(const struct words *commits, unsigned timeout, size_t *rank);
