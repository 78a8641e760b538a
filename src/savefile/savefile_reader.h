#ifndef SAVEFILE_READER_H
#define SAVEFILE_READER_H

#include "model/results.h"
#include "util/jsonfile.h"

/* A saved file while it is read, and what its readers share. A wrong value ends the program
   with jsonfile_wrong. json may be NULL, if the value is missing. */
struct savefile_reader {
	struct jsonfile file;
	struct results *results; /* tests, puts and cells: as far as they were read */
	size_t test;             /* whose members are read */
	/* The benchfile of the test that was read last, which is that of nearly all others, its
	   file_home, and whether it is there. */
	const char *benchfile, *home;
	bool is_there;
};

/* What reads the value of a member. */
struct reader_member {
	const char *key;
	void (*read)(struct savefile_reader *r, const json_t *json);
	bool needed;
};

/* Reads those of the n members that an object has, in the order of the list. */
void reader_members(struct savefile_reader *r, const json_t *object,
    const struct reader_member *members, size_t n);

/* Digits in a string, as bench.pl writes counts, or a whole number. Returns NULL or a static
   sentence that says what is wrong. */
const char *reader_parse(const json_t *json, uint64_t *number);
/* The same, of at most max. */
uint64_t reader_number(const struct savefile_reader *r, const json_t *json, uint64_t max);
/* The same, of the member with that key. */
uint64_t reader_member_number(
    struct savefile_reader *r, const json_t *object, const char *key, uint64_t max);
/* A whole number that may be negative. */
int64_t reader_integer(const struct savefile_reader *r, const json_t *json);
/* The index of one of n elements, such as "instructions". */
size_t reader_index(
    const struct savefile_reader *r, const json_t *json, size_t n, const char *elements);
/* Hexadecimal digits, none of them a capital; valid as long as json. */
const char *reader_hash(const struct savefile_reader *r, const json_t *json, size_t digits);
/* The text of a string or a number; the caller frees. */
char *reader_text(struct savefile_reader *r, const json_t *json);
/* The name of a test or a label: not empty, without control characters. Valid as long as the
   file. */
char *reader_name(struct savefile_reader *r, const json_t *json);
/* Adds the strings of an array to words. */
void reader_words(struct savefile_reader *r, const json_t *json, struct words *words);

/* The row of the test of that name, and the cell of that row and label. A name that the file
   did not list ends the program. */
size_t reader_test(const struct savefile_reader *r, const char *name);
struct cell *reader_cell(const struct savefile_reader *r, size_t test, const char *label);

/* Opens an array that must have an element for each put. */
void reader_open_puts(struct savefile_reader *r, struct walk *w, const json_t *json);
/* Step through such an array, and through an object of labels: return the cell of the current
   test, or NULL after the last one. */
struct cell *reader_next_put(struct savefile_reader *r, struct walk *w);
struct cell *reader_next_label(struct savefile_reader *r, struct walk *w);

#endif
