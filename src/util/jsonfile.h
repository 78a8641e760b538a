#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "util/text.h"

/* A JSON file that was read as a whole. An error ends the program with STATUS_FAILURE and one
   line that says what is wrong and where. */
struct jsonfile {
	const char *path;   /* as the user named it; borrowed */
	const json_t *json; /* the value of the whole file */
	struct text place;  /* of the current value: results."str::len".gcc-12[0][1] */
	bool foreign;       /* for jsontext_decode */
	/* private: what the file holds, until it is parsed, and the memory of all values and of
	   jsonfile_new */
	struct text text;
	struct chunk *chunks;
};

/* Reads the file; f must be all zero. If message_try abandons this or what follows, the caller
   still has to call jsonfile_free. */
void jsonfile_open(struct jsonfile *f, const char *path);
void jsonfile_free(struct jsonfile *f);

/* n zeroed bytes, valid until jsonfile_free. */
void *jsonfile_new(struct jsonfile *f, size_t n);
/* The text of a JSON string, valid until jsonfile_free; any other value ends the program. */
char *jsonfile_text(struct jsonfile *f, const json_t *json);
/* Returns a copy of such a text, which the caller frees. */
char *jsonfile_string(struct jsonfile *f, const json_t *json);

/* Adds a member to the place. Returns its former length, to leave it again with text_cut. */
size_t jsonfile_enter(struct jsonfile *f, const char *key);
/* Ends the program: "FILE: PLACE: ...". */
__attribute__((noreturn, format(printf, 2, 3))) void jsonfile_wrong(
    const struct jsonfile *f, const char *format, ...);

/* Steps through the members of one object, or the elements of one array:
       for (struct walk w = walk_open(f, json, '{'); walk_next(&w);)
               ...
   The place of the file follows. */
struct walk {
	struct jsonfile *f;
	const char *key; /* of a member, decoded; valid until jsonfile_free */
	size_t i;        /* of an element */
	json_t *value;   /* of either */
	/* private */
	json_t *json;
	void *iterator;
	size_t next, place;
};

/* bracket: '{' or '['; any other value ends the program. */
struct walk walk_open(struct jsonfile *f, const json_t *json, char bracket);
/* Returns false after the last one. */
bool walk_next(struct walk *w);
