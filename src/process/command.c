#include <stdlib.h>
#include <string.h>

#include "process/chance/chance.h"
#include "process/command.h"
#include "util/memory.h"

bool
command_is_pinned(const struct command *command)
{
	return command->measured && !command->timed && chance_available();
}

/* Returns true if a command that is typed inherits the setting anyway. */
static bool
is_inherited(const char *setting)
{
	size_t n = strcspn(setting, "=");
	OWNED char *name = memory_copy_n(setting, n);
	const char *own = getenv(name);

	return (own && !strcmp(own, setting + n + 1)) || !strcmp(name, "TMPDIR");
}

/* A measured program's environment is part of the measurement. A compiler's is mostly that of
   the user, so only what differs is shown. */
static void
show_env(const struct command *command, struct words *words)
{
	for (size_t i = 0; i < command->env.n; i++) {
		if (!command->measured && is_inherited(command->env.v[i]))
			continue;
		if (!words->n)
			words_add(words, "env");
		if (command->measured && words->n == 1)
			words_add(words, "-i");
		words_add(words, command->env.v[i]);
	}
}

static void
show_input(const struct command *command, struct text *t)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_take(&words, command->run_in && *command->input != '/'
	                       ? text_print("%s/%s", command->cwd, command->input)
	                       : memory_copy(command->input));
	text_add(t, " <");
	words_quote(&words, t);
}

char *
command_show(const struct command *command)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY, cwd = WORDS_EMPTY;
	const char *from = command->run_in ? command->run_in : command->cwd;
	struct text t = TEXT_EMPTY;

	if (from) {
		words_add(&cwd, "cd");
		words_add(&cwd, from);
		words_quote(&cwd, &t);
		text_add(&t, " && ");
	}
	show_env(command, &words);
	words_add_all(&words, &command->argv);
	words_quote(&words, &t);
	if (command->input)
		show_input(command, &t);
	return text_take(&t);
}

void
command_free(struct command *command)
{
	words_free(&command->argv);
	words_free(&command->env);
	free(command->cwd);
	free(command->run_in);
	free(command->input);
	free(command->requests);
	free(command->product);
	*command = (struct command){0};
}
