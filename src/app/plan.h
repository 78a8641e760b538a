#pragma once

#include "app/options.h"
#include "compare/comparison.h"
#include "input/language.h"
#include "input/target.h"
#include "model/results.h"

/* The plan of a run. Every error that can be found before measuring is found here. */
struct plan {
	struct results results;  /* the files read; otherwise only the tests and loop counts */
	struct results baseline; /* one put, later the first column; or empty */
	struct languages languages;
	struct targets targets; /* of the options' puts, which will be measured */
	const char *columns;    /* what they are, for columns_of; NULL: the puts */
	struct puts labels;     /* of the columns, if they are not the puts */
	field_set budgets;      /* of the budgets of its tests, unless another option judges */
	struct view view;       /* of the baseline, the puts read, and the options' puts */
};

/* Reads the files and the benchfile, and labels the options' puts. An error ends the program
   with one line, and with STATUS_USAGE if it is in the command line or the benchfile. The plan
   borrows from the options. For --list it has only the tests that would be measured, or all if
   there are no puts, and no view. */
void plan_make(struct plan *plan, struct options *options);
/* Ends the program unless the puts read are comparable with those that are measured now, and
   with each other. */
void plan_check_comparable(
    const struct plan *plan, const struct puts *now, const struct options *options);
void plan_free(struct plan *plan);
