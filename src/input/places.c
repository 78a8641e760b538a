#include <stdlib.h>
#include <string.h>

#include "input/places.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/near.h"
#include "util/text.h"

/* What takes the lines of a text, and so stands alone on its own. */
static const char *const block_names[] = {"prelude", "preamble", "params", "setup", "pre",
    "code", "post", "teardown", "turns", "driver", "else", "end", NULL};
/* The keys of a test of which @if@ knows whether it has them. */
static const char *const part_names[] = {
    "setup", "pre", "code", "post", "teardown", "preamble", "compile", NULL};
/* What stands for a word, within a line. */
static const char *const word_names[] = {"symbol", "count", "name", "desc", NULL};
static const char *const command_names[] = {"put", "args", "dir", "cflags", "ldflags", "source",
    "object", "objects", "program", "main", "work", "code", NULL};

/* A key of the language that is being checked. */
struct subject {
	const char *file;
	const struct ini_key *key;
};

static bool
is_listed(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names))
		names++;
	return *names != NULL;
}

static _Noreturn void
refuse(const struct subject *subject, unsigned line, size_t column, const char *name,
    const char *what)
{
	message_die(STATUS_USAGE, "%s:%u:%zu: %s: @%s@ %s", subject->file,
	    subject->key->text_line + line, subject->key->column + column, subject->key->name,
	    name, what);
}

static _Noreturn void
refuse_unknown(const struct subject *subject, unsigned line, size_t column, const char *name)
{
	const char *near = near_word(name, block_names);
	char *what = near ? text_print("is no place; did you mean @%s@?", near)
	                  : memory_copy("is no place");

	refuse(subject, line, column, name, what);
}

/* A place that is alone on its line. */
static void
check_alone(
    const struct subject *subject, unsigned line, size_t column, const char *name, bool *is_if)
{
	bool begins = !strncmp(name, "if ", 3);

	if (!begins && !is_listed(name, block_names))
		refuse_unknown(subject, line, column, name);
	if (begins && !is_listed(name + 3, part_names))
		refuse(subject, line, column, name, "asks for what is no key of a test");
	if (begins && *is_if)
		refuse(subject, line, column, name, "stands within another one");
	if (!begins && !*is_if && (!strcmp(name, "else") || !strcmp(name, "end")))
		refuse(subject, line, column, name, "has no @if key@ above it");
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
	const char *s;

	for (s = start; s < end; s++) {
		char *name = name_at(s, end);

		if (name && is_listed(name, block_names))
			refuse(subject, line, (size_t)(s - start), name,
			    "takes whole lines: it must be alone on its own");
		free(name);
	}
}

static void
check_line(
    const struct subject *subject, unsigned line, const char *start, size_t n, bool *is_if)
{
	const char *s = start + strspn(start, " \t"), *end = start + n;
	char *name;

	while (end > s && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	name = s < end ? name_at(s, end) : NULL;
	if (name && s + strlen(name) + 2 == end && !is_listed(name, word_names))
		check_alone(subject, line, (size_t)(s - start), name, is_if);
	else
		check_within(subject, line, start, end);
	free(name);
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
		message_die(STATUS_USAGE, "%s:%u:1: %s: an @if key@ has no @end@", ini->file,
		    subject.key->text_line, key);
}

/* A name in braces may be meant for the command itself: only what is nearly a place is wrong.
 */
static void
check_command(const struct ini *ini, const char *key)
{
	const struct ini_key *command = ini_find(&ini->v[0], key);
	const char *s, *close, *near;
	char *name;

	if (!command)
		return;
	for (s = command->text; (s = strchr(s, '{')); s++) {
		close = strchr(s, '}');
		if (!close)
			return;
		name = memory_copy_n(s + 1, (size_t)(close - s) - 1);
		near = is_listed(name, command_names) ? NULL : near_word(name, command_names);
		if (near)
			message_die(STATUS_USAGE,
			    "%s:%u:1: %s: {%s} is no place; did you mean {%s}?", ini->file,
			    command->text_line, key, name, near);
		free(name);
	}
}

static void
need(const struct ini *ini, const char *key, const char *place, const char *why)
{
	const struct ini_key *found = ini_find(&ini->v[0], key);

	if (!found)
		message_die(STATUS_USAGE, "%s: '%s' is missing: %s", ini->file, key, why);
	if (!strstr(found->text, place))
		message_die(STATUS_USAGE, "%s:%u:1: %s: the place %s is missing: %s", ini->file,
		    found->line, key, place, why);
}

/* In the program or, where it has @turns@, in those. */
static void
need_code(const struct ini *ini)
{
	const struct ini_key *program = ini_find(&ini->v[0], "program");
	bool turns = program && strstr(program->text, "@turns@");

	if (turns || ini_find(&ini->v[0], "turn"))
		need(ini, "program", "@turns@", "it stands for so many of 'turn'");
	need(ini, turns ? "turn" : "program", "@code@", "what is measured");
	if (ini_find(&ini->v[0], "compile"))
		need(ini, "program", "@symbol@", "what the function of a test is called");
	else if (!turns)
		need(ini, "program", "@count@", "how many turns the loop has");
}

static void
need_all(const struct ini *ini)
{
	const struct ini_key *command = ini_find(&ini->v[0], "command");

	if (command && !strcmp(command->text, "yes")) {
		need(ini, "run", "{code}", "what is measured");
		return;
	}
	need_code(ini);
	if (!ini_find(&ini->v[0], "compile")) {
		need(ini, "run", "{put}", "the interpreter");
		return;
	}
	need(ini, "compile", "{source}", "the file that is compiled");
	need(ini, "link", "{objects}", "what is linked");
	need(ini, "link", "{program}", "what it makes");
	need(ini, "run", "{program}", "what is measured");
	need(ini, "main", "", "what calls the tests");
}

void
places_check(const struct ini *ini)
{
	static const char *const programs[] = {"program", "turn", "main", "shim", "stub"};
	static const char *const commands[] = {
	    "compile", "compile_main", "assemble", "link", "run", "version"};
	size_t i;

	for (i = 0; i < sizeof programs / sizeof *programs; i++)
		check_program(ini, programs[i]);
	for (i = 0; i < sizeof commands / sizeof *commands; i++)
		check_command(ini, commands[i]);
	need_all(ini);
}

bool
places_take(const char *program, const char *key)
{
	char *place = text_print("@%s@", key), *question = text_print("@if %s@", key);
	bool taken = strstr(program, place) || strstr(program, question);

	free(place);
	free(question);
	return taken;
}
