#pragma once

#include "measure/compile/program.h"

/* The stage after schedule.h, if the configuration asks for profiles: it makes the same
   measurements of a program again under callgrind, so that the cells of its tasks have profiles
   or the reason why not, and adds the tasks to run->finished. What goes wrong fails no cell. */

/* Takes the first tasks of run->counted that share a program, and queues their sessions. */
void profile_stage_begin(struct run *run);
/* Takes the end of a command that disassembled the code of a task. */
void profile_stage_done(struct task *task, const struct outcome *outcome);
