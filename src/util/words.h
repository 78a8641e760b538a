#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

/* A list of strings it owns, in the shape execve wants: v[n] is NULL once a word was added.
   Start from WORDS_EMPTY. */
struct words {
	char **v;
	size_t n;
};

#define WORDS_EMPTY \
	{ \
		NULL, 0 \
	}

void words_add(struct words *w, const char *word);
/* Like words_add, and takes ownership of word. */
void words_take(struct words *w, char *word);
void words_add_all(struct words *w, const struct words *more);
/* Which of the words, NAME=VALUE each, sets the variable that the setting, NAME= or NAME=VALUE,
   names; w->n: none. */
size_t words_setting(const struct words *w, const char *setting);
/* Splits s as sh splits a command line (blanks, '...', "...", backslash) without expanding
   anything, and adds the words. Returns false, and adds nothing, where a quote is left open. */
bool words_split(struct words *w, const char *s);
/* Adds the words to t, separated by blanks and quoted so that sh reads them back. */
void words_quote(const struct words *w, struct text *t);
void words_free(struct words *w);
/* Whether the word is in a list that ends with NULL. */
bool words_include(const char *const *list, const char *word);

#endif
