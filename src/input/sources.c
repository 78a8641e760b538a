#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/build_flags.h"
#include "input/flags.h"
#include "input/sources.h"
#include "util/file.h"
#include "util/array.h"
#include "util/message.h"
#include "util/pattern.h"

static bool
is_pattern(const char *path)
{
	return strpbrk(path, "*?[") && access(path, F_OK);
}

/* Adds the paths that a pattern matches and, where it has "**", those that it matches in all
   directories below; links to directories are not followed. */
static void
sources_match(struct words *paths, const char *pattern, const struct source_rules *rules)
{
	const char *deep = strstr(pattern, "**"), *rest = deep ? deep + 2 : "";
	OWNED char *head = memory_copy_n(pattern, deep ? (size_t)(deep - pattern) : 0);
	OWNED char *here = text_print("%s%s", head,
	    *rest == '/' ? rest + 1
	    : deep       ? deep + 1
	                 : pattern);
	OWNED char *below = NULL;
	const char *name = strrchr(head, '/');
	glob_t found;
	struct stat st;

	if (!glob(here, 0, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++)
			if (source_rules_find(rules, found.gl_pathv[i]))
				words_intern(paths, found.gl_pathv[i]);
	globfree(&found);
	if (!name)
		return;
	below = text_print("%.*s/*", (int)(name - head), head);
	if (!glob(below, GLOB_ONLYDIR, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++) {
			OWNED char *next =
			    text_print("%s%s", found.gl_pathv[i], pattern + (name - head));

			if (!lstat(found.gl_pathv[i], &st) && S_ISDIR(st.st_mode))
				sources_match(paths, next, rules);
		}
	globfree(&found);
}

/* Returns true if one of the words, as in "!*_test.c", excludes the file: by its name, or by
   its path if the word has a slash. */
static bool
is_excluded(const char *file, const struct words *words, const struct test *test)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->v[i] + 1;
		OWNED char *path = strchr(word, '/') ? flags_locate(word, test) : NULL;

		if (*words->v[i] == '!' &&
		    !fnmatch(path ? path : word, path ? file : file_base(file),
		        path && strstr(path, "**") ? 0 : FNM_PATHNAME))
			return true;
	}
	return false;
}

size_t
sources_of(struct words *files, const struct target *target, const struct test *test)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY, found = WORDS_EMPTY;
	size_t named;

	flags_add(&words, target, test, PART_SOURCES);
	/* Each once: an object that is linked twice defines everything twice. */
	for (size_t i = 0; i < words.n; i++) {
		OWNED char *file = flags_locate(words.v[i], test);

		if (is_pattern(file))
			sources_match(&found, file, &target->language->rules);
		else if (*words.v[i] != '!')
			words_intern(files, file);
	}
	named = files->n;
	words_sort(&found, 0);
	for (size_t i = 0; i < found.n; i++)
		if (!is_excluded(found.v[i], &words, test) &&
		    build_flags_add(NULL, target, test, found.v[i]))
			words_intern(files, found.v[i]);
	return named;
}

char *
sources_defining(const struct target *target, const struct test *test, const char *symbol)
{
	FREED_BY(words_free) struct words files = WORDS_EMPTY, near = WORDS_EMPTY;
	/* A definition begins its line; parameters and a brace follow its name, or a value. */
	OWNED char *error = NULL,
	           *regex = text_print(
	               "(?m)^(?!extern|typedef|return|else)(?:\\w[\\w \\t*:<>,&]*[ \\t*&:])?"
	               "%s\\s*(?:\\([^;{}=]*\\)[^;{}()=]*\\{|(?:\\[[^]]*\\]\\s*)*[=;])",
	               symbol);
	struct pattern *definition = pattern_new(regex, &error);
	char *found = NULL;

	sources_of(&files, target, test);
	for (size_t i = 0; i < files.n; i++) {
		OWNED char *parent = file_parent(files.v[i]);
		OWNED char *all = text_print("%s/**", parent);

		sources_match(&near, all, &target->language->rules);
	}
	for (size_t i = 0; definition && i < near.n && !found; i++) {
		FREED_BY(text_free) struct text text = TEXT_EMPTY;

		if (words_find(&files, near.v[i]) == files.n && file_read(near.v[i], &text) &&
		    text.s && strstr(text.s, symbol) && pattern_match(definition, text.s))
			found = memory_copy(near.v[i]);
	}
	pattern_free(definition);
	return found;
}

void
sources_add(struct tests *tests, const char *file, int missing)
{
	/* A word that is no path, or differs by put, is checked like one of a test. */
	bool later = *file == '-' || *file == '!' || strpbrk(file, "{*?[");
	OWNED char *path = !later ? file_real(file)
	                   : strchr("-!", *file) || text_begins(file, "{dir}")
	                       ? memory_copy(file)
	                       : file_absolute(file);

	if (!path)
		message_die(missing, "--sources: %s: %s", file, strerror(errno));
	ARRAY_EACH(struct test, test, tests->v, tests->n) {
		const char *rest = file_below(path, flags_dir(test));
		/* This is the form of benchfiles. */
		OWNED char *word = rest ? text_print("{dir}/%s", rest) : memory_copy(path);

		flags_add_top(test, "top_sources", word);
	}
}

