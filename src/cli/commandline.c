#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commandline.h"
#include "cli/option_table.h"
#include "input/importer.h"
#include "model/param.h"
#include "model/put.h"
#include "savefile/savefile.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"
#include "valgrind/valgrind.h"

/* Puts are written as EXE[=LABEL] with their own arguments:
       gcc-12=O3 -O3 --args='-include x.h' --env=NAME=VALUE --lang=c */

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
commandline_is_benchfile(const char *word)
{
	const char *suffix = strrchr(word, '.');

	return (suffix && !strcmp(suffix, ".bench")) ||
	       (!access(word, R_OK) && importer_is_marked(word));
}

/* Refuses 'gcc=O3 -O3' in quotes, which is one word to a shell: the compiler would not get the
   option, although the label names it. */
static void
commandline_check_label(const char *exe_and_label)
{
	const char *label = strchr(exe_and_label, '='), *option = strstr(label, " -");

	if (option)
		message_die(STATUS_USAGE,
		    "'%s' is one word, so '%s' belongs to the label; write options as separate "
		    "words: %.*s '%s'",
		    exe_and_label, option + 1, (int)(option - exe_and_label), exe_and_label,
		    option + 1);
}

/* Takes the words of "rustc +nightly" apart, unless that is the name of a file. They are the
   label. */
static void
split_put(struct put *put)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	if (!strchr(put->exe, ' ') || !access(put->exe, F_OK))
		return;
	if (!words_split(&words, put->exe) || !words.n)
		message_die(STATUS_USAGE,
		    "'%s' cannot be run: a quote is left open, or it is blank", put->exe);
	put->label = put->exe;
	put->exe = memory_copy(words.v[0]);
	for (size_t i = 1; i < words.n; i++)
		words_add(&put->args, words.v[i]);
}

static void
commandline_add_put(struct puts *puts, const char *word)
{
	size_t n = strcspn(word, "=");
	const char *label;
	struct put *put;

	if (add_old_form(puts, word))
		return;
	if (!n)
		message_die(
		    STATUS_USAGE, "'%s': the executable before the '=' is missing", word);
	if (commandline_is_benchfile(word))
		message_die(STATUS_USAGE, "'%s' is a benchfile; did you mean --benchfile=%s?",
		    word, word);
	put = puts_add(puts);
	put->exe = memory_copy_n(word, n);
	split_put(put);
	if (!word[n])
		return;
	commandline_check_label(word);
	label = word + n + 1;
	if (!*label)
		message_die(
		    STATUS_USAGE, "'%s=': the label after the '=' is missing", put->exe);
	free(put->label);
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
commandline_add_argument(struct puts *puts, int n, char **words, int *i)
{
	const char *word = words[*i], *value;
	struct put *put = &puts->v[puts->n - 1];

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
		    "'--' follows '%s': write it after the options and before the first "
		    "compiler or program; measure files of tests with --benchfile, and sources "
		    "with --sources",
		    puts->v[0].exe);
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

/* label: NULL for the line itself. */
static void
commandline_add_command(struct puts *puts, const char *line, const char *label)
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
	if (puts_find(puts, label ? label : line))
		message_die(STATUS_USAGE,
		    "--command: '%s' is given twice; to compare environments, set a variable "
		    "before it, as in 'LC_ALL=C sort f', or give each its --label",
		    label ? label : line);
	if (!words_split(&words, line))
		message_die(STATUS_USAGE, "--command: a quote is left open in: %s", line);
	if (unquoted)
		message_die(STATUS_USAGE,
		    "--command: '%c' in '%s' needs a shell: use sh -c, as in \"sh -c '...'\", which "
		    "counts all programs that it starts",
		    *unquoted, line);
	put = puts_add(puts);
	for (i = 0; i < words.n && is_setting(words.v[i]); i++)
		set_env(put, words.v[i]);
	if (i == words.n)
		message_die(STATUS_USAGE, "--command: '%s' names no program", line);
	put->exe = memory_copy(words.v[i++]);
	put->label = memory_copy(label ? label : line);
	put->language = memory_copy("command");
	for (; i < words.n; i++)
		words_add(&put->args, words.v[i]);
}

/* Returns true for a variable that precedes a put, as in a shell: a name in capitals that is no
   program with a label. */
static bool
is_variable(const char *word)
{
	size_t n = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
	OWNED char *name = memory_copy_n(word, n), *exe = NULL;

	if (!is_setting(word) || word[n] != '=')
		return false;
	exe = file_find_executable(name);
	return !exe;
}

/* Adds the puts that the words are with --command: each is a whole command line, which labels
   it if --label does not: variables that it sets, a program, and arguments, as in "LC_ALL=C
   sort -u f". The n-th --label is that of the n-th command line. */
