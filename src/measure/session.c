#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "measure/compile/build.h"
#include "measure/compile/link_flags.h"
#include "measure/session.h"
#include "process/launch.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* Turns of the server's loop before the first measurement. By then the branch predictor has
   seen the loop: from the eighth iteration on, one more changes nothing in any field. */
enum { WARM_ITERATIONS = 16 };

enum { INPUT_SIZE = 16384 };

struct session *
session_open(const struct session_stage *stage, struct program *program)
{
	struct session *session = memory_new(sizeof *session);
	const struct run *run = program->run;

	*session = (struct session){.program = program,
	    .stage = stage,
	    .valgrind = stage->profiles   ? &run->profiler
	                : run->quick.tool ? &run->quick
	                                  : run->config->valgrind};
	return session;
}

struct task *
session_task(const struct session *session, const struct request *request)
{
	return session->program->tasks[request->task];
}

/* Adds one measurement of a task of its program, its directory made anew. */
static void
session_add_one(
    struct session *session, struct task *task, enum variant variant, enum length length)
{
	const struct measurement *m =
	    &task->measurements[session->stage->profiles][variant][length];
	OWNED char *work =
	    build_work(task->target, task->test, task->number, variant == VARIANT_ACTIVE,
	        task->run->loops[length], task->run->config->layout.variables);
	OWNED char *why = NULL;

	file_remove_tree(m->dir);
	why = measurement_prepare(m, work, task->target->language->mute);
	*ARRAY_ADD(session->requests, session->n) = (struct request){task->number, m};
	if (why && !session->stage->profiles)
		task_fail(task, STAGE_PREPARE, why, "", "");
	else if (why && !task->cell->unprofiled)
		task->cell->unprofiled = memory_copy(why);
}

/* In this order the iterations that the server has made by then cancel out in the double
   difference, even if an iteration costs more after the one variant than after the other. And
   what is wrong with a snippet shows in the first one, the longest. */
void
session_add_all(struct session *session, struct task *task)
{
	session_add_one(session, task, VARIANT_ACTIVE, LENGTH_LONG);
	session_add_one(session, task, VARIANT_EMPTY, LENGTH_LONG);
	session_add_one(session, task, VARIANT_ACTIVE, LENGTH_SHORT);
	session_add_one(session, task, VARIANT_EMPTY, LENGTH_SHORT);
}

static struct engine_place
session_place(const struct session *session)
{
	return (struct engine_place){session->program->target, session->valgrind, session->dir,
	    session->stage->profiles};
}

/* A measured program sees paths relative to its own directory, which are the same in every run.
   The loader searches through them, and with another number of slashes the branch predictor has
   learnt something else by the time that it is done. */
static void
make_relative(struct words *argv, size_t word, const char *dir)
{
	size_t n = (size_t)(strrchr(dir, '/') - dir);
	char *path;

	if (word >= argv->n || strncmp(argv->v[word], dir, n) || argv->v[word][n] != '/')
		return;
	path = text_print("..%s", argv->v[word] + n);
	words_replace(argv, word, path);
}

/* The directory of a measurement, relative to that of the session: two levels of names of fixed
   length, so that its path costs the same for all. */
static void
set_dir(struct cgbench_request *request, const char *dir)
{
	const char *s = dir + strlen(dir);
	int slashes = 0;

	while (s > dir && (*s != '/' || ++slashes < 2))
		s--;
	if (strlen(s) + 2 >= sizeof request->dir)
		abort();
	memcpy(request->dir, "..", 2);
	memcpy(request->dir + 2, s, strlen(s) + 1);
}

/* Leaves no part of a file that it cannot write. */
static bool
session_write_file(const struct session *session, const char *name, const struct text *t)
{
	OWNED char *path = text_print("%s/%s", session->dir, name);
	bool written = file_write(path, t->s ? t->s : "", t->n);
	int error = errno;

	if (!written)
		unlink(path);
	errno = error;
	return written;
}

/* The set of enum chance that all requests of a session leave to chance, or one task does. */
static unsigned
real_of(const struct session *session, const struct task *task)
{
	return session->program->run->config->real | session->program->target->language->real |
	       (task ? task->test->real : 0);
}

