#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

/* A list of strings, which it owns, in the form that execve takes: once a word was added, v[n]
   is NULL. Start from WORDS_EMPTY. Only the functions below change it. */
struct words {
	char **v;
	size_t n;
	struct name_table *table; /* of the words; NULL: they are few */
};

#define WORDS_EMPTY \
	{ \
		NULL, 0, NULL \
	}

void words_add(struct words *w, const char *word);
/* Like words_add, but takes ownership of word. */
void words_take(struct words *w, char *word);
/* Puts word, which it takes over, in the place of word i. */
void words_replace(struct words *w, size_t i, char *word);
void words_add_all(struct words *w, const struct words *more);
/* Removes the words from index n on. */
void words_shorten(struct words *w, size_t n);
/* Returns the index of the word NAME=VALUE whose NAME is that of setting (NAME= or NAME=VALUE),
   or w->n. */
size_t words_find_variable(const struct words *w, const char *setting);
/* The value of an option, after '=' or in the next word. If it is given several times, the last
   one; NULL if it is not given. */
const char *words_option(const struct words *w, const char *option);
/* Sets a variable in a list of them: replaces the word with its name, or adds the setting. */
void words_set_variable(struct words *w, const char *setting);
void words_set_variables(struct words *w, const struct words *settings);
/* Splits s as sh splits a command line (blanks, '...', "...", backslash), without expansions,
   and adds the words. Returns false and adds nothing if a quote is not closed. */
bool words_split(struct words *w, const char *s);
/* Adds the parts of s between such characters, of which any may be empty. */
void words_cut(struct words *w, const char *s, char between);
/* Adds the words to t, separated by blanks and quoted for sh. */
void words_quote(const struct words *w, struct text *t);
void words_free(struct words *w);
/* Sorts the words from that index on. */
void words_sort(struct words *w, size_t from);
/* Returns true if both have the same words in the same order. */
bool words_equal(const struct words *a, const struct words *b);
/* The index of the first word that is equal, or w->n. The time does not depend on w->n. */
size_t words_find(const struct words *w, const char *word);
/* Returns true if the part is in one of the words. */
bool words_contain(const struct words *w, const char *part);
/* The index of the word, which is added if it is new. */
size_t words_intern(struct words *w, const char *word);
/* Returns true if the word is in a list that ends with NULL. */
bool words_include(const char *const *list, const char *word);
/* Reads a list of words, separated by blanks or commas, as a set: bit 1 << i is name(i), which
   is NULL behind the last. Sets *unknown to the first word that is none of them, or to "". */
unsigned words_bits(const char *list, const char *(*name)(unsigned i), const char **unknown);
/* The words, separated by that; NULL if there are none. The caller frees. */
char *words_join(const struct words *words, const char *between);
/* Guesses which of the words (ended by NULL) a misspelled one was meant to be: the one that is
   the fewest single-letter changes away, at most a third of its letters and not all; NULL if
   none is close enough. */
const char *words_guess(const char *word, const char *const *words);
/* "; did you mean 'WORD'?" to end a message, or "". The caller frees. */
char *words_hint(const char *word, const char *const *words);
