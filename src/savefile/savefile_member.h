#pragma once

#include "savefile/savefile_reader.h"
#include "util/replace.h"

/* The members of an object in a saved file. One row says how a member is written and read: by
   its type and where it is in a struct, or by functions. */

/* The context of a value that is written. */
struct member_of {
	const struct results *results;
	const struct test *test; /* NULL: the whole run */
	const struct put *put;   /* and cell: NULL unless the value belongs to one put */
	const struct cell *cell; /* NULL without a test */
	enum field field;
	bool saves_profiles;
	struct profile_writer *profiles; /* for savefile_profile.c */
	struct replace *out;             /* the file, whose pending text is written to */
};

enum member_type {
	MEMBER_CUSTOM,  /* functions write and read it */
	MEMBER_TEXT,    /* char *, owned; NULL is not written */
	MEMBER_NUMBER,  /* unsigned of 4 or 8 bytes; 0 is not written unless it is needed */
	MEMBER_INTEGER, /* int64_t; 0 is not written */
	MEMBER_HASH,    /* uint64_t, 16 digits; 0 is not written unless it is needed */
	MEMBER_DATE,    /* int64_t; 0 is not written */
	MEMBER_BOOL,
	MEMBER_WORDS /* struct words; read in place of those that are there */
};

enum member_each {
	MEMBER_ONE,    /* one value */
	MEMBER_ALL,    /* an array with an element for each put, which has the value */
	MEMBER_PUTS,   /* an array with an element for each put or its cell; null: unknown */
	MEMBER_LABELS, /* an object with a member for each put that has a value */
	MEMBER_TESTS   /* an object with a member for each test; if it is needed, for all */
};

struct member {
	const char *key;
	const char *constant;       /* the JSON that is written; NULL: none */
	const struct member *inner; /* each value is a row of its own; NULL: none */
	size_t offset, size;        /* of the value in its struct */
	uint64_t most; /* the largest number; 0: READER_MOST, or what 4 bytes hold */
	/* Adds a value. Returns false if there is none; the caller then cuts what was added.
	   NULL: the type says how to write it, if at all. */
	bool (*add)(struct text *t, const struct member_of *of);
	/* Reads a value of r->test, r->put, r->cell and r->field. NULL: the type says how, if
	   at all. */
	void (*read)(struct savefile_reader *r, const json_t *json);
	enum member_type type;
	enum member_each each;
	enum field field;
	bool needed; /* the file must have it */
	bool always; /* it is written even if no put has a value */
};

/* Begins a row: the key, the type and where the value is. */
#define MEMBER(called, of_type, structure, name) \
	.key = (called), .type = (of_type), .offset = offsetof(structure, name), \
	.size = sizeof(((structure *)NULL)->name)

/* Adds the value of a member; returns false if nothing is known of it. base: the struct of its
   value. */
bool member_add(
    struct text *t, const struct member_of *of, const void *base, const struct member *member);
/* Adds an object with those of the n members that have a value. */
void members_add(struct text *t, const struct member_of *of, const void *base,
    const struct member *members, size_t n);
/* Adds these members to an object that is open. */
void members_add_open(struct text *t, const struct member_of *of, const void *base,
    const struct member *members, size_t n);
void member_read(
    struct savefile_reader *r, const json_t *json, void *base, const struct member *member);
/* Reads those of the n members that the object has, in the order of the list. A value that is
   no object has none. */
void members_read(struct savefile_reader *r, const json_t *json, void *base,
    const struct member *members, size_t n);
