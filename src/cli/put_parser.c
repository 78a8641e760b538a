#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/put_parser.h"
#include "cli/option_table.h"
#include "input/importer.h"
#include "util/memory.h"
#include "util/message.h"

/* Returns true for "NAME=VALUE". */
static bool
is_setting(const char *word)
{
	size_t n = text_name(word);

	return n && word[n] == '=' && !isdigit((unsigned char)*word);
}

static void
set_env(struct put *put, const char *setting)
{
	if (!is_setting(setting))
		message_die(STATUS_USAGE, "--env: '%s' is not of the form NAME=VALUE", setting);
	words_set_variable(&put->env, setting);
	words_sort(&put->env, 0);
}

/* Reads bench.pl's older form, EXE:LABEL:NAME=VALUE. */
static bool
add_old_form(struct puts *puts, const char *word)
{
	size_t first = strcspn(word, ":="), second;
	struct put *put;

	if (word[first] != ':' || !first)
		return false;
	second = first + 1 + strcspn(word + first + 1, ":=");
	if (word[second] != ':' || second == first + 1 || !strchr(word + second, '='))
		return false;
	put = puts_add(puts);
	put->exe = memory_copy_n(word, first);
	put->label = memory_copy_n(word + first + 1, second - first - 1);
	set_env(put, word + second + 1);
	return true;
}

static bool
put_parser_is_benchfile(const char *word)
{
	const char *suffix = strrchr(word, '.');

	return (suffix && !strcmp(suffix, ".bench")) ||
	       (!access(word, R_OK) && importer_is_marked(word));
}

/* Refuses 'gcc=O3 -O3' in quotes, which is one word to a shell: the compiler would not get the
   option, although the label names it. */
static void
put_parser_check_label(const char *exe_and_label)
{
	const char *label = strchr(exe_and_label, '='), *option = strstr(label, " -");

	if (option)
		message_die(STATUS_USAGE,
		    "'%s' is one word, so '%s' belongs to the label; write options as separate "
		    "words: %.*s '%s'",
		    exe_and_label, option + 1, (int)(option - exe_and_label), exe_and_label,
		    option + 1);
}

static void
put_parser_add_put(struct puts *puts, const char *word)
{
	size_t n = strcspn(word, "=");
	const char *label;
	struct put *put;

	if (add_old_form(puts, word))
		return;
	if (!n)
		message_die(
		    STATUS_USAGE, "'%s': the executable before the '=' is missing", word);
	if (put_parser_is_benchfile(word))
		message_die(STATUS_USAGE, "'%s' is a benchfile; did you mean --benchfile=%s?",
		    word, word);
	put = puts_add(puts);
	put->exe = memory_copy_n(word, n);
	if (!word[n])
		return;
	put_parser_check_label(word);
	label = word + n + 1;
	if (!*label)
		message_die(
		    STATUS_USAGE, "'%s=': the label after the '=' is missing", put->exe);
	put->label = *label == '+' ? text_print("%s%s", put->exe, label) : memory_copy(label);
}

/* Returns true if the word is "--NAME" or "--NAME=value". Sets *value to what follows the '=',
   or to the next word and *i to its place. */
static bool
is_switch(const char *name, int n, char **words, int *i, const char **value)
{
	const char *word = words[*i];
	size_t length = strlen(name);

	if (strncmp(word, name, length) || (word[length] && word[length] != '='))
		return false;
	*value = word[length] ? word + length + 1 : *i + 1 < n ? words[++*i] : NULL;
	if (!*value)
		message_die(STATUS_USAGE, "%s needs a value", name);
	return true;
}

static void
put_parser_add_argument(struct put *put, int n, char **words, int *i)
{
	const char *word = words[*i], *value;

	if (is_switch("--args", n, words, i, &value)) {
		if (!words_split(&put->args, value))
			message_die(STATUS_USAGE, "--args: a quote is left open in: %s", value);
	} else if (is_switch("--env", n, words, i, &value)) {
		set_env(put, value);
	} else if (is_switch("--lang", n, words, i, &value)) {
		free(put->language);
		put->language = memory_copy(value);
	} else if (!strcmp(word, "--")) {
		message_die(STATUS_USAGE,
		    "'--' follows '%s': write it after the options and before the first compiler or program",
		    put->exe);
	} else if (option_is(word)) {
		message_die(STATUS_USAGE,
		    "%s follows '%s': write options before the first compiler or "
		    "program; to pass it on, write --args='%s'",
		    word, put->exe, word);
	} else {
		words_add(&put->args, word);
	}
}

/* Finds a character outside of quotes that only a shell understands, or NULL. */
static const char *
find_operator(const char *line)
{
	char quote = '\0';

	for (const char *s = line; *s; s++) {
		if (*s == '\\' && quote != '\'' && s[1])
			s++;
		else if (quote)
			quote = *s == quote ? '\0' : quote;
		else if (strchr("'\"", *s))
			quote = *s;
		else if (strchr("|<>&;", *s))
			return s;
	}
	return NULL;
}

static void
put_parser_add_command(struct puts *puts, const char *line)
{
	const char *unquoted = find_operator(line);
	FREED_BY(words_free) struct words words = WORDS_EMPTY;
	struct put *put;
	size_t i;

	if (option_is(line))
		message_die(STATUS_USAGE,
		    "%s follows a command line: write options before the first", line);
	if (*line == '-')
		message_die(STATUS_USAGE,
		    "--command: '%s' is not a command line: write each in one word, as in "
		    "'sort -u f'",
		    line);
	if (puts_find(puts, line))
		message_die(STATUS_USAGE,
		    "--command: '%s' is given twice; to compare environments, set a variable "
		    "before it, as in 'LC_ALL=C sort f'",
		    line);
	if (!words_split(&words, line))
		message_die(STATUS_USAGE, "--command: a quote is left open in: %s", line);
	if (unquoted)
		message_die(STATUS_USAGE,
		    "--command: '%c' in '%s' needs a shell: use sh -c, as in \"sh -c '...'\"",
		    *unquoted, line);
	put = puts_add(puts);
	for (i = 0; i < words.n && is_setting(words.v[i]); i++)
		set_env(put, words.v[i]);
	if (i == words.n)
		message_die(STATUS_USAGE, "--command: '%s' names no program", line);
	put->exe = memory_copy(words.v[i++]);
	put->label = memory_copy(line);
	put->language = memory_copy("command");
	for (; i < words.n; i++)
		words_add(&put->args, words.v[i]);
}

void
put_parser_read(struct puts *puts, int n, char **words, bool commands)
{
	for (int i = 0; i < n; i++) {
		if (commands)
			put_parser_add_command(puts, words[i]);
		else if (words[i][0] != '-')
			put_parser_add_put(puts, words[i]);
		else if (puts->n)
			put_parser_add_argument(&puts->v[puts->n - 1], n, words, &i);
		else
			message_die(STATUS_USAGE,
			    "%s: the compiler or interpreter before it is missing", words[i]);
	}
}

void
put_parser_inherit(struct puts *puts, const struct words *settings)
{
	for (size_t i = 0; i < puts->n; i++)
		for (size_t k = 0; k < settings->n; k++) {
			struct put *put = &puts->v[i];

			if (words_find_variable(&put->env, settings->v[k]) == put->env.n)
				set_env(put, settings->v[k]);
		}
}
