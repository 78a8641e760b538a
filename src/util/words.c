#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/name_table.h"
#include "util/words.h"

static bool
words_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

void
words_take(struct words *w, char *word)
{
	enum { MANY = 16 };

	/* The NULL counts as an element. */
	w->v = memory_grow(w->v, w->n + 1, sizeof *w->v);
	w->v[w->n++] = word;
	w->v[w->n] = NULL;
	if (w->n >= MANY && !w->table)
		w->table = memory_new(sizeof *w->table);
}

/* The words that are in the table have changed. */
static void
words_forget(struct words *w)
{
	if (w->table)
		name_table_free(w->table);
}

void
words_add(struct words *w, const char *word)
{
	words_take(w, memory_copy(word));
}

void
words_replace(struct words *w, size_t i, char *word)
{
	free(w->v[i]);
	w->v[i] = word;
	words_forget(w);
}

bool
words_contain(const struct words *w, const char *part)
{
	for (size_t i = 0; i < w->n; i++)
		if (strstr(w->v[i], part))
			return true;
	return false;
}

void
words_add_all(struct words *w, const struct words *more)
{
	for (size_t i = 0; i < more->n; i++)
		words_add(w, more->v[i]);
}

/* c follows a backslash. */
static void
take_escaped(char c, bool in_quotes, struct text *t)
{
	if (c == '\n')
		return;
	if (in_quotes && !strchr("$`\"\\", c))
		text_add_char(t, '\\');
	text_add_char(t, c);
}

/* Returns the text after the word, or NULL if a quote is not closed. */
static const char *
take_word(const char *s, struct text *t)
{
	char quote = '\0';

	for (; *s && (quote || !words_is_blank(*s)); s++) {
		if (quote ? *s == quote : *s == '\'' || *s == '"')
			quote = quote ? '\0' : *s;
		else if (*s != '\\' || quote == '\'' || (quote && !s[1]))
			text_add_char(t, *s);
		else if (s[1])
			take_escaped(*++s, quote, t);
		else
			return NULL;
	}
	return quote ? NULL : s;
}

static const char *
skip_blanks(const char *s)
{
	while (words_is_blank(*s) || (*s == '\\' && s[1] == '\n'))
		s += *s == '\\' ? 2 : 1;
	return s;
}

void
words_shorten(struct words *w, size_t n)
{
	while (w->n > n) {
		free(w->v[--w->n]);
		w->v[w->n] = NULL;
	}
	words_forget(w);
}

bool
words_split(struct words *w, const char *s)
{
	size_t before = w->n;

	for (s = skip_blanks(s); *s; s = skip_blanks(s)) {
		struct text t = TEXT_EMPTY;

		s = take_word(s, &t);
		words_take(w, text_take(&t));
		if (!s) {
			words_shorten(w, before);
			return false;
		}
	}
	return true;
}

void
words_cut(struct words *w, const char *s, char between)
{
	for (;; s++) {
		size_t n = (size_t)(strchrnul(s, between) - s);

		words_take(w, memory_copy_n(s, n));
		s += n;
		if (!*s)
			return;
	}
}

size_t
words_find_variable(const struct words *w, const char *setting)
{
	size_t name = strcspn(setting, "=") + 1, i = 0;

	while (i < w->n && strncmp(w->v[i], setting, name) != 0)
		i++;
	return i;
}

const char *
words_option(const struct words *w, const char *option)
{
	const char *value = NULL;
	size_t n = strlen(option);

	for (size_t i = 0; i < w->n; i++) {
		if (text_begins(w->v[i], option) && w->v[i][n] == '=')
			value = w->v[i] + n + 1;
		else if (!strcmp(w->v[i], option) && i + 1 < w->n)
			value = w->v[++i];
	}
	return value;
}

void
words_set_variable(struct words *w, const char *setting)
{
	size_t i = words_find_variable(w, setting);

	if (i == w->n)
		words_add(w, setting);
	else
		words_replace(w, i, memory_copy(setting));
}

void
words_set_variables(struct words *w, const struct words *settings)
{
	for (size_t i = 0; i < settings->n; i++)
		words_set_variable(w, settings->v[i]);
}

