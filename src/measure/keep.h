#pragma once

#include "measure/task.h"

/* --keep leaves the sources of a cell, its program, the counts of its measurements and its
   commands. */

/* The out file of cachegrind in the directory of a measurement. */
#define KEEP_COUNTS "cachegrind.out"

/* Makes the directory and returns its absolute path, which the caller frees; or says why it
   cannot and returns NULL. */
char *keep_open(const char *keep);
/* Copies the directory of a task to KEEP/LABEL/TEST, with the commands in commands.sh, and the
   main object of its target to KEEP/LABEL/main.o. If that fails, the cell has failed. */
void keep_task(struct task *task);
