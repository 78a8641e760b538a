#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/build/build.h"
#include "measure/again/timed_process.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/paths.h"

static const struct test *
test_of(const struct timed_process *process)
{
	return process->program->tasks[process->task]->test;
}

/* What its standard input holds; the caller frees. */
static char *
make_work(const struct timed_process *process)
{
	if (process->program->kind == SESSION_COMMAND)
		return build_work(process->program->target, test_of(process), 0, true, 0);
	return text_print("%zu %d %llu %u %u\n", process->task, process->variant,
	    (unsigned long long)process->iterations, process->layout.stack,
	    process->layout.heap);
}

static bool
write_work(const struct timed_process *process, const char *dir)
{
	char *path = text_print("%s/work", dir), *work = make_work(process);
	bool done = !mkdir(dir, 0755) && file_write(path, work, strlen(work));

	free(work);
	free(path);
	return done;
}

/* The words that start the command, behind those that its timer reads. Returns false if that
   is missing. */
static bool
add_command(struct command *command, const struct timed_process *process)
{
	const struct test *test = test_of(process);
	char *timer = paths_library(CGBENCH_TIMER);

	if (!timer)
		return false;
	words_take(&command->argv, timer);
	words_add(&command->argv, test->once ? "1" : "0");
	words_take(&command->argv, text_print("%llu", (unsigned long long)process->iterations));
	words_take(&command->argv, text_print("%d", test->status));
	build_command(&command->argv, process->program->target, test,
	    process->variant == VARIANT_ACTIVE, (char[]){CGBENCH_TURNS, '\0'});
	build_add_padding(&command->env, process->layout.stack);
	if (test->in_dir && test->dir)
		command->run_in = memory_copy(test->dir);
	return true;
}

static bool
make_command(struct command *command, const struct timed_process *process, const char *dir)
{
	*command = (struct command){.measured = true, .timed = true};
	command->cwd = memory_copy(dir);
	command->input = memory_copy("work");
	build_add_env(&command->env, process->program->target);
	if (process->program->kind == SESSION_COMMAND)
		return add_command(command, process);
	words_add_all(&command->argv, &process->program->argv);
	return true;
}

static char *
why_faulty(const struct cgbench_times *times)
{
	const struct outcome ended = {.status = (int)times->status};

	switch ((enum cgbench_fault)times->fault) {
	case CGBENCH_TIMED:
		return NULL;
	case CGBENCH_STILL:
		return memory_copy("the clock stands still");
	case CGBENCH_BACK:
		return memory_copy("the clock went back");
	case CGBENCH_LEFT:
		return memory_copy("left its loop early (by break, return or goto)");
	case CGBENCH_NO_TIME:
		return memory_copy("twice as many iterations take no longer");
	case CGBENCH_ENDED:
		return ended.status ? outcome_why(&ended, 0)
		                    : memory_copy("exited with status 0");
	case CGBENCH_NO_EXEC:
		return text_print("cannot be started: %s", strerror(ended.status));
	}
	return memory_copy("replied what is no time");
}

/* Why a process that ended gave no times, or NULL. */
static char *
why_ended(const struct timed_process *process, const struct outcome *outcome,
    const struct text *replies, struct cgbench_times *times)
{
	char *why = outcome_why(outcome, process->program->run->config->timeout);

	if (why)
		return why;
	if (replies->n != sizeof *times)
		return memory_copy("ended early with status 0, as if by exit(0)");
	memcpy(times, replies->s, sizeof *times);
	why = why_faulty(times);
	if (!why && outcome->output && *outcome->output && !test_of(process)->may_write_stderr)
		why = memory_copy("wrote to standard error");
	return why;
}

static char *
run_alone(
    const struct timed_process *process, struct command *command, struct cgbench_times *times)
{
	struct run *run = process->program->run;
	struct text replies = TEXT_EMPTY;
	struct job_event event;
	char *why = NULL;

	run_push(run, command, STEP_TIME, NULL);
	while (jobs_next(run->jobs, &event)) {
		if (!event.outcome) {
			text_add_n(&replies, event.replies->s, event.replies->n);
			continue;
		}
		why = why_ended(process, event.outcome, &replies, times);
		text_free(&replies);
		return why;
	}
	text_free(&replies);
	return memory_copy("interrupted");
}

char *
timed_process_run(const struct timed_process *process, struct cgbench_times *times)
{
	char *dir = run_dir(process->program->run, 't'), *why;
	struct command command = {0};

	*times = (struct cgbench_times){0};
	if (!write_work(process, dir)) {
		why = text_print("%s: %s", dir, strerror(errno));
	} else if (!make_command(&command, process, dir)) {
		why = memory_copy(CGBENCH_TIMER
		    " was not found beside cgbench; was it built and installed whole?");
		command_free(&command);
	} else {
		why = run_alone(process, &command, times);
	}
	file_remove_tree(dir);
	free(dir);
	return why;
}

bool
timed_process_lacks_clock(const struct cgbench_times *times)
{
	return times->fault == CGBENCH_STILL || times->fault == CGBENCH_BACK;
}
