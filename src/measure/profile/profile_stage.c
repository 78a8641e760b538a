#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/disassembly.h"
#include "measure/profile/lines.h"
#include "measure/profile/profile_stage.h"
#include "measure/replaced.h"
#include "util/executable.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* A task that waits for its profile. */
struct profile_wait {
	struct profile_wait *next;
	struct program *program; /* one of its users is this */
	size_t task;
	char *asked; /* the file with what another program is asked; NULL: nothing yet */
};

void
profile_stage_add(struct program *program, size_t task)
{
	struct profile_wait **last = &program->run->counted;
	struct profile_wait *profiling = memory_new(sizeof *profiling);

	while (*last)
		last = &(*last)->next;
	*profiling = (struct profile_wait){NULL, program, task, NULL};
	*last = profiling;
	program->users++;
}

/* NULL: the task has ended, or waits for its lines only. */
static struct task *
task_of(const struct session *session, const struct request *request)
{
	struct task *task = session->program->tasks[request->task];

	return task && task->profiler ? task : NULL;
}

/* Notes why the cell has no profile, unless an earlier reason is noted. */
static void
give_up(struct task *task, const char *why)
{
	if (!task->cell->unprofiled)
		task->cell->unprofiled = memory_copy(why);
}

/* The same of what went wrong in the program, though not when it was counted. */
static void
give_up_run(struct task *task, const char *why)
{
	char *where = text_print("under %s: %s",
	    task->target->qemu ? "QEMU, counting by instruction" : "callgrind", why);

	give_up(task, where);
	free(where);
}

static void
remove_dirs(const struct task *task)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			file_remove_tree(task->again[v][l].dir);
}

static struct line_files
files_of(const struct program *program, const struct task *task)
{
	return (struct line_files){program->run->workdir, file_base(task->source),
	    &task->sources, program->target->qemu != NULL};
}

/* Programs have other directories in every run, and therefore other build ids. */
static void
name_objects(const struct run *run, struct profile *profile)
{
	size_t n = strlen(run->workdir), i;

	for (i = 0; i < profile->object_count; i++) {
		struct profile_object *object = &profile->objects[i];
		char *path = object->path;

		if (strncmp(path, run->workdir, n) != 0)
			continue;
		object->path = memory_copy(file_base(path));
		free(path);
		free(object->build_id);
		object->build_id = memory_copy("");
	}
}

static void
end_lines(struct program *program, size_t i)
{
	struct task *task = program->tasks[i];
	struct line_files files = files_of(program, task);

	lines_settle(task->cell->profile, &files);
	name_objects(program->run, task->cell->profile);
	program_end_task(program, i);
}

/* Writes what addr2line is asked to a file. Returns its path, or NULL if there is nothing to
   ask; the caller frees. */
static char *
write_addresses(const struct program *program, size_t i)
{
	const struct task *task = program->tasks[i];
	struct line_files files = files_of(program, task);
	struct text addresses = TEXT_EMPTY;
	char *path = text_print("%s.%zu", program->path, i);

	lines_ask(task->cell->profile, &files, &addresses);
	if (!addresses.n || !file_write(path, addresses.s, addresses.n)) {
		free(path);
		path = NULL;
	}
	text_free(&addresses);
	return path;
}

/* Queues a command that answers what is asked in a file. Takes over both. */
static void
push_question(
    struct program *program, size_t i, struct command *command, enum step step, char *asked)
{
	struct profile_wait *waiting = memory_new(sizeof *waiting);

	*waiting = (struct profile_wait){NULL, program, i, asked};
	program->users++;
	run_push(program->run, command, step, waiting);
}

/* The question was answered. */
static void
end_question(struct profile_wait *waiting)
{
	unlink(waiting->asked);
	program_release(waiting->program);
	free(waiting->asked);
	free(waiting);
}

