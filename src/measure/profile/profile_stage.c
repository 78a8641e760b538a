#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "code/disassembly.h"
#include "measure/profile/lines.h"
#include "measure/profile/profile_make.h"
#include "measure/profile/profile_stage.h"
#include "measure/session_driver.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* What is known of a task while it is profiled. */
struct profiling {
	struct measurement measurements[VARIANT_COUNT][LENGTH_COUNT];
	struct profiler found; /* in them */
};

/* What another program is asked about a task's profile. */
struct question {
	struct program *program; /* one of its users is this */
	size_t task;
	char *asked; /* the file with the question */
};

/* NULL: the task has ended, or waits for answers only. */
static struct task *
task_of(const struct session *session, const struct request *request)
{
	struct task *task = session_driver_task(session, request);

	return task && task->profiling ? task : NULL;
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
begin(struct task *task)
{
	enum variant v;
	enum length l;

	task->profiling = memory_new(sizeof *task->profiling);
	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			struct measurement *m = &task->profiling->measurements[v][l];

			*m = (struct measurement){v, l, NULL};
			m->dir = measurement_again_path(m, task->dir);
		}
}

/* Frees what was found, and removes the directories of the measurements. */
static void
end(struct task *task)
{
	struct profiling *profiling = task->profiling;
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			file_remove_tree(profiling->measurements[v][l].dir);
			measurement_free(&profiling->measurements[v][l]);
		}
	profile_work_free(&profiling->found);
	free(profiling);
	task->profiling = NULL;
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
	size_t i;

	for (i = 0; i < profile->object_count; i++) {
		struct profile_object *object = &profile->objects[i];
		char *path = object->path;

		if (!file_below(path, run->workdir))
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
	struct question *question = memory_new(sizeof *question);

	*question = (struct question){program, i, asked};
	program->users++;
	run_push(program->run, command, step, question);
}