static bool
write_requests(const struct session *session)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	struct cgbench_request request = {.call = CGBENCH_WARM,
	    .cell = -2,
	    .number = -1,
	    .heap = (int)session->program->run->config->layout.heap,
	    .stack = (int)session->program->run->config->layout.stack};

	for (size_t i = 0; i < WARM_ITERATIONS; i++)
		text_add_n(&t, (const char *)&request, sizeof request);
	request.call = session->forks ? CGBENCH_FORK : CGBENCH_HERE;
	for (size_t i = 0; i < session->n; i++) {
		request.cell = (int)session->requests[i].task;
		request.number = (int)i;
		request.real =
		    (int)real_of(session, session_task(session, &session->requests[i]));
		set_dir(&request, session->requests[i].measurement->dir);
		text_add_n(&t, (const char *)&request, sizeof request);
	}
	return session_write_file(session, "requests", &t);
}

/* Writes the program's standard input until it gets its work. Its size is the same for any
   number of requests, because bash makes a buffer of that size. Blank lines do nothing if the
   fork server is not loaded. Also writes what an interpreter reads before the script; see
   inject/forkserver/preload.c. */
static bool
write_input(const struct session *session)
{
	const struct language *language = session->program->target->language;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	bool written;

	if (language_is_compiled(language))
		text_add(&t, CGBENCH_NO_WORK);
	while (t.n < INPUT_SIZE)
		text_add_char(&t, '\n');
	written = session_write_file(session, "input", &t);
	if (written && *language->warmup && session->engine->forks) {
		text_cut(&t, 0);
		text_addf(&t, "%s\n", language->warmup);
		written = session_write_file(session, CGBENCH_WARMUP, &t);
	}
	return written;
}

/* Returns what valgrind said about the process. By the time its end is known, valgrind may have
   logged something about the next process. That valgrind lacks room for threads may be logged
   about a child of the process. */
static char *
log_about(struct session *session, pid_t pid, int status)
{
	size_t from = session->logged;
	char *log = valgrind_log(session->dir, pid, &session->logged), *all;

	if (!status)
		return log;
	all = valgrind_log(session->dir, 0, &from);
	if (!valgrind_lacks_threads(all)) {
		free(all);
		return log;
	}
	free(log);
	return all;
}

static void
announce(const struct session *session, const struct request *request)
{
	const struct task *task = session_task(session, request);
	OWNED char *name = NULL;

	if (!task || session->stage->profiles)
		return;
	progress_at(&task->run->progress, task->test->name, task->target->put->label);
	if (!task->run->config->debug)
		return;
	name = measurement_name(request->measurement);
	message_warn("Starting %s/%s %s", task->test->name, task->target->put->label, name);
}

/* The server has begun a request, or the process of one has ended. */
static void
read_reply(struct session *session, const struct cgbench_reply *reply)
{
	const struct request *request = &session->requests[reply->number];
	FREED_BY(outcome_free)
	struct outcome outcome = {.pid = reply->pid, .status = reply->status};

	if (WIFSIGNALED(reply->status))
		outcome.overtime = session->late;
	session->current = reply->over ? 0 : reply->pid;
	session->late = (struct overtime){0};
	if (!reply->over) {
		announce(session, request);
		return;
	}
	outcome.output = log_about(session, reply->pid, reply->status);
	if (session_task(session, request))
		session->stage->done(session, request, &outcome);
}

static void
session_receive(struct session *session, const struct job_event *event)
{
	struct text *received = &session->received;
	struct cgbench_reply reply;

	text_add_n(received, event->replies->s, event->replies->n);
	if (event->late.limit)
		session->late = event->late;
	while (received->n >= sizeof reply) {
		memcpy(&reply, received->s, sizeof reply);
		memmove(received->s, received->s + sizeof reply, received->n - sizeof reply);
		text_cut(received, received->n - sizeof reply);
		session->up = true;
		if (reply.number >= 0 && (size_t)reply.number < session->n)
			read_reply(session, &reply);
	}
	jobs_watch(event->job, session->current);
}

/* A command has no fork server: leaves what the server would have left, and returns the status
   that it would have reported. */
static int
stand_in(const struct session *session, const struct outcome *ended)
{
	const struct text errors = {ended->output, strlen(ended->output), 0};
	const struct text end = {(char[]){"end"}, 3, 0};

	if (!session_write_file(session, "stderr", &errors) ||
	    !session_write_file(session, "end", &end))
		return W_EXITCODE(CGBENCH_NO_FILES, 0);
	if (WIFEXITED(ended->status) &&
	    (session->status < 0 || WEXITSTATUS(ended->status) == session->status))
		return 0;
	return ended->status ? ended->status : W_EXITCODE(session->status, 0);
}

