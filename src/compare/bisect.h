#pragma once

#include <stdbool.h>

#include "compare/comparison.h"
#include "compare/gate.h"

/* Tells git bisect whether the one test of a run is good on a put. */

/* A rule for counts that are good: "FIELD,MIN,MAX", or relative to the norm "FIELD,LIMIT" with
   the limit of a gate. */
struct bisect {
	const char *spec; /* as typed; borrowed */
	enum field field;
	bool relative;
	long long min, max;
	struct gate limit; /* if it is relative */
};

/* Parses everything but the field, whose name is the first *n bytes. Ends the program with
   STATUS_USAGE if the spec is malformed. */
void bisect_parse(struct bisect *good, const char *spec, size_t *n);
/* Judges the first test on that put. Adds "Bisect: Ir had the value 127" to line and returns
   STATUS_OK if that is good, else STATUS_NO; 105.1 is outside 100 to 105. Without counts, or
   with an unexpected verdict, it adds the reasons to why and returns STATUS_SKIP;
   STATUS_FAILURE if that is cgbench's own failure, or if the norm's count cannot be used. same:
   as rulings_make. */
int bisect_judge(const struct comparison *comparison, size_t put, const struct bisect *good,
    bool same, struct text *line, struct words *why);
