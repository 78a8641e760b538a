#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "code/disassembly.h"
#include "measure/profile/lines.h"
#include "measure/profile/profile_make.h"
#include "measure/profile/profile_stage.h"
#include "measure/session.h"
#include "util/file.h"
#include "util/array.h"
#include "util/message.h"

/* NULL: the task has ended, or waits for answers only. */
static struct task *
task_of(const struct session *session, const struct request *request)
{
	struct task *task = session_task(session, request);

	return task && task->profiling ? task : NULL;
}

/* Notes why the cell has no profile, unless an earlier reason is noted. */
static void
profile_stage_give_up(struct task *task, const char *why)
{
	if (!task->cell->unprofiled)
		task->cell->unprofiled = memory_copy(why);
}

/* Does the same for a fault of the program that it did not have when it was counted. */
static void
give_up_run(struct task *task, const char *why)
{
	OWNED char *where = text_print("under %s: %s", task->engine->profiler, why);

	profile_stage_give_up(task, where);
}

/* Frees what was found, and removes the directories of the measurements. */
static void
profile_stage_end(struct task *task)
{
	EACH_MEASUREMENT(v, l)
		file_remove_tree(task->measurements[true][v][l].dir);
	profiling_free(task->profiling);
	task->profiling = NULL;
}

/* Programs have other directories in every run, and therefore other build ids. */
static void
name_binaries(const struct run *run, struct profile *profile)
{
	ARRAY_EACH(struct profile_binary, binary, profile->binaries, profile->binary_count) {
		char *path = binary->path;

		if (!file_below(path, run->workdir))
			continue;
		binary->path = memory_copy(file_base(path));
		free(path);
		free(binary->build_id);
		binary->build_id = memory_copy("");
	}
}

static void
end_lines(struct task *task)
{
	const struct line_files files = {task->program->path, task->run->workdir,
	    file_base(task->source), &task->link.sources, task->target->qemu != NULL};

	lines_settle(task->cell->profile, &files);
	name_binaries(task->run, task->cell->profile);
	program_end_task(task);
}

/* Returns the images of the binaries of the task's profile, in a list that the caller frees. */
static const struct image **
images_of(const struct task *task)
{
	const struct profile *profile = task->cell->profile;
	const struct image **images = memory_array(profile->binary_count, sizeof *images);
	OWNED char *path = file_real(task->program->path);

	for (size_t i = 0; i < profile->binary_count; i++) {
		const char *name = profile->binaries[i].path;

		if (!strcmp(name, PROFILE_OWN_PATH))
			name = path ? path : "";
		images[i] = *name ? images_get(&task->run->images, name) : NULL;
	}
	return images;
}

/* Returns why what a target runs cannot be disassembled; NULL: it can. The caller frees. */
static char *
lacks_objdump(const struct target *target)
{
	const struct machine *machine = target_machine(target);
	OWNED char *tool = machine->objdump ? file_find_executable(machine->objdump) : NULL;

	return !machine->objdump || tool
	           ? NULL
	           : text_print("%s is not in $PATH; install it (Debian: apt-get install %s)",
	                 machine->objdump, machine->binutils);
}

static char *
bytes_path(const struct task *task)
{
	return text_print("%s.%zu.code", task->program->path, task->number);
}

/* Writes the code to a file. Returns its path, or NULL if there is none, or after a warning;
   the caller frees. */
static char *
write_bytes(const struct task *task)
{
	OWNED const struct image **images = images_of(task);
	FREED_BY(text_free) struct text bytes = TEXT_EMPTY;
	char *path;

	disassembly_ask(task->cell->profile, images, &bytes);
	if (!bytes.n)
		return NULL;
	path = bytes_path(task);
	if (file_write(path, bytes.s, bytes.n))
		return path;
	message_warn("%s: %s", path, strerror(errno));
	free(path);
	return NULL;
}

/* Queues a command that disassembles what was executed. Returns false if none is
   needed. */
