#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/candidates.h"
#include "cli/commandline.h"
#include "cli/complete.h"
#include "cli/option_table.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/text.h"

/* The word under the cursor and its context. */
struct completion {
	char *typed;                 /* of the word, unquoted */
	char quote;                  /* the quote that is open in it; '\0': none */
	const struct option *option; /* the word is its value; NULL: of none */
	bool in_puts;                /* the word comes after the options */
	const char *before;          /* the word before it, or "" */
	struct options options;      /* all other words */
};

/* Splits the text before the cursor; the word under the cursor is the last one. */
static void
split(struct completion *c, struct words *words, const char *line)
{
	static const char quotes[] = {'\0', '\'', '"'};
	char *last;
	size_t i;

	for (i = 0; i < sizeof quotes && !words->n; i++) {
		char closed[] = {'.', quotes[i], '\0'},
		     *whole = text_print("%s%s", line, closed);

		c->quote = quotes[i];
		words_split(words, whole);
		free(whole);
	}
	last = words->v[words->n - 1];
	c->typed = memory_copy_n(last, strlen(last) - 1);
	free(last);
	words->v[--words->n] = NULL;
}

/* The option whose value the next word is, or NULL. */
static const struct option *
awaits(const char *word)
{
	const struct option *option;

	if (word[1] == '-') {
		option = option_named(word + 2, strlen(word + 2));
		return option && option_takes(option) == TAKES_VALUE ? option : NULL;
	}
	while (*++word) {
		option = option_lettered(*word);
		if (option && option_takes(option) == TAKES_VALUE)
			return word[1] ? NULL : option;
	}
	return NULL;
}

static void
find(struct completion *c, const struct words *words)
{
	size_t i;

	for (i = 1; i < words->n && !c->in_puts; i++) {
		const char *word = words->v[i];

		if (c->option)
			c->option = NULL;
		else if (word[0] != '-' || !word[1] || !strcmp(word, "--"))
			c->in_puts = true;
		else
			c->option = awaits(word);
	}
	c->before = words->n > 1 ? words->v[words->n - 1] : "";
}

/* Whether the next word is the value of this argument of a put. */
static bool
is_switch(const char *word)
{
	return !strcmp(word, "--args") || !strcmp(word, "--env") || !strcmp(word, "--lang");
}

static bool
is_escaped(char quote, char c)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789_-+=:,./@%";

	if (quote == '"')
		return strchr("\"\\$`", c);
	return !quote && !(c & 0x80) && !strchr(plain, c);
}

/* Adds s, quoted so that sh reads it after that open quote. */
static void
add_quoted(struct text *t, const char *s, char quote)
{
	for (; *s; s++) {
		if (quote == '\'' && *s == '\'')
			text_add(t, "'\\'");
		else if (is_escaped(quote, *s))
			text_add_char(t, '\\');
		text_add_char(t, *s);
	}
}

/* Offers the word that consists of the first head bytes of what is typed, name and tail. */
static void
offer(const struct completion *c, size_t head, const char *name, const char *tail, bool ends,
    const char *about)
{
	const char *typed = c->typed + head, *s;
	size_t n = strlen(typed);
	struct text t = TEXT_EMPTY;

	for (s = name; *s; s++)
		if (iscntrl((unsigned char)*s))
			return;
	if (strncmp(name, typed, n) != 0)
		return;
	add_quoted(&t, name + n, c->quote);
	add_quoted(&t, tail, c->quote);
	printf("%s%s\t%.*s%s%s\t%s\n", t.s ? t.s : "", ends && !c->quote ? " " : "", (int)head,
	    c->typed, name, tail, about);
	text_free(&t);
}

static void
offer_options(const struct completion *c)
{
	const struct option *option = NULL;

	while ((option = option_next(option))) {
		const char *name = option->name, *about = option->about;
		enum takes takes = option_takes(option);
		char letter[] = {'-', option->letter, '\0'};
		char *dashed = text_print("--%s", name ? name : "");

		if (option->purpose != HIDDEN) {
			if (letter[1])
				offer(c, 0, letter, "", true, about);
			if (name && takes != TAKES_VALUE)
				offer(c, 0, dashed, "", true, about);
			if (name && takes != TAKES_NOTHING)
				offer(c, 0, dashed, "=", false, about);
		}
		free(dashed);
	}
}

/* Whether the list, n bytes that are empty or end in ',', contains the name. */
static bool
is_listed(const char *list, size_t n, const char *name)
{
	while (n) {
		size_t length = strcspn(list, ",");

		if (length == strlen(name) && !memcmp(list, name, length))
			return true;
		list += length + 1;
		n -= length + 1;
	}
	return false;
}

/* Offers candidates for a word in capitals. list: where the list that it belongs to begins, or
   head. A directory does not end the word. */
static void
offer_kind(const struct completion *c, const char *kind, size_t n, size_t list, size_t head,
    const char *tail, bool ends)
{
	struct words names = WORDS_EMPTY;
	size_t i;

	candidates(&names, kind, n, c->typed + head, &c->options);
	for (i = 0; i < names.n; i++) {
		const char *name = names.v[i];

		if (!is_listed(c->typed + list, head - list, name))
			offer(c, head, name, tail, ends && name[strlen(name) - 1] != '/', "");
	}
	words_free(&names);
}

