#include <stdlib.h>
#include <string.h>

#include "model/failure.h"
#include "util/memory.h"
#include "util/text.h"

/* Only the beginning of its output is kept. */
enum { OUTPUT_MOST = 8192 };

struct failure *
failure_new(const char *stage, const char *why, const char *command, const char *output)
{
	static const char more[] = "\n[...]\n";
	struct failure *failure = memory_new(sizeof *failure);
	bool whole = strlen(output) <= OUTPUT_MOST;

	failure->stage = memory_copy(stage);
	failure->why = memory_copy(why);
	failure->command = memory_copy(command);
	failure->output =
	    whole ? memory_copy(output)
	          : text_print("%.*s%s", (int)(OUTPUT_MOST - sizeof more), output, more);
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