static bool
begin_disassembly(struct task *task)
{
	const struct machine *machine = target_machine(task->target);
	char *tool = machine->objdump ? file_find_executable(machine->objdump) : NULL;
	char *path = tool ? write_bytes(task) : NULL;
	struct command command = {0};

	if (!path) {
		free(tool);
		return false;
	}
	words_take(&command.argv, tool);
	words_split(&command.argv, "-Dzwb binary --no-show-raw-insn -m");
	words_add(&command.argv, machine->architecture);
	words_take(&command.argv, path);
	task->program->users++;
	run_push(task->run, &command, AIM_DISASSEMBLE, task);
	return true;
}

void
profile_stage_done(struct task *task, const struct outcome *outcome)
{
	struct program *program = task->program;
	OWNED const struct image **images = images_of(task);
	OWNED char *path = bytes_path(task);

	if (!outcome->output || !disassembly_read(task->cell->profile, images, outcome->output))
		message_warn("%s did not print the code of %s",
		    target_machine(task->target)->objdump, task->test->name);
	/* Fields that depend on what instructions do have values now. */
	results_take_profile(task->cell, task->cell->profile);
	end_lines(task);
	unlink(path);
	program_release(program);
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

/* Returns the path of an executable or library of the profile that was written after the run
   began, so that what is read of it may not be what was measured; NULL if there is none. The
   test's own program and what is in the run's directory, which are new, do not count. */
static const char *
find_replaced(const struct profile *profile, const struct run *run)
{
	for (size_t i = 0; i < profile->binary_count; i++) {
		const char *path = profile->binaries[i].path;

		if (*path && strcmp(path, PROFILE_OWN_PATH) != 0 &&
		    !file_below(path, run->workdir) && is_newer(path, &run->began))
			return path;
	}
	return NULL;
}

/* Adds the programs of a command that started several processes, which are known even if their
   functions are not. */
static void
add_programs(struct cell *cell, bool once)
{
	const struct processes *processes = results_processes(cell, once);
	struct text t = TEXT_EMPTY;

	if (processes->n < 2)
		return;
	text_addf(&t, "%s; it is ", cell->unprofiled);
	processes_show(processes, &t);
	free(cell->unprofiled);
	cell->unprofiled = text_take(&t);
}

static void
profile_stage_settle(struct task *task)
{
	struct cell *cell = task->cell;
	const struct language *language = task->target->language;
	bool compiled = language_is_compiled(language);
	OWNED char *path = compiled ? file_real(task->program->path) : NULL;
	OWNED char *function = compiled ? language_function(language, task->symbol) : NULL;
	const struct profiled of = {cell, task->test->once, path,
	    compiled ? task->symbol : NULL, function, &task->run->images,
	    task->target->qemu != NULL};
	struct profile *profile = NULL;
	const char *replaced;

	cell->unprofiled = lacks_objdump(task->target);
	if (!cell->unprofiled)
		profile = profile_make(task->profiling, &of, &cell->unprofiled);
	replaced = profile ? find_replaced(profile, task->run) : NULL;
	if (replaced) {
		cell->unprofiled = text_print("%s was replaced during the run", replaced);
		profile_free(profile);
	} else if (profile) {
		results_take_profile(cell, profile);
	} else {
		add_programs(cell, task->test->once);
	}
}

/* The cell has a profile, or none. */
static void
profile_stage_end_task(struct task *task)
{
	if (!task->cell->unprofiled)
		profile_stage_settle(task);
	profile_stage_end(task);
	if (!task->cell->profile)
		program_end_task(task);
	else if (!begin_disassembly(task))
		end_lines(task);
}

static void
end_measurement(struct task *task)
{
	if (++task->profiling->ended == task_needs_all(task))
		profile_stage_end_task(task);
}

/* Returns NULL, or an error that the caller frees. */
static char *
profile_stage_read_costs(struct session *session, pid_t pid, struct profiling_measurement *of)
{
	pid_t *pids = &pid, *all = NULL;
	size_t n = 1;
	char *why = NULL;

	if (session->program->kind == PROGRAM_COMMAND) {
		n = valgrind_processes(session->dir, &all);
		pids = all;
	}
	of->v = memory_array(n + 1, sizeof *of->v);
	while (of->n < n && !why) {
		struct profiling_process *process = &of->v[of->n];

		why = session_costs(session, pids[of->n++], &process->out, &process->map);
	}
	free(all);
	return why;
}

/* Takes what a measurement found. A server skips the rest of a task after a failure: that task
   ends with its session. */
static void
profile_stage_measured(
    struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct task *task = task_of(session, request);
	const struct measurement *m = request->measurement;
	const char *symbol;
	OWNED char *failed = NULL, *why = NULL;

	if (!task)
		return;
	symbol = language_is_compiled(task->target->language) ? task->symbol : NULL;
	failed = measurement_why(m, outcome, task->test, "", symbol);
	why = profile_stage_read_costs(
	    session, outcome->pid, &task->profiling->measurements[m->variant][m->length]);
	if (failed)
		give_up_run(task, failed);
	else if (why)
		profile_stage_give_up(task, why);
	end_measurement(task);
}

/* In the order of the measurements that gave the counts. */
static void
profile_stage_add_task(struct session *session, struct task *task)
{
	if (task->profiling)
		profile_stage_end(task);
	task->profiling = memory_new(sizeof *task->profiling);
	session_add_all(session, task);
}

/* If the server died, the task with which it did has no profile, and those after it are
   measured again. */
static void
profile_stage_end_server(struct session *session, const char *why)
{
	struct session *retry = session_open(session->stage, session->program);
	bool died = session->up && why, found = false;

	for (size_t i = 0; i < session->n; i++) {
		const struct request *request = &session->requests[i];
		struct task *task = task_of(session, request);

		if (!task || (i && request[-1].task == request->task))
			continue;
		if (died && found && !task->cell->unprofiled) {
			profile_stage_add_task(retry, task);
			continue;
		}
		found = found || !task->cell->unprofiled;
		give_up_run(task, why ? why : "ended early");
		profile_stage_end_task(task);
	}
	session_push(retry);
}

/* If callgrind did not start, its output says why, as in "valgrind: Unknown option: --x". */
static void
profile_stage_end_session(struct session *session, const char *why, const char *output)
{
	const struct request *request = &session->requests[0];
	bool says = why && !session->up && *output != '\n' && *output;
	OWNED char *said = says ? memory_copy_n(output, strcspn(output, "\n")) : NULL;

	if (said)
		why = said;
	if (session->forks) {
		profile_stage_end_server(session, why);
	} else if (!session->up) {
		give_up_run(task_of(session, request), why ? why : "did not start");
		end_measurement(session_task(session, request));
	}
}

static const struct session_stage stage = {
    .profiles = true,
    .done = profile_stage_measured,
    .end = profile_stage_end_session,
};

/* Takes the first task of the list if it may share a session with another one, or that is NULL.
   Returns NULL if there is none. */
static struct task *
take_next(struct run *run, const struct task *other)
{
	struct task *task = STAILQ_FIRST(&run->counted);

	if (!task ||
	    (other && (task->program != other->program || task->threads != other->threads)))
		return NULL;
	STAILQ_REMOVE_HEAD(&run->counted, next);
	return task;
}

void
profile_stage_begin(struct run *run)
{
	struct task *first = take_next(run, NULL);
	struct program *program = first ? first->program : NULL;
	struct session *session;

	if (!first)
		return;
	if (program->kind != PROGRAM_FORK) {
		first->profiling = memory_new(sizeof *first->profiling);
		session_push_each(&stage, first, NULL);
		program_release(program);
		return;
	}
	session = session_open(&stage, program);
	for (struct task *task = first; task; task = take_next(run, first)) {
		profile_stage_add_task(session, task);
		if (task != first)
			program_release(program);
	}
	session_push(session);
	program_release(program);
}
