#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/detect.h"
#include "input/wrapper.h"
#include "util/file.h"
#include "util/text.h"

/* The names of all files in the directories of $PATH, sorted, without duplicates. */
static struct words
list_path(void)
{
	const char *path = getenv("PATH");
	FREED_BY(words_free) struct words dirs = WORDS_EMPTY, all = WORDS_EMPTY;
	struct words names = WORDS_EMPTY;
	const struct dirent *entry;
	size_t n;

	words_cut(&dirs, path ? path : "", ':');
	/* After the last ':', there is no directory. */
	n = dirs.n - !*dirs.v[dirs.n - 1];
	for (size_t i = 0; i < n; i++) {
		DIR *dir = opendir(*dirs.v[i] ? dirs.v[i] : ".");

		while (dir && (entry = readdir(dir)))
			if (entry->d_name[0] != '.')
				words_add(&all, entry->d_name);
		if (dir)
			closedir(dir);
	}
	words_sort(&all, 0);
	for (size_t i = 0; i < all.n; i++)
		if (!i || strcmp(all.v[i], all.v[i - 1]))
			words_add(&names, all.v[i]);
	return names;
}

/* The executable of that name if the language claims it, or NULL; the caller frees. */
static char *
find_claimed(const struct language *language, const char *name)
{
	return pattern_match(language->match, name) ? file_find_executable(name) : NULL;
}

/* Prints the executables that can be measured, and on lines of their own those that start
   another program. */
static void
print_language(const struct language *language, const struct words *names, unsigned timeout)
{
	FREED_BY(text_free) struct text notes = TEXT_EMPTY;
	bool any = language->command;

	printf("%s:%s", language->name, any ? " any program" : "");
	for (size_t i = 0; i < names->n; i++) {
		OWNED char *why = NULL, *path = NULL;
		enum status status;
		char *name = names->v[i];
		struct put put = {.exe = name};
		struct target target = {
		    .put = &put, .language = language, .exe = find_claimed(language, name)};

		if (target.exe && language_is_script(language))
			path = wrapper_follow(&target, timeout, &why, &status);
		if (target.exe && !why)
			any = printf(" %s", name);
		if (why)
			text_addf(&notes, "    %s cannot be measured: %s %s\n", name,
			    target.exe, why);
		else if (path)
			text_addf(&notes, "    %s starts %s\n", name, path);
		free(target.exe);
	}
	if (!any)
		printf(" not found%s%s",
		    *language->package ? "; the package in Debian is " : "", language->package);
	printf("\n%s", notes.n ? notes.s : "");
}

void
detect_print(const struct languages *languages, unsigned timeout)
{
	FREED_BY(words_free) struct words names = list_path();

	for (size_t i = 0; i < languages->n; i++)
		print_language(&languages->v[i], &names, timeout);
}

void
detect_add(struct words *found, const struct languages *languages)
{
	FREED_BY(words_free) struct words names = list_path();

	for (size_t i = 0; i < names.n; i++) {
		OWNED char *exe = NULL;

		for (size_t k = 0; k < languages->n && !exe; k++)
			exe = find_claimed(&languages->v[k], names.v[i]);
		if (exe)
			words_add(found, names.v[i]);
	}
}
