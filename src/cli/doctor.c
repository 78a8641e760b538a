#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/doctor.h"
#include "code/symbol_file.h"
#include "input/detect.h"
#include "input/wrapper.h"
#include "measure/inspect.h"
#include "process/jobs.h"
#include "util/array.h"
#include "util/file.h"
#include "util/message.h"

enum { WIDTH = 80, INDENT = 10 };

/* What this cgbench tries to measure, as it says itself what is missing. */
static const char *const trials[][2] = {
    {"fork", "--engine=fork -e : /bin/sh"},
    {"exec", "--engine=exec -e : /bin/sh"},
    {"qemu", "--engine=qemu -e 1; gcc"},
    {"32 bits", "-e 1; gcc -m32"},
    {"aarch64", "-e 1; aarch64-linux-gnu-gcc"},
    {"riscv64", "-e 1; riscv64-linux-gnu-gcc"},
};

/* Prints the words of a text, each with a blank before it, in lines below each other. */
static void
say(const char *name, const char *text)
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
try(const char *const trial[2], unsigned timeout)
{
	struct command command = {.timeout = timeout};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	OWNED char *why = NULL;
	char *said;

	words_add(&command.argv, "/proc/self/exe");
	words_split(&command.argv, trial[1]);
	for (char **variable = environ; *variable; variable++)
		words_set_variable(&command.env, *variable);
	jobs_run_one(&command, &outcome);
	why = outcome_why(&outcome, timeout);
	said = outcome.output ? strstr(outcome.output, "cgbench: ") : NULL;
	if (said)
		said[strcspn(said, "\n")] = '\0';
	say(trial[0], !why ? " works" : said ? said + strlen("cgbench:") : why);
	return !why;
}

/* Adds ", gcc 12.2.0": the name, and the first number with a point in what it says of its
   version, unless the name tells it; nothing for a script that starts nothing. */
static void
add_put(struct text *t, char *name, const struct language *language, unsigned timeout)
{
	static const char digits[] = "0123456789";
	struct put put = {.exe = name};
	struct target target = {
	    .put = &put, .language = language, .exe = file_find_executable(name)};
	OWNED char *why = NULL, *line = inspect_version(&target, timeout);
	const char *at = strpbrk(name, "-.") ? "" : line;
	size_t n = strspn(at, digits);

	while (*at && (!n || at[n] != '.'))
		n = strspn(at += n + !n, digits);
	if (language_is_script(language))
		free(wrapper_follow(&target, timeout, &why));
	if (!why)
		text_addf(t, "%s %s%s%.*s", t->n ? "," : "", name, *at ? " " : "",
		    (int)strspn(at, "0123456789."), at);
	free(target.exe);
}

/* Adds the puts of a language to found, or else its name to missing. */
static void
add_language(
    struct text *found, struct text *missing, struct language *language, unsigned timeout)
{
	const struct languages one = {language, 1};
	FREED_BY(words_free) struct words names = WORDS_EMPTY;
	FREED_BY(text_free) struct text puts = TEXT_EMPTY;

	detect_add(&names, &one);
	for (size_t i = 0; i < names.n; i++)
		if (!machine_of_name(names.v[i]))
			add_put(&puts, names.v[i], language, timeout);
	if (puts.n)
		text_addf(found, "%s %s:%s", found->n ? ";" : "", language->name, puts.s);
	else if (!language->command)
		text_addf(missing, " %s", language->name);
}

int
doctor_print(const struct options *o)
{
	OWNED char *path = file_find_executable("valgrind"),
	           *debug = symbol_file_find("/lib64/ld-linux-x86-64.so.2");
	FREED_BY(text_free)
	struct text valgrind = TEXT_EMPTY, found = TEXT_EMPTY, missing = TEXT_EMPTY;
	FREED_BY(languages_free) struct languages languages = {0};
	bool works;

	languages_add_all(&languages, &o->language_files);
	/* It is asked for its version as compilers are. */
	if (path)
		add_put(&valgrind, "valgrind", languages_find(&languages, "c"), o->timeout);
	text_addf(&valgrind, path ? ", %s" : " valgrind is missing from $PATH", path);
	say("valgrind", valgrind.s + strlen(" valgrind"));
	works = try(trials[0], o->timeout);
	for (size_t i = 1; i < COUNTOF(trials); i++)
		try(trials[i], o->timeout);
	say("libc6-dbg",
	    debug ? " installed" : " missing; --explain needs it to name functions");
	for (size_t i = 0; i < languages.n; i++)
		add_language(&found, &missing, &languages.v[i], o->timeout);
	say("puts", found.n ? found.s : " none");
	text_add(
	    &missing, missing.n ? "; scripts/install-deps --languages installs them" : " none");
	say("missing", missing.s);
	return works ? STATUS_OK : STATUS_NO;
}
