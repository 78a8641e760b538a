#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/placeholder.h"
#include "measure/compile/build.h"
#include "measure/rehearsal.h"
#include "measure/compile/source.h"
#include "measure/compile/unit.h"
#include "util/file.h"
#include "util/memory.h"

static const char *
rehearsal_text_of(const struct task *task, enum part_kind kind)
{
	return part_text(target_part(task->target, task->test, kind));
}

static bool
has_return(const struct task *task, enum part_kind kind)
{
	static const char word[] = "return";

	return text_has_name(rehearsal_text_of(task, kind), word, sizeof word - 1);
}

/* Returns true if the loop must be proved complete. A script that reports its end does so for a
   loop that was left, but not for an iteration that skipped "post"; and what it reports is
   returned by a function, from which the code may return, too. In other layouts of memory, a
   test was rehearsed before. */
static bool
needs_proof(const struct task *task)
{
	const struct language *language = task->target->language;
	const struct memory_layout *layout = &task->run->config->layout;
	bool returns = has_return(task, PART_CODE) || has_return(task, PART_PRE);

	if (!placeholder_occurs(language->program, STAGE_REHEARSAL) || layout->stack ||
	    layout->heap || layout->code)
		return false;
	return *rehearsal_text_of(task, PART_POST) || language->mute ||
	       (returns && !language_is_compiled(language));
}

/* Returns how many rehearsals the test needs. The empty loop has its own if it contains any
   text of the test. */
static unsigned
needed(const struct task *task)
{
	const struct language *language = task->target->language;
	bool in_empty = target_has_beside(task->target, task->test);

	if (!needs_proof(task))
		return language->rehearsed;
	return 1 + (in_empty && !language_is_compiled(language));
}

/* Writes the script, and sets the command that runs it, in the rehearsal's directory. */
static bool
make_script(const struct rehearsal *rehearsal, const struct task *task, const char *path,
    struct command *command)
{
	bool proves = needs_proof(task), active = !proves || rehearsal->begun == 1;
	OWNED char *script = source_make(&(struct source){.target = task->target,
	    .test = task->test,
	    .symbol = "",
	    .file = "-",
	    .count = proves ? task->run->loops[LENGTH_LONG] : 1,
	    .variables = task->run->config->layout.variables,
	    .empty = !active,
	    .rehearsal = proves});
	bool written = file_write(path, script, strlen(script));

	build_plain_run(command, task->target, rehearsal->dir, path);
	command->guarded = true;
	return written;
}

static bool
make_program(const struct rehearsal *rehearsal, const struct task *task, const char *path,
    struct command *command)
{
	OWNED char *object = text_print("%s/test.o", rehearsal->dir);
	bool written = build_source(&(struct source){.target = task->target,
	                                .test = task->test,
	                                .symbol = task->symbol,
	                                .rehearsal = true},
	    path);

	units_build(command, task, false, path, object);
	return written;
}

static void
rehearsal_end(struct rehearsal *rehearsal)
{
	free(rehearsal->dir);
	rehearsal->dir = NULL;
}

bool
rehearsal_push(struct rehearsal *rehearsal, struct task *task)
{
	const struct language *language = task->target->language;
	struct command command = {0};
	bool compiled = language_is_compiled(language), made;
	OWNED char *path = NULL;

	if (task_failed(task) || language->command || rehearsal->begun == needed(task))
		return false;
	rehearsal->begun++;
	rehearsal->dir = run_dir(task->run, 'r');
	path = text_print("%s/%s", rehearsal->dir, compiled ? file_base(task->source) : "work");
	made = !mkdir(rehearsal->dir, 0755) &&
	       (compiled ? make_program : make_script)(rehearsal, task, path, &command);
	if (made) {
		run_push(task->run, &command, AIM_REHEARSE, task);
	} else {
		task_fail_prepare(task, path);
		command_free(&command);
		rehearsal_end(rehearsal);
	}
	return made;
}

/* Returns why a loop is not complete, or NULL. The compiled program differs from the test's own
   only in that its loop cannot be continued. A script fails at the end of a complete loop, or
   for a reason that its measurements show. */
static const char *
why_incomplete(const struct task *task, const struct outcome *outcome)
{
	bool failed = outcome->start_error || outcome->status;
	bool objects = outcome->output && strstr(outcome->output, "continue");

	if (!needs_proof(task))
		return NULL;
	if (language_is_compiled(task->target->language))
		return failed && objects
		           ? "'continue' skips 'post', whose cost is subtracted: jump to the "
		             "end of the code with goto, or move the code into a function"
		           : NULL;
	if (failed)
		return NULL;
	return *rehearsal_text_of(task, PART_POST)
	           ? "left its loop early, or skipped 'post' in some iteration (by continue or "
	             "next), whose cost is subtracted"
	           : "left its loop early, repeated an iteration, or ended with status 0";
}

void
rehearsal_done(struct rehearsal *rehearsal, struct task *task, const struct outcome *outcome)
{
	const char *said = outcome->output ? outcome->output : "";
	const char *incomplete = why_incomplete(task, outcome);
	char *why;

	if (outcome->overtime.limit) {
		why = outcome_why(outcome);
		task_fail(task, STAGE_REHEARSAL, why, "", said);
		free(why);
	} else if (incomplete && target_compiles_only(task->target, task->test)) {
		task_fail(task, STAGE_REHEARSAL, "its code does not compile", "", said);
	} else if (!task->incomplete) {
		task->incomplete = incomplete;
	}
	file_remove_tree(rehearsal->dir);
	rehearsal_end(rehearsal);
}
