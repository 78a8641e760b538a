#ifndef WALK_H
#define WALK_H

#include "util/jsonfile.h"
#include "util/guard.h"

/* Steps through the members of one object, or the elements of one array, of a tree that
   jsonfile_parse has made:
       walk_open(&w, doc, json, '{');
       while (walk_next(&w))
               ...
   The place of the file follows. The loop must run to the end. A cursor does the same for text
   that was not parsed yet. */
struct walk {
	struct jsonfile *doc;
	char *key;     /* of a member, decoded; owned by the walk */
	size_t i;      /* of an element */
	json_t *value; /* of either; borrowed */
	/* private */
	const json_t *json;
	void *iterator;
	size_t place, next;
	struct guard guard;
};

/* bracket: '{' or '['. Another value than such a one ends the program. */
void walk_open(struct walk *w, struct jsonfile *doc, const json_t *json, char bracket);
/* Returns false, and closes the walk, after the last one. */
bool walk_next(struct walk *w);

#endif
