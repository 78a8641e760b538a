#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/detect.h"
#include "input/wrapper.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

static void
add_directory(struct words *names, const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			words_add(names, entry->d_name);
	if (dir)
		closedir(dir);
}

/* The names of all files in the directories of $PATH, sorted, without duplicates. */
static struct words
list_path(void)
{
	const char *dirs = getenv("PATH");
	struct words all = WORDS_EMPTY, names = WORDS_EMPTY;
	size_t i;

	while (dirs && *dirs) {
		size_t n = strcspn(dirs, ":");
		char *dir = memory_copy_n(n ? dirs : ".", n ? n : 1);

		add_directory(&all, dir);
		free(dir);
		dirs += n + (dirs[n] == ':');
	}
	words_sort(&all, 0);
	for (i = 0; i < all.n; i++)
		if (!i || strcmp(all.v[i], all.v[i - 1]))
			words_add(&names, all.v[i]);
	words_free(&all);
	return names;
}

/* The executable of that name if the language claims it, or NULL; the caller frees. */
static char *
find_claimed(const struct language *language, const char *name)
{
	return pattern_match(language->match, name) ? file_find_executable(name) : NULL;
}

/* Prints the name of an executable that can be measured, and adds to notes a line about one
   that starts another program. */
static void
print_name(const struct language *language, const char *name, char *exe, unsigned timeout,
    struct text *notes)
{
	struct put put = {.exe = (char *)name};
	struct target target = {.put = &put, .language = language, .exe = exe};
	char *why = NULL, *path = language_is_script(language)
	                              ? wrapper_follow(&target, timeout, &why)
	                              : NULL;

	if (!why)
		printf(" %s", name);
	if (why)
		text_addf(notes, "    %s cannot be measured: %s %s\n", name, exe, why);
	else if (path)
		text_addf(notes, "    %s starts %s\n", name, path);
	free(why);
	free(path);
}

static void
print_language(const struct language *language, const struct words *names, unsigned timeout)
{
	struct text notes = TEXT_EMPTY;
	size_t i;

	printf("%s:", language->name);
	for (i = 0; i < names->n; i++) {
		char *exe = find_claimed(language, names->v[i]);

		if (exe)
			print_name(language, names->v[i], exe, timeout, &notes);
		free(exe);
	}
	printf("\n%s", notes.n ? notes.s : "");
	text_free(&notes);
}

void
detect_print(const struct languages *languages, unsigned timeout)
{
	struct words names = list_path();
	size_t i;

	for (i = 0; i < languages->n; i++)
		print_language(&languages->v[i], &names, timeout);
	words_free(&names);
}

static bool
is_claimed(const struct languages *languages, const char *name)
{
	char *exe = NULL;
	size_t i;

	for (i = 0; i < languages->n && !exe; i++)
		exe = find_claimed(&languages->v[i], name);
	free(exe);
	return exe != NULL;
}

void
detect_add(struct words *found, const struct languages *languages)
{
	struct words names = list_path();
	size_t i;

	for (i = 0; i < names.n; i++)
		if (is_claimed(languages, names.v[i]))
			words_add(found, names.v[i]);
	words_free(&names);
}
