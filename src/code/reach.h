#ifndef REACH_H
#define REACH_H

#include "code/object.h"

/* Which functions of other files some code of an object can come to: those that it refers to,
   or that a function refers to which it can come to, by a call, a jump or an address. Tables of
   addresses in data are not followed. */

struct reach {
	const struct object *object;
	const char *const *names; /* of the functions that are looked for; NULL ends them */
	bool possible;            /* the object refers to one of them at all */
	bool *visited;            /* for each symbol: its function was looked into */
	bool found;               /* one of the names */
};

/* The object must outlive the reach. The caller calls reach_free. */
void reach_begin(struct reach *reach, const struct object *object, const char *const *names);
/* Does not follow the function at that place of a section as a whole. */
void reach_skip(struct reach *reach, size_t section, uint64_t at);
/* Follows the code of a section from the offset begin to before end. */
void reach_follow(struct reach *reach, size_t section, uint64_t begin, uint64_t end);
void reach_free(struct reach *reach);

#endif
