#ifndef NEAR_H
#define NEAR_H

#include <stddef.h>

/* The word that word was probably meant to be: the one of words (ended by NULL) that the fewest
   single-letter changes away, and not more than a third of its letters; or NULL. */
const char *near_word(const char *word, const char *const *words);

#endif
