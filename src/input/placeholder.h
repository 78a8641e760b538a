#ifndef PLACEHOLDER_H
#define PLACEHOLDER_H

#include <stdbool.h>

#include "util/words.h"

/* Command lines with places: a word that is just "{args}" becomes all of that place's words; in
   a longer word the place's words stand joined by blanks. */
struct place {
	const char *name; /* "args" */
	const struct words *words;
};

/* Adds the words of template, filled in from places (ended by a NULL name), to out. A place
   that places does not hold stays as it is. */
void placeholder_words(
    struct words *out, const struct words *template, const struct place *places);

#endif
