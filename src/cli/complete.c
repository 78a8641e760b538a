#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/saved_runs.h"
#include "cli/commandline.h"
#include "cli/option_table.h"
#include "compare/columns.h"
#include "input/benchfile.h"
#include "input/detect.h"
#include "report/format.h"
#include "savefile/savefile.h"
#include "util/array.h"
#include "util/embedded.h"
#include "util/paths.h"
#include "util/text.h"

static void
complete_add_languages(struct words *names, const struct measuring *m)
{
	FREED_BY(languages_free) struct languages languages = {0};

	languages_add_all(&languages, &m->language_files);
	for (size_t i = 0; i < languages.n; i++)
		words_add(names, languages.v[i].name);
}

/* Finds the suite for the language of the first put, or for C without a put. */
static char *
suite_of(const struct options *o)
{
	FREED_BY(languages_free) struct languages languages = {0};
	const struct language *language = NULL;
	const char *name = o->measure.language;

	languages_add_all(&languages, &o->measure.language_files);
	if (!name && o->puts.n)
		name = o->puts.v[0].language;
	if (!name && o->puts.n)
		language = languages_detect(&languages, o->puts.v[0].exe);
	return paths_suite(name ? name : language ? language->name : "c");
}

/* Adds the names of that kind in the results. */
static void
complete_add_from(struct words *names, const char *kind, const struct results *results)
{
	if (!strcmp(kind, "PARAM"))
		columns_add_params(names, &results->tests);
	else if (!strcmp(kind, "TEST"))
		for (size_t i = 0; i < results->tests.n; i++)
			words_add(names, results->tests.v[i].name);
	else
		ARRAY_EACH(const struct put, put, results->puts.v, results->puts.n)
			words_add(names, put->label ? put->label : put->exe);
}

/* Adds the names in the files that are read; of a history only the last, which has nearly all
   names. Adds the labels of all other puts, and without a file the names of the tests: those of
   the benchfiles, or else of the suite. */
static void
complete_add_results(struct words *names, const char *kind, const struct options *o)
{
	size_t n = o->save.history_files.n;
	const struct words files =
	    n ? (struct words){.v = o->save.history_files.v + n - 1, .n = 1} : o->save.reads;
	struct results own = {0};

	for (size_t i = 0; i < files.n; i++) {
		FREED_BY(results_free) struct results results = {0};

		savefile_read_shard(&results, files.v[i]);
		complete_add_from(names, kind, &results);
	}
	if (text_is_one_of(kind, strlen(kind), "PUT LABEL")) {
		if (o->save.baseline)
			words_add(names, BASELINE_LABEL);
		own.puts = o->puts;
	} else if (!files.n && !o->measure.code.n) {
		OWNED char *suite = o->measure.benchfiles.n ? NULL : suite_of(o);

		benchfiles_read(&own.tests, &o->measure.benchfiles, &o->measure.params);
		if (suite)
			benchfile_read(&own.tests, suite, &o->measure.params);
	}
	complete_add_from(names, kind, &own);
	tests_free(&own.tests);
}

/* Returns the directory that the n bytes at typed name, which are empty or end in '/'. The
   caller frees. */
static char *
directory(const char *typed, size_t n)
{
	const char *home = getenv("HOME");

	if (n >= 2 && typed[0] == '~' && typed[1] == '/' && home)
		return text_print("%s%.*s", home, (int)n - 1, typed + 1);
	return text_print("%.*s", n ? (int)n : 2, n ? typed : "./");
}

/* Adds the files whose path begins with what is typed, and a '/' after directories. mode:
   access that a file, if not a directory, must allow. */
static void
complete_add_files(struct words *names, const char *typed, bool directories_alone, int mode)
{
	const char *slash = strrchr(typed, '/'), *base = slash ? slash + 1 : typed;
	OWNED char *path = directory(typed, (size_t)(base - typed));
	DIR *dir = opendir(path);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		OWNED char *file = text_print("%s%s", path, entry->d_name);
		bool hidden = entry->d_name[0] == '.' && *base != '.', is_directory;
		struct stat st;

		is_directory = !stat(file, &st) && S_ISDIR(st.st_mode);
		if (!hidden && strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
		    (is_directory || (!directories_alone && !access(file, mode))))
			words_take(names, text_print("%.*s%s%s", (int)(base - typed), typed,
			                      entry->d_name, is_directory ? "/" : ""));
	}
	if (dir)
		closedir(dir);
}

/* Adds what a word in capitals stands for in the form of an option's value: FIELD, TEST, PUT,
   FILE and so on. There are none for other words. typed: the word so far, which only FILE and
   DIR use, to add just its continuations; o: the rest of the command line. */
static void
complete_add_kind(
    struct words *names, const char *kind, const char *typed, const struct options *o)
{
	const char *format;

