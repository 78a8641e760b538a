#pragma once

#include "model/results.h"
#include "util/jsonfile.h"

/* A saved file while it is read, with functions that its readers share. A wrong value ends the
   program with jsonfile_wrong. json may be NULL, if the value is missing. */
struct savefile_reader {
	struct jsonfile file;
	struct results *results;   /* tests, puts and cells: as far as they were read */
	size_t test, put;          /* whose values are read, */
	struct cell *cell;         /* both together, */
	enum field field;          /* and in which field */
	struct profiles *profiles; /* for savefile_profile.c */
};

/* A number that a double holds exactly, as other readers of JSON have no more. */
#define READER_MOST (UINT64_C(1) << 53)
/* Digits in a string, as bench.pl writes counts, or a whole number. Returns NULL or a static
   sentence that says what is wrong. */
const char *reader_parse(const json_t *json, uint64_t *number);
/* Returns such a number of at most max. */
uint64_t reader_number(const struct savefile_reader *r, const json_t *json, uint64_t max);
/* A whole number that may be negative. */
int64_t reader_integer(const struct savefile_reader *r, const json_t *json);
/* The index of one of n elements, such as "instructions". */
size_t reader_index(
    const struct savefile_reader *r, const json_t *json, size_t n, const char *elements);
/* Returns a string of that many hexadecimal digits in lower case; valid as long as json. */
const char *reader_hash(const struct savefile_reader *r, const json_t *json, size_t digits);
/* The text of a string or a number; the caller frees. */
char *reader_text(struct savefile_reader *r, const json_t *json);
/* The text of the member with that key, a string; valid as long as the file. */
const char *reader_member_text(struct savefile_reader *r, const json_t *json, const char *key);
/* The name of a test or a label: not empty, without control characters. Valid as long as the
   file. */
char *reader_name(struct savefile_reader *r, const json_t *json);
/* Anything but an object ends the program. */
void reader_object(const struct savefile_reader *r, const json_t *json);
/* Opens an array of so many elements at least and at most; any other value "is not an array of"
   them and ends the program. */
struct walk reader_open(struct savefile_reader *r, const json_t *json, size_t least,
    size_t most, const char *elements);
/* Adds the strings of an array to words. */
void reader_words(struct savefile_reader *r, const json_t *json, struct words *words);

/* The row of the test of that name, and the column of the put with that label. A name that the
   file did not list ends the program. */
size_t reader_test(const struct savefile_reader *r, const char *name);
size_t reader_put(const struct savefile_reader *r, const char *label);
