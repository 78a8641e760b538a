#include <string.h>
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

void
derived_read(struct options *options)
{
	size_t i;

	for (i = 0; i < options->reads.n; i++)
		read_file(options, options->reads.v[i]);
	if (options->baseline)
		read_file(options, options->baseline);
}
