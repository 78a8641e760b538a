#ifndef SPELLING_H
#define SPELLING_H

/* Guesses which word a misspelled one was meant to be: of words (ended by NULL) the one that is
   the fewest single-letter changes away, at most a third of its letters. */

/* The word, or NULL if none is close enough. */
const char *spelling_guess(const char *word, const char *const *words);
/* "; did you mean 'WORD'?" to end a message, or "". The caller frees. */
char *spelling_hint(const char *word, const char *const *words);

#endif
