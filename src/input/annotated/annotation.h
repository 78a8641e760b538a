#pragma once

#include "input/annotated/tokens.h"
#include "util/words.h"

/* An annotation of a benchmark in a source, as JMH, LATH and CLAMH have them. */

enum annotation_kind {
	ANNOTATION_BENCHMARK,
	ANNOTATION_STATE,
	ANNOTATION_PARAM,
	ANNOTATION_SETUP,
	ANNOTATION_TEARDOWN,
	ANNOTATION_OPS,
	ANNOTATION_UNCOUNTED /* it is about time, and counts do not depend on it */
};

enum annotation_level { LEVEL_TRIAL, LEVEL_ITERATION, LEVEL_INVOCATION };

/* Ends the program with STATUS_USAGE and one line FILE:LINE if it is unknown, or one of several
   threads. */
enum annotation_kind annotation_kind(const struct token *token);
/* Likewise if it cannot have its arguments; the values of a Param are not looked at. */
void annotation_check(const struct token *token);
/* Ends the program likewise if the level of a Setup or Teardown is unknown. */
enum annotation_level annotation_level(const struct token *token);
/* The values of a Param, quoted as in a benchfile. Ends the program in the same way if there
   are none. The caller frees. */
char *annotation_values(const struct token *token);
/* For how many seconds a Measurement lasts: "iterations" of a "time" in a "timeUnit". 0: it
   does not say, or not as a number from 0.001 to 86400. */
double annotation_seconds(const struct token *token);
/* The text in its brackets, without blanks around it, or ""; the caller frees. */
char *annotation_args(const struct token *token);
