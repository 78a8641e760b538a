#include <stdlib.h>
#include <string.h>

#include "input/placeholder.h"
#include "input/source_rule.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

/* The placeholder that begins at s, "{name}", and its length; or NULL. */
static const struct placeholder *
placeholder_find(const char *s, const struct placeholder *list, size_t *length)
{
	for (; list->name; list++) {
		size_t n = strlen(list->name);

		if (s[0] == '{' && !strncmp(s + 1, list->name, n) && s[n + 1] == '}') {
			*length = n + 2;
			return list;
		}
	}
	return NULL;
}

static void
placeholder_fill_word(struct words *out, const char *word, const struct placeholder *list)
{
	struct text t = TEXT_EMPTY;
	const struct placeholder *found;
	size_t length;

	while (*word) {
		found = placeholder_find(word, list, &length);
		if (!found) {
			text_add_char(&t, *word++);
			continue;
		}
		for (size_t i = 0; i < found->words->n; i++)
			text_addf(&t, "%s%s", i ? " " : "", found->words->v[i]);
		word += length;
	}
	words_take(out, text_take(&t));
}

void
placeholder_fill(
    struct words *out, const struct words *template, const struct placeholder *list)
{
	const struct placeholder *found;
	size_t length;

	for (size_t i = 0; i < template->n; i++) {
		found = placeholder_find(template->v[i], list, &length);
		if (found && !template->v[i][length])
			words_add_all(out, found->words);
		else
			placeholder_fill_word(out, template->v[i], list);
	}
}

/* These placeholders become whole lines, and so are alone on theirs. */
static const char *const block_names[] = {"prelude", "preamble", "params", "setup", "pre",
    "code", "post", "verify", "teardown", "iterations", "driver", "else", "end", NULL};
/* The conditions of @if@: the keys of a test, whether the test is only rehearsed, and whether
   its source will be run without cgbench. */
static const char *const condition_names[] = {"setup", "pre", "code", "post", "verify",
    "teardown", "preamble", "compile", "rehearsal", "standalone", NULL};
/* These placeholders become a word within a line. */
static const char *const word_names[] = {"symbol", "count", "name", "desc", NULL};
static const char *const command_names[] = {"put", "args", "dir", "cflags", "ldflags", "source",
    "object", "objects", "program", "main", "work", "modules", "code", NULL};

/* A key of the language that is being checked. */
struct subject {
	const char *file;
	const struct ini_key *key;
};

static _Noreturn void
placeholder_refuse(const struct subject *subject, unsigned line, size_t column,
    const char *name, const char *what)
{
	message_die(STATUS_USAGE, "%s:%u:%zu: %s: @%s@ %s", subject->file,
	    subject->key->text_line + line, strlen(subject->key->indent) + 1 + column,
	    subject->key->name, name, what);
}

/* Returns true if each of the words, with a blank between them, may be named. */
static bool
are_conditions(const char *words)
{
	bool all = true;

	while (*words) {
		size_t n = strcspn(words, " ");
		OWNED char *word = memory_copy_n(words, n);

		all = all && words_include(condition_names, word);
		words += n + (words[n] == ' ');
	}
	return all;
}

/* A placeholder that is alone on its line. */
static void
check_alone(
    const struct subject *subject, unsigned line, size_t column, const char *name, bool *is_if)
{
	bool begins = text_begins(name, "if ");
	const char *near = words_guess(name, block_names);

	if (!begins && !words_include(block_names, name))
		placeholder_refuse(subject, line, column, name,
		    near ? text_print("is not a placeholder; did you mean @%s@?", near)
		         : "is not a placeholder");
	if (begins && !are_conditions(name + 3))
		placeholder_refuse(
		    subject, line, column, name, "does not name a key of a test");
	if (begins && *is_if)
		placeholder_refuse(subject, line, column, name, "is inside another one");
	if (!begins && !*is_if && (!strcmp(name, "else") || !strcmp(name, "end")))
		placeholder_refuse(subject, line, column, name, "has no @if key@ above it");
	*is_if = begins || (*is_if && strcmp(name, "end") != 0);
}

/* "@name@" where it begins at s and ends before end; the name, or NULL. */
static char *
name_at(const char *s, const char *end)
{
	const char *close = *s == '@' ? memchr(s + 1, '@', (size_t)(end - s) - 1) : NULL;

	return close && close > s + 1 ? memory_copy_n(s + 1, (size_t)(close - s) - 1) : NULL;
}

static void
check_within(const struct subject *subject, unsigned line, const char *start, const char *end)
{
	for (const char *s = start; s < end; s++) {
		OWNED char *name = name_at(s, end);

		if (name && words_include(block_names, name))
			placeholder_refuse(subject, line, (size_t)(s - start), name,
			    "must be alone on its line");
	}
}

