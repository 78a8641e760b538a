#ifndef VERDICT_H
#define VERDICT_H

#include <stddef.h>

/* Why the number of a cell may mean less than it seems. */
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
/* What was found, as a part of a sentence. */
const char *verdict_meaning(enum verdict v);
/* The verdicts that a list names, with blanks or commas between them. unknown: where the first
   word that names none is left, "" where there is none; or NULL. */
verdict_set verdict_list(const char *list, const char **unknown);
/* All names with commas between them, for messages. The caller frees. */
char *verdict_names(void);

#endif
