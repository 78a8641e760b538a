#include <errno.h>
#include <string.h>
#include <stdlib.h>

#include "build.h"
#include "exec.h"
#include "file.h"
#include "memory.h"

bool
exec_command(struct command *command, const struct valgrind *valgrind,
    const struct target *target, const char *program, const char *dir, enum variant variant,
    unsigned long count, char **error)
{
	char *path = text_print("%s/work", dir);
	char *work = text_print("0 %d %lu\n", variant == VARIANT_ACTIVE, count);
	bool written = file_write(path, work, strlen(work));

	if (!written)
		*error = text_print("%s: %s", path, strerror(errno));
	free(path);
	free(work);
	if (!written)
		return false;
	if (!valgrind_command(valgrind, program, command)) {
		*error = text_print("valgrind has no tool for the architecture of %s", program);
		return false;
	}
	build_add_env(&command->env, target->put);
	command->cwd = memory_copy(dir);
	command->input = memory_copy("work");
	command->measured = true;
	return true;
}

/* Whether valgrind said that it met an instruction it cannot translate:
       ==123== valgrind: Unrecognised instruction at address 0x109046. */
static bool
unknown_instruction(const char *log)
{
	return strstr(log, "valgrind: Unrecognised instruction") != NULL;
}

/* Why the process is no measurement, or NULL. */
static char *
why_not(
    const struct outcome *outcome, const struct test *test, unsigned timeout, const char *log)
{
	char *why = outcome_why(outcome, timeout);

	if (why && unknown_instruction(log)) {
		free(why);
		return memory_copy("executes an instruction that valgrind does not know");
	}
	if (why)
		return why;
	if (!strcmp(outcome->end, "left"))
		return memory_copy("left its loop early (by break, return or goto)");
	if (!*outcome->end)
		return memory_copy("ended early with status 0, as if by exit(0), or closed "
		                   "cgbench's descriptor");
	if (strcmp(outcome->end, "end"))
		return text_print("wrote to descriptor %d, which is cgbench's", CHILD_END);
	if (*outcome->output && strcmp(test_text(test, "stderr"), "ok"))
		return memory_copy(
		    "wrote to standard error (a test that may has 'stderr = ok')");
	return NULL;
}

char *
exec_counts(const struct outcome *outcome, const struct test *test, const char *dir,
    unsigned timeout, struct counts *counts, char **output)
{
	char *log = outcome->start_error ? memory_copy("") : valgrind_log(dir, outcome->pid);
	char *why = why_not(outcome, test, timeout, log);

	if (!why)
		why = valgrind_counts(dir, outcome->pid, counts);
	*output = text_print("%s%s", outcome->output ? outcome->output : "", log);
	free(log);
	return why;
}
