#ifndef SAVEFILE_VALUE_H
#define SAVEFILE_VALUE_H

#include <stdint.h>

#include "util/document.h"
#include "util/words.h"

/* Small values of a saved file, checked. Where one is wrong, document_wrong says so. */

/* Digits in a string, as bench.pl writes counts, or a whole number. Returns NULL or a static
   sentence; json may be NULL. */
const char *savefile_value_parse(const json_t *json, uint64_t *number);
uint64_t savefile_value_number(const struct document *doc, const json_t *json, uint64_t max);
/* The text of a string or a number; the caller frees. */
char *savefile_value_text(const struct document *doc, const json_t *json);
/* A string that is not empty and stays on its line: of a test or a label. The caller frees. */
char *savefile_value_name(const struct document *doc, const json_t *json);
/* An array of strings. */
void savefile_value_words(struct document *doc, const json_t *json, struct words *words);

#endif
