#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/baseline.h"
#include "cli/commandline.h"
#include "cli/complete.h"
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
complete_add_fields(struct words *names, const struct options *o)
{
	const char *const *name;

	for (name = fields_names(o->fields); *name; name++)
		words_add(names, *name);
}

static void
complete_add_verdicts(struct words *names, const struct options *o)
{
	(void)o;
	for (enum verdict v = 0; v < VERDICT_COUNT; v++)
		words_add(names, verdict_name(v));
}

static void
add_formats(struct words *names, const struct options *o)
{
	const char *name;

	(void)o;
	for (size_t i = 0; (name = format_name(i)); i++)
		words_add(names, name);
}

static void
add_languages(struct words *names, const struct options *o)
{
	FREED_BY(languages_free) struct languages languages = {0};

	languages_add_all(&languages, &o->language_files);
	for (size_t i = 0; i < languages.n; i++)
		words_add(names, languages.v[i].name);
}

/* "help-TOPIC.txt" */
static void
add_topics(struct words *names, const struct options *o)
{
	(void)o;
	for (const struct embedded *file = embedded_files; file->name; file++)
		if (text_begins(file->name, "help-"))
			words_take(
			    names, memory_copy_n(file->name + 5, strcspn(file->name + 5, ".")));
}

/* The suite for the put's language; for C if there is no put yet. */
static char *
suite_of(const struct options *o)
{
	FREED_BY(languages_free) struct languages languages = {0};
	const struct language *language = NULL;
	const char *name = o->language;

	languages_add_all(&languages, &o->language_files);
	if (!name && o->puts.n)
		name = o->puts.v[0].language;
	if (!name && o->puts.n)
		language = languages_detect(&languages, o->puts.v[0].exe);
	return paths_suite(name ? name : language ? language->name : "c");
}

/* Adds names from the files that are read; of a history only the last, which has nearly all
   names. Returns false if there are none. */
static bool
add_read(struct words *names, const struct options *o,
    void (*add)(struct words *, const struct results *))
{
	size_t n = o->history_files.n;
	const struct words files =
	    n ? (struct words){.v = o->history_files.v + n - 1, .n = 1} : o->reads;

	for (size_t i = 0; i < files.n; i++) {
		FREED_BY(results_free) struct results results = {0};

		savefile_read_shard(&results, files.v[i]);
		add(names, &results);
	}
	return files.n;
}

/* Adds names from those files, from the benchfiles that are named, or else from the suite. */
static void
add_of_tests(struct words *names, const struct options *o,
    void (*add)(struct words *, const struct results *))
{
	FREED_BY(results_free) struct results results = {0};
	OWNED char *suite = NULL;

	if (add_read(names, o, add) || o->code.n)
		return;
	suite = o->benchfiles.n ? NULL : suite_of(o);
	benchfiles_read(&results.tests, &o->benchfiles, &o->params);
	if (suite)
		benchfile_read(&results.tests, suite, &o->params);
	add(names, &results);
}

static void
add_tests_of(struct words *names, const struct results *results)
{
	for (size_t i = 0; i < results->tests.n; i++)
		words_add(names, results->tests.v[i].name);
}

static void
add_params_of(struct words *names, const struct results *results)
{
	columns_add_params(names, &results->tests);
}

static void
add_labels_of(struct words *names, const struct results *results)
{
	ARRAY_EACH(const struct put, put, results->puts.v, results->puts.n)
		words_add(names, put->label ? put->label : put->exe);
}

static void
complete_add_puts(struct words *names, const struct options *o)
{
	const struct results typed = {.puts = o->puts};

	add_read(names, o, add_labels_of);
	if (o->baseline)
		words_add(names, BASELINE_LABEL);
	add_labels_of(names, &typed);
}

/* The directory that the n bytes at typed name, which are empty or end in '/'. The caller
 * frees. */
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

static const struct {
	const char *kind;
	void (*add)(struct words *names, const struct options *o);
	void (*add_of)(
	    struct words *names, const struct results *results); /* see add_of_tests */
} kinds[] = {
    {"FIELD", complete_add_fields, NULL},
    {"FORMAT", add_formats, NULL},
    {"LABEL", complete_add_puts, NULL},
    {"LANGUAGE", add_languages, NULL},
    {"PARAM", NULL, add_params_of},
    {"PUT", complete_add_puts, NULL},
    {"TEST", NULL, add_tests_of},
    {"TOPIC", add_topics, NULL},
    {"VERDICT", complete_add_verdicts, NULL},
};