static void
quote_word(const char *word, struct text *t)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789_-+=:,./@%";

	if (*word && !word[strspn(word, plain)]) {
		text_add(t, word);
		return;
	}
	text_add_char(t, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			text_add(t, "'\\''");
		else
			text_add_char(t, *word);
	}
	text_add_char(t, '\'');
}

void
words_quote(const struct words *w, struct text *t)
{
	for (size_t i = 0; i < w->n; i++) {
		if (i)
			text_add_char(t, ' ');
		quote_word(w->v[i], t);
	}
}

void
words_free(struct words *w)
{
	words_shorten(w, 0);
	free(w->v);
	free(w->table);
	*w = (struct words)WORDS_EMPTY;
}

static int
words_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void
words_sort(struct words *w, size_t from)
{
	if (from < w->n)
		qsort(w->v + from, w->n - from, sizeof *w->v, words_compare);
	words_forget(w);
}

bool
words_equal(const struct words *a, const struct words *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->v[i], b->v[i]) != 0)
			return false;
	return true;
}

bool
words_include(const char *const *list, const char *word)
{
	while (*list && strcmp(word, *list))
		list++;
	return *list != NULL;
}

unsigned
words_bits(const char *list, const char *(*name)(unsigned i), const char **unknown)
{
	static const char between[] = " \t\n,";
	unsigned bits = 0;

	*unknown = "";
	for (list += strspn(list, between); *list; list += strspn(list, between)) {
		size_t n = strcspn(list, between);
		unsigned i = 0;

		while (name(i) && !text_equals(list, n, name(i)))
			i++;
		if (name(i))
			bits |= 1u << i;
		else if (!**unknown)
			*unknown = list;
		list += n;
	}
	return bits;
}

char *
words_join(const struct words *words, const char *between)
{
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < words->n; i++)
		text_addf(&t, "%s%s", i ? between : "", words->v[i]);
	return words->n ? text_take(&t) : NULL;
}

static const char *
words_word_of(const void *words, size_t i)
{
	return ((const struct words *)words)->v[i];
}

size_t
words_find(const struct words *w, const char *word)
{
	size_t i = 0;

	if (w->table) {
		name_table_learn(w->table, w, words_word_of, w->n);
		i = name_table_find(w->table, w, words_word_of, word);
		return i ? i - 1 : w->n;
	}
	while (i < w->n && strcmp(w->v[i], word) != 0)
		i++;
	return i;
}

size_t
words_intern(struct words *w, const char *word)
{
	size_t i = words_find(w, word);

	if (i == w->n)
		words_add(w, word);
	return i;
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Levenshtein's distance, in which two neighbours that changed places count once. */
static size_t
words_distance(const char *a, const char *b)
{
	size_t m = strlen(a) + 1, n = strlen(b) + 1, d;
	size_t *table = memory_array(m * n, sizeof *table), *cell = table;

	/* Each cell is the distance of the first i characters of a and k of b. */
	for (size_t i = 0; i < m; i++)
		for (size_t k = 0; k < n; k++, cell++) {
			*cell = i + k;
			if (!i || !k)
				continue;
			*cell = least(least(*(cell - n), cell[-1]) + 1,
			    *(cell - n - 1) + (a[i - 1] != b[k - 1]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				*cell = least(*cell, *(cell - 2 * n - 2) + 1);
		}
	d = cell[-1];
	free(table);
	return d;
}

const char *
words_guess(const char *word, const char *const *words)
{
	const char *best = NULL;
	size_t best_distance = 0, d;

	if (strlen(word) > 64)
		return NULL;
	for (; *words; words++) {
		d = words_distance(word, *words);
		if (d <= (strlen(*words) + 2) / 3 && d < strlen(word) &&
		    (!best || d < best_distance)) {
			best = *words;
			best_distance = d;
		}
	}
	return best;
}

char *
words_hint(const char *word, const char *const *words)
{
	const char *guess = words_guess(word, words);

	return guess ? text_print("; did you mean '%s'?", guess) : memory_copy("");
}
