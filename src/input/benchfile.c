#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/benchfile.h"
#include "input/importer.h"
#include "model/param.h"
#include "util/file.h"
#include "util/ini.h"
#include "util/array.h"
#include "util/message.h"
#include "util/pattern.h"
#include "util/text.h"

static size_t
name_part(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || (s[n] && strchr("_+.-", s[n])))
		n++;
	return n;
}

/* The number of bytes of s that can be those of a test's name. */
static size_t
benchfile_name_length(const char *s)
{
	size_t n = isalpha((unsigned char)*s) ? name_part(s) : 0;

	while (n && s[n] == ':' && s[n + 1] == ':' && name_part(s + n + 2))
		n += 2 + name_part(s + n + 2);
	return n;
}

void
benchfile_check_name(const char *name, const char *place)
{
	if (!*name || name[benchfile_name_length(name)])
		message_die(STATUS_USAGE,
		    "%s: invalid test name '%s': a name begins with a letter and has letters, "
		    "digits, '_', '+', '.', '-', and '::' between its parts",
		    place, name);
}

/* Sets a part of a test from a key of the file. */
static void
set_part(struct test *test, const char *name, const char *file, const struct ini_key *key,
    char *text)
{
	if (!test_set(test, name, text, key->text_line))
		message_at(file, key->line, "%s = %s: %s", key->name, text,
		    test_rule(test_find(test, name)->kind));
	test_find(test, name)->indent = memory_copy(key->indent);
}

static void
benchfile_add_top(struct test *test, const char *file, const struct ini_section *top)
{
	ARRAY_EACH(const struct ini_key, key, top->keys, top->n) {
		OWNED char *name = NULL;

		if (!strcmp(key->name, "language") || !strcmp(key->name, "build"))
			continue;
		name = text_print("top_%s", key->name);
		set_part(test, name, file, key, memory_copy(key->text));
	}
}

/* Returns true if the key is a parameter or names a language: params_read and applicable check
   the rest. */
static bool
has_good_suffix(const char *key)
{
	const char *dot = strchr(key, '.');

	return param_is_key(key) ||
	       (dot && dot[1] &&
	           part_has_trait(part_kind(key, (size_t)(dot - key)), PART_BY_LANGUAGE));
}

static void
check_test_keys(const struct ini *ini, const struct ini_section *section)
{
	const char *names[PART_KEY_COUNT + 1];
	struct ini_section plain = *section;

	plain.keys = memory_resize(NULL, section->n, sizeof *plain.keys);
	for (size_t i = plain.n = 0; i < section->n; i++)
		if (!has_good_suffix(section->keys[i].name))
			plain.keys[plain.n++] = section->keys[i];
	part_names(names, 0);
	ARRAY_EACH(const struct ini_key, key, plain.keys, plain.n)
		if (!strcmp(key->name, "param"))
			message_at(ini->file, key->line, "'param' lacks a name: write param.n");
		else if (!strcmp(key->name, "language") || !strcmp(key->name, "build"))
			message_at(ini->file, key->line,
			    "'%s' applies to all tests: write it above the first", key->name);
	ini_check_keys(ini, &plain, names, "a test");
	free(plain.keys);
}

/* The test of one combination of parameters. */
static void
add_combination(struct tests *tests, const struct ini *ini, const struct ini_section *section,
    const struct params *params)
{
	OWNED char *name = params_name(params, section->name);
	const struct test *twin = tests_find(tests, name);
	struct test *test;
	size_t p = 0;

	/* The file may be one of several. */
	if (twin)
		message_at(ini->file, section->line,
		    "test '%s' is defined twice, first in %s, line %u", name, test_file(twin),
		    twin->line);
	test = tests_add(tests, name);
	test->file = memory_copy(ini->file);
	test->dir = file_home(ini->file);
	test->line = section->line;
	benchfile_add_top(test, ini->file, &ini->v[0]);
	ARRAY_EACH(const struct ini_key, key, section->keys, section->n) {
		const char *value =
		    param_is_key(key->name) ? param_value(&params->v[p++]) : NULL;
		enum part_kind kind = part_kind(key->name, strlen(key->name));

		set_part(test, key->name, ini->file, key,
		    value                              ? memory_copy(value)
		    : part_has_trait(kind, PART_VALUE) ? memory_copy(key->text)
		                                       : params_fill(params, key->text));
	}
}

static void
benchfile_add_tests(
    struct tests *tests, const struct ini *ini, const struct ini_section *section, bool plain)
{
	FREED_BY(params_free) struct params params = {0};
	bool has_code = false;
	OWNED char *place = text_print(
	    "%s:%u:%zu", ini->file, section->line, 2 + benchfile_name_length(section->name));

