#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "measure/build.h"
#include "measure/session.h"
#include "util/file.h"
#include "util/memory.h"

/* Turns of the loop before the first measurement. The branch predictor has seen the loop by
   then: from the eighth turn on, one more changes nothing in any field. */
enum { WARM_TURNS = 16 };

enum { INPUT_SIZE = 16384 };

struct entry {
	const struct measurement *m;
	int cell;
	session_heard *heard;
	void *context;
};

struct session {
	const struct config *config;
	const struct target *target;
	const struct words *run;
	char *dir;
	enum session_kind kind;
	bool threads;
	int status; /* with which a bare program is to exit */
	struct entry *entries;
	size_t count;
	bool up;           /* the program runs, and has come to its list */
	pid_t now;         /* the forked process that runs now, or 0 */
	bool late;         /* it was killed because it took too long */
	struct text heard; /* bytes of an unfinished reply */
	session_over *over;
	void *context;
};

struct session *
session_new(const struct config *config, const struct target *target, const struct words *run,
    const char *dir, enum session_kind kind, bool threads, int status)
{
	struct session *session = memory_new(sizeof *session);

	session->config = config;
	session->target = target;
	session->run = run;
	session->dir = memory_copy(dir);
	session->kind = kind;
	session->threads = threads;
	session->status = status;
	return session;
}

void
session_add(struct session *session, const struct measurement *m, int cell,
    session_heard *heard, void *context)
{
	session->entries =
	    memory_resize(session->entries, session->count + 1, sizeof *session->entries);
	session->entries[session->count++] = (struct entry){m, cell, heard, context};
}

static void
free_session(struct session *session)
{
	free(session->dir);
	free(session->entries);
	text_free(&session->heard);
	free(session);
}

/* What a measured program is told of the run's directory are paths from its own, which are the
   same for every run. The loader looks through them, and with another number of slashes the
   branch predictor has learnt something else by the time that it is done. */
static bool
link_valgrind(const struct session *session)
{
	char *path = text_print("%s/" VALGRIND_LINK, session->dir);
	bool done = !symlink(session->config->valgrind->libexec, path);

	free(path);
	return done;
}

static void
shorten(struct words *argv, size_t word, const char *dir)
{
	size_t n = (size_t)(strrchr(dir, '/') - dir);
	char *path;

	if (word >= argv->n || strncmp(argv->v[word], dir, n) || argv->v[word][n] != '/')
		return;
	path = text_print("..%s", argv->v[word] + n);
	free(argv->v[word]);
	argv->v[word] = path;
}

/* The directory of a measurement as the process names it, from its own: two levels of names of
   fixed length, so that its path costs the same for all. */
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

static bool
write_requests(const struct session *session)
{
	struct text t = TEXT_EMPTY;
	char *path = text_print("%s/requests", session->dir);
	struct cgbench_request request = {.call = CGBENCH_WARM,
	    .cell = -2,
	    .number = -1,
	    .heap = (int)session->config->layout.heap,
	    .stack = (int)session->config->layout.stack};
	bool done;
	size_t i;

	for (i = 0; i < WARM_TURNS; i++)
		text_add_n(&t, (const char *)&request, sizeof request);
	for (i = 0; i < session->count; i++) {
		request.call = session->kind == SESSION_FORKS ? CGBENCH_FORK : CGBENCH_HERE;
		request.cell = session->entries[i].cell;
		request.number = (int)i;
		set_dir(&request, session->entries[i].m->dir);
		text_add_n(&t, (const char *)&request, sizeof request);
	}
	done = file_write(path, t.s, t.n);
	text_free(&t);
	free(path);
	return done;
}

/* The program's standard input until it gets its work. Its size is the same for any number of
   requests: bash makes a buffer as large as that. Blank lines do nothing where the fork server
   is not loaded. */
static bool
write_input(const struct session *session)
{
	char *path = text_print("%s/input", session->dir), *lines = memory_new(INPUT_SIZE);
	bool done;

	memset(lines, '\n', INPUT_SIZE);
	done = file_write(path, lines, INPUT_SIZE);
	free(lines);
	free(path);
	return done;
}

