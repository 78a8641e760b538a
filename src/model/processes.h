#pragma once

#include <stdbool.h>

#include "model/field.h"
#include "util/text.h"

/* The processes of one measurement of a command: the program and all that it started, through
   fork and exec, in the order in which they began. */

struct process_counts {
	char *command; /* its program and arguments, of what it executed last; owned */
	struct counts counts;
	bool forked; /* it executed nothing: its counts begin with those of its parent */
};

/* Starts as {0}. */
struct processes {
	struct process_counts *v;
	size_t n;
};

/* Adds one without counts; valid until the next one is added. */
struct process_counts *processes_add(struct processes *processes);
struct counts processes_sum(const struct processes *processes);
/* Adds "2 processes, whose programs cost in Ir: /usr/bin/sort 5868, sh 2364", the largest
   first. */
void processes_show(const struct processes *processes, struct text *t);
/* Also empties it. */
void processes_free(struct processes *processes);
