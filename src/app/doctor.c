#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/commands.h"
#include "code/symbol_file.h"
#include "input/detect.h"
#include "input/wrapper.h"
#include "machine/native.h"
#include "measure/inspect.h"
#include "process/jobs.h"
#include "util/array.h"
#include "util/file.h"
#include "util/message.h"

enum { WIDTH = 80, INDENT = 10 };

/* This cgbench is run with these arguments, and says itself what is missing. */
static const char *const trials[][2] = {
    {"fork", "--engine=fork -e : /bin/sh"},
    {"exec", "--engine=exec -e : /bin/sh"},
    {"qemu", "--engine=qemu -e 1; gcc"},
    {"32 bits", "-e 1; gcc -m32"},
    {"x86_64", "-e 1; x86_64-linux-gnu-gcc"},
    {"aarch64", "-e 1; aarch64-linux-gnu-gcc"},
    {"riscv64", "-e 1; riscv64-linux-gnu-gcc"},
};

/* Prints the words of a text, each with a blank before it, in lines below each other. */
static void
doctor_say(const char *name, const char *text)
{
	size_t column = INDENT, n;

	for (printf("%-*s", INDENT, name); *text; text += n, column += n) {
		n = 1 + strcspn(text + 1, " ");
		if (column + n > WIDTH) {
			printf("\n%*s", INDENT, "");
			column = INDENT;
		}
		printf("%.*s", (int)n, text);
	}
	putchar('\n');
}

static bool
doctor_try(const char *const trial[2], bool optional, unsigned timeout)
{
	struct command command = {.timeout = timeout};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	OWNED char *why = NULL, *line = NULL;
	char *said;

	words_add(&command.argv, "/proc/self/exe");
	words_split(&command.argv, trial[1]);
	for (char **variable = environ; *variable; variable++)
		words_set_variable(&command.env, *variable);
	jobs_run_one(&command, &outcome);
	why = outcome_why(&outcome);
	said = outcome.output ? strstr(outcome.output, "cgbench: ") : NULL;
	if (said)
		said[strcspn(said, "\n")] = '\0';
	line = text_print("%s%s", why && optional ? " optional:" : "",
	    !why   ? " works"
	    : said ? said + strlen("cgbench:")
	           : why);
	doctor_say(trial[0], line);
	return !why;
}

/* Adds the first number with a point in what a program says of its version. */
static void
doctor_add_number(struct text *t, const char *said)
{
	static const char digits[] = "0123456789";
	size_t n = strspn(said, digits);

	while (*said && (!n || said[n] != '.'))
		n = strspn(said += n + !n, digits);
	text_addf(t, "%s%.*s", *said ? " " : "", (int)strspn(said, "0123456789."), said);
}

static void
say_valgrind(unsigned timeout)
{
	OWNED char *path = file_find_executable("valgrind");
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	FREED_BY(outcome_free) struct outcome outcome = {0};
	struct command command = {.timeout = timeout};

	if (path) {
		words_add(&command.argv, path);
		words_add(&command.argv, "--version");
		jobs_run_one(&command, &outcome);
		doctor_add_number(&t, outcome.output && !outcome.status ? outcome.output : "");
	}
	text_addf(&t, path ? "%s %s" : " is not in $PATH", t.n ? "," : "", path);
	doctor_say("valgrind", t.s);
}

/* Adds ", gcc 12.2.0": the name, and its version unless the name tells it; nothing for a script
   that starts nothing. */
static void
doctor_add_put(struct text *t, char *name, const struct language *language, unsigned timeout)
{
	struct put put = {.exe = name};
	struct target target = {
	    .put = &put, .language = language, .exe = file_find_executable(name)};
	OWNED char *line = inspect_version(&target, timeout), *why = NULL;
	enum status status;

	if (language_is_script(language))
		free(wrapper_follow(&target, timeout, &why, &status));
	if (!why) {
		text_addf(t, "%s %s", t->n ? "," : "", name);
		doctor_add_number(t, strpbrk(name, "-.") ? "" : line);
	}
	free(target.exe);
}

/* Adds the puts of a language to found, and its name to ready. */
static void
doctor_add_language(
    struct text *found, struct words *ready, struct language *language, unsigned timeout)
{
	const struct languages one = {language, 1};
	FREED_BY(words_free) struct words names = WORDS_EMPTY;
	FREED_BY(text_free) struct text puts = TEXT_EMPTY;

	detect_add(&names, &one);
	for (size_t i = 0; i < names.n; i++)
		if (!machine_of_name(names.v[i]))
			doctor_add_put(&puts, names.v[i], language, timeout);
	if (!puts.n)
		return;
	text_addf(found, "%s %s:%s", found->n ? ";" : "", language->name, puts.s);
	words_intern(ready, language->name);
}

/* Tells which languages have no put, and their packages. */
static void
say_missing(const struct languages *languages, const struct words *ready)
{
	FREED_BY(words_free) struct words missing = WORDS_EMPTY, install = WORDS_EMPTY;
	OWNED char *names = NULL, *packages = NULL, *line = NULL;

	ARRAY_EACH(const struct language, language, languages->v, languages->n) {
		if (words_find(ready, language->name) < ready->n || language->command)
			continue;
		words_intern(&missing, language->name);
		if (*language->package)
			words_add(&install, language->package);
	}
	names = words_join(&missing, " ");
	packages = words_join(&install, " ");
	line = text_print(install.n ? " %s; install them (Debian: apt-get install %s)" : " %s",
	    missing.n ? names : "none", packages);
	doctor_say("optional", line);
}

int
doctor_print(const struct measuring *m)
{
	OWNED char *debug = symbol_file_find(native.loader);
	FREED_BY(text_free) struct text found = TEXT_EMPTY;
	FREED_BY(words_free) struct words ready = WORDS_EMPTY;
	OWNED char *names = NULL, *line = NULL;
	FREED_BY(languages_free) struct languages languages = {0};
	bool works = false;

	languages_add_all(&languages, &m->language_files);
	say_valgrind(m->timeout);
	for (size_t i = 0; i < COUNTOF(trials); i++)
		/* The host's own programs need no QEMU; not all hosts measure those of 32 bits.
		 */
		if (strcmp(trials[i][0], machine_host()->name) != 0 &&
		    (native.valgrind_narrow || strcmp(trials[i][0], "32 bits") != 0))
			works |= doctor_try(trials[i], i > 1, m->timeout) && i == 0;
	doctor_say("libc6-dbg",
	    debug ? " installed" : " optional: missing; --explain needs it to name functions");
	for (size_t i = 0; i < languages.n; i++)
		doctor_add_language(&found, &ready, &languages.v[i], m->timeout);
	doctor_say("puts", found.n ? found.s : " none");
	say_missing(&languages, &ready);
	names = words_join(&ready, ", ");
	line = text_print(" %s", works && ready.n ? names : "nothing");
	doctor_say("ready", line);
	return works ? STATUS_OK : STATUS_NO;
}