	benchfile_check_name(section->name, place);
	if (plain)
		check_test_keys(ini, section);
	for (size_t i = 0; i < section->n; i++)
		has_code |=
		    text_begins(section->keys[i].name, "code") && *section->keys[i].text;
	if (!has_code)
		message_at(ini->file, section->line, "test '%s' has no 'code'", section->name);
	params_read(&params, ini->file, section);
	do
		add_combination(tests, ini, section, &params);
	while (params_next(&params));
}

static int
by_name(const void *a, const void *b)
{
	const struct ini_section *s = *(struct ini_section *const *)a;
	const struct ini_section *t = *(struct ini_section *const *)b;
	int order = strcmp(s->name, t->name);

	return order ? order : (s->line > t->line) - (s->line < t->line);
}

static void
check_twins(const struct ini *ini)
{
	size_t n = ini->n - 1;
	OWNED const struct ini_section **sorted = memory_array(ini->n, sizeof *sorted);

	for (size_t i = 0; i < n; i++)
		sorted[i] = &ini->v[i + 1];
	qsort(sorted, n, sizeof *sorted, by_name);
	for (size_t i = 1; i < n; i++)
		if (!strcmp(sorted[i]->name, sorted[i - 1]->name))
			message_at(ini->file, sorted[i]->line,
			    "test '%s' is defined twice, first on line %u", sorted[i]->name,
			    sorted[i - 1]->line);
}

/* Also reads a benchmark file of Perl's own; the line numbers of its texts are unknown. Returns
   false if it is an annotated source, whose keys need no check. */
static bool
read_ini(struct tests *tests, struct ini *ini, const char *path, const struct words *params)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	bool imported;

	if (!file_read(path, &t))
		message_die(STATUS_USAGE, "%s: cannot read: %s", path, strerror(errno));
	if (importer_is_annotated(path, t.s ? t.s : "")) {
		char *remark = importer_read_annotated(ini, path, &t, params);

		if (remark)
			words_take(&tests->remarks, remark);
		return false;
	}
	imported = importer_is_perl(t.s ? t.s : "");
	tests->of_perl |= imported;
	if (imported)
		importer_read_perl(path, &t);
	ini_parse(ini, path, t.s ? t.s : "", t.n);
	for (size_t i = 0; imported && i < ini->n; i++)
		for (size_t k = 0; k < ini->v[i].n; k++)
			ini->v[i].keys[k].text_line = 0;
	return true;
}

/* Plain keys of all tests are of one language. */
static void
take_language(struct tests *tests, const struct ini *ini, const struct ini_key *key)
{
	if (!tests->language)
		tests->language = memory_copy(key->text);
	if (strcmp(tests->language, key->text))
		message_at(ini->file, key->line,
		    "its tests are in %s, but the tests before them are in %s: measure these "
		    "benchfiles separately",
		    key->text, tests->language);
}

/* Gives each parameter that is in params the values from there. */
static void
replace_values(const struct ini_section *section, const struct words *params)
{
	ARRAY_EACH(struct ini_key, key, section->keys, section->n) {
		char *values = param_is_key(key->name)
		                   ? param_option_values(params, strchr(key->name, '.') + 1)
		                   : NULL;

		if (!values)
			continue;
		free(key->text);
		key->text = values;
	}
}

void
benchfile_read(struct tests *tests, const char *path, const struct words *params)
{
	const char *names[PART_KEY_COUNT + 3] = {"language", "build"};
	const struct ini_key *language;
	FREED_BY(ini_free) struct ini ini = {0};
	bool plain;

	plain = read_ini(tests, &ini, path, params);
	language = ini_find(&ini.v[0], "language");
	part_names(&names[2], PART_AT_TOP);
	if (plain)
		ini_check_keys(&ini, &ini.v[0], names, "the top of a benchfile");
	if (language && !*language->text)
		message_at(ini.file, language->line, "'language' has no text");
	check_twins(&ini);
	if (ini.n == 1)
		message_die(STATUS_USAGE,
		    "%s: contains no test: a test begins with a line '[name]'", path);
	if (language)
		take_language(tests, &ini, language);
	for (size_t i = 1; i < ini.n; i++) {
		replace_values(&ini.v[i], params);
		benchfile_add_tests(tests, &ini, &ini.v[i], plain);
	}
}

/* Returns true if the file of that name in a directory is a benchfile or an annotated source.
 */
static bool
benchfile_is_benchfile(const char *name, const char *path)
{
	struct stat st;

	/* Reading a pipe would wait for its writer. A dangling link is read, and refused. */
	if (name[0] == '.' || (!stat(path, &st) && !S_ISREG(st.st_mode)))
		return false;
	return text_ends(name, ".bench") || importer_is_marked(path);
}

