#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "memory.h"
#include "message.h"
#include "text.h"
#include "workdir.h"

enum { PATH_LENGTH = 96 };

static char *path;

static bool
make_below(const char *tmp)
{
	static const char name[] = "/cgbench-", unique[] = "-XXXXXX";
	char *parent = tmp ? realpath(tmp, NULL) : NULL;
	struct text t = TEXT_EMPTY;

	if (!parent)
		return false;
	text_addf(&t, "%s%s", strcmp(parent, "/") ? parent : "", name);
	free(parent);
	while (t.n + sizeof unique - 1 < PATH_LENGTH)
		text_add_char(&t, 'x');
	text_add(&t, unique);
	if (t.n == PATH_LENGTH && mkdtemp(t.s)) {
		path = text_take(&t);
		return true;
	}
	text_free(&t);
	return false;
}

const char *
workdir_make(void)
{
	errno = 0;
	if (!make_below(getenv("TMPDIR")) && !make_below("/tmp"))
		message_die(STATUS_FAILURE,
		    "cannot make a directory below $TMPDIR or /tmp%s%s; set TMPDIR to a "
		    "writable "
		    "directory with a path of at most 70 characters",
		    errno ? ": " : "", errno ? strerror(errno) : "");
	return path;
}

void
workdir_remove(void)
{
	if (!path)
		return;
	if (!file_remove_tree(path))
		message_warn("%s cannot be removed: %s", path, strerror(errno));
	free(path);
	path = NULL;
}