/* The images of the objects of the task's profile, in a list that the caller frees. */
static const struct image **
images_of(const struct program *program, const struct task *task)
{
	const struct profile *profile = task->cell->profile;
	const struct image **images = memory_new(profile->object_count * sizeof *images);
	char *path = realpath(program->path, NULL);
	size_t i;

	for (i = 0; i < profile->object_count; i++) {
		const char *name = profile->objects[i].path;

		if (!strcmp(name, PROFILE_OWN_PATH))
			name = path ? path : "";
		images[i] = *name ? images_get(&program->run->images, name) : NULL;
	}
	free(path);
	return images;
}

/* Why the code of a target's programs cannot be disassembled, or NULL; the caller frees. */
static char *
why_no_code(const struct target *target)
{
	const struct machine *machine = target->qemu ? target->qemu->machine : machine_host();
	char *tool = machine->objdump ? executable_find(machine->objdump) : NULL, *why = NULL;

	if (machine->objdump && !tool)
		why = text_print("%s is not in $PATH; install it (Debian: apt-get install %s)",
		    machine->objdump, machine->binutils);
	free(tool);
	return why;
}

/* Queues a command that disassembles what another machine executed. Returns false if none is
   needed. */
static bool
begin_code(struct program *program, size_t i)
{
	const struct qemu *qemu = program->target->qemu;
	const struct machine *machine = qemu ? qemu->machine : machine_host();
	char *tool = machine->objdump ? executable_find(machine->objdump) : NULL;
	const struct task *task = program->tasks[i];
	const struct image **images;
	struct command command = {0};
	struct text bytes = TEXT_EMPTY;
	char *asked;

	if (!tool)
		return false;
	images = images_of(program, task);
	disassembly_ask(task->cell->profile, images, &bytes);
	free(images);
	asked = text_print("%s.%zu.code", program->path, i);
	if (!bytes.n || !file_write(asked, bytes.s, bytes.n)) {
		text_free(&bytes);
		free(asked);
		free(tool);
		return false;
	}
	text_free(&bytes);
	words_take(&command.argv, tool);
	words_add(&command.argv, "-Dzwb");
	words_add(&command.argv, "binary");
	words_add(&command.argv, "--no-show-raw-insn");
	words_add(&command.argv, "-m");
	words_add(&command.argv, machine->architecture);
	words_add(&command.argv, asked);
	push_question(program, i, &command, STEP_DISASSEMBLE, asked);
	return true;
}

/* Queues a command that finds the lines of the user's that code was inlined to. Returns false
   if none is needed. */
static bool
begin_lines(struct program *program, size_t i)
{
	struct command command = {0};
	char *tool = executable_find("addr2line");
	char *asked = tool ? write_addresses(program, i) : NULL;

	if (!asked) {
		free(tool);
		return false;
	}
	words_take(&command.argv, tool);
	words_add(&command.argv, "-ai");
	words_take(&command.argv, text_print("--exe=%s", program->path));
	command.input = memory_copy(asked);
	push_question(program, i, &command, STEP_LINES, asked);
	return true;
}

static void
find_lines(struct program *program, size_t i)
{
	if (!begin_lines(program, i))
		end_lines(program, i);
}

void
profile_stage_take_code(struct profile_wait *waiting, const struct outcome *outcome)
{
	struct program *program = waiting->program;
	const struct task *task = program->tasks[waiting->task];
	const struct image **images = images_of(program, task);

	if (!outcome->output || !disassembly_take(task->cell->profile, images, outcome->output))
		message_warn("%s printed something else than code of %s",
		    program->target->qemu->machine->objdump, task->test->name);
	free(images);
	/* Fields that depend on what instructions do have values now. */
	results_take_profile(task->cell, task->cell->profile);
	find_lines(program, waiting->task);
	end_question(waiting);
}

void
profile_stage_take_lines(struct profile_wait *waiting, const struct outcome *outcome)
{
	struct program *program = waiting->program;
	const struct task *task = program->tasks[waiting->task];
	struct line_files files = files_of(program, task);

	if (outcome->output)
		lines_answer(task->cell->profile, &files, outcome->output);
	end_lines(program, waiting->task);
	end_question(waiting);
}

/* What the function with the test's code is called; the caller frees. */
static char *
function_of(const struct task *task)
{
	static const char place[] = "@symbol@";
	const char *name = task->target->language->function, *at = strstr(name, place);

	if (!*name)
		return memory_copy(task->symbol);
	if (!at)
		return memory_copy(name);
	return text_print("%.*s%s%s", (int)(at - name), name, task->symbol, at + strlen(place));
}

