#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "measure/keep.h"
#include "util/file.h"
#include "util/message.h"
#include "util/paths.h"

static bool
write_commands(const char *to, const char *commands)
{
	char *path = text_print("%s/commands.sh", to), *cwd = getcwd(NULL, 0);
	struct words cd = WORDS_EMPTY;
	struct text start = TEXT_EMPTY;
	char *script;
	bool written;

	/* Words of the user, such as -Iinclude, mean the directory that cgbench was run in. */
	words_add(&cd, "cd");
	words_add(&cd, cwd ? cwd : "/");
	words_quote(&cd, &start);
	script = text_print("#!/bin/sh\n%s || exit\n%s", start.s, commands);
	written = file_write(path, script, strlen(script)) && !chmod(path, 0755);
	free(cwd);
	words_free(&cd);
	text_free(&start);
	free(path);
	free(script);
	return written;
}

char *
keep_open(const char *keep)
{
	/* This fails for a file. */
	char *inside = text_print("%s/.", keep);
	char *path = file_make_dirs(keep) ? realpath(inside, NULL) : NULL;

	free(inside);
	if (path && !access(path, W_OK | X_OK))
		return path;
	message_warn("--keep=%s: %s", keep, strerror(errno));
	free(path);
	return NULL;
}

static bool
copy_main(const char *main_object, const char *stub, const char *to)
{
	char *from = text_print("%s%s", main_object, stub ? stub : "");
	char *beside = text_print("%s%s", to, stub ? stub : "");
	bool copied =
	    file_copy_tree(main_object, to) && (!stub || file_copy_tree(from, beside));

	free(from);
	free(beside);
	return copied;
}

/* Renames a directory, in place of one of an earlier run. */
static bool
move(const char *from, const char *to)
{
	return (access(to, F_OK) || file_remove_tree(to)) && !rename(from, to);
}

/* "11" becomes "active-long". A measurement that is not needed has no directory. */
static bool
rename_measurements(const struct task *task, const char *to)
{
	bool done = true;
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			const struct measurement *m = &task->measurements[v][l];
			char *old = text_print("%s%s", to, strrchr(m->dir, '/'));
			char *new = text_print("%s/%s", to, measurement_dir(m));

			if (!access(old, F_OK))
				done &= move(old, new);
			free(old);
			free(new);
		}
	return done;
}

static bool
keep_main(const struct target *target, const char *parent)
{
	const struct language *language = target->language;
	char *to = text_print("%s/main.o", parent);
	bool kept =
	    !target->main_object ||
	    copy_main(target->main_object, *language->stub ? language->extension : NULL, to);

	free(to);
	return kept;
}

/* The library that is preloaded into interpreters. */
static bool
keep_library(const struct task *task)
{
	char *from = paths_library(CGBENCH_PRELOAD);
	char *to = text_print("%s/" CGBENCH_PRELOAD, task->run->config->keep);
	bool kept = !task->target->preload || !from || file_copy_tree(from, to);

	free(from);
	free(to);
	return kept;
}

bool
keep_task(const struct task *task)
{
	char *parent = names_put(task->run->config, task->target),
	     *to = names_test(&task->names);
	bool kept = file_make_dirs(parent) && file_copy_tree(task->dir, to) &&
	            rename_measurements(task, to) &&
	            write_commands(to, task->kept.s ? task->kept.s : "") &&
	            keep_main(task->target, parent) && keep_library(task);
	int error = errno;

	free(parent);
	free(to);
	errno = error;
	return kept;
}