/* Adds what a word in capitals, the n bytes at kind, stands for in the form of an option's
   value: FIELD, TEST, PUT, FILE and so on. There are none for other words. typed: the word so
   far, which only FILE and DIR use, to add just its continuations; o: the rest of the command
   line. */
static void
complete_add_kind(
    struct words *names, const char *kind, size_t n, const char *typed, const struct options *o)
{
	if (text_equals(kind, n, "FILE") || text_equals(kind, n, "DIR"))
		complete_add_files(names, typed, text_equals(kind, n, "DIR"), F_OK);
	for (size_t i = 0; i < COUNTOF(kinds); i++)
		if (text_equals(kind, n, kinds[i].kind) && kinds[i].add_of)
			add_of_tests(names, o, kinds[i].add_of);
		else if (text_equals(kind, n, kinds[i].kind))
			kinds[i].add(names, o);
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
	OWNED char *last = NULL;

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

/* The option of a word that has a value or takes the next word as one, or NULL. *head: where
   the value begins in "--tests=str", "-rold" or "-vr=old"; 0: it is the next word. */
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

/* The option whose value the next word is, or NULL. */
static const struct option *
awaits(const char *word)
{
	size_t head;
	const struct option *option = valued(word, &head);

	return head ? NULL : option;
}

static void
complete_find(struct completion *c, const struct words *words)
{
	for (size_t i = 1; i < words->n && !c->in_puts; i++) {
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

/* The arguments of a put whose value may be the next word. */
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

/* Offers candidates for a word in capitals. list: where the list that it belongs to begins, or
   head. */
static void
offer_kind(const struct completion *c, const char *kind, size_t n, size_t list, size_t head,
    const char *tail, bool ends)
{
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	complete_add_kind(&names, kind, n, c->typed + head, &c->options);
	for (size_t i = 0; i < names.n; i++)
		if (!text_lists(c->typed + list, head - list, names.v[i]))
			offer(c, head, names.v[i], tail, ends, "");
}

static void
offer_alternative(const struct completion *c, const char *form, size_t head)
{
	size_t list = head;

	for (;;) {
		size_t n = strspn(form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		bool optional = form[n] == '[', repeated = text_begins(form + n, ",...");
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
			OWNED char *word = memory_copy_n(form, n);

			offer(c, head, word, "", true, "");
		} else {
			offer_alternative(c, form, head);
		}
		form += n + (form[n] != '\0');
	}
}

static void
offer_in_option(const struct completion *c)
{
	size_t head;
	const struct option *option = valued(c->typed, &head);

	if (option && head)
		offer_value(c, option, head);
	else
		offer_options(c);
}

/* Offers the executables that a language claims or, if none of them begins with what is typed,
   files. */
static void
offer_exes(const struct completion *c)
{
	FREED_BY(languages_free) struct languages languages = {0};
	FREED_BY(words_free) struct words names = WORDS_EMPTY;
	bool found = false;

	languages_add_all(&languages, &c->options.language_files);
	detect_add(&names, &languages);
	for (size_t i = 0; i < names.n && !found; i++)
		found = text_begins(names.v[i], c->typed);
	if (!found)
		complete_add_files(&names, c->typed, false, X_OK);
	for (size_t i = 0; i < names.n; i++)
		offer(c, 0, names.v[i], "", true, "");
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
	else if (words_include(switches, c->before))
		return;
	else if (text_begins(c->typed, lang))
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
	FREED_BY(words_free) struct words before = WORDS_EMPTY, others = WORDS_EMPTY;

	complete_split(&completion, &before, line->v[0]);
	complete_find(&completion, &before);
	read_others(&completion, &others, &before, line->n > 1 ? line->v[1] : "");
	if (completion.option)
		offer_value(&completion, completion.option, 0);
	else if (!completion.in_puts && completion.typed[0] == '-')
		offer_in_option(&completion);
	else
		offer_in_puts(&completion);
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
