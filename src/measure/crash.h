#pragma once

#include "measure/task.h"

/* Finds the line of the benchfile in which a signal ended a compiled test: builds the test once
   more by itself, with line information, and runs it under valgrind, which then names the line.
   The cell has failed before, so this changes no counts. */

struct crash;

/* Queues the first command for a task with task->crashed. Returns false if the task has no such
   measurement, or its line was looked for already. */
bool crash_begin(struct task *task);
/* Takes the end of a command that crash_begin led to. After the last one, the line is added to
   the failure, if it was found, and the task ends again. */
void crash_done(struct crash *crash, enum aim aim, const struct outcome *outcome);
