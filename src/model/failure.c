#include <stdlib.h>
#include <string.h>

#include "model/failure.h"
#include "util/memory.h"
#include "util/text.h"

/* The beginning of its output. */
static char *
cut(const char *output)
{
	enum { MOST = 8192 };
	static const char more[] = "\n[...]\n";

	if (strlen(output) <= MOST)
		return memory_copy(output);
	return text_print("%.*s%s", (int)(MOST - sizeof more), output, more);
}

struct failure *
failure_new(const char *stage, const char *why, const char *command, const char *output)
{
	struct failure *failure = memory_new(sizeof *failure);

	failure->stage = memory_copy(stage);
	failure->why = memory_copy(why);
	failure->command = memory_copy(command);
	failure->output = cut(output);
	return failure;
}

void
failure_free(struct failure *failure)
{
	if (!failure)
		return;
	free(failure->stage);
	free(failure->why);
	free(failure->command);
	free(failure->output);
	free(failure);
}
