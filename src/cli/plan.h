#ifndef PLAN_H
#define PLAN_H

#include "cli/options.h"
#include "compare/view.h"
#include "input/language.h"
#include "input/target.h"
#include "model/results.h"

/* What a command line asks for, with all that can be wrong about it found out before anything
   is measured. */
struct plan {
	struct results results;  /* what was read; or nothing but the tests and loop counts */
	struct results baseline; /* one put, which goes in front of the others; or empty */
	struct languages languages;
	struct targets targets; /* of the options' puts, which are to be measured */
	struct view view; /* of the baseline, the puts that were read, those of the options */
};

/* Reads files and benchfile, and gives the options' puts their labels. What is wrong ends the
   program with one line, STATUS_USAGE for the command line and the benchfile. The plan borrows
   from the options. */
void plan_make(struct plan *plan, struct options *options);
void plan_free(struct plan *plan);

#endif
