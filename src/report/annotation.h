#pragma once

#include <stdio.h>

#include "compare/ruling.h"

/* Prints each ruling as a command that GitHub shows in the change, at the test in its
   benchfile: "::error file=bench/a.bench,line=3::sort on new: ...". root: the directory that
   GitHub's paths begin in. */
void annotation_print(
    const struct rulings *rulings, const struct results *results, const char *root, FILE *out);
