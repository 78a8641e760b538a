#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "measure/build/build.h"
#include "measure/engine.h"
#include "measure/session.h"
#include "process/launch.h"
#include "qemu/costs.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/array.h"

/* Turns of the server's loop before the first measurement. By then the branch predictor has
   seen the loop: from the eighth iteration on, one more changes nothing in any field. */
enum { WARM_ITERATIONS = 16 };

enum { INPUT_SIZE = 16384 };

enum session_kind
session_kind(const struct config *config, const struct language *language)
{
	if (language->command)
		return SESSION_COMMAND;
	return config->forks && !language->exec_only ? SESSION_FORK : SESSION_EXEC;
}

struct session *
session_new(const struct config *config, const struct target *target, enum session_kind kind)
{
	struct session *session = memory_new(sizeof *session);

	*session = (struct session){
	    .config = config, .valgrind = config->valgrind, .target = target, .kind = kind};
	return session;
}

void
session_add(struct session *session, size_t task, const struct measurement *measurement)
{
	*ARRAY_ADD(session->requests, session->n) = (struct request){task, measurement};
}

/* A measured program sees paths relative to its own directory, which are the same in every run.
   The loader searches through them, and with another number of slashes the branch predictor has
   learnt something else by the time that it is done. */
static bool
link_valgrind(const struct session *session)
{
	char *path = text_print("%s/" VALGRIND_LINK, session->dir);
	bool done = !symlink(session->valgrind->libexec, path);

	free(path);
	return done;
}

