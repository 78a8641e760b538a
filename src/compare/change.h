#pragma once

#include "compare/calc.h"

/* A change is that of a test on a put, compared with the norm, in one field. */

enum change_kind {
	CHANGE_BETTER, /* it costs less, or has more of what is better if higher */
	CHANGE_WORSE,
	CHANGE_SAME, /* equal, nearly so, or with overlapping ranges, of varying cells, too */
	CHANGE_NEW,  /* measured on the put only */
	CHANGE_MISSING,    /* measured on the norm only */
	CHANGE_FAILED,     /* on either */
	CHANGE_OTHER_TEXT, /* not comparable: both measured, but different snippets */
	CHANGE_VALUELESS,  /* only one of the two has a value: the other is 1/0, say */
	CHANGE_COUNT,
	/* Left out of summaries: */
	CHANGE_INDETERMINATE = CHANGE_COUNT, /* neither has a value, though both are measured */
	CHANGE_UNTRIED                       /* measured on neither */
};

struct change {
	enum change_kind kind;
	struct value from, to; /* the norm's value and the put's, comparable or not */
	double difference;     /* to - from; 0 unless both values are compared */
	double percent;        /* the same, of the norm's value; infinite if only that is 0 */
	bool other_text;       /* the put measured another text than the norm */
	bool overlap;          /* the ranges over several memory layouts have a value in common,
	                          so that a difference may come from the layout */
};

/* "better", ..., "not comparable". */
extern const char *const change_names[CHANGE_COUNT];
/* Returns true unless the test is the same, or there is nothing to compare. */
bool change_is_listed(const struct change *change);
/* A change in percent of the first value; infinite if only that counts as 0, and
   negative if the second one is. */
double change_percent_of(const struct fields *fields, enum field f, double from, double to);
/* A change in percent of a positive value, in the CHANGE_SIZE bytes of buffer: "+12.50 %";
   "63 x", what the value is multiplied by if that is more than 10; "-" if it is infinite. */
#define CHANGE_SIZE 32
const char *change_percent(double percent, char *buffer);
/* Shows a change whose values are compared; that of a negative value always in percent. */
const char *change_show(const struct change *change, char *buffer);
