#pragma once

#include "savefile/savefile_reader.h"

/* The members of an object in a saved file, a row each: how one is written and read. */

/* What a value is of. */
struct member_of {
	const struct results *results;
	const struct test *test; /* NULL: of the whole run */
	const struct put *put;   /* and cell: of one put */
	const struct cell *cell; /* of a test */
	enum field field;
};

enum member_each {
	MEMBER_ONE,   /* one value */
	MEMBER_ALL,   /* an array with an element for each put */
	MEMBER_PUTS,  /* the same, null if it is unknown */
	MEMBER_LABELS /* an object with a member for each put that has a value */
};

struct member {
	const char *key;
	/* Adds a value; if it returns false, there is none, and what it added is cut. NULL: it
	   is written in another way. */
	bool (*add)(struct text *t, const struct member_of *of);
	/* Reads one, of r->put, r->cell and r->field. */
	void (*read)(struct savefile_reader *r, const json_t *json);
	enum member_each each;
	bool needed; /* the file must have it */
	bool always; /* it is written even if no put has a value */
	enum field field;
};

/* Adds the value of a member; returns false if nothing is known of it. */
bool member_add(struct text *t, const struct member_of *of, const struct member *member);
/* Adds those members of the n that have a value, the first one after a comma unless before is
   0. */
void members_add(struct text *t, const struct member_of *of, const struct member *members,
    size_t n, size_t before);
void member_read(struct savefile_reader *r, const json_t *json, const struct member *member);
/* Reads those of the n members that the object has, in the order of the list. Any other value
   than an object has none. */
void members_read(
    struct savefile_reader *r, const json_t *object, const struct member *members, size_t n);