/* Read before the script; see the fork server's preload.c. */
static bool
write_warmup(const struct session *session)
{
	const char *warmup = session->target->language->warmup;
	char *path, *text;
	bool done = true;

	if (!*warmup)
		return true;
	path = text_print("%s/" CGBENCH_WARMUP, session->dir);
	text = text_print("%s\n", warmup);
	done = file_write(path, text, strlen(text));
	free(text);
	free(path);
	return done;
}

/* What valgrind had to say about the process; by the time that its end is heard of, the next
   one may have said something, too. What it lacks may have been said to a child of it. */
static char *
log_about(const struct session *session, const struct ending *ending)
{
	char *log = valgrind_log(session->dir, ending->pid), *all;

	if (*log || !ending->status)
		return log;
	all = valgrind_log(session->dir, 0);
	if (!valgrind_lacks_threads(all)) {
		free(all);
		return log;
	}
	free(log);
	return all;
}

static void
tell_ending(struct session *session, const struct entry *entry, struct ending *ending)
{
	char *log = log_about(session, ending);

	ending->dir = session->dir;
	ending->log = log;
	entry->heard(entry->context, ending);
	free(log);
}

static void
hear(struct session *session, const struct cgbench_reply *reply)
{
	struct ending ending = {.pid = reply->pid, .status = reply->status};
	const struct entry *entry;

	session->up = true;
	if (reply->number < 0 || (size_t)reply->number >= session->count)
		return;
	entry = &session->entries[reply->number];
	session->now = reply->over ? 0 : reply->pid;
	ending.timed_out = session->late && WIFSIGNALED(reply->status);
	session->late = false;
	if (reply->over)
		tell_ending(session, entry, &ending);
	else
		entry->heard(entry->context, NULL);
}

static void
session_reply(void *context, const char *bytes, size_t n)
{
	struct session *session = context;
	struct cgbench_reply reply;
	size_t at;

	text_add_n(&session->heard, bytes, n);
	for (at = 0; at + sizeof reply <= session->heard.n; at += sizeof reply) {
		memcpy(&reply, session->heard.s + at, sizeof reply);
		hear(session, &reply);
	}
	memmove(session->heard.s, session->heard.s + at, session->heard.n - at);
	text_cut(&session->heard, session->heard.n - at);
}

/* Only the process that hangs is killed: the server goes on with the next one. Where it does
   not, for it was stopped by that process, it goes as well. */
static bool
session_late(void *context)
{
	struct session *session = context;

	if (!session->now || session->late)
		return false;
	session->late = true;
	kill(-session->now, SIGKILL);
	kill(session->now, SIGKILL);
	return true;
}

static bool
write_beside(const struct session *session, const char *name, const char *s)
{
	char *path = text_print("%s/%s", session->dir, name);
	bool written = file_write(path, s, strlen(s));

	if (!written)
		unlink(path);
	free(path);
	return written;
}

/* What the server would have made of the process. */
static void
stand_in(const struct session *session, const struct outcome *outcome, struct ending *ending)
{
	if (!write_beside(session, "stderr", outcome->output) ||
	    !write_beside(session, "end", "end"))
		ending->status = W_EXITCODE(CGBENCH_NO_FILES, 0);
	else if (WIFEXITED(outcome->status) && WEXITSTATUS(outcome->status) == session->status)
		ending->status = 0;
	else if (!outcome->status)
		ending->status = W_EXITCODE(session->status, 0);
}

/* Why valgrind did not even begin with the program, or NULL:
       valgrind: ../p00000001/program: Permission denied */
static const char *
refusal(const struct session *session, const struct outcome *outcome)
{
	const char *said = outcome->output;

	if (session->up || !WIFEXITED(outcome->status) || !said ||
	    strncmp(said, "valgrind: ", 10))
		return NULL;
	return strstr(said, "Operation not permitted")
	           ? "valgrind may run no program there: set TMPDIR to a directory that is "
	             "not mounted with noexec"
	           : "valgrind cannot run it: 'link' and 'run' of its language must make "
	             "and name an executable";
}

