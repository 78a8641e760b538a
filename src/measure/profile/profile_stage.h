#ifndef PROFILE_STAGE_H
#define PROFILE_STAGE_H

#include "measure/build/program.h"

/* The stage after schedule.h, if the configuration asks for profiles: it makes the same
   measurements of a program again under callgrind, so that the cells of its tasks have profiles
   or the reason why not, and adds the tasks to run->finished. What goes wrong fails no cell. */

/* Adds a task of the program, whose cell has all of its counts, to run->counted. */
void profile_stage_add(struct program *program, size_t task);
/* Takes the first tasks of the list that share a program, and queues their sessions. */
void profile_stage_begin(struct run *run);
/* Takes an event of the job that runs the session. */
void profile_stage_take(struct session *session, const struct job_event *event);
/* Takes the end of a command that disassembled code. */
void profile_stage_take_code(struct profile_wait *waiting, const struct outcome *outcome);
/* Takes the end of a command that found lines. */
void profile_stage_take_lines(struct profile_wait *waiting, const struct outcome *outcome);

#endif
