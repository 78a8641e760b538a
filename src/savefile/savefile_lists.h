#ifndef SAVEFILE_LISTS_H
#define SAVEFILE_LISTS_H

#include "model/profile.h"
#include "util/walk.h"

/* What the profiles in a saved file share: its lists, in the order in which they are read; see
   savefile_profile.h. */
enum savefile_list {
	LIST_OBJECTS,
	LIST_FILES,
	LIST_KINDS,
	LIST_INSTRUCTIONS,
	LIST_LINES,
	LIST_FUNCTIONS,
	LIST_COUNTS,
	LIST_COUNT
};

struct savefile_instruction {
	char *text; /* NULL: unknown */
	enum profile_kind kind;
	bool frame, jumps;
	int64_t target; /* relative to its address, if it jumps */
};

struct savefile_line {
	size_t file;
	unsigned number;
};

struct savefile_counts {
	int64_t runs, spent[FIELD_COUNT];
};

struct savefile_lists {
	size_t n[LIST_COUNT];
	struct profile_object *objects;
	char **files;
	enum profile_kind *kinds;
	struct savefile_instruction *instructions;
	struct savefile_line
	    *lines; /* the first one is the unknown line; n does not count it */
	/* Without counts and callees. Their objects and files are those above, and the texts of
	   their steps are borrowed from the instructions. */
	struct profile_function *functions;
	struct savefile_counts *counts;
};

const char *savefile_lists_name(enum savefile_list list);
/* Reads all lists into lists, which must be all zero; spans: where each of them is. */
void savefile_lists_read(
    struct savefile_lists *lists, struct jsonfile *doc, const struct span spans[LIST_COUNT]);
void savefile_lists_free(struct savefile_lists *lists);

/* An index in a list. A wrong value ends the program, as in savefile_value.h. */
size_t savefile_lists_index(const struct savefile_lists *lists, const struct jsonfile *doc,
    const json_t *json, enum savefile_list list);
/* Opens a list that has an element for each step of the function. */
void savefile_lists_open_steps(struct walk *w, struct jsonfile *doc, const json_t *json,
    const struct profile_function *function);

#endif
