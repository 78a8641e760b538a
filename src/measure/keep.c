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
	OWNED char *path = text_print("%s/commands.sh", to), *cwd = file_cwd();
	FREED_BY(words_free) struct words cd = WORDS_EMPTY;
	FREED_BY(text_free) struct text start = TEXT_EMPTY;
	OWNED char *script = NULL;

	/* Words of the user, such as -Iinclude, mean the directory that cgbench was run in. */
	words_add(&cd, "cd");
	words_add(&cd, cwd ? cwd : "/");
	words_quote(&cd, &start);
	script = text_print("#!/bin/sh\n%s || exit\n%s", start.s, commands);
	return file_write(path, script, strlen(script)) && !chmod(path, 0755);
}

char *
keep_open(const char *keep)
{
	/* This fails for a file. */
	OWNED char *inside = text_print("%s/.", keep);
	char *path = file_make_dirs(keep) ? file_real(inside) : NULL;

	if (path && !access(path, W_OK | X_OK))
		return path;
	message_warn("--keep=%s: %s", keep, strerror(errno));
	free(path);
	return NULL;
}

/* "11" becomes "active-long", in place of one of an earlier run. A measurement that is not
   needed has no directory. */
static bool
rename_measurements(const struct task *task, const char *to)
{
	bool done = true;

	EACH_MEASUREMENT(v, l) {
		const struct measurement *m = &task->measurements[false][v][l];
		OWNED char *old = text_print("%s%s", to, strrchr(m->dir, '/'));
		OWNED char *new = text_print("%s/%s", to, measurement_dir(m));

		if (!access(old, F_OK))
			done &=
			    (access(new, F_OK) || file_remove_tree(new)) && !rename(old, new);
	}
	return done;
}

/* Copies the main object with an extension appended, or the object itself. */
static bool
keep_main(const struct target *target, const char *extension, const char *parent)
{
	OWNED char *from = text_print("%s%s", target->main_object, extension);
	OWNED char *to = text_print("%s/main.o%s", parent, extension);

	return file_copy_tree(from, to);
}

/* The library that is preloaded into interpreters. */
static bool
keep_library(const struct task *task)
{
	OWNED char *from = paths_library(CGBENCH_PRELOAD);
	OWNED char *to = text_print("%s/" CGBENCH_PRELOAD, task->run->config->keep);

	return !task->target->preload || !from || file_copy_tree(from, to);
}

void
keep_task(struct task *task)
{
	const struct target *target = task->target;
	OWNED char *parent = names_put(task->run->config, target),
	           *to = names_test(&task->names);
	bool has_main = target->main_object, has_stub = has_main && *target->language->stub;
	char *why;

	if (!file_make_unlinked_dirs(parent) || !file_copy_tree(task->dir, to) ||
	    !rename_measurements(task, to) ||
	    !write_commands(to, task->kept.s ? task->kept.s : "") ||
	    (has_main && !keep_main(target, "", parent)) ||
	    (has_stub && !keep_main(target, target->language->extension, parent)) ||
	    !keep_library(task)) {
		why = text_print("--keep=%s: %s", task->run->config->keep, strerror(errno));
		task_fail(task, STAGE_KEEP, why, "", "");
		free(why);
	}
}
