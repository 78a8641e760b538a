#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/flags.h"
#include "input/sources.h"
#include "util/file.h"
#include "util/array.h"
#include "util/message.h"

/* A path of the user's, relative to the directory of the benchfile. The caller frees. */
static char *
sources_locate(const char *path, const struct test *test)
{
	return *path == '/' ? memory_copy(path) : text_print("%s/%s", flags_dir(test), path);
}

void
sources_of(struct words *files, const struct target *target, const struct test *test)
{
	FREED_BY(words_free) struct words named = WORDS_EMPTY;

	flags_add(&named, target, test, PART_SOURCES);
	/* Each once: an object that is linked twice defines everything twice. */
	for (size_t i = 0; i < named.n; i++) {
		OWNED char *file = sources_locate(named.v[i], test);

		words_intern(files, file);
	}
}

void
sources_add(struct tests *tests, const char *file, int missing)
{
	/* A word that is no path, or differs by put, is checked like one of a test. */
	bool later = *file == '-' || strchr(file, '{');
	OWNED char *path = !later                                       ? file_real(file)
	                   : *file == '-' || text_begins(file, "{dir}") ? memory_copy(file)
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
		OWNED char *file = sources_locate(filled.v[i], test);

		check_file(target, test, part, written.v[i], file, unreadable);
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