	if (!strcmp(kind, "FILE") || !strcmp(kind, "DIR"))
		complete_add_files(names, typed, !strcmp(kind, "DIR"), F_OK);
	else if (!strcmp(kind, "FIELD"))
		for (const char *const *name = fields_names(o->fields); *name; name++)
			words_add(names, *name);
	else if (!strcmp(kind, "FORMAT"))
		for (size_t i = 0; (format = format_name(i)); i++)
			words_add(names, format);
	else if (!strcmp(kind, "LANGUAGE"))
		complete_add_languages(names, &o->measure);
	else if (!strcmp(kind, "TOPIC"))
		for (const struct embedded *file = embedded_files; file->name; file++) {
			if (text_begins(file->name, "help-"))
				words_take(names, text_replace(file->name + 5, ".txt", ""));
		}
	else if (!strcmp(kind, "VERDICT"))
		for (enum verdict v = 0; v < VERDICT_COUNT; v++)
			words_add(names, verdict_rows[v].name);
	else if (text_is_one_of(kind, strlen(kind), "PARAM TEST PUT LABEL"))
		complete_add_results(names, kind, o);
}

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
complete_split(struct completion *c, struct words *words, const char *line)
{
	static const char quotes[] = {'\0', '\'', '"'};
	const char *last;

	for (size_t i = 0; i < sizeof quotes && !words->n; i++) {
		char closed[] = {'.', quotes[i], '\0'},
		     *whole = text_print("%s%s", line, closed);

		c->quote = quotes[i];
		words_split(words, whole);
		free(whole);
	}
	last = words->v[words->n - 1];
	c->typed = memory_copy_n(last, strlen(last) - 1);
	words_shorten(words, words->n - 1);
}

/* Finds the option of a word that has a value or takes the next word as one, or NULL. *head:
   where the value begins in "--tests=str", "-rold" or "-vr=old"; 0: it is the next word. */
static const struct option *
valued(const char *word, size_t *head)
{
	size_t n = strcspn(word, "=");

	*head = 0;
	if (text_begins(word, "--")) {
		const struct option *option = option_named(word + 2, n - 2);
		enum takes takes = option ? option_takes(option) : TAKES_NOTHING;

		*head = word[n] ? n + 1 : 0;
		return takes == TAKES_VALUE || (takes == TAKES_PERHAPS && *head) ? option
		                                                                 : NULL;
	}
	for (size_t i = 1; word[i]; i++) {
		const struct option *option = option_lettered(word[i]);

		if (!option || option_takes(option) != TAKES_VALUE)
			continue;
		*head = word[i + 1] ? i + 1 + (word[i + 1] == '=') : 0;
		return option;
	}
	return NULL;
}

static void
complete_find(struct completion *c, const struct words *words)
{
	for (size_t i = 1; i < words->n && !c->in_puts; i++) {
		const char *word = words->v[i];
		bool is_value = c->option;
		size_t head = 0;

		c->in_puts = !is_value && (word[0] != '-' || !word[1] || !strcmp(word, "--"));
		c->option = is_value || c->in_puts ? NULL : valued(word, &head);
		if (head)
			c->option = NULL;
	}
	c->before = words->n > 1 ? words->v[words->n - 1] : "";
}

/* The value of these arguments of a put may be the next word. */
static const char *const switches[] = {"--args", "--env", "--lang", NULL};

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
complete_add_quoted(struct text *t, const char *s, char quote)
{
	for (; *s; s++) {
		if (quote == '\'' && *s == '\'')
			text_add(t, "'\\'");
		else if (is_escaped(quote, *s))
			text_add_char(t, '\\');
		text_add_char(t, *s);
	}
}

/* Offers the word that consists of the first head bytes of what is typed, name and tail. A
   directory does not end the word. */
static void
offer(const struct completion *c, size_t head, const char *name, const char *tail, bool ends,
    const char *about)
{
	const char *typed = c->typed + head;
	size_t n = strlen(typed);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	for (const char *s = name; *s; s++)
		if (iscntrl((unsigned char)*s))
			return;
	if (strncmp(name, typed, n) != 0)
		return;
	complete_add_quoted(&t, name + n, c->quote);
	complete_add_quoted(&t, tail, c->quote);
	ends = ends && !c->quote && !text_ends(name, "/");
	printf("%s%s\t%.*s%s%s\t%s\n", t.s ? t.s : "", ends ? " " : "", (int)head, c->typed,
	    name, tail, about);
}

static void
offer_options(const struct completion *c)
{
	const struct option *option = NULL;

	while ((option = option_next(option))) {
		const char *name = option->name, *about = option->about;
		enum takes takes = option_takes(option);
		char letter[] = {'-', option->letter, '\0'};
		OWNED char *dashed = text_print("--%s", name ? name : "");

		if (option->purpose != HIDDEN) {
			if (letter[1])
				offer(c, 0, letter, "", true, about);
			if (name && takes != TAKES_VALUE)
				offer(c, 0, dashed, "", true, about);
			if (name && takes != TAKES_NOTHING)
				offer(c, 0, dashed, "=", false, about);
		}
	}
}

