#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/candidates.h"
#include "cli/commandline.h"
#include "cli/complete.h"
#include "cli/setting.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/text.h"

/* The word under the cursor and what stands around it. */
struct place {
	char *typed;                   /* of the word, unquoted */
	char quote;                    /* that is open in it; '\0': none */
	const struct setting *setting; /* whose value the word is; NULL: none */
	bool in_puts;                  /* behind the options */
	const char *before;            /* the word before it, or "" */
	struct options options;        /* all other words */
};

/* Splits what stands before the cursor; what is under it becomes the last word. */
static void
split(struct place *place, struct words *words, const char *line)
{
	static const char quotes[] = {'\0', '\'', '"'};
	char *last;
	size_t i;

	for (i = 0; i < sizeof quotes && !words->n; i++) {
		char closed[] = {'.', quotes[i], '\0'},
		     *whole = text_print("%s%s", line, closed);

		place->quote = quotes[i];
		words_split(words, whole);
		free(whole);
	}
	last = words->v[words->n - 1];
	place->typed = memory_copy_n(last, strlen(last) - 1);
	free(last);
	words->v[--words->n] = NULL;
}

/* The option whose value the next word is, or NULL. */
static const struct setting *
awaits(const char *word)
{
	const struct setting *setting;

	if (word[1] == '-') {
		setting = setting_named(word + 2, strlen(word + 2));
		return setting && setting_takes(setting) == TAKES_VALUE ? setting : NULL;
	}
	while (*++word) {
		setting = setting_lettered(*word);
		if (setting && setting_takes(setting) == TAKES_VALUE)
			return word[1] ? NULL : setting;
	}
	return NULL;
}

static void
find(struct place *place, const struct words *words)
{
	size_t i;

	for (i = 1; i < words->n && !place->in_puts; i++) {
		const char *word = words->v[i];

		if (place->setting)
			place->setting = NULL;
		else if (word[0] != '-' || !word[1] || !strcmp(word, "--"))
			place->in_puts = true;
		else
			place->setting = awaits(word);
	}
	place->before = words->n > 1 ? words->v[words->n - 1] : "";
}

/* What of a put stands in two words. */
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

/* s, as sh reads it behind that open quote. */
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

/* The word that is the first head bytes of what is typed, name and tail. */
static void
offer(const struct place *place, size_t head, const char *name, const char *tail, bool ends,
    const char *about)
{
	const char *typed = place->typed + head, *c;
	size_t n = strlen(typed);
	struct text t = TEXT_EMPTY;

	for (c = name; *c; c++)
		if (iscntrl((unsigned char)*c))
			return;
	if (strncmp(name, typed, n) != 0)
		return;
	add_quoted(&t, name + n, place->quote);
	add_quoted(&t, tail, place->quote);
	printf("%s%s\t%.*s%s%s\t%s\n", t.s ? t.s : "", ends && !place->quote ? " " : "",
	    (int)head, place->typed, name, tail, about);
	text_free(&t);
}

static void
offer_options(const struct place *place)
{
	const struct setting *setting = NULL;

	while ((setting = setting_next(setting))) {
		const char *name = setting_name(setting), *about = setting_about(setting);
		enum takes takes = setting_takes(setting);
		char letter[] = {'-', setting_letter(setting), '\0'};
		char *dashed = text_print("--%s", name ? name : "");

		if (setting_purpose(setting) != HIDDEN) {
			if (letter[1])
				offer(place, 0, letter, "", true, about);
			if (name && takes != TAKES_VALUE)
				offer(place, 0, dashed, "", true, about);
			if (name && takes != TAKES_NOTHING)
				offer(place, 0, dashed, "=", false, about);
		}
		free(dashed);
	}
}

/* Whether the list, n bytes that end in ',' or none, has the name. */
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

/* What the word in capitals may be; list: where the list it belongs to begins, or head. A
   directory is no end. */
static void
offer_kind(const struct place *place, const char *kind, size_t n, size_t list, size_t head,
    const char *tail, bool ends)
{
	struct words names = WORDS_EMPTY;
	size_t i;

	candidates(&names, kind, n, place->typed + head, &place->options);
	for (i = 0; i < names.n; i++) {
		const char *name = names.v[i];

		if (!is_listed(place->typed + list, head - list, name))
			offer(
			    place, head, name, tail, ends && name[strlen(name) - 1] != '/', "");
	}
	words_free(&names);
}