static _Noreturn void
sources_refuse(int status, const struct test *test, const struct part *part, const char *why)
{
	message_die(status, "%s%s: %s", test_position(test, part), part_written(part), why);
}

/* word: as the user wrote it; file: its path. */
static void
check_file(const struct target *target, const struct test *test, const struct part *part,
    const char *word, const char *file, int unreadable)
{
	const struct language *language = target->language;
	const char *base = file_base(word), *extension = strrchr(base, '.');
	struct text t = TEXT_EMPTY;
	struct stat status;

	if (*word == '-')
		sources_refuse(STATUS_USAGE, test, part,
		    text_print(
		        "'%s' is not a file; arguments for the compiler go into cflags", word));
	if ((extension && (!strcmp(extension, ".o") || !strcmp(extension, ".a"))) ||
	    strstr(base, ".so"))
		sources_refuse(STATUS_USAGE, test, part,
		    text_print("'%s' is compiled already: name it in 'ldflags'", word));
	if (!source_rules_find(&language->rules, word)) {
		for (size_t i = 0; i < language->rules.n; i++)
			for (size_t k = 0; k < language->rules.v[i].extensions.n; k++)
				text_addf(&t, " %s", language->rules.v[i].extensions.v[k]);
		sources_refuse(STATUS_USAGE, test, part,
		    text_print("'%s' has no extension of a source file: %s compiles%s", word,
		        language->name, t.s ? t.s : ""));
	}
	if (!stat(file, &status) && S_ISDIR(status.st_mode))
		errno = EISDIR;
	else if (!access(file, R_OK))
		return;
	sources_refuse(unreadable, test, part, text_print("%s: %s", file, strerror(errno)));
}

static void
sources_check_part(const struct target *target, const struct test *test,
    const struct part *part, int unreadable)
{
	FREED_BY(words_free) struct words written = WORDS_EMPTY, filled = WORDS_EMPTY;

	words_split(&written, part_text(part));
	flags_fill(&filled, &written, target, test);
	for (size_t i = 0; i < filled.n; i++) {
		OWNED char *file = flags_locate(filled.v[i], test);
		FREED_BY(words_free) struct words found = WORDS_EMPTY;

		if (*filled.v[i] == '!')
			continue;
		if (!is_pattern(file)) {
			check_file(target, test, part, written.v[i], file, unreadable);
			if (!build_flags_add(NULL, target, test, file))
				sources_refuse(STATUS_USAGE, test, part,
				    text_print(
				        "the build of 'flags' does not compile '%s'", file));
			continue;
		}
		sources_match(&found, file, &target->language->rules);
		if (!found.n)
			sources_refuse(unreadable, test, part,
			    text_print("%s: matches no source file", file));
	}
}

/* Returns true if a compiled language knows the file by its extension. */
static bool
is_source(const struct languages *languages, const char *file)
{
	const char *extension = strrchr(file_base(file), '.');

	for (size_t i = 0; extension && i < languages->n; i++) {
		const struct language *language = &languages->v[i];

		if (language_is_compiled(language) &&
		    (!strcmp(language->extension, extension) ||
		        source_rules_find(&language->rules, file)))
			return true;
	}
	return false;
}

/* The command that links would compile it, but without the arguments that tests are compiled
   with. */
static void
check_ldflags(const struct target *target, const struct test *test, const struct part *part,
    const struct languages *languages)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_split(&words, part_text(part));
	for (size_t i = 0; i < words.n; i++)
		if (*words.v[i] != '-' && is_source(languages, words.v[i]))
			sources_refuse(STATUS_USAGE, test, part,
			    text_print("'%s' is a source file: %s", words.v[i],
			        target->language->rules.n
			            ? "name it in 'sources', and each compiler compiles it like a test"
			            : "compile it, and name the object"));
}

void
sources_check(const struct tests *tests, const struct targets *targets,
    const struct languages *languages, int unreadable)
{
	for (size_t i = 0; i < targets->n; i++)
		for (size_t k = 0; k < tests->n; k++) {
			const struct target *target = &targets->v[i];
			const struct test *test = &tests->v[k];

			if (!target_has_code(target, test) ||
			    !language_is_compiled(target->language))
				continue;
			check_ldflags(target, test, test_top(test, PART_LDFLAGS), languages);
			check_ldflags(
			    target, test, target_part(target, test, PART_LDFLAGS), languages);
			if (target->plain)
				sources_check_part(
				    target, test, test_top(test, PART_SOURCES), unreadable);
			sources_check_part(
			    target, test, target_part(target, test, PART_SOURCES), unreadable);
		}
}
