#pragma once

#include "measure/task.h"

/* Gives the measured cell of a task its verdicts, as its counts, its machine code, and what
   valgrind's or QEMU's machine did otherwise than a processor show them, and its size. */
void judge(const struct task *task);

/* Returns true if the counts of a task, all of which it has, may be others in another run: it
   read what is not pinned, or costs what only chance explains. */
bool judge_doubts(const struct task *task);

/* Why the counts of an interpreter's script, all four, show that its process did not make all
   of its iterations, or NULL. A script may be unable to report its end, or a child process may
   have reached the end and reported it. */
const char *judge_unfinished(const struct task *task);