static void
check_line(
    const struct subject *subject, unsigned line, const char *start, size_t n, bool *is_if)
{
	const char *s = start + strspn(start, " \t"), *end = start + n;
	OWNED char *name = NULL;

	while (end > s && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	name = s < end ? name_at(s, end) : NULL;
	if (name && s + strlen(name) + 2 == end && !words_include(word_names, name))
		check_alone(subject, line, (size_t)(s - start), name, is_if);
	else
		check_within(subject, line, start, end);
}

static void
check_program(const struct ini *ini, const char *key)
{
	struct subject subject = {ini->file, ini_find(&ini->v[0], key)};
	const char *s = subject.key ? subject.key->text : "";
	bool is_if = false;
	unsigned line = 0;

	for (; *s; line++) {
		size_t n = strcspn(s, "\n");

		check_line(&subject, line, s, n, &is_if);
		s += n + (s[n] == '\n');
	}
	if (is_if)
		message_at(
		    ini->file, subject.key->text_line, "%s: an @if key@ has no @end@", key);
}

/* A name in braces may be meant for the command itself: only one that resembles a placeholder
   is refused. */
static void
check_command(const struct ini *ini, const char *key)
{
	const struct ini_key *command = ini_find(&ini->v[0], key);
	const char *close, *near;

	if (!command)
		return;
	for (const char *s = command->text; (s = strchr(s, '{')); s++) {
		OWNED char *name = NULL;

		close = strchr(s, '}');
		if (!close)
			return;
		name = memory_copy_n(s + 1, (size_t)(close - s) - 1);
		near = words_include(command_names, name) ? NULL
		                                          : words_guess(name, command_names);
		if (near)
			message_at(ini->file, command->text_line,
			    "%s: {%s} is not a placeholder; did you mean {%s}?", key, name,
			    near);
	}
}

static void
need(const struct ini *ini, const char *key, const char *needed, const char *why)
{
	const struct ini_key *found = ini_find(&ini->v[0], key);

	if (!found)
		message_die(STATUS_USAGE, "%s: '%s' is missing: %s", ini->file, key, why);
	if (!strstr(found->text, needed))
		message_at(ini->file, found->line, "%s: the placeholder %s is missing: %s", key,
		    needed, why);
}

/* The program, or its @iterations@, must contain the code. */
static void
need_code(const struct ini *ini)
{
	const struct ini_key *program = ini_find(&ini->v[0], "program");
	bool iterations = program && strstr(program->text, "@iterations@");

	if (iterations || ini_find(&ini->v[0], "iteration"))
		need(ini, "program", "@iterations@", "it holds 'iteration' once per iteration");
	need(ini, iterations ? "iteration" : "program", "@code@", "the code that is measured");
	if (ini_find(&ini->v[0], "compile"))
		need(ini, "program", "@symbol@", "the name of a test's function");
	else if (!iterations)
		need(ini, "program", "@count@", "the number of iterations of the loop");
}

static void
need_all(const struct ini *ini)
{
	static const struct {
		const char *key, *needed, *why;
	} needs[] = {{"compile", "{source}", "the file that is compiled"},
	    {"link", "{objects}", "the files that are linked"},
	    {"link", "{program}", "the file that it writes"},
	    {"run", "{program}", "the program that is measured"},
	    {"main", "", "the code that calls the tests"},
	    {"standalone", "{source}", "the file that is compiled"},
	    {"standalone", "{program}", "the file that it writes"},
	    {"program", "@if standalone@", "the function main of such a program"}};
	const struct ini_key *command = ini_find(&ini->v[0], "command");
	size_t n = ini_find(&ini->v[0], "standalone") ? COUNTOF(needs) : 5;

	if (command && !strcmp(command->text, "yes")) {
		need(ini, "run", "{code}", "the code that is measured");
		return;
	}
	need_code(ini);
	if (!ini_find(&ini->v[0], "compile"))
		need(ini, "run", "{put}", "the interpreter");
	else
		for (size_t i = 0; i < n; i++)
			need(ini, needs[i].key, needs[i].needed, needs[i].why);
}

/* The commands that compile the user's source files. */
static void
check_rules(const struct ini *ini)
{
	for (size_t i = 0; i < ini->v[0].n; i++) {
		const char *key = ini->v[0].keys[i].name;

		if (!source_rule_is_key(key))
			continue;
		check_command(ini, key);
		if (!text_begins(key, "compile."))
			continue;
		need(ini, key, "{source}", "the file that is compiled");
		need(ini, key, "{object}", "the file that it writes");
	}
}

void
placeholder_check(const struct ini *ini)
{
	static const char *const programs[] = {"program", "iteration", "main", "shim", "stub"};
	static const char *const commands[] = {
	    "compile", "compile_main", "standalone", "assemble", "link", "run", "version"};

	for (size_t i = 0; i < COUNTOF(programs); i++)
		check_program(ini, programs[i]);
	for (size_t i = 0; i < COUNTOF(commands); i++)
		check_command(ini, commands[i]);
	check_rules(ini);
	need_all(ini);
}

bool
placeholder_occurs(const char *program, const char *key)
{
	OWNED char *text = text_print("@%s@", key), *question = text_print("@if %s@", key);

	return strstr(program, text) || strstr(program, question);
}
