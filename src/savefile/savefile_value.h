#ifndef SAVEFILE_VALUE_H
#define SAVEFILE_VALUE_H

#include <stdint.h>

#include "util/jsonfile.h"
#include "util/walk.h"
#include "util/words.h"

/* Reads and checks small values of a saved file. A wrong value ends the program, with
   jsonfile_wrong. json may be NULL, if the value is missing. */

/* Digits in a string, as bench.pl writes counts, or a whole number. Returns NULL or a static
   sentence that says what is wrong. */
const char *savefile_value_parse(const json_t *json, uint64_t *number);
/* The same, of at most max. */
uint64_t savefile_value_number(const struct jsonfile *doc, const json_t *json, uint64_t max);
/* A whole number that may be negative. */
int64_t savefile_value_integer(const struct jsonfile *doc, const json_t *json);
/* The index of one of n elements, such as "instructions". */
size_t savefile_value_index(
    const struct jsonfile *doc, const json_t *json, size_t n, const char *elements);
/* The text of a string or a number; the caller frees. */
char *savefile_value_text(const struct jsonfile *doc, const json_t *json);
/* The name of a test or a label: not empty, without control characters. The caller frees. */
char *savefile_value_name(const struct jsonfile *doc, const json_t *json);
/* Adds the strings of an array to words. */
void savefile_value_words(struct jsonfile *doc, const json_t *json, struct words *words);
/* Opens a list that must have an element for each of n puts. */
void savefile_value_open_puts(
    struct walk *w, struct jsonfile *doc, const json_t *list, size_t n);
/* Whether s is n hexadecimal digits, none of them a capital. */
bool savefile_value_is_hex(const char *s, size_t n);

#endif