static void
offer_alternative(const struct place *place, const char *form, size_t head)
{
	size_t list = head;

	for (;;) {
		size_t n = strspn(form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		bool optional = form[n] == '[', repeated = !strncmp(form + n, ",...", 4);
		char tail[2] = {form[n + optional]};
		const char *found;

		if (strchr("|]", *tail))
			*tail = '\0';
		found = *tail ? strchr(place->typed + head, *tail) : NULL;
		if (!found) {
			offer_kind(place, form, n, list, head, optional || repeated ? "" : tail,
			    !*tail);
			return;
		}
		head = (size_t)(found + 1 - place->typed);
		if (!repeated) {
			form += n + optional + 1;
			list = head;
		}
	}
}

/* The value of an option begins head bytes into the word. */
static void
offer_value(const struct place *place, const struct setting *setting, size_t head)
{
	const char *form = setting_value(setting);

	if (setting_takes(setting) == TAKES_PERHAPS)
		form += 2;
	while (*form) {
		size_t n = strcspn(form, "|");

		if (islower((unsigned char)*form)) {
			char *word = memory_copy_n(form, n);

			offer(place, head, word, "", true, "");
			free(word);
		} else {
			offer_alternative(place, form, head);
		}
		form += n + (form[n] == '|');
	}
}

/* Where the value begins in "--tests=str", "-rold" or "-vr=old", and of which option; or 0. */
static size_t
attached(const char *typed, const struct setting **setting)
{
	size_t n = strcspn(typed, "="), i;

	if (!strncmp(typed, "--", 2)) {
		*setting = typed[n] ? setting_named(typed + 2, n - 2) : NULL;
		return *setting && setting_takes(*setting) != TAKES_NOTHING ? n + 1 : 0;
	}
	for (i = 1; typed[i]; i++) {
		*setting = setting_lettered(typed[i]);
		if (*setting && setting_takes(*setting) == TAKES_VALUE)
			return typed[i + 1] ? i + 1 + (typed[i + 1] == '=') : 0;
	}
	return 0;
}

static void
offer_in_option(const struct place *place)
{
	const struct setting *setting;
	size_t head = attached(place->typed, &setting);

	if (head)
		offer_value(place, setting, head);
	else
		offer_options(place);
}

static void
offer_exes(const struct place *place)
{
	struct words names = WORDS_EMPTY;
	size_t i;

	candidates_exes(&names, place->typed, &place->options);
	for (i = 0; i < names.n; i++)
		offer(place, 0, names.v[i], "", names.v[i][strlen(names.v[i]) - 1] != '/', "");
	words_free(&names);
}

/* A put, or an argument of one. */
static void
offer_in_puts(const struct place *place)
{
	static const char lang[] = "--lang=";
	size_t n = strlen(lang);

	if (!strcmp(place->before, "--lang"))
		offer_alternative(place, "LANGUAGE", 0);
	else if (is_switch(place->before))
		return;
	else if (!strncmp(place->typed, lang, n))
		offer_alternative(place, "LANGUAGE", n);
	else if (place->typed[0] != '-')
		offer_exes(place);
	else if (place->options.puts.n) {
		offer(place, 0, "--args", "=", false, "arguments of this put");
		offer(place, 0, "--env", "=", false, "a variable in its environment");
		offer(place, 0, lang, "", false, "its language");
	}
}

/* Reads all words but the one under the cursor and an option it is the value of. behind: what
   stands behind the cursor, and one more character. The options point into the others. */
static void
read_others(
    struct place *place, struct words *others, const struct words *before, const char *behind)
{
	size_t n = before->n, i;

	if (place->setting || (place->in_puts && is_switch(place->before)))
		n--;
	for (i = 0; i < n; i++)
		words_add(others, before->v[i]);
	words_split(others, behind + strcspn(behind, " \t\n"));
	commandline_parse(&place->options, (int)others->n, others->v);
}

void
complete_print(const struct words *line)
{
	struct place place = {0};
	struct words before = WORDS_EMPTY, others = WORDS_EMPTY;

	split(&place, &before, line->v[0]);
	find(&place, &before);
	read_others(&place, &others, &before, line->n > 1 ? line->v[1] : "");
	if (place.setting)
		offer_value(&place, place.setting, 0);
	else if (!place.in_puts && place.typed[0] == '-')
		offer_in_option(&place);
	else
		offer_in_puts(&place);
	options_free(&place.options);
	words_free(&others);
	words_free(&before);
	free(place.typed);
}

void
complete_script(const char *shell)
{
	char *name = text_print("cgbench.%s", shell);
	const struct embedded *file = embedded_find(name);

	fwrite(file->data, 1, file->n, stdout);
	free(name);
}