static void
settle(const struct program *program, struct task *task)
{
	bool compiled = language_is_compiled(program->target->language);
	char *path = compiled ? realpath(program->path, NULL) : NULL;
	char *function = compiled ? function_of(task) : NULL;
	const struct profiled of = {task->cell, task->test->once, path,
	    compiled ? task->symbol : NULL, function, &program->run->images,
	    program->target->qemu != NULL};
	struct profile *profile;
	const char *replaced;

	task->cell->unprofiled = why_no_code(program->target);
	profile = task->cell->unprofiled
	              ? NULL
	              : profile_make(task->profiler, &of, &task->cell->unprofiled);
	replaced = profile ? replaced_find(profile, program->run->workdir, &program->run->began)
	                   : NULL;
	if (replaced) {
		task->cell->unprofiled =
		    text_print("%s was replaced while it was measured", replaced);
		profile_free(profile);
	} else if (profile) {
		results_take_profile(task->cell, profile);
	}
	free(function);
	free(path);
}

/* The cell has a profile, or none. */
static void
end_task(struct program *program, size_t i)
{
	struct task *task = program->tasks[i];

	if (!task->cell->unprofiled)
		settle(program, task);
	profile_work_free(task->profiler);
	task->profiler = NULL;
	remove_dirs(task);
	if (!task->cell->profile)
		program_end_task(program, i);
	else if (!begin_code(program, i))
		find_lines(program, i);
}

static void
end_measurement(struct program *program, size_t i)
{
	struct task *task = program->tasks[i];

	if (++task->profiler->ended == task_needs_all(task))
		end_task(program, i);
}

/* Takes what a measurement found. A server skips the rest of a task after a failure: that task
   ends with its session. */
static void
take_costs(
    struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct program *program = session->program;
	struct task *task = task_of(session, request);
	const struct measurement *m = request->measurement;
	struct profiler_measurement *of = &task->profiler->measurements[m->variant][m->length];
	const char *symbol =
	    language_is_compiled(program->target->language) ? task->symbol : NULL;
	char *failed =
	    measurement_why(m, outcome, task->test, symbol, session->config->timeout);
	char *why = session_costs(session, outcome->pid, &of->out, &of->map);

	if (failed)
		give_up_run(task, failed);
	else if (why)
		give_up(task, why);
	free(failed);
	free(why);
	end_measurement(program, request->task);
}

static void
receive(struct session *session, const struct job_event *event)
{
	struct session_event about;

	session_receive(session, event->replies, event->late);
	while (session_next(session, &about)) {
		if (about.ended && task_of(session, about.request))
			take_costs(session, about.request, &about.outcome);
		outcome_free(&about.outcome);
	}
	jobs_watch(event->job, session->current);
}

static struct session *
new_session(struct program *program)
{
	struct session *session =
	    session_new(program->run->config, program->target, program->kind);

	session->program = program;
	session->valgrind = &program->run->profiler;
	session->profiles = true;
	return session;
}

static void
free_session(struct session *session)
{
	struct program *program = session->program;

	session_free(session);
	program_release(program);
}

static void
add_request(struct session *session, size_t i, enum variant v, enum length l)
{
	struct task *task = session->program->tasks[i];
	char *why = program_add_request(session, i, &task->again[v][l]);

	if (why)
		give_up(task, why);
	free(why);
}

/* In the order of the measurements that gave the counts. */
static void
add_requests(struct session *session, size_t i)
{
	struct task *task = session->program->tasks[i];

	profile_work_free(task->profiler);
	task->profiler = memory_new(sizeof *task->profiler);
	add_request(session, i, VARIANT_ACTIVE, LENGTH_LONG);
	add_request(session, i, VARIANT_EMPTY, LENGTH_LONG);
	add_request(session, i, VARIANT_ACTIVE, LENGTH_SHORT);
	add_request(session, i, VARIANT_EMPTY, LENGTH_SHORT);
}

