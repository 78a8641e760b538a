#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/compile/build.h"
#include "measure/compile/program.h"
#include "measure/crash.h"
#include "measure/compile/unit.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"

/* The search for the line of a task. */
struct crash {
	struct task *task;
	const struct measurement *of; /* which a signal ended */
	char *dir;
};

static char *
crash_file_of(const struct crash *crash, const char *name)
{
	return text_print("%s/%s", crash->dir, name);
}

static void
crash_end(struct crash *crash)
{
	file_remove_tree(crash->dir);
	free(crash->dir);
	task_end(crash->task);
	free(crash);
}

static void
push_compile(struct crash *crash)
{
	struct task *task = crash->task;
	struct command command = {0};
	OWNED char *object = crash_file_of(crash, "test.o");

	units_build(&command, task, false, task->source, object);
	words_add_all(&command.argv, &task->target->language->debug);
	run_push(task->run, &command, AIM_CRASH_COMPILE, crash);
}

static void
crash_push_link(struct crash *crash)
{
	struct command command = {0};
	FREED_BY(words_free) struct words objects = WORDS_EMPTY;
	OWNED char *program = crash_file_of(crash, "program");

	words_take(&objects, crash_file_of(crash, "test.o"));
	program_link(crash->task, &objects, program, &command);
	run_push(crash->task->run, &command, AIM_CRASH_LINK, crash);
}

/* Makes the command that runs the program under a valgrind that knows the address of every
   instruction, and the places that it was inlined at. Without -q, as else valgrind says nothing
   about a signal that the program sent itself. */
static bool
make_run(struct command *command, const struct task *task, const char *program)
{
	struct valgrind valgrind = *task->run->config->valgrind;
	FREED_BY(words_free) struct words argv = WORDS_EMPTY, options = WORDS_EMPTY;
	bool made;

	words_add_all(&options, &valgrind.options);
	words_add(&options, "--px-default=allregs-at-each-insn");
	words_add(&options, "--px-file-backed=allregs-at-each-insn");
	words_add(&options, "--read-inline-info=yes");
	valgrind.options = options;
	build_run(&argv, task->target, program);
	made = valgrind_command(&valgrind, &argv, task->threads, task->use.rewrites, command);
	build_add_env(&command->env, task->target);
	return made;
}

static void
push_run(struct crash *crash)
{
	struct task *task = crash->task;
	const struct measurement *m = crash->of;
	struct command command = {0};
	OWNED char *path = crash_file_of(crash, "work"),
	           *program = crash_file_of(crash, "program");
	OWNED char *work = build_work(task->target, task->test, 0, m->variant == VARIANT_ACTIVE,
	    task->run->loops[m->length], 0);

	if (file_write(path, work, strlen(work)) && make_run(&command, task, program)) {
		command.cwd = memory_copy(crash->dir);
		command.input = memory_copy("work");
		run_push(task->run, &command, AIM_CRASH_RUN, crash);
	} else {
		command_free(&command);
		crash_end(crash);
	}
}

/* Finds the first line of the test's text in a stack trace; NULL: there is none. *file: the
   file of that text. */
static const char *
crash_find_line(const struct test *test, const char *trace, const char **file)
{
	const char *first = NULL;

	ARRAY_EACH(const struct part, part, test->parts, test->part_count) {
		const char *name = test_part_file(test, part), *at;
		OWNED char *place = text_print(" (%s:", file_base(name));

		at = strstr(trace, place);
		if (at && (!first || at < first)) {
			first = at + strlen(place);
			*file = name;
		}
	}
	return first;
}

/* Adds the first line of the test's file in the stack trace of a signal, if it is there:
       ==12== Process terminating with default action of signal 11 (SIGSEGV)
       ==12==  Access not within mapped region at address 0x0
       ==12==    at 0x10B015: cgbenchtest00000005 (my.bench:33) */
static void
crash_add_line(struct task *task, const char *said)
{
	struct failure *failure = task->cell->failure;
	const char *file = NULL;
	const char *at = strstr(said, "Process terminating with default action of signal ");
	unsigned long line;
	char *why;

	at = at ? crash_find_line(task->test, at, &file) : NULL;
	line = at ? strtoul(at, NULL, 10) : 0;
	if (!line)
		return;
	why = text_print("%s at %s:%lu", failure->why, file, line);
	free(failure->why);
	failure->why = why;
}

bool
crash_begin(struct task *task)
{
	struct crash *crash;
	char *dir;

	if (!task->crashed || engine_of(task->run->config, task->target) != &engine_valgrind ||
	    !task->target->language->debug.n)
		return false;
	dir = run_dir(task->run, 'x');
	if (mkdir(dir, 0755)) {
		free(dir);
		return false;
	}
	crash = memory_new(sizeof *crash);
	*crash = (struct crash){task, task->crashed, dir};
	task->crashed = NULL;
	push_compile(crash);
	return true;
}

void
crash_done(struct crash *crash, enum aim aim, const struct outcome *outcome)
{
	bool failed = outcome->start_error || outcome->overtime.limit || outcome->status;

	if (aim == AIM_CRASH_RUN && outcome->output)
		crash_add_line(crash->task, outcome->output);
	if (aim == AIM_CRASH_RUN || failed)
		crash_end(crash);
	else if (aim == AIM_CRASH_COMPILE)
		crash_push_link(crash);
	else
		push_run(crash);
}
