#ifndef VERDICT_H
#define VERDICT_H

#include "util/text.h"

/* Why the count of a cell may not mean what it seems to. */
enum verdict {
	VERDICT_EMPTY,
	VERDICT_FOLDED,
	VERDICT_HOISTED,
	VERDICT_VARYING,
	VERDICT_REP,
	VERDICT_VDSO,
	VERDICT_FENV,
	VERDICT_SIGNAL,
	VERDICT_SYSCALL,
	VERDICT_HEAP,
	VERDICT_COUNT
};

/* A set of verdicts: bit 1 << v stands for verdict v. */
typedef unsigned verdict_set;
/* Those for which a processor does something else. */
#define VERDICT_OF_MACHINE \
	(1u << VERDICT_VDSO | 1u << VERDICT_FENV | 1u << VERDICT_SIGNAL | \
	    1u << VERDICT_SYSCALL | 1u << VERDICT_HEAP)
#define VERDICT_ANY ((1u << VERDICT_COUNT) - 1)

const char *verdict_name(enum verdict v);
/* What was found, as part of a sentence. */
const char *verdict_meaning(enum verdict v);
/* The verdicts named by a list that is separated by blanks or commas. Sets *unknown, unless
   unknown is NULL, to the first word that is not a verdict, or to "". */
verdict_set verdict_list(const char *list, const char **unknown);
/* Adds the names of a set, separated by that. */
void verdict_add(struct text *t, verdict_set set, const char *between);
/* "empty, folded"; the caller frees. */
char *verdict_names(verdict_set set);

#endif
