#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/detect.h"
#include "util/executable.h"
#include "util/memory.h"

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

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
	if (all.n)
		qsort(all.v, all.n, sizeof *all.v, by_name);
	for (i = 0; i < all.n; i++)
		if (!i || strcmp(all.v[i], all.v[i - 1]))
			words_add(&names, all.v[i]);
	words_free(&all);
	return names;
}

static bool
is_claimed(const struct language *language, const char *name)
{
	char *path = NULL;

	if (pattern_match(language->match, name))
		path = executable_find(name);
	free(path);
	return path != NULL;
}

void
detect_print(const struct languages *languages)
{
	struct words names = list_path();
	size_t i, k;

	for (i = 0; i < languages->n; i++) {
		printf("%s:", languages->v[i].name);
		for (k = 0; k < names.n; k++)
			if (is_claimed(&languages->v[i], names.v[k]))
				printf(" %s", names.v[k]);
		putchar('\n');
	}
	words_free(&names);
}

void
detect_add(struct words *found, const struct languages *languages)
{
	struct words names = list_path();
	size_t i, k;

	for (k = 0; k < names.n; k++)
		for (i = 0; i < languages->n; i++)
			if (is_claimed(&languages->v[i], names.v[k])) {
				words_add(found, names.v[k]);
				break;
			}
	words_free(&names);
}
