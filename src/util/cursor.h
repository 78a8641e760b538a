#ifndef CURSOR_H
#define CURSOR_H

#include "util/jsonfile.h"
#include "util/guard.h"
#include "util/keyset.h"

/* Steps through the members of one object, or the elements of one array, of a JSON file:
       cursor_open(&c, doc, span, '{');
       while (cursor_next(&c))
               ...
   The place of the file follows. A duplicate key ends the program. The loop must run to the
   end. */
struct cursor {
	struct jsonfile *doc;
	const char *key;   /* of a member; valid until the cursor is closed */
	size_t i;          /* of an element */
	struct span value; /* of either */
	/* private */
	size_t at, place, count;
	char bracket;
	struct keyset seen;
	json_t *parsed;
	struct guard guard;
};

/* bracket: '{' or '['; another value than such a one ends the program. */
void cursor_open(struct cursor *c, struct jsonfile *doc, struct span span, char bracket);
/* Returns false, and closes the cursor, after the last one. */
bool cursor_next(struct cursor *c);
/* Parses the value, which is valid until cursor_next. */
const json_t *cursor_parse(struct cursor *c);

#endif
