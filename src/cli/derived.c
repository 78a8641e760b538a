#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/derived.h"
#include "savefile/savefile.h"
#include "util/memory.h"
#include "util/message.h"

static bool
is_of_file(const struct options *options, const char *definition)
{
	size_t i;

	for (i = 0; i < options->derived.n; i++)
		if (options->derived.v[i] == definition)
			return true;
	return false;
}

static void
define(struct options *options, const char *definition, const char *path)
{
	const char *before = fields_defined(options->fields, definition);

	if (!before) {
		words_add(&options->derived, definition);
		fields_define(options->fields, options->derived.v[options->derived.n - 1]);
	} else if (is_of_file(options, before) && strcmp(before, definition) != 0) {
		message_die(STATUS_USAGE,
		    "%s defines the derived field '%s', an earlier file '%s'; say which with "
		    "--derive",
		    path, definition, before);
	}
}

static void
read_file(struct options *options, const char *path)
{
	struct words definitions = WORDS_EMPTY;
	size_t i;

	if (access(path, R_OK))
		return;
	savefile_read_derived(path, &definitions);
	for (i = 0; i < definitions.n; i++)
		define(options, definitions.v[i], path);
	words_free(&definitions);
}

struct attempt {
	struct options *options;
	const char *path;
};

static void
try_to_read(void *data)
{
	const struct attempt *attempt = data;

	read_file(attempt->options, attempt->path);
}

/* Of the runs of a history, the last one has the fields that are wanted now. Whether it is
   damaged is told later. A pipe can only be read once. */
static void
read_last(struct options *options)
{
	size_t n = options->history_files.n;
	struct attempt attempt = {options, n ? options->history_files.v[n - 1] : NULL};
	struct stat st;

	if (n && !stat(attempt.path, &st) && S_ISREG(st.st_mode))
		free(message_try(try_to_read, &attempt));
}

void
derived_read(struct options *options)
{
	size_t i;

	for (i = 0; i < options->reads.n; i++)
		read_file(options, options->reads.v[i]);
	if (options->baseline)
		read_file(options, options->baseline);
	read_last(options);
}