/* Why the session did not work off its list, or NULL; the caller frees. */
static char *
why_over(const struct session *session, const struct outcome *outcome)
{
	bool forks = session->kind == SESSION_FORKS && WIFEXITED(outcome->status);
	char *why, *lost;

	if (forks && WEXITSTATUS(outcome->status) == CGBENCH_THREADS)
		return memory_copy(
		    "starts threads before it reads its work, and cannot be forked then; "
		    "--engine=exec measures it");
	if (forks && WEXITSTATUS(outcome->status) == CGBENCH_NO_FORK)
		return memory_copy("could not fork: too many processes, or no memory");
	if (refusal(session, outcome))
		return memory_copy(refusal(session, outcome));
	why = outcome_why(outcome, session->config->timeout);
	if (!outcome->lost || !why)
		return why;
	lost = text_print("its parent ended first: %s", why);
	free(why);
	return lost;
}

/* One measurement, in the process of the session. */
static void
tell_single(struct session *session, const struct outcome *outcome)
{
	struct ending ending = {
	    .pid = outcome->pid, .status = outcome->status, .timed_out = outcome->timed_out};

	session->up = !outcome->start_error && !outcome->lost && !refusal(session, outcome);
	if (!session->up)
		return;
	if (session->kind == SESSION_BARE)
		stand_in(session, outcome, &ending);
	tell_ending(session, &session->entries[0], &ending);
}

static void
session_done(void *context, const struct outcome *outcome)
{
	struct session *session = context;
	char *why = why_over(session, outcome);
	char *log, *output;

	if (session->kind != SESSION_FORKS)
		tell_single(session, outcome);
	log = valgrind_log(session->dir, outcome->pid);
	output = text_print("%s%s", outcome->output ? outcome->output : "", log);
	/* Before anybody is told who may make the directory anew. */
	file_remove_tree(session->dir);
	session->over(session->context, session->up, why, output);
	free(output);
	free(log);
	free(why);
	free_session(session);
}

static const struct jobs_calls calls = {session_done, session_reply, session_late};

/* Nothing but its environment moves the stack of a program that knows nothing of cgbench: by n
   bytes, for a variable, its end and its address. */
static void
add_padding(struct words *env, unsigned n)
{
	enum { FEWEST = sizeof "PAD=" + sizeof(char *) };

	if (n >= FEWEST)
		words_take(env, text_print("PAD=%*s", (int)(n - FEWEST), ""));
}

char *
session_push(
    struct session *session, struct jobs *jobs, session_over *over, void *context, char **error)
{
	const struct config *config = session->config;
	struct command command = {.timeout = config->timeout, .measured = true};
	char *shown;

	*error = NULL;
	if ((session->kind != SESSION_BARE &&
	        (mkdir(session->dir, 0755) || !write_requests(session) ||
	            !write_input(session) || !write_warmup(session))) ||
	    !link_valgrind(session))
		*error = text_print("%s: %s", session->dir, strerror(errno));
	else if (!valgrind_command(config->valgrind, session->run, session->threads, &command))
		*error = text_print(
		    "valgrind has no tool for the architecture of %s", session->run->v[0]);
	if (*error) {
		free_session(session);
		command_free(&command);
		return NULL;
	}
	shorten(&command.argv, command.argv.n - session->run->n, session->dir);
	build_add_env(&command.env, session->target);
	if (session->kind == SESSION_BARE)
		add_padding(&command.env, config->layout.stack);
	command.cwd = memory_copy(session->dir);
	command.input = memory_copy(session->kind == SESSION_BARE ? "work" : "input");
	command.requests = session->kind == SESSION_BARE ? NULL : memory_copy("requests");
	session->over = over;
	session->context = context;
	shown = command_show(&command);
	jobs_push_calls(jobs, &command, &calls, session);
	return shown;
}
