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
	/* Measuring, which takes longer than other jobs, waits for a link: the earlier it
	   begins, the less is left for one job at the end, while others have nothing to do. */
	if (step == STEP_LINK)
		jobs_push_first(run->jobs, command, step, owner);
	else
		jobs_push(run->jobs, command, step, owner);
}

void
run_add_debug(const struct run *run, struct words *argv, const struct target *target)
{
	if (run->config->profiles)
		words_add_all(argv, &target->language->debug);
}

char *
run_dir(struct run *run, char kind)
{
	return text_print("%s/%c%08zu", run->workdir, kind, run->dirs++);
}