/* Why the program was not even started, or NULL; the caller frees. Valgrind said of it
       valgrind: ../p00000001/program: Permission denied */
static char *
session_refusal(const struct session *session, const struct outcome *ended)
{
	struct engine_place place = session_place(session);

	if (session->up || !session->engine->refusal || !WIFEXITED(ended->status) ||
	    !ended->output)
		return NULL;
	return session->engine->refusal(&place, ended->output);
}

/* Why a session that has ended lacks some of its measurements, or NULL. The caller frees. */
static char *
session_why_ended(const struct session *session, const struct outcome *ended)
{
	bool forks = session->forks && WIFEXITED(ended->status);
	char *why = session_refusal(session, ended), *longer;

	if (why)
		return why;
	if (session->unforkable)
		return memory_copy("starts threads before it reads its input, so it cannot be "
		                   "forked; use --engine=exec");
	if (forks && WEXITSTATUS(ended->status) == CGBENCH_NO_FORK)
		return memory_copy("could not fork: too many processes, or no memory");
	why = outcome_why(ended);
	if (!ended->guard_died || !why)
		return why;
	longer = text_print("its parent ended first: %s", why);
	free(why);
	return longer;
}

/* Takes the one measurement of a session without a server, if the program started. */
static void
read_own(struct session *session, const struct outcome *ended)
{
	FREED_BY(outcome_free)
	struct outcome outcome = {
	    .pid = ended->pid, .status = ended->status, .overtime = ended->overtime};
	OWNED char *why = session_refusal(session, ended);

	session->up = !ended->start_error && !ended->guard_died && !why;
	if (!session->up)
		return;
	if (session->program->kind == PROGRAM_COMMAND)
		outcome.status = stand_in(session, ended);
	outcome.output = log_about(session, outcome.pid, outcome.status);
	if (session_task(session, &session->requests[0]))
		session->stage->done(session, &session->requests[0], &outcome);
}

/* Returns what the session's own process printed, and valgrind about it. The caller frees. */
static char *
output_of(const struct session *session, const struct outcome *ended)
{
	OWNED char *log = valgrind_log(session->dir, ended->pid, NULL);

	return text_print("%s%s", ended->output ? ended->output : "", log);
}

static bool
make_files(const struct session *session)
{
	struct engine_place place = session_place(session);

	if (session->program->kind != PROGRAM_COMMAND &&
	    (mkdir(session->dir, 0755) || !write_requests(session) || !write_input(session)))
		return false;
	return !session->engine->prepare || session->engine->prepare(&place);
}

static void
connect_files(const struct session *session, struct command *command)
{
	command->cwd = memory_copy(session->dir);
	if (session->run_in)
		command->run_in = memory_copy(session->run_in);
	if (command->follows)
		valgrind_anchor(session->valgrind, command, session->dir);
	if (session->program->kind == PROGRAM_COMMAND) {
		build_add_padding(&command->env, session->program->run->config->layout.stack);
		command->input = build_input(
		    session->program->target, session_task(session, session->requests)->test);
	} else {
		command->input = memory_copy("input");
		command->requests = memory_copy("requests");
	}
}

/* Makes the session's directory with the files that the program reads, and the command that
   runs it. Returns NULL, or why it cannot run; the caller frees. */
static char *
session_prepare(struct session *session, struct command *command)
{
	const struct program *program = session->program;
	const struct task *task = session_task(session, &session->requests[0]);
	struct engine_place place = session_place(session);
	size_t word;

	*command = (struct command){.measured = true,
	    .native = session->engine != &engine_valgrind,
	    .real = real_of(session, session->forks ? NULL : task),
	    .seed = program->run->config->layout.seed,
	    .explained = session->stage->profiles,
	    .profiled = link_flags_profile(program->target, &task->link.flags)};
	if (!make_files(session))
		return text_print("%s: %s", session->dir, strerror(errno));
	if (session->run_in && access(session->run_in, X_OK))
		return text_print("runs in %s: %s", session->run_in, strerror(errno));
	if (!program_command(task, session->requests[0].measurement, &place, command, &word)) {
		command_free(command);
		return text_print("%s has no %s for the program's architecture",
		    session->valgrind->libexec, session->valgrind->tool);
	}
	make_relative(&command->argv, word, session->dir);
	if (session->engine->follow)
		session->engine->follow(command, program->run->config->keep);
	build_add_env(&command->env, program->target);
	connect_files(session, command);
	return NULL;
}