static void
add_directory(struct words *files, const char *path)
{
	const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
	size_t before = files->n;
	const struct dirent *entry;
	DIR *dir = opendir(path);

	if (!dir)
		message_die(STATUS_USAGE, "--benchfile=%s: cannot read the directory: %s", path,
		    strerror(errno));
	while ((entry = readdir(dir))) {
		OWNED char *file = text_print("%s%s%s", path, slash, entry->d_name);

		if (benchfile_is_benchfile(entry->d_name, file))
			words_add(files, file);
	}
	closedir(dir);
	if (files->n == before)
		message_die(STATUS_USAGE,
		    "--benchfile=%s: the directory has no benchfile: no file in it is named "
		    "*.bench or is an annotated source",
		    path);
	words_sort(files, before);
}

void
benchfiles_find(struct words *files, const struct words *paths)
{
	struct stat st;

	for (size_t i = 0; i < paths->n; i++) {
		if (!stat(paths->v[i], &st) && S_ISDIR(st.st_mode))
			add_directory(files, paths->v[i]);
		else
			words_add(files, paths->v[i]);
	}
}

void
benchfiles_read(struct tests *tests, const struct words *paths, const struct words *params)
{
	FREED_BY(words_free) struct words files = WORDS_EMPTY;

	benchfiles_find(&files, paths);
	for (size_t i = 0; i < files.n; i++)
		benchfile_read(tests, files.v[i], params);
}

/* The code with a terminator, on a line of its own as the last line may end in a comment. */
static char *
benchfile_terminated(const char *code, const char *terminator)
{
	size_t n = strlen(code), length = strlen(terminator);

	while (n && isspace((unsigned char)code[n - 1]))
		n--;
	if (n >= length && !memcmp(code + n - length, terminator, length))
		return memory_copy(code);
	return text_print("%s\n%s", code, terminator);
}

/* Sets the preamble, with the language's headers for names in the text that the preamble does
   not know, and the libraries for these names. */
static void
set_preamble(
    struct test *test, const struct language *language, const char *preamble, const char *text)
{
	struct text lines = TEXT_EMPTY, libraries = TEXT_EMPTY;

	text_add(&lines, preamble);
	for (const char *s = language->headers, *end; *s; s = end + (*end == '\n')) {
		size_t n = strcspn(s, " \n");
		const char *needed = s + n + (s[n] == ' ');
		struct text *t = *needed == '-' ? &libraries : &lines;
		OWNED char *regex = memory_copy_n(s, n), *error = NULL;
		struct pattern *pattern = pattern_new(regex, &error);

		if (!pattern)
			message_die(STATUS_USAGE, "%s: headers: %s", language->file, error);
		end = needed + strcspn(needed, "\n");
		if (needed < end && pattern_match(pattern, text) &&
		    !pattern_match(pattern, preamble))
			text_addf(t, "%s%.*s", t->n ? "\n" : "", (int)(end - needed), needed);
		pattern_free(pattern);
	}
	if (lines.n)
		test_set(test, "preamble", text_take(&lines), 1);
	if (libraries.n)
		test_set(test, "ldflags", text_take(&libraries), 0);
	text_free(&lines);
}

void
benchfile_snippet(struct tests *tests, const char *name, const char *code, const char *setup,
    const char *preamble, const struct language *language)
{
	const char *terminator = language->terminator;
	OWNED char *text = text_print("%s\n%s", setup ? setup : "", code);
	struct test *test = tests_add(tests, name);

	/* Messages name it as the file. */
	test->file = memory_copy("-e");
	test->dir = file_home(test->file);
	test_set(test, "desc", memory_copy(code), 0);
	set_preamble(test, language, preamble ? preamble : "", text);
	if (setup)
		test_set(test, "setup", benchfile_terminated(setup, terminator), 1);
	test_set(test, "code", benchfile_terminated(code, terminator), 1);
}

/* Takes over text. */
static void
add_key(struct ini_section *section, const char *name, char *text)
{
	*ARRAY_ADD(section->keys, section->n) =
	    (struct ini_key){.name = memory_copy(name), .text = text};
}

void
benchfile_command(struct tests *tests, const struct words *keys, const struct words *params)
{
	static const char *const always[] = {
	    "desc", "one run of each command line", "code", "", "once", "yes", "cwd", "{dir}"};
	FREED_BY(params_free) struct params values = {0};
	FREED_BY(ini_free)
	struct ini ini = {
	    .file = memory_copy("--command"), .v = memory_array(2, sizeof *ini.v)};
	struct ini_section *section = &ini.v[1];

	ini.n = 2;
	for (size_t i = 0; i < COUNTOF(always); i += 2)
		add_key(section, always[i], memory_copy(always[i + 1]));
	for (size_t i = 0; i < keys->n; i += 2)
		add_key(section, keys->v[i], memory_copy(keys->v[i + 1]));
	for (size_t i = 0; i < params->n; i++) {
		OWNED char *name = param_option_name(params->v[i]),
		           *key = text_print("param.%s", name);

		add_key(section, key, param_option_values(params, name));
	}
	section->name = memory_copy("command");
	params_read(&values, ini.file, section);
	do
		add_combination(tests, &ini, section, &values);
	while (params_next(&values));
	tests->language = memory_copy("command");
}