/* None of its measurements can be made. */
static void
give_up_session(struct session *session, const char *why)
{
	size_t i;

	for (i = 0; i < session->n; i++) {
		give_up(task_of(session, &session->requests[i]), why);
		end_measurement(session->program, session->requests[i].task);
	}
}

static void
push_session(struct session *session)
{
	char *why = program_push_session(session, STEP_PROFILE);

	if (why) {
		give_up_session(session, why);
		free_session(session);
	}
	free(why);
}

static void
begin_singles(struct program *program, size_t i)
{
	enum variant v;
	enum length l;

	program->tasks[i]->profiler = memory_new(sizeof *program->tasks[i]->profiler);
	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			/* It is finished if a measurement could not begin. */
			const struct task *task = program->tasks[i];
			struct session *session;

			if (!task || !task_needs(task, v, l))
				continue;
			session = new_session(program);
			add_request(session, i, v, l);
			push_session(session);
		}
}

/* Takes the first task of the list if it may share a session with another one, or that is NULL.
   Returns false if there is none. */
static bool
take_next(struct run *run, const struct profile_wait *other, struct profile_wait *taken)
{
	struct profile_wait *first = run->counted;
	const struct task *task = first ? first->program->tasks[first->task] : NULL;

	if (!first ||
	    (other && (first->program != other->program ||
	                  !task->threads != !other->program->tasks[other->task]->threads)))
		return false;
	*taken = *first;
	run->counted = first->next;
	free(first);
	return true;
}

void
profile_stage_begin(struct run *run)
{
	struct profile_wait first, more;
	struct session *session;

	if (!take_next(run, NULL, &first))
		return;
	if (first.program->kind != SESSION_FORK) {
		begin_singles(first.program, first.task);
		program_release(first.program);
		return;
	}
	session = new_session(first.program);
	add_requests(session, first.task);
	while (take_next(run, &first, &more)) {
		add_requests(session, more.task);
		program_release(more.program);
	}
	push_session(session);
	program_release(first.program);
}

/* If the server died, the task with which it did has no profile, and those after it are
   measured again. */
static void
end_server(struct session *session, const char *why)
{
	struct program *program = session->program;
	struct session *retry = new_session(program);
	bool died = session->up && why, found = false;
	size_t i;

	for (i = 0; i < session->n; i++) {
		size_t number = session->requests[i].task;
		struct task *task = task_of(session, &session->requests[i]);

		if (!task || (i && session->requests[i - 1].task == number))
			continue;
		if (died && found && !task->cell->unprofiled) {
			add_requests(retry, number);
			continue;
		}
		found = found || !task->cell->unprofiled;
		give_up_run(task, why ? why : "ended early");
		end_task(program, number);
	}
	if (retry->n)
		push_session(retry);
	else
		session_free(retry);
}

static void
end_single(struct session *session, const char *why, const struct outcome *ended)
{
	const struct request *request = &session->requests[0];
	struct outcome outcome;

	if (session_measured(session, ended, &outcome)) {
		take_costs(session, request, &outcome);
		outcome_free(&outcome);
		return;
	}
	give_up_run(task_of(session, request), why ? why : "did not start");
	end_measurement(session->program, request->task);
}

/* Why the session ended early; NULL if it did not. If callgrind did not start, it said why, as
   in "valgrind: Unknown option: --x". The caller frees. */
static char *
why_ended(const struct session *session, const struct outcome *ended)
{
	char *why = session_why(session, ended), *output;

	if (!why || session->up)
		return why;
	output = session_output(session, ended);
	output[strcspn(output, "\n")] = '\0';
	if (!*output) {
		free(output);
		return why;
	}
	free(why);
	return output;
}

static void
end_session(struct session *session, const struct outcome *ended)
{
	char *why = why_ended(session, ended);

	if (session->kind == SESSION_FORK)
		end_server(session, why);
	else
		end_single(session, why, ended);
	session_clean(session);
	free_session(session);
	free(why);
}

void
profile_stage_take(struct session *session, const struct job_event *event)
{
	if (event->outcome)
		end_session(session, event->outcome);
	else
		receive(session, event);
}
