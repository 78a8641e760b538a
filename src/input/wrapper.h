#pragma once

#include "input/target.h"
#include "util/message.h"

/* A wrapper is what starts an interpreter in its place: a script, or a link to a program of
   another name, such as those of version managers. It is followed by running the language's
   "executable" with it, in the user's environment and directory. */

/* Returns the interpreter that the target's executable starts; the caller frees. NULL: it
   starts none, as it is the interpreter itself (*why is NULL), or it is a script for which *why
   is the reason, which the caller frees; *status is then that with which the program is to end.
   timeout: seconds for the question. */
char *wrapper_follow(
    const struct target *target, unsigned timeout, char **why, enum status *status);
/* Replaces the executable of each interpreter that is a wrapper by what it starts, and says so.
   Ends the program at a script that leads to nothing. */
void wrapper_follow_all(struct targets *targets, unsigned timeout);
