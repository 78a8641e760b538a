#ifndef ZYGOTE_H
#define ZYGOTE_H

#include <stdbool.h>
#include <sys/types.h>

#include "process/command.h"

/* Compilers that were loaded and wait in front of their main: a process of theirs is forked for
   each command that makes a product. Owned by who runs the commands. */
struct zygotes {
	struct zygote *v;
	size_t n;
};

/* Starts the command in a process forked off a zygote of its program, with that descriptor as
   its output; returns the process, a child, or 0: there is none, and the command is to be
   started by itself. Begins a zygote where a few such commands were asked for. */
pid_t zygotes_fork(struct zygotes *zygotes, const struct command *command, int output);
/* Lets the command's zygote go, and begins none again. */
void zygotes_retire(struct zygotes *zygotes, const struct command *command);
/* Notes that a child has ended that may be one. */
void zygotes_ended(struct zygotes *zygotes, pid_t pid);
/* How many live. */
size_t zygotes_count(const struct zygotes *zygotes);
/* They end by themselves, soon. */
void zygotes_free(struct zygotes *zygotes);

#endif
