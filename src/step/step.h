#pragma once

#include <sys/types.h>

#include "model/field.h"

#define STEP_EXECUTED "executed"

/* The engine "step": the processor itself runs a program, and stops behind each instruction
   from where the program reads its work to its end. */

/* The fields that are counted. */
field_set step_fields(void);
/* Returns a setting of the environment with which the C library chooses the functions that it
   chooses under valgrind. */
const char *step_setting(void);
/* Follows the process pid, which has just been forked and asks to be traced, to its end, and
   ends as it did. Leaves its counts in the directory dir, in a file that has the number of the
   process that calls this. real: what is left to chance, a set of enum chance; seed: of
   the rest. */
_Noreturn void step_trace(pid_t pid, const char *dir, unsigned real, unsigned seed);
/* Does the same, and also leaves there what was executed, unless that is very long. */
_Noreturn void step_keep(pid_t pid, const char *dir, unsigned real, unsigned seed);

/* Reads the counts that the process pid left in dir, and moves their file to keep or, if that
   is NULL, removes it; what was executed goes to the file STEP_EXECUTED beside keep. Returns
   NULL, or an error that the caller frees. */
char *step_counts(const char *dir, pid_t pid, const char *keep, struct counts *counts);