static void
commandline_read_commands(struct puts *puts, size_t n, char **words, const struct words *labels)
{
	for (size_t i = 0; i < n; i++)
		commandline_add_command(puts, words[i], i < labels->n ? labels->v[i] : NULL);
	if (n && labels->n > n)
		message_die(STATUS_USAGE, "--label: '%s' has no command line: there %s %zu",
		    labels->v[n], n > 1 ? "are" : "is", n);
}

/* Without its placeholder a parameter would make the same test more than once. */
static void
commandline_check_params(const struct options *o)
{
	for (size_t i = 0; i < o->measure.params.n; i++) {
		OWNED char *name = param_option_name(o->measure.params.v[i]),
		           *braced = text_print("{%s}", name);
		bool used = (o->measure.input && strstr(o->measure.input, braced)) ||
		            words_contain(&o->measure.prepare, braced) ||
		            words_contain(&o->measure.setup, braced);

		for (size_t k = 0; k < o->puts.n && !used; k++)
			used = words_contain(&o->puts.v[k].args, braced);
		if (!used)
			message_die(STATUS_USAGE,
			    "--param=%s: no argument of a command has %s, as in 'sort f%s'",
			    name, braced, braced);
	}
}

/* Adds the puts that the words name; the label of one that has none stays NULL. Ends the
   program with STATUS_USAGE at a word that makes no sense. */
static void
commandline_read_puts(struct puts *puts, int n, char **words)
{
	FREED_BY(words_free) struct words settings = WORDS_EMPTY;

	for (int i = 0; i < n; i++) {
		if (is_variable(words[i]) && i + 1 < n) {
			words_add(&settings, words[i]);
		} else if (words[i][0] != '-' && (words[i][0] != '+' || !puts->n)) {
			commandline_add_put(puts, words[i]);
			for (size_t k = 0; k < settings.n; k++)
				set_env(&puts->v[puts->n - 1], settings.v[k]);
			words_shorten(&settings, 0);
		} else if (puts->n) {
			commandline_add_argument(puts, n, words, &i);
		} else {
			message_die(STATUS_USAGE,
			    "%s: the compiler or interpreter before it is missing", words[i]);
		}
	}
}

/* Adds NAME=VALUE settings to the environment of each put that does not set NAME itself. */
static void
commandline_inherit(struct puts *puts, const struct words *settings)
{
	for (size_t i = 0; i < puts->n; i++)
		for (size_t k = 0; k < settings->n; k++) {
			struct put *put = &puts->v[i];

			if (words_find_variable(&put->env, settings->v[k]) == put->env.n)
				set_env(put, settings->v[k]);
		}
}

static void
define(struct options *options, const char *definition, const char *path)
{
	const char *before = fields_defined(options->fields, definition);

	if (!before) {
		words_add(&options->derived, definition);
		fields_define(options->fields, options->derived.v[options->derived.n - 1]);
	} else if (words_find(&options->derived, before) < options->derived.n &&
	           strcmp(before, definition) != 0) {
		message_die(STATUS_USAGE,
		    "%s defines the derived field '%s', an earlier file '%s'; choose one with "
		    "--derive",
		    path, definition, before);
	}
}

struct definitions {
	struct options *options;
	const char *path;
	struct words words;
};

static void
define_all(void *data)
{
	const struct definitions *definitions = data;

	for (size_t i = 0; i < definitions->words.n; i++)
		define(definitions->options, definitions->words.v[i], definitions->path);
}

/* Reads the definitions of a regular file; a pipe can only be read once. later: what is wrong
   with the file is reported later, or not at all. */
static void
commandline_read_file(struct options *options, const char *path, bool later)
{
	struct definitions definitions = {options, path, WORDS_EMPTY};
	OWNED char *wrong = NULL;
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode) || access(path, R_OK))
		return;
	wrong = savefile_read_derived(path, &definitions.words);
	if (wrong && !later)
		message_die(STATUS_FAILURE, "%s", wrong);
	if (!later)
		define_all(&definitions);
	else if (!wrong)
		free(message_try(define_all, &definitions));
	words_free(&definitions.words);
}

/* Defines the derived fields with which the files of --read and --baseline were written, unless
   --derive defines a field of that name. Ends the program with STATUS_USAGE if two files define
   one differently. A file that cannot be read is reported when its results are read. */