static void
free_session(struct session *session)
{
	load_map_free(&session->map);
	free(session->requests);
	free(session->dir);
	text_free(&session->received);
	free(session);
}

/* Ends a session that was queued, or could not be. */
static void
session_end(struct session *session, const char *why, const char *output)
{
	struct program *program = session->program;

	session->stage->end(session, why, output);
	free_session(session);
	program_release(program);
}

static void
session_run(struct session *session, struct command *command, enum aim aim)
{
	OWNED char *why = NULL;

	if (!command->input || *command->input != '/' || !access(command->input, R_OK)) {
		run_push(session->program->run, command, aim, session);
		return;
	}
	why = text_print("%s: %s", command->input, strerror(errno));
	command_free(command);
	session_end(session, why, "");
}

void
session_prepared(struct session *session, const struct outcome *outcome)
{
	OWNED char *why = outcome_why(outcome), *shown = NULL;

	if (!why) {
		session_run(session, &session->next, AIM_PREPARED);
		return;
	}
	shown = text_print("preparing it failed: %s", why);
	command_free(&session->next);
	session_end(session, shown, outcome->output ? outcome->output : "");
}

/* Its other tasks want the same as the first. */
void
session_push(struct session *session)
{
	struct program *program = session->program;
	struct task *task;
	struct command command, before;
	OWNED char *why = NULL;

	if (!session->n) {
		free_session(session);
		return;
	}
	program->users++;
	task = session_task(session, &session->requests[0]);
	session->engine = task->engine;
	session->forks = program->kind == PROGRAM_FORK && session->engine->forks;
	session->threads = task->threads;
	session->status = task->test->status;
	session->run_in = task->test->in_dir ? task->test->dir : NULL;
	session->dir = program->kind == PROGRAM_COMMAND
	                   ? memory_copy(session->requests[0].measurement->dir)
	                   : run_dir(program->run, 's');
	why = session_prepare(session, &command);
	if (why) {
		session_end(session, why, "");
	} else if (program_prepare(task, session->dir, &before)) {
		task->set_up = true;
		session->next = command;
		run_push(program->run, &before, AIM_PREPARE, session);
	} else {
		session_run(session, &command, AIM_MEASURE);
	}
}

void
session_push_one(const struct session_stage *stage, struct task *task, enum variant variant,
    enum length length)
{
	struct session *session = session_open(stage, task->program);

	session_add_one(session, task, variant, length);
	announce(session, &session->requests[0]);
	session_push(session);
}

void
session_push_each(
    const struct session_stage *stage, struct task *task, const struct measurement *made)
{
	struct program *program = task->program;
	size_t number = task->number;

	EACH_MEASUREMENT(v, l)
		/* It is finished if a measurement could not begin. */
		if (program->tasks[number] && task_needs(task, v, l) &&
		    &task->measurements[stage->profiles][v][l] != made)
			session_push_one(stage, task, v, l);
}

static void
session_done(struct session *session, const struct outcome *ended)
{
	struct program *program = session->program;
	OWNED char *why = NULL, *output = NULL;

	session->unforkable = session->forks && WIFEXITED(ended->status) &&
	                      WEXITSTATUS(ended->status) == CGBENCH_THREADS;
	why = session_why_ended(session, ended);
	if (!session->forks)
		read_own(session, ended);
	output = output_of(session, ended);
	/* Before the directory may be made anew, for a command's next try. That of a command is
	   also the measurement's. */
	if (program->kind != PROGRAM_COMMAND || !program->run->config->keep)
		file_remove_tree(session->dir);
	session_end(session, why, output);
}

void
session_event(struct session *session, const struct job_event *event)
{
	if (event->outcome)
		session_done(session, event->outcome);
	else
		session_receive(session, event);
}

char *
session_counts(const struct session *session, pid_t pid, const char *keep,
    struct counts *counts, struct processes *processes, struct deviations *deviations)
{
	struct engine_place place = session_place(session);

	processes_free(processes);
	if (session->program->kind == PROGRAM_COMMAND)
		return valgrind_counts_all(
		    session->valgrind, session->dir, keep, counts, processes, deviations);
	return session->engine->counts(&place, pid, keep, counts, deviations);
}

char *
session_costs(
    struct session *session, pid_t pid, struct callgrind_out *out, struct load_map *map)
{
	struct engine_place place = session_place(session);

	return session->engine->costs(&place, pid, &session->map, out, map);
}
