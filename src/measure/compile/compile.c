#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/isolate.h"
#include "input/flags.h"
#include "measure/compile/build.h"
#include "measure/compile/compile.h"
#include "measure/compile/link_flags.h"
#include "measure/compile/look.h"
#include "measure/compile/save_temps.h"
#include "measure/rehearsal.h"
#include "util/memory.h"
#include "util/text.h"

/* The state of a task while it is compiled. */
struct compiling {
	struct batch *batch;
	bool begun;    /* its own source is being compiled */
	unsigned line; /* of the code in the source that shows what its parts share */
	size_t busy;   /* its commands and units that have not ended */
	/* The message of a compiler that refused to keep its parts apart, or NULL. */
	char *refused;
	struct rehearsal rehearsal;
};

/* Makes the object fit to be linked with those of other tests. Returns NULL, or why it must be
   linked alone; the caller frees. */
static char *
compile_isolate(const struct task *task)
{
	FREED_BY(words_free) struct words args = WORDS_EMPTY;
	const char *why;

	flags_fill(&args, &task->target->args, task->target, task->test);
	why = task->link.sources.n ? "its sources may share symbols with it"
	                           : link_flags_alone(task->target, &args, &task->link.flags);
	/* Only its own server then takes the time to look for changed code. */
	if (!why && task->use.rewrites)
		why = "it may rewrite its code";
	return isolate_test(task->object, task->symbol, why, task->offset);
}

/* Ends the tasks that failed, and hands the batch on without them. */
static void
end_batch(struct batch *batch)
{
	size_t left = 0;

	for (size_t i = 0; i < batch->n; i++) {
		struct task *task = batch->tasks[i];

		if (task_failed(task)) {
			task_end(task);
			continue;
		}
		batch->tasks[left++] = task;
	}
	batch->n = left;
	STAILQ_INSERT_TAIL(&batch->run->compiled, batch, next);
}

/* A task of the batch is not compiled any more. Returns true if it was the last one. */
static bool
compile_leave(struct task *task)
{
	struct batch *batch = task->compiling->batch;

	free(task->compiling->refused);
	free(task->compiling->rehearsal.dir);
	free(task->compiling);
	task->compiling = NULL;
	return !--batch->busy;
}

static void
compile_end_task(struct task *task)
{
	struct batch *batch = task->compiling->batch;

	for (size_t i = 0; i < task->link.unit_count; i++) {
		const struct failure *failure = task->link.units[i]->failure;

		if (failure)
			task_fail(task, failure->stage, failure->why, failure->command,
			    failure->output);
	}
	/* Not all of them when the last one ends, because jobs might wait for that. */
	if (!task_failed(task) && language_is_compiled(task->target->language)) {
		machine_use_add(&task->use, task->object);
		for (size_t i = 0; i < task->link.unit_count; i++)
			machine_use_merge(&task->use, unit_use(task->link.units[i]));
		task->link.alone = compile_isolate(task);
	}
	if (compile_leave(task))
		end_batch(batch);
}

/* Fails a task whose compiler may have read a file of the user in place of the test's own. */
static void
check_hidden(struct task *task)
{
	OWNED char *why =
	    save_temps_hidden(task->dir, "rename the test's module, or remove that file");

	if (why)
		task_fail(task, STAGE_COMPILE, why, task->command, "");
}

static void
check_warnings(struct task *task, const struct outcome *outcome)
{
	const struct pattern *wrong = task->target->language->wrong;

	if (wrong && pattern_match(wrong, outcome->output))
		task_fail_built(task, outcome, STAGE_COMPILE,
		    "a warning of that kind is an error in a test");
	else
		task_warn(task, outcome);
}

/* AIM_COMPILE makes the object file; if the language's compiler writes assembly, the command
   of AIM_ASSEMBLE must follow. */
static void
compile_push_compiler(struct task *task, enum aim aim)
{
	struct command command = {0};

	units_build(&command, task, aim == AIM_ASSEMBLE, task->source, task->object);
	if (aim == AIM_COMPILE && task->run->config->profiles)
		words_add_all(&command.argv, &task->target->language->debug);
	task_push(task, &command, aim, task);
}