static void
make_relative(struct words *argv, size_t word, const char *dir)
{
	size_t n = (size_t)(strrchr(dir, '/') - dir);
	char *path;

	if (word >= argv->n || strncmp(argv->v[word], dir, n) || argv->v[word][n] != '/')
		return;
	path = text_print("..%s", argv->v[word] + n);
	free(argv->v[word]);
	argv->v[word] = path;
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
write_file(const struct session *session, const char *name, const struct text *t)
{
	char *path = text_print("%s/%s", session->dir, name);
	bool written = file_write(path, t->s ? t->s : "", t->n);
	int error = errno;

	if (!written)
		unlink(path);
	free(path);
	errno = error;
	return written;
}

static bool
write_requests(const struct session *session)
{
	struct text t = TEXT_EMPTY;
	struct cgbench_request request = {.call = CGBENCH_WARM,
	    .cell = -2,
	    .number = -1,
	    .heap = (int)session->config->layout.heap,
	    .stack = (int)session->config->layout.stack};
	bool written;
	size_t i;

	for (i = 0; i < WARM_ITERATIONS; i++)
		text_add_n(&t, (const char *)&request, sizeof request);
	request.call = session->kind == SESSION_FORK ? CGBENCH_FORK : CGBENCH_HERE;
	for (i = 0; i < session->n; i++) {
		request.cell = (int)session->requests[i].task;
		request.number = (int)i;
		set_dir(&request, session->requests[i].measurement->dir);
		text_add_n(&t, (const char *)&request, sizeof request);
	}
	written = write_file(session, "requests", &t);
	text_free(&t);
	return written;
}

/* Writes the program's standard input until it gets its work. Its size is the same for any
   number of requests, because bash makes a buffer of that size. Blank lines do nothing if the
   fork server is not loaded. */
static bool
write_input(const struct session *session)
{
	struct text t = TEXT_EMPTY;
	bool written;

	if (language_is_compiled(session->target->language))
		text_add(&t, CGBENCH_NO_WORK);
	while (t.n < INPUT_SIZE)
		text_add_char(&t, '\n');
	written = write_file(session, "input", &t);
	text_free(&t);
	return written;
}

/* Writes what an interpreter reads before the script; see inject/forkserver/preload.c. */
static bool
write_warmup(const struct session *session)
{
	struct text t = TEXT_EMPTY;
	bool written;

	if (!*session->target->language->warmup)
		return true;
	text_addf(&t, "%s\n", session->target->language->warmup);
	written = write_file(session, CGBENCH_WARMUP, &t);
	text_free(&t);
	return written;
}

/* What valgrind said about the process. By the time its end is known, valgrind may have logged
   something about the next process. That valgrind lacks room for threads may be logged about a
   child of the process. */
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

void
session_receive(struct session *session, const struct text *replies, bool late)
{
	text_add_n(&session->received, replies->s, replies->n);
	session->late = session->late || late;
}

/* Takes the first complete reply; returns false if there is none. */
static bool
take_reply(struct session *session, struct cgbench_reply *reply)
{
	struct text *received = &session->received;

	if (received->n < sizeof *reply)
		return false;
	memcpy(reply, received->s, sizeof *reply);
	memmove(received->s, received->s + sizeof *reply, received->n - sizeof *reply);
	text_cut(received, received->n - sizeof *reply);
	return true;
}

bool
session_next(struct session *session, struct session_event *event)
{
	struct cgbench_reply reply;

	do {
		if (!take_reply(session, &reply))
			return false;
		session->up = true;
	} while (reply.number < 0 || (size_t)reply.number >= session->n);
	*event = (struct session_event){&session->requests[reply.number], reply.over,
	    {.pid = reply.pid,
	        .status = reply.status,
	        .timed_out = session->late && WIFSIGNALED(reply.status)}};
	if (reply.over)
		event->outcome.output = log_about(session, reply.pid, reply.status);
	session->current = reply.over ? 0 : reply.pid;
	session->late = false;
	return true;
}

/* A command has no fork server: leaves what the server would have left, and returns the status
   that it would have reported. */
static int
stand_in(const struct session *session, const struct outcome *ended)
{
	const struct text errors = {ended->output, strlen(ended->output), 0};
	const struct text end = {(char[]){"end"}, 3, 0};

	if (!write_file(session, "stderr", &errors) || !write_file(session, "end", &end))
		return W_EXITCODE(CGBENCH_NO_FILES, 0);
	if (WIFEXITED(ended->status) && WEXITSTATUS(ended->status) == session->status)
		return 0;
	return ended->status ? ended->status : W_EXITCODE(session->status, 0);
}

/* Why valgrind did not even start the program, of which it said that:
       valgrind: ../p00000001/program: Permission denied */
static const char *
valgrind_refusal(const char *said)
{
	static const struct {
		const char *said, *why;
	} refusals[] = {
	    {"Operation not permitted", "valgrind may run no program there: set TMPDIR to a "
	                                "directory that is not mounted with noexec"},
	    {"not for this architecture",
	        "its program is for another machine; only compiled tests run under QEMU"},
	    {"", "valgrind cannot run it: 'link' and 'run' of its language must make and name "
	         "an executable"},
	};
	size_t i;

	if (!text_begins(said, "valgrind: "))
		return NULL;
	for (i = 0; !strstr(said, refusals[i].said); i++)
		;
	return refusals[i].why;
}

/* Why the program was not even started, or NULL; the caller frees. */
static char *
refusal(const struct session *session, const struct outcome *ended)
{
	const struct target *target = session->target;
	const char *said = ended->output, *why;

	if (session->up || !WIFEXITED(ended->status) || !said)
		return NULL;
	if (target->qemu)
		return qemu_refusal(target->qemu, target->sysroot, said);
	why = valgrind_refusal(said);
	return why ? memory_copy(why) : NULL;
}

char *
session_why(const struct session *session, const struct outcome *ended)
{
	bool forks = session->kind == SESSION_FORK && WIFEXITED(ended->status);
	char *why = refusal(session, ended), *longer;

	if (why)
		return why;
	if (forks && WEXITSTATUS(ended->status) == CGBENCH_THREADS)
		return memory_copy(
		    "starts threads before it reads its work, and cannot be forked then; "
		    "--engine=exec measures it");
	if (forks && WEXITSTATUS(ended->status) == CGBENCH_NO_FORK)
		return memory_copy("could not fork: too many processes, or no memory");
	why = outcome_why(ended, session->config->timeout);
	if (!ended->guard_died || !why)
		return why;
	longer = text_print("its parent ended first: %s", why);
	free(why);
	return longer;
}

bool
session_measured(struct session *session, const struct outcome *ended, struct outcome *outcome)
{
	char *why = refusal(session, ended);

	session->up = !ended->start_error && !ended->guard_died && !why;
	free(why);
	if (!session->up)
		return false;
	*outcome = (struct outcome){
	    .pid = ended->pid, .status = ended->status, .timed_out = ended->timed_out};
	if (session->kind == SESSION_COMMAND)
		outcome->status = stand_in(session, ended);
	outcome->output = log_about(session, outcome->pid, outcome->status);
	return true;
}

char *
session_output(const struct session *session, const struct outcome *ended)
{
	char *log = valgrind_log(session->dir, ended->pid, NULL);
	char *output = text_print("%s%s", ended->output ? ended->output : "", log);

	free(log);
	return output;
}

static bool
make_files(const struct session *session)
{
	if (session->kind != SESSION_COMMAND &&
	    (mkdir(session->dir, 0755) || !write_requests(session) || !write_input(session) ||
	        !write_warmup(session)))
		return false;
	return session->target->qemu || link_valgrind(session);
}

/* A command that starts elsewhere finds valgrind by its whole path, whose length is the same in
   every run. */
static void
start_elsewhere(const struct session *session, struct command *command)
{
	command->run_in = memory_copy(session->run_in);
	valgrind_anchor(session->valgrind, command, session->dir);
}

static void
connect_files(const struct session *session, struct command *command)
{
	command->cwd = memory_copy(session->dir);
	if (session->run_in)
		start_elsewhere(session, command);
	if (session->kind == SESSION_COMMAND) {
		build_add_padding(&command->env, session->config->layout.stack);
		command->input = memory_copy("work");
	} else {
		command->input = memory_copy("input");
		command->requests = memory_copy("requests");
	}
}

char *
session_prepare(struct session *session, const char *dir, struct command *command)
{
	const struct words *argv = &session->argv;

	session->dir = memory_copy(dir);
	*command = (struct command){.measured = true, .profiled = session->profiled};
	if (!make_files(session))
		return text_print("%s: %s", dir, strerror(errno));
	if (session->run_in && access(session->run_in, X_OK))
		return text_print("runs in %s: %s", session->run_in, strerror(errno));
	if (!engine_command(session->valgrind, session->target, argv, session->threads,
	        session->rewrites, session->profiles, dir, command)) {
		command_free(command);
		return text_print("%s has no %s for the program's architecture",
		    session->valgrind->libexec, session->valgrind->tool);
	}
	make_relative(&command->argv, command->argv.n - argv->n, dir);
	build_add_env(&command->env, session->target);
	connect_files(session, command);
	return NULL;
}

char *
session_costs(
    struct session *session, pid_t pid, struct callgrind_out *out, struct load_map *map)
{
	char *path;

	if (session->target->qemu)
		return costs_read(session->dir, pid, out, map);
	path = text_print("%s/" LAUNCH_LOG, session->dir);
	load_map_follow(&session->map, path);
	load_map_copy(map, &session->map, pid);
	free(path);
	return valgrind_costs(session->dir, pid, out);
}

void
session_free(struct session *session)
{
	load_map_free(&session->map);
	words_free(&session->argv);
	free(session->requests);
	free(session->dir);
	text_free(&session->received);
	free(session);
}

void
session_clean(const struct session *session)
{
	/* That of a command is also the measurement's. */
	if (session->kind != SESSION_COMMAND || !session->config->keep)
		file_remove_tree(session->dir);
}
