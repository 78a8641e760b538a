#ifndef VERDICT_H
#define VERDICT_H

#include <stddef.h>

/* Why the count of a cell may not mean what it seems to. */
enum verdict {
	VERDICT_EMPTY,
	VERDICT_FOLDED,
	VERDICT_HOISTED,
	VERDICT_VARYING,
	VERDICT_REP,
	VERDICT_COUNT
};

/* A set of verdicts: bit 1 << v stands for verdict v. */
typedef unsigned verdict_set;
#define VERDICT_ANY ((1u << VERDICT_COUNT) - 1)

const char *verdict_name(enum verdict v);
/* What was found, as part of a sentence. */
const char *verdict_meaning(enum verdict v);
/* The verdicts named by a list that is separated by blanks or commas. Sets *unknown, unless
   unknown is NULL, to the first word that is not a verdict, or to "". */
verdict_set verdict_list(const char *list, const char **unknown);
/* All names, separated by commas, for messages. The caller frees. */
char *verdict_names(void);

#endif
