#include <stdlib.h>

#include "measure/run.h"
#include "util/message.h"

void
run_push(struct run *run, struct command *command, enum step step, void *owner)
{
	char *shown;

	if (run->config->debug) {
		shown = command_show(command);
		message_warn("run: %s", shown);
		free(shown);
	}
	command->timeout = run->config->timeout;
	jobs_push(run->jobs, command, step, owner);
}

char *
run_dir(struct run *run, char kind)
{
	return text_print("%s/%c%08zu", run->workdir, kind, run->dirs++);
}