/* Offers candidates for the word in capitals of the form at which the typed value ends. */
static void
offer_alternative(const struct completion *c, const char *form, size_t head)
{
	FREED_BY(words_free) struct words names = WORDS_EMPTY;
	OWNED char *kind = NULL;
	char tail[2] = {'\0'};
	size_t n, list = head; /* where the list that the word belongs to begins */
	bool optional, repeated;
	const char *found;

	for (;;) {
		n = strspn(form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		optional = form[n] == '[';
		repeated = text_begins(form + n, ",...");
		*tail = form[n + optional];
		if (strchr("|]", *tail))
			*tail = '\0';
		found = *tail ? strchr(c->typed + head, *tail) : NULL;
		if (!found)
			break;
		head = (size_t)(found + 1 - c->typed);
		if (!repeated) {
			form += n + optional + 1;
			list = head;
		}
	}
	kind = memory_copy_n(form, n);
	complete_add_kind(&names, kind, c->typed + head, &c->options);
	for (size_t i = 0; i < names.n; i++)
		if (!text_lists(c->typed + list, head - list, names.v[i]))
			offer(
			    c, head, names.v[i], optional || repeated ? "" : tail, !*tail, "");
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
			OWNED char *word = memory_copy_n(form, n);

			offer(c, head, word, "", true, "");
		} else {
			offer_alternative(c, form, head);
		}
		form += n + (form[n] != '\0');
	}
}

/* Offers the executables that a language claims or, if none of them begins with what is typed,
   files. */
static void
offer_exes(const struct completion *c)
{
	FREED_BY(languages_free) struct languages languages = {0};
	FREED_BY(words_free) struct words names = WORDS_EMPTY;
	bool found = false;

	languages_add_all(&languages, &c->options.measure.language_files);
	detect_add(&names, &languages);
	for (size_t i = 0; i < names.n && !found; i++)
		found = text_begins(names.v[i], c->typed);
	if (!found)
		complete_add_files(&names, c->typed, false, X_OK);
	for (size_t i = 0; i < names.n; i++)
		offer(c, 0, names.v[i], "", true, "");
}

/* Offers puts, their arguments, or runs of a history. */
static void
offer_in_puts(const struct completion *c)
{
	static const char lang[] = "--lang=";
	size_t n = strlen(lang);

	if (c->options.save.history)
		offer_alternative(c, "FILE", 0);
	else if (!strcmp(c->before, "--lang"))
		offer_alternative(c, "LANGUAGE", 0);
	else if (words_include(switches, c->before))
		return;
	else if (text_begins(c->typed, lang))
		offer_alternative(c, "LANGUAGE", n);
	else if (c->typed[0] != '-')
		offer_exes(c);
	else if (c->options.puts.n) {
		offer(c, 0, "--args", "=", false, "arguments of this program");
		offer(c, 0, "--env", "=", false, "a variable in its environment");
		offer(c, 0, lang, "", false, "its language");
	}
}

/* Reads all words except the one under the cursor and the option that it is the value of.
   after: the text after the cursor, and one character before that. The options point into
   both. */
static void
read_others(
    struct completion *c, struct words *others, const struct words *before, const char *after)
{
	size_t n = before->n;

	if (c->option || (c->in_puts && words_include(switches, c->before)))
		n--;
	for (size_t i = 0; i < n; i++)
		words_add(others, before->v[i]);
	words_split(others, after + strcspn(after, " \t\n"));
	commandline_parse(&c->options, (int)others->n, others->v);
}

void
complete_print(const struct words *line)
{
	struct completion completion = {0};
	const struct option *option;
	size_t head = 0;
	FREED_BY(words_free) struct words before = WORDS_EMPTY, others = WORDS_EMPTY;

	complete_split(&completion, &before, line->v[0]);
	complete_find(&completion, &before);
	read_others(&completion, &others, &before, line->n > 1 ? line->v[1] : "");
	option = completion.option;
	if (!option && !completion.in_puts && completion.typed[0] == '-')
		option = valued(completion.typed, &head);
	if (option && (head || completion.option))
		offer_value(&completion, option, head);
	else if (completion.in_puts || completion.typed[0] != '-')
		offer_in_puts(&completion);
	else
		offer_options(&completion);
	options_free(&completion.options);
	free(completion.typed);
}

void
complete_script(const char *shell)
{
	OWNED char *name = text_print("cgbench.%s", shell);
	const struct embedded *file = embedded_find(name);

	fwrite(file->data, 1, file->n, stdout);
}