static void
offer_alternative(const struct completion *c, const char *form, size_t head)
{
	size_t list = head;

	for (;;) {
		size_t n = strspn(form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		bool optional = form[n] == '[', repeated = !strncmp(form + n, ",...", 4);
		char tail[2] = {form[n + optional]};
		const char *found;

		if (strchr("|]", *tail))
			*tail = '\0';
		found = *tail ? strchr(c->typed + head, *tail) : NULL;
		if (!found) {
			offer_kind(
			    c, form, n, list, head, optional || repeated ? "" : tail, !*tail);
			return;
		}
		head = (size_t)(found + 1 - c->typed);
		if (!repeated) {
			form += n + optional + 1;
			list = head;
		}
	}
}

/* The value of the option begins head bytes into the word. */
static void
offer_value(const struct completion *c, const struct option *option, size_t head)
{
	const char *form = option->value;

	if (option_takes(option) == TAKES_PERHAPS)
		form += 2;
	while (*form) {
		size_t n = strcspn(form, "|]");

		if (islower((unsigned char)*form)) {
			char *word = memory_copy_n(form, n);

			offer(c, head, word, "", true, "");
			free(word);
		} else {
			offer_alternative(c, form, head);
		}
		form += n + (form[n] != '\0');
	}
}

/* Where the value begins in "--tests=str", "-rold" or "-vr=old", and its option; 0: the word
   has none. */
static size_t
attached(const char *typed, const struct option **option)
{
	size_t n = strcspn(typed, "="), i;

	if (!strncmp(typed, "--", 2)) {
		*option = typed[n] ? option_named(typed + 2, n - 2) : NULL;
		return *option && option_takes(*option) != TAKES_NOTHING ? n + 1 : 0;
	}
	for (i = 1; typed[i]; i++) {
		*option = option_lettered(typed[i]);
		if (*option && option_takes(*option) == TAKES_VALUE)
			return typed[i + 1] ? i + 1 + (typed[i + 1] == '=') : 0;
	}
	return 0;
}

static void
offer_in_option(const struct completion *c)
{
	const struct option *option;
	size_t head = attached(c->typed, &option);

	if (head)
		offer_value(c, option, head);
	else
		offer_options(c);
}

static void
offer_exes(const struct completion *c)
{
	struct words names = WORDS_EMPTY;
	size_t i;

	candidates_exes(&names, c->typed, &c->options);
	for (i = 0; i < names.n; i++)
		offer(c, 0, names.v[i], "", names.v[i][strlen(names.v[i]) - 1] != '/', "");
	words_free(&names);
}

/* A put, an argument of one, or a run of a history. */
static void
offer_in_puts(const struct completion *c)
{
	static const char lang[] = "--lang=";
	size_t n = strlen(lang);

	if (c->options.history)
		offer_alternative(c, "FILE", 0);
	else if (!strcmp(c->before, "--lang"))
		offer_alternative(c, "LANGUAGE", 0);
	else if (is_switch(c->before))
		return;
	else if (!strncmp(c->typed, lang, n))
		offer_alternative(c, "LANGUAGE", n);
	else if (c->typed[0] != '-')
		offer_exes(c);
	else if (c->options.puts.n) {
		offer(c, 0, "--args", "=", false, "arguments of this put");
		offer(c, 0, "--env", "=", false, "a variable in its environment");
		offer(c, 0, lang, "", false, "its language");
	}
}

/* Reads all words except the one under the cursor and the option that it is the value of.
   after: the text after the cursor, and one character before that. The options point into the
   others.
 */
static void
read_others(
    struct completion *c, struct words *others, const struct words *before, const char *after)
{
	size_t n = before->n, i;

	if (c->option || (c->in_puts && is_switch(c->before)))
		n--;
	for (i = 0; i < n; i++)
		words_add(others, before->v[i]);
	words_split(others, after + strcspn(after, " \t\n"));
	commandline_parse(&c->options, (int)others->n, others->v);
}

void
complete_print(const struct words *line)
{
	struct completion completion = {0};
	struct words before = WORDS_EMPTY, others = WORDS_EMPTY;

	split(&completion, &before, line->v[0]);
	find(&completion, &before);
	read_others(&completion, &others, &before, line->n > 1 ? line->v[1] : "");
	if (completion.option)
		offer_value(&completion, completion.option, 0);
	else if (!completion.in_puts && completion.typed[0] == '-')
		offer_in_option(&completion);
	else
		offer_in_puts(&completion);
	options_free(&completion.options);
	words_free(&others);
	words_free(&before);
	free(completion.typed);
}

void
complete_script(const char *shell)
{
	char *name = text_print("cgbench.%s", shell);
	const struct embedded *file = embedded_find(name);

	fwrite(file->data, 1, file->n, stdout);
	free(name);
}
