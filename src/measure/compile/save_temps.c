#include <dirent.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "measure/compile/save_temps.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/array.h"

/* Files of options may name others to this depth. */
enum { DEPTH = 8 };

/* The option without its second hyphen, with which compilers accept it, too. */
static const char *
option_of(const char *word)
{
	return word + (word[0] == '-' && word[1] == '-');
}

/* "-save-temps" for itself and for "-save-temps=cwd"; or NULL. */
static const char *
keeper(const char *word)
{
	static const char *const options[] = {"-save-temps", "-save-stats"};

	word = option_of(word);
	for (size_t i = 0; i < COUNTOF(options); i++) {
		size_t n = strlen(options[i]);

		if (!strncmp(word, options[i], n) && (!word[n] || !strcmp(word + n, "=cwd")))
			return options[i];
	}
	return NULL;
}

void
save_temps_move(struct words *argv, bool keeps_modules)
{
	bool seen = false;

	for (size_t i = 1; i < argv->n; i++) {
		const char *word = argv->v[i], *option = keeper(word);

		if (option)
			words_replace(argv, i, text_print("%s=obj", option));
		else if (text_begins(word, "-J") && seen)
			words_replace(argv, i, text_print("-I%s", word + 2));
		else if (text_begins(word, "-J"))
			seen = keeps_modules;
	}
}

char *
save_temps_hidden(const char *dir, const char *remedy)
{
	DIR *files = opendir(dir);
	struct dirent *entry;
	char *why = NULL;

	while (files && !why && (entry = readdir(files))) {
		const char *name = entry->d_name;

		/* gfortran makes them of a module or submodule. */
		if ((text_ends(name, ".mod") || text_ends(name, ".smod")) &&
		    !access(name, F_OK))
			why = text_print("%s is also in the current directory, where the "
			                 "compiler finds it first: %s",
			    name, remedy);
	}
	if (files)
		closedir(files);
	return why;
}

static char *refused(const struct words *words, const char *file, unsigned depth);

/* "@PATH" stands for the words in that file; a compiler ignores one that it cannot read. */
static char *
refused_in_file(const char *path, unsigned depth)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;
	FREED_BY(text_free) struct text text = TEXT_EMPTY;
	char *why = NULL;

	if (depth < DEPTH && file_read(path, &text) && text.n && words_split(&words, text.s))
		why = refused(&words, path, depth + 1);
	return why;
}

/* file: that holds the words, or NULL. */
static char *
refused(const struct words *words, const char *file, unsigned depth)
{
	char *why = NULL;

	for (size_t i = 0; i < words->n && !why; i++) {
		const char *word = words->v[i], *option = file ? keeper(word) : NULL;
		const char *dumps = option_of(word);

		/* "-dumpbase-ext", too, but not "-dumpmachine". */
		if (text_begins(dumps, "-dumpdir") || text_begins(dumps, "-dumpbase"))
			why = text_print("%s lets tests overwrite each other's files; use "
			                 "-save-temps or --keep, which keep those of each test",
			    word);
		else if (option)
			why = text_print("%s in the file %s lets tests overwrite each other's "
			                 "files; write %s=obj there",
			    word, file, option);
		else if (*word == '@')
			why = refused_in_file(word + 1, depth);
	}
	return why;
}

char *
save_temps_refused(const struct words *words)
{
	return refused(words, NULL, 0);
}

char *
save_temps_remove(const char *stem)
{
	DIR *dir = opendir(".");
	struct dirent *entry;
	char *name = NULL;

	while (dir && (entry = readdir(dir))) {
		if (!text_begins(entry->d_name, stem))
			continue;
		unlink(entry->d_name);
		if (!name)
			name = memory_copy(entry->d_name);
	}
	if (dir)
		closedir(dir);
	return name;
}
