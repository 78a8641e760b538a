#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/baseline.h"
#include "cli/candidates.h"
#include "compare/columns.h"
#include "input/benchfile.h"
#include "input/benchfiles.h"
#include "input/detect.h"
#include "report/format.h"
#include "savefile/savefile.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/paths.h"

static void
add_fields(struct words *names, const struct options *o)
{
	const char *const *name;

	for (name = fields_names(o->fields); *name; name++)
		words_add(names, *name);
}

static void
add_verdicts(struct words *names, const struct options *o)
{
	enum verdict v;

	(void)o;
	for (v = 0; v < VERDICT_COUNT; v++)
		words_add(names, verdict_name(v));
}

static void
add_formats(struct words *names, const struct options *o)
{
	const char *name;
	size_t i;

	(void)o;
	for (i = 0; (name = format_name(i)); i++)
		words_add(names, name);
}

static void
add_languages(struct words *names, const struct options *o)
{
	struct languages languages = {0};
	size_t i;

	languages_add_all(&languages, &o->language_files);
	for (i = 0; i < languages.n; i++)
		words_add(names, languages.v[i].name);
	languages_free(&languages);
}

/* "help-TOPIC.txt" */
static void
add_topics(struct words *names, const struct options *o)
{
	const struct embedded *file;

	(void)o;
	for (file = embedded_files; file->name; file++)
		if (!strncmp(file->name, "help-", 5))
			words_take(
			    names, memory_copy_n(file->name + 5, strcspn(file->name + 5, ".")));
}

/* The suite for the put's language; for C if there is no put yet. */
static char *
suite_of(const struct options *o)
{
	struct languages languages = {0};
	const struct language *language = NULL;
	const char *name = o->language;
	char *path;

	languages_add_all(&languages, &o->language_files);
	if (!name && o->puts.n)
		name = o->puts.v[0].language;
	if (!name && o->puts.n)
		language = languages_detect(&languages, o->puts.v[0].exe);
	path = paths_suite(name ? name : language ? language->name : "c");
	languages_free(&languages);
	return path;
}

static void
add_tests_of(struct words *names, const struct tests *tests)
{
	size_t i;

	for (i = 0; i < tests->n; i++)
		words_add(names, tests->v[i].name);
}

/* Those that are read, or of a history the last one, which has nearly all names; borrowed. */
static struct words
files_read(const struct options *o)
{
	size_t n = o->history_files.n;

	return n ? (struct words){o->history_files.v + n - 1, 1} : o->reads;
}

/* Those that are named, or else the suite. */
static void
read_benchfiles(struct tests *tests, const struct options *o)
{
	char *suite = o->benchfiles.n ? NULL : suite_of(o);

	benchfiles_read(tests, &o->benchfiles, &o->params);
	if (suite)
		benchfile_read(tests, suite, &o->params);
	free(suite);
}

/* add: adds names from tests. */
static void
add_from_tests(struct words *names, const struct options *o,
    void (*add)(struct words *, const struct tests *))
{
	const struct words files = files_read(o);
	struct tests tests = {0};
	size_t i;

	for (i = 0; i < files.n; i++) {
		struct results results = {0};

		savefile_read_shard(&results, files.v[i]);
		add(names, &results.tests);
		results_free(&results);
	}
	if (files.n || o->code.n)
		return;
	read_benchfiles(&tests, o);
	add(names, &tests);
	tests_free(&tests);
}

static void
add_tests(struct words *names, const struct options *o)
{
	add_from_tests(names, o, add_tests_of);
}

static void
add_params(struct words *names, const struct options *o)
{
	add_from_tests(names, o, columns_add_params);
}

static void
add_labels(struct words *names, const struct puts *puts)
{
	size_t i;

	for (i = 0; i < puts->n; i++)
		words_add(names, puts->v[i].label ? puts->v[i].label : puts->v[i].exe);
}

static void
add_puts(struct words *names, const struct options *o)
{
	const struct words files = files_read(o);
	size_t i;

	for (i = 0; i < files.n; i++) {
		struct results results = {0};

		savefile_read_shard(&results, files.v[i]);
		add_labels(names, &results.puts);
		results_free(&results);
	}
	if (o->baseline)
		words_add(names, BASELINE_LABEL);
	add_labels(names, &o->puts);
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
add_files(struct words *names, const char *typed, bool directories_alone, int mode)
{
	const char *slash = strrchr(typed, '/'), *base = slash ? slash + 1 : typed;
	char *path = directory(typed, (size_t)(base - typed));
	DIR *dir = opendir(path);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		char *file = text_print("%s%s", path, entry->d_name);
		bool hidden = entry->d_name[0] == '.' && *base != '.', is_directory;
		struct stat st;

		is_directory = !stat(file, &st) && S_ISDIR(st.st_mode);
		if (!hidden && strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
		    (is_directory || (!directories_alone && !access(file, mode))))
			words_take(names, text_print("%.*s%s%s", (int)(base - typed), typed,
			                      entry->d_name, is_directory ? "/" : ""));
		free(file);
	}
	if (dir)
		closedir(dir);
	free(path);
}

static const struct {
	const char *kind;
	void (*add)(struct words *names, const struct options *o);
} kinds[] = {
    {"FIELD", add_fields},
    {"FORMAT", add_formats},
    {"LABEL", add_puts},
    {"LANGUAGE", add_languages},
    {"PARAM", add_params},
    {"PUT", add_puts},
    {"TEST", add_tests},
    {"TOPIC", add_topics},
    {"VERDICT", add_verdicts},
};

static bool
is_kind(const char *name, const char *kind, size_t n)
{
	return strlen(name) == n && !memcmp(name, kind, n);
}

void
candidates(struct words *names, const char *kind, size_t n, const char *typed,
    const struct options *options)
{
	size_t i;

	if (is_kind("FILE", kind, n) || is_kind("DIR", kind, n))
		add_files(names, typed, is_kind("DIR", kind, n), F_OK);
	for (i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (is_kind(kinds[i].kind, kind, n))
			kinds[i].add(names, options);
}

void
candidates_exes(struct words *names, const char *typed, const struct options *options)
{
	struct languages languages = {0};
	bool found = false;
	size_t i;

	languages_add_all(&languages, &options->language_files);
	detect_add(names, &languages);
	languages_free(&languages);
	for (i = 0; i < names->n && !found; i++)
		found = !strncmp(names->v[i], typed, strlen(typed));
	if (!found)
		add_files(names, typed, false, X_OK);
}