/* Returns true if a box in the test may have a store in it. */
static bool
may_store(const struct task *task)
{
	const struct pattern *pattern = task->target->language->stores;
	OWNED char *text =
	    text_print("%s\n%s\n%s", part_text(test_top(task->test, PART_PREAMBLE)),
	        part_text(target_part(task->target, task->test, PART_PREAMBLE)),
	        part_text(target_part(task->target, task->test, PART_CODE)));

	return pattern && pattern_match(pattern, text);
}

/* Returns true if the objects must be known that the parts share, or that setup declares, or
   whether boxes store. */
static bool
needs_look(const struct task *task)
{
	const struct language *language = task->target->language;
	bool declares = task->run->config->looks && *language->opaque;

	return *language->mark && !target_compiles_only(task->target, task->test) &&
	       (declares || target_has_beside(task->target, task->test) || may_store(task));
}

static char *
look_file(const struct task *task, const char *extension)
{
	return text_print("%s/look%s", task->dir, extension);
}

/* Compiles the test without optimisation, to see what its parts share. */
static void
push_look(struct task *task)
{
	struct command command = {0};
	OWNED char *source = look_file(task, task->target->language->extension);
	OWNED char *object = look_file(task, ".o");

	if (!build_source(&(struct source){.target = task->target,
	                      .test = task->test,
	                      .symbol = task->symbol,
	                      .marked = &task->compiling->line},
	        source))
		task_fail_prepare(task, source);
	units_build(&command, task, false, source, object);
	words_add_all(&command.argv, &task->target->language->unoptimised);
	run_push(task->run, &command, AIM_LOOK, task);
}

/* Queues what can be compiled now; ends the task if nothing is left to wait for. */
static void
compile_go_on(struct task *task)
{
	if (!task->compiling->begun && units_need(task, &task->compiling->busy)) {
		task->compiling->begun = true;
		task->compiling->busy++;
		if (needs_look(task))
			push_look(task);
		else
			compile_push_compiler(task, AIM_COMPILE);
	}
	if (!task->compiling->busy)
		compile_end_task(task);
}

/* A command of the task has ended, or a unit. */
static void
end_part(struct task *task)
{
	task->compiling->busy--;
	compile_go_on(task);
}

static void
read_look(struct task *task)
{
	struct shared *shared = memory_new(sizeof *shared);
	OWNED char *source = look_file(task, task->target->language->extension);
	OWNED char *object = look_file(task, ".o");
	bool known = look_read(shared, object, task->symbol, (int)task->compiling->line);

	/* An argument that is copied to the stack is no store of a box. */
	if (!may_store(task))
		shared->stores = 0;
	task->cell->shared = shared;
	task->names.shared = known ? shared : NULL;
	task->names.loose = !known && target_has_beside(task->target, task->test);
	unlink(source);
	unlink(object);
	if (task_write(task)) {
		compile_push_compiler(task, AIM_COMPILE);
	} else {
		task_fail_prepare(task, task->source);
		end_part(task);
	}
}

/* Warns of the objects that are not kept apart: those that the compiler named in quotes, as in
   "borrow of moved value: `a`". */
static void
warn_of_shared(struct task *task)
{
	const char *said = task->compiling->refused;
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	words_add_all(&names, &task->cell->shared->held);
	words_add_all(&names, &task->cell->shared->renewed);
	for (size_t i = 0; i < names.n; i++) {
		OWNED char *gcc = text_print("'%s'", names.v[i]),
		           *rust = text_print("`%s`", names.v[i]);
		OWNED char *warning =
		    text_print("the code may share '%s' with pre or post, because the "
		               "compiler cannot copy it there\n",
		        names.v[i]);

		if (strstr(said, gcc) || strstr(said, rust))
			cell_warn(task->cell, 1, warning);
	}
}

/* Compiles a test again that failed with what its language has to keep its parts apart: the
   compiler may have objected to that. Otherwise it objects again, in terms of the test. */