static void
commandline_read_derived(struct options *options)
{
	size_t n = options->save.history_files.n;

	for (size_t i = 0; i < options->save.reads.n; i++)
		commandline_read_file(options, options->save.reads.v[i], false);
	if (options->save.baseline)
		commandline_read_file(options, options->save.baseline, false);
	/* The last run of a history has the fields that are wanted now. */
	if (n)
		commandline_read_file(options, options->save.history_files.v[n - 1], true);
}

/* scripts/history leaves it for a commit that cannot be measured. */
static bool
is_unmeasured(const char *name)
{
	size_t digits = strspn(name, "0123456789abcdef");

	return (digits == 40 || digits == 64) && !strcmp(name + digits, ".failed");
}

/* Returns true for a regular file. A gap in the series must not come of a link that leads
   nowhere, or of anything else with the name of a run. */
static bool
is_readable_run(const char *dir, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		message_die(STATUS_FAILURE, "--history=%s: %s: %s", dir, path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		message_warn("--history=%s: skips %s, which is not a regular file", dir, path);
	return S_ISREG(st.st_mode);
}

static void
list_runs(struct words *files, struct words *unmeasured, const char *path)
{
	size_t n = strlen(path);
	const struct dirent *entry;
	DIR *dir = opendir(path);

	if (!dir && errno == ENOTDIR)
		message_die(STATUS_USAGE,
		    "--history=%s is not a directory; to show files, name them after the "
		    "options, as in cgbench --history %s",
		    path, path);
	if (!dir)
		message_die(STATUS_FAILURE, "--history=%s: cannot read the directory: %s", path,
		    strerror(errno));
	while ((entry = readdir(dir))) {
		OWNED char *file =
		    text_print("%s%s%s", path, path[n - 1] == '/' ? "" : "/", entry->d_name);

		if (text_ends(entry->d_name, ".json") && entry->d_name[0] != '.' &&
		    is_readable_run(path, file))
			words_add(files, file);
		if (is_unmeasured(entry->d_name) && is_readable_run(path, file))
			words_add(unmeasured, file);
	}
	closedir(dir);
	if (!files->n)
		message_die(STATUS_FAILURE,
		    "--history=%s: the directory has no saved runs: no file in it is named "
		    "*.json",
		    path);
	words_sort(files, 0);
}

/* Returns true if both name one regular file. */
static bool
commandline_is_same(const char *a, const char *b)
{
	struct stat x, y;

	if (!strcmp(a, b))
		return true;
	return !stat(a, &x) && !stat(b, &y) && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

static void
commandline_check_run(const struct words *files, const char *word)
{
	struct stat st;

	if (stat(word, &st) && option_is(word))
		message_die(STATUS_USAGE,
		    "option %s comes after a file: --history takes options before files", word);
	if (!stat(word, &st) && S_ISDIR(st.st_mode))
		message_die(STATUS_USAGE,
		    "'%s' is a directory; to show the runs in it, use --history=%s", word,
		    word);
	for (size_t i = 0; i < files->n; i++)
		if (commandline_is_same(files->v[i], word))
			message_die(STATUS_USAGE,
			    "--history: the run '%s' is given twice%s%s%s", word,
			    strcmp(files->v[i], word) ? ", first as '" : "",
			    strcmp(files->v[i], word) ? files->v[i] : "",
			    strcmp(files->v[i], word) ? "'" : "");
}

/* Finds the files of a history: those that the n words name, or the *.json of the directory
   that
   --history names, by name, and what is there of commits that could not be measured. */
static void
find_runs(struct options *o, int n, char **words)
{
	if (o->save.history_dir && n)
		message_die(STATUS_USAGE,
		    "--history=%s shows the runs of that directory: '%s' cannot be combined "
		    "with it",
		    o->save.history_dir, words[0]);
	if (o->save.history_dir)
		list_runs(&o->save.history_files, &o->save.unmeasured, o->save.history_dir);
	for (int i = 0; i < n; i++) {
		commandline_check_run(&o->save.history_files, words[i]);
		words_add(&o->save.history_files, words[i]);
	}
}

static _Noreturn void
unknown_long(const char *name, size_t n)
{
	const char *near = n > 1 ? option_abbreviated(name, n) : NULL;
	OWNED char *hint = NULL;

	if (!near)
		near = option_near(name, n);
	hint = near                               ? text_print("did you mean --%s?", near)
	       : n == 1 && option_lettered(*name) ? text_print("did you mean -%c?", *name)
	                                          : memory_copy("cgbench --help lists them");
	message_die(STATUS_USAGE, "unknown option --%.*s; %s", (int)n, name, hint);
}

struct commandline_parser {
	struct options *options;
	int argc;
	char **argv;
	int i; /* the word that is read */
	bool
	    fields; /* all fields are known: sets the options that name fields, and no others */
};

/* Returns true for "--", "--raw", "--raw=x" and "-e". */
static bool
is_option(const char *word)
{
	return !strcmp(word, "--") || option_is(word) ||
	       (word[0] == '-' && word[1] && !word[2] && option_lettered(word[1]));
}

/* Takes the value of an option from what is attached to it, or from the next word. */
static const char *
commandline_value_of(struct commandline_parser *p, const struct option *option,
    const char *shown, const char *attached)
{
	const char *value = attached;

	if (!value && p->i + 1 < p->argc)
		value = p->argv[++p->i];
	if (!value || !*value)
		message_die(STATUS_USAGE, "option %s needs a value", shown);
	/* Code, and arguments for other programs, may look like one of the options. */
	if (!attached && option->kind != SPLIT && option->letter != 'e' && is_option(value))
		message_die(STATUS_USAGE,
		    "option %s needs a value, but '%s' follows; if that is the value, write "
		    "%s=%s",
		    shown, value, shown, value);
	return value;
}

static void
commandline_set(struct commandline_parser *p, const struct option *option, const char *value)
{
	if ((option->kind == READ_FIELDS) == p->fields)
		option_set(option, p->options, value);
}

static void
commandline_read_long(struct commandline_parser *p)
{
	const char *name = p->argv[p->i] + 2;
	size_t n = strcspn(name, "=");
	const char *attached = name[n] ? name + n + 1 : NULL;
	const struct option *option = option_named(name, n);
	char shown[32] = "--";

	if (!option)
		unknown_long(name, n);
	strncat(shown, option->name, sizeof shown - 3);
	if (option_takes(option) == TAKES_VALUE)
		attached = commandline_value_of(p, option, shown, attached);
	else if (option_takes(option) == TAKES_NOTHING && attached)
		message_die(STATUS_USAGE, "option %s takes no value", shown);
	commandline_set(p, option, attached);
}

/* Reads "-j8", "-j 8", "-j=8" or "-vj8". bench.pl takes "-raw" for "--raw"; two letters may be
   an option and its value. */
static void
commandline_read_short(struct commandline_parser *p)
{
	const char *word = p->argv[p->i], *s = word + 1;
	size_t n = strcspn(s, "=");
	const char *meant = n > 2 ? option_abbreviated(s, n) : NULL;
	char shown[3] = "-";

	if (meant)
		message_die(STATUS_USAGE,
		    "unknown option -%.*s; did you mean --%s? A long option has two dashes",
		    (int)n, s, meant);
	for (; *s; s++) {
		const struct option *option = option_lettered(*s);

		shown[1] = *s;
		if (!option)
			message_die(STATUS_USAGE,
			    "unknown option %s in %s; a compiler's options follow it, as in "
			    "'gcc %s'; cgbench --help lists cgbench's",
			    shown, word, word);
		if (option_takes(option) == TAKES_VALUE) {
			const char *attached = s[1] == '=' ? s + 2 : s[1] ? s + 1 : NULL;

			commandline_set(
			    p, option, commandline_value_of(p, option, shown, attached));
			return;
		}
		if (s[1] == '=')
			message_die(STATUS_USAGE, "option %s takes no value", shown);
		commandline_set(p, option, NULL);
	}
}

/* Reads the options, up to the first put. */
static void
commandline_read_all(struct commandline_parser *p)
{
	for (p->i = 1; p->i < p->argc && p->argv[p->i][0] == '-' && p->argv[p->i][1]; p->i++) {
		if (!strcmp(p->argv[p->i], "--")) {
			p->i++;
			return;
		}
		if (p->argv[p->i][1] == '-')
			commandline_read_long(p);
		else
			commandline_read_short(p);
	}
}

void
commandline_parse(struct options *options, int argc, char **argv)
{
	struct commandline_parser p = {.options = options, .argc = argc, .argv = argv};

	*options = (struct options){.fields = fields_new(), .measure.timeout = 60};
	commandline_read_all(&p);
	if (options->save.history)
		find_runs(options, argc - p.i, argv + p.i);
	if (options->action == ACTION_GRIND)
		commandline_read_derived(options);
	fields_resolve(options->fields);
	p.fields = true;
	commandline_read_all(&p);
	if (options->save.history)
		p.i = argc;
	if (options->measure.command) {
		commandline_read_commands(
		    &options->puts, (size_t)(argc - p.i), argv + p.i, &options->save.labels);
		if (options->puts.n)
			commandline_check_params(options);
	} else
		commandline_read_puts(&options->puts, argc - p.i, argv + p.i);
	commandline_inherit(&options->puts, &options->measure.inherited);
	valgrind_check_args(&options->measure.grindargs);
}