/* The question was answered. */
static void
end_question(struct question *question)
{
	unlink(question->asked);
	program_release(question->program);
	free(question->asked);
	free(question);
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
	char *tool = machine->objdump ? file_find_executable(machine->objdump) : NULL,
	     *why = NULL;

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
	char *tool = machine->objdump ? file_find_executable(machine->objdump) : NULL;
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
	char *tool = file_find_executable("addr2line");
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
profile_stage_take_code(struct question *question, const struct outcome *outcome)
{
	struct program *program = question->program;
	const struct task *task = program->tasks[question->task];
	const struct image **images = images_of(program, task);

	if (!outcome->output || !disassembly_take(task->cell->profile, images, outcome->output))
		message_warn("%s printed something else than code of %s",
		    program->target->qemu->machine->objdump, task->test->name);
	free(images);
	/* Fields that depend on what instructions do have values now. */
	results_take_profile(task->cell, task->cell->profile);
	find_lines(program, question->task);
	end_question(question);
}

void
profile_stage_take_lines(struct question *question, const struct outcome *outcome)
{
	struct program *program = question->program;
	const struct task *task = program->tasks[question->task];
	struct line_files files = files_of(program, task);

	if (outcome->output)
		lines_answer(task->cell->profile, &files, outcome->output);
	end_lines(program, question->task);
	end_question(question);
}

/* What the function with the test's code is called; the caller frees. */
static char *
function_of(const struct task *task)
{
	const char *name = task->target->language->function;

	return text_replace(*name ? name : "@symbol@", "@symbol@", task->symbol);
}

/* The time of the last change counts: a file that is renamed keeps the time when it was
   written. */
static bool
is_newer(const char *path, const struct timespec *since)
{
	struct stat s;

	if (stat(path, &s))
		return false;
	return s.st_ctim.tv_sec != since->tv_sec ? s.st_ctim.tv_sec > since->tv_sec
	                                         : s.st_ctim.tv_nsec > since->tv_nsec;
}

/* The path of an executable or library of the profile that was written after the run began, so
   that what is read of it may not be what was measured; NULL if there is none. The test's own
   program and what is in the run's directory, which are new, do not count. */
static const char *
find_replaced(const struct profile *profile, const struct run *run)
{
	size_t i;

	for (i = 0; i < profile->object_count; i++) {
		const char *path = profile->objects[i].path;

		if (*path && strcmp(path, PROFILE_OWN_PATH) != 0 &&
		    !file_below(path, run->workdir) && is_newer(path, &run->began))
			return path;
	}
	return NULL;
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
	              : profile_make(&task->profiling->found, &of, &task->cell->unprofiled);
	replaced = profile ? find_replaced(profile, program->run) : NULL;
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
	end(task);
	if (!task->cell->profile)
		program_end_task(program, i);
	else if (!begin_code(program, i))
		find_lines(program, i);
}

static void
end_measurement(struct program *program, size_t i)
{
	struct task *task = program->tasks[i];

	if (++task->profiling->found.ended == task_needs_all(task))
		end_task(program, i);
}

/* Takes what a measurement found. A server skips the rest of a task after a failure: that task
   ends with its session. */
static void
take(struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct program *program = session->program;
	struct task *task = task_of(session, request);
	const struct measurement *m = request->measurement;
	struct profiler_measurement *of;
	const char *symbol;
	char *failed, *why;

	if (!task)
		return;
	of = &task->profiling->found.measurements[m->variant][m->length];
	symbol = language_is_compiled(program->target->language) ? task->symbol : NULL;
	failed = measurement_why(m, outcome, task->test, symbol, session->config->timeout);
	why = session_costs(session, outcome->pid, &of->out, &of->map);
	if (failed)
		give_up_run(task, failed);
	else if (why)
		give_up(task, why);
	free(failed);
	free(why);
	end_measurement(program, request->task);
}

static void
open_session(struct session *session)
{
	session->valgrind = &session->program->run->profiler;
	session->profiles = true;
}

static struct measurement *
find(struct task *task, enum variant variant, enum length length)
{
	return &task->profiling->measurements[variant][length];
}

static void
fail(struct session *session, const struct request *request, const char *why)
{
	give_up(session->program->tasks[request->task], why);
	end_measurement(session->program, request->task);
}

/* In the order of the measurements that gave the counts. */
static void
add_task(struct session *session, size_t i)
{
	struct task *task = session->program->tasks[i];

	if (task->profiling)
		end(task);
	begin(task);
	session_driver_add_all(session, i);
}

/* If the server died, the task with which it did has no profile, and those after it are
   measured again. */
static void
end_server(struct session *session, const char *why)
{
	struct program *program = session->program;
	struct session *retry = session_driver_open(session->driver, program);
	bool died = session->up && why, found = false;
	size_t i;

	for (i = 0; i < session->n; i++) {
		size_t number = session->requests[i].task;
		struct task *task = task_of(session, &session->requests[i]);

		if (!task || (i && session->requests[i - 1].task == number))
			continue;
		if (died && found && !task->cell->unprofiled) {
			add_task(retry, number);
			continue;
		}
		found = found || !task->cell->unprofiled;
		give_up_run(task, why ? why : "ended early");
		end_task(program, number);
	}
	session_driver_push(retry);
}

/* If callgrind did not start, its output says why, as in "valgrind: Unknown option: --x". */
static void
end_session(struct session *session, const char *why, const char *output)
{
	const struct request *request = &session->requests[0];
	bool says = why && !session->up && *output != '\n' && *output;
	char *said = says ? memory_copy_n(output, strcspn(output, "\n")) : NULL;

	if (said)
		why = said;
	if (session->kind == SESSION_FORK) {
		end_server(session, why);
	} else if (!session->up) {
		give_up_run(task_of(session, request), why ? why : "did not start");
		end_measurement(session->program, request->task);
	}
	free(said);
}

static const struct session_driver driver = {
    .step = STEP_PROFILE,
    .open = open_session,
    .find = find,
    .refuse = give_up,
    .take = take,
    .fail = fail,
    .end = end_session,
};

/* Takes the first task of the list if it may share a session with another one, or that is NULL.
   Returns false if there is none. */
static bool
take_next(struct run *run, const struct program_task *other, struct program_task *taken)
{
	struct program_task *first = run->counted;
	const struct task *task = first ? first->program->tasks[first->task] : NULL;

	if (!first ||
	    (other && (first->program != other->program ||
	                  task->threads != other->program->tasks[other->task]->threads)))
		return false;
	*taken = *first;
	run->counted = first->next;
	free(first);
	return true;
}

void
profile_stage_begin(struct run *run)
{
	struct program_task first, more;
	struct session *session;

	if (!take_next(run, NULL, &first))
		return;
	if (first.program->kind != SESSION_FORK) {
		begin(first.program->tasks[first.task]);
		session_driver_push_each(&driver, first.program, first.task, NULL);
		program_release(first.program);
		return;
	}
	session = session_driver_open(&driver, first.program);
	add_task(session, first.task);
	while (take_next(run, &first, &more)) {
		add_task(session, more.task);
		program_release(more.program);
	}
	session_driver_push(session);
	program_release(first.program);
}