static bool
loosen(struct task *task, const struct outcome *outcome)
{
	bool failed = !outcome->start_error && !outcome->overtime.limit && outcome->status;

	if (!failed || !task->names.shared)
		return false;
	task->names.loose = true;
	task->names.shared = NULL;
	task->compiling->refused = memory_copy(outcome->output ? outcome->output : "");
	if (!task_write(task))
		return false;
	compile_push_compiler(task, AIM_COMPILE);
	return true;
}

static void
rehearse(struct task *task)
{
	if (!rehearsal_push(&task->compiling->rehearsal, task))
		end_part(task);
}

static void
compiled(struct task *task, const struct outcome *outcome)
{
	if (loosen(task, outcome))
		return;
	if (task_built(task, outcome, STAGE_COMPILE, task->object)) {
		check_hidden(task);
		check_warnings(task, outcome);
		if (task->compiling->refused)
			warn_of_shared(task);
	}
	progress_add(&task->run->progress, PROGRESS_COMPILED, 0);
	rehearse(task);
}

/* Fails a task whose compilers would read and overwrite files of others. The put's own words
   were checked before. */
static void
check_dumps(struct task *task)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;
	OWNED char *why = NULL;

	flags_add(&words, task->target, task->test, PART_CFLAGS);
	words_add_all(&words, &task->link.flags);
	why = save_temps_refused(&words);
	if (why)
		task_fail(task, STAGE_COMPILE, why, "", "");
}

/* Queues the first command of a task, if there is one. */
static void
compile_begin_task(struct task *task)
{
	bool compiled = language_is_compiled(task->target->language);

	if (compiled)
		check_dumps(task);
	task->compiling->begun = !compiled || task_failed(task);
	if (task->compiling->begun && rehearsal_push(&task->compiling->rehearsal, task))
		task->compiling->busy++;
	else
		compile_go_on(task);
}

static struct task *
take_held(struct run *run)
{
	struct task *task = STAILQ_FIRST(&run->held);

	if (task)
		STAILQ_REMOVE_HEAD(&run->held, next);
	return task;
}

void
compile_release(struct run *run)
{
	struct task *task;

	while ((task = take_held(run)))
		end_part(task);
}

void
compile_drop(struct run *run)
{
	struct task *task;

	while ((task = take_held(run))) {
		struct batch *batch = task->compiling->batch;

		if (compile_leave(task))
			batch_free(batch);
		task_free(task);
	}
}

void
compile_begin(struct run *run, struct task *const *tasks, size_t n)
{
	struct batch *batch = memory_new(sizeof *batch);

	*batch = (struct batch){
	    .run = run, .tasks = memory_array(n, sizeof *tasks), .n = n, .busy = n};
	memcpy(batch->tasks, tasks, n * sizeof *tasks);
	for (size_t i = 0; i < n; i++) {
		tasks[i]->compiling = memory_new(sizeof *tasks[i]->compiling);
		tasks[i]->compiling->batch = batch;
		/* Keeps it from ending before its target was tried. */
		if (run->trials) {
			tasks[i]->compiling->busy++;
			STAILQ_INSERT_HEAD(&run->held, tasks[i], next);
		}
	}
	for (size_t i = 0; i < n; i++)
		compile_begin_task(tasks[i]);
}

void
compile_done(struct task *task, enum aim aim, const struct outcome *outcome)
{
	bool done = !outcome->start_error && !outcome->overtime.limit && !outcome->status;

	if (aim == AIM_REHEARSE) {
		rehearsal_done(&task->compiling->rehearsal, task, outcome);
		rehearse(task);
	} else if (aim == AIM_LOOK) {
		read_look(task);
	} else if (aim == AIM_COMPILE && done && task->target->language->assemble.n) {
		task_warn(task, outcome);
		compile_push_compiler(task, AIM_ASSEMBLE);
	} else {
		compiled(task, outcome);
	}
}

void
compile_unit_done(struct unit *unit, const struct outcome *outcome)
{
	unit_done(unit, outcome);
	for (size_t i = 0; i < unit->waiting_count; i++)
		end_part(unit->waiting[i]);
	unit->waiting_count = 0;
}

void
batch_free(struct batch *batch)
{
	free(batch->tasks);
	free(batch);
}
