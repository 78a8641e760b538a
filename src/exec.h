#ifndef EXEC_H
#define EXEC_H

#include "results.h"
#include "target.h"
#include "valgrind.h"

/* The engine "exec": one cachegrind process for each measurement, its work on standard input. */

/* The command that measures one variant at one loop count of program, in the directory dir, to
   which the work is written. Returns false with *error set (the caller frees) where it cannot. */
bool exec_command(struct command *command, const struct valgrind *valgrind,
    const struct target *target, const char *program, const char *dir, enum variant variant,
    unsigned long count, char **error);
/* Reads the counts of a measurement that is over. Returns NULL, or why there are none (the caller
   frees); what the program and valgrind had to say is left in *output (likewise). */
char *exec_counts(const struct outcome *outcome, const struct test *test, const char *dir,
    unsigned timeout, struct counts *counts, char **output);

#endif
