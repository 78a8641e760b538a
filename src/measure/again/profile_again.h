#pragma once

#include "input/target.h"
#include "measure/measure.h"

/* Measures cells again, with profiles, which they take over if the counts are the same; other
   cells get the reason in "unprofiled". wanted has an entry for each cell of results, in the
   same order. targets: those of the last puts of results, with which they were measured. */
enum measure_end profile_again(struct results *results, const bool *wanted,
    struct targets *targets, const struct config *config);
