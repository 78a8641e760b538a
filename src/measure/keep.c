#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/keep.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* A label or a test's name as the name of a directory, a different one for each: characters
   that are not allowed there become %2F. */
static char *
file_name(const char *name)
{
	struct text t = TEXT_EMPTY;
	const char *s;

	for (s = name; *s; s++)
		if (*s == '/' || *s == '%' || (unsigned char)*s < ' ' ||
		    (s == name && *s == '.'))
			text_addf(&t, "%%%02X", (unsigned char)*s);
		else
			text_add_char(&t, *s);
	return text_take(&t);
}

static char *
replaced(const char *s, const char *from, const char *to)
{
	struct text t = TEXT_EMPTY;
	const char *at;

	while ((at = strstr(s, from))) {
		text_add_n(&t, s, (size_t)(at - s));
		text_add(&t, to);
		s = at + strlen(from);
	}
	text_add(&t, s);
	return text_take(&t);
}

static bool
write_commands(const char *to, const char *commands)
{
	char *path = text_print("%s/commands.sh", to);
	char *script = text_print("#!/bin/sh\n%s", commands);
	bool written = file_write(path, script, strlen(script)) && !chmod(path, 0755);

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

bool
keep_cell(const char *keep, const char *dir, const char *main_object, const char *stub,
    const char *label, const char *test, const char *commands)
{
	char *label_name = file_name(label), *test_name = file_name(test);
	char *parent = text_print("%s/%s", keep, label_name);
	char *to = text_print("%s/%s", parent, test_name);
	char *main_copy = text_print("%s/main.o", parent),
	     *with_dir = replaced(commands, dir, to);
	char *script =
	    main_object ? replaced(with_dir, main_object, main_copy) : memory_copy(with_dir);
	bool kept = file_make_dirs(parent) && file_copy_tree(dir, to) &&
	            write_commands(to, script) &&
	            (!main_object || copy_main(main_object, stub, main_copy));
	int error = errno;

	free(label_name);
	free(test_name);
	free(parent);
	free(to);
	free(main_copy);
	free(with_dir);
	free(script);
	errno = error;
	return kept;
}
