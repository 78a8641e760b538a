#pragma once

#include <sys/types.h>

#include "inject/forkserver/protocol.h"
#include "process/command.h"

/* Turns a process that was just forked into a command's program. */

/* The file in its directory that CGBENCH_LOG of a measured program leads to. */
#define LAUNCH_LOG "log"
/* A measured program may open so many descriptors, and valgrind needs so many more. */
#define LAUNCH_DESCRIPTORS 256
#define LAUNCH_DESCRIPTORS_SPARE 16

/* Pipes to the parent: error takes the errno of what failed, and closes when the program runs;
   output takes what the program prints, replies what it replies. report is that of the guard of
   a guarded program: it takes the program's pid and, at its end, its status as waitpid gives
   it. */
struct pipes {
	int error[2], output[2], replies[2], report[2];
};

/* Becomes the program, in a process group of its own. A measured or guarded program becomes the
   child of a guard: a parent that it may kill or stop, and then only its own cell fails. The
   program dies with its guard, and the guard with cgbench. */
_Noreturn void launch(const struct command *command, const struct pipes *pipes);
/* Adds what every measured process is given, as NAME=VALUE: what is in effect, because a host
   may refuse some of it. */
void launch_pins(struct words *pins);
