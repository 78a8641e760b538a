#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "inject/compilerserver/protocol.h"
#include "process/child.h"
#include "process/compiler_server.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/paths.h"

/* A server is started for the third command: it costs as much as one start of its program. */
enum { WORTH = 3 };

enum state { STATE_ASKED, STATE_STARTED, STATE_READY, STATE_ENDED };

struct compiler_server {
	char *program;
	struct words env;
	enum state state;
	unsigned asked; /* how often, before it was started */
	int socket;
	pid_t pid;
};

static struct compiler_server *
compiler_server_find(const struct compiler_servers *servers, const struct command *command)
{
	for (size_t i = 0; i < servers->n; i++)
		if (!strcmp(servers->v[i].program, command->argv.v[0]) &&
		    words_equal(&servers->v[i].env, &command->env))
			return &servers->v[i];
	return NULL;
}

static struct compiler_server *
compiler_server_add(struct compiler_servers *servers, const struct command *command)
{
	struct compiler_server *server = ARRAY_ADD(servers->v, servers->n);

	/* If memory runs out below, this one is ended with the others. */
	*server = (struct compiler_server){0};
	server->program = memory_copy(command->argv.v[0]);
	words_add_all(&server->env, &command->env);
	return server;
}

static void
compiler_server_end(struct compiler_server *server)
{
	if (server->state == STATE_STARTED || server->state == STATE_READY)
		close(server->socket);
	server->state = STATE_ENDED;
}

static void
compiler_server_start(struct compiler_server *server)
{
	/* Nothing else goes on while a server that hangs is waited for. */
	const struct timeval patience = {1, 0};
	FREED_BY(command_free) struct command command = {0};
	OWNED char *library = paths_library(COMPILER_SERVER_LIBRARY), *error = NULL;
	struct child child;
	int ends[2];

	server->state = STATE_ENDED;
	if (!library || words_find_variable(&server->env, "LD_PRELOAD=") < server->env.n ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return;
	setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	command.socket = ends[1];
	words_add(&command.argv, server->program);
	words_add_all(&command.env, &server->env);
	words_take(&command.env, text_print("LD_PRELOAD=%s", library));
	if (child_start(&child, &command, &error)) {
		child_ignore(&child);
		server->state = STATE_STARTED;
		server->socket = ends[0];
		server->pid = child.pid;
	} else {
		close(ends[0]);
	}
	close(ends[1]);
}

/* The answer may be that of another program: one that a wrapper executed, into which nothing
   could be preloaded, or a script's shell. */
static bool
is_itself(const struct compiler_server *server)
{
	OWNED char *exe = text_print("/proc/%d/exe", (int)server->pid);
	OWNED char *is = file_real(exe), *should = file_real(server->program);

	return is && should && !strcmp(is, should);
}

/* Returns true if the server has said that it is ready; does not wait for that. */
static bool
is_ready(struct compiler_server *server)
{
	int answer;
	ssize_t n;

	if (server->state != STATE_STARTED)
		return server->state == STATE_READY;
	n = recv(server->socket, &answer, sizeof answer, MSG_DONTWAIT);
	if (n == sizeof answer && is_itself(server))
		server->state = STATE_READY;
	else if (n >= 0 || errno != EAGAIN)
		compiler_server_end(server);
	return server->state == STATE_READY;
}

static bool
compiler_server_ask(const struct compiler_server *server, const struct text *words, int output)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control = {.header = {
	                 .cmsg_len = CMSG_LEN(sizeof(int)),
	                 .cmsg_level = SOL_SOCKET,
	                 .cmsg_type = SCM_RIGHTS,
	             }};
	struct iovec piece = {words->s, words->n};
	struct msghdr message = {.msg_iov = &piece,
	    .msg_iovlen = 1,
	    .msg_control = &control,
	    .msg_controllen = sizeof control};

	memcpy(CMSG_DATA(&control.header), &output, sizeof output);
	return sendmsg(server->socket, &message, MSG_NOSIGNAL) == (ssize_t)words->n;
}

/* Keeps waiting if cgbench itself was stopped meanwhile: the server has the request. */
static bool
wait_for_answer(const struct compiler_server *server, int *answer)
{
	ssize_t n;

	while ((n = recv(server->socket, answer, sizeof *answer, 0)) < 0 && errno == EINTR)
		;
	return n == sizeof *answer;
}

/* The words after the first, each with its '\0'. */
static struct text
request_of(const struct command *command)
{
	struct text words = TEXT_EMPTY;

	for (size_t i = 1; i < command->argv.n; i++)
		text_add_n(&words, command->argv.v[i], strlen(command->argv.v[i]) + 1);
	return words;
}

static pid_t
fork_off(struct compiler_server *server, const struct command *command, int output)
{
	FREED_BY(text_free) struct text words = request_of(command);
	int answer = 0;

	if (words.n && words.n <= COMPILER_SERVER_REQUEST &&
	    (!compiler_server_ask(server, &words, output) ||
	        !wait_for_answer(server, &answer) || answer < 1)) {
		answer = 0;
		/* The command is started otherwise; a server that was stopped must not do it
		   later. */
		if (server->pid > 0)
			kill(server->pid, SIGKILL);
		compiler_server_end(server);
	}
	return answer;
}

pid_t
compiler_server_fork(
    struct compiler_servers *servers, const struct command *command, int output)
{
	struct compiler_server *server;

	if (!command->product || command->cwd || command->input)
		return 0;
	server = compiler_server_find(servers, command);
	if (!server)
		server = compiler_server_add(servers, command);
	if (server->state == STATE_ASKED && ++server->asked == WORTH)
		compiler_server_start(server);
	return is_ready(server) ? fork_off(server, command, output) : 0;
}

void
compiler_server_retire(struct compiler_servers *servers, const struct command *command)
{
	compiler_server_end(compiler_server_find(servers, command));
}

void
compiler_server_ended(struct compiler_servers *servers, pid_t pid)
{
	for (size_t i = 0; i < servers->n; i++)
		if (servers->v[i].pid == pid) {
			servers->v[i].pid = 0;
			compiler_server_end(&servers->v[i]);
		}
}

size_t
compiler_server_count(const struct compiler_servers *servers)
{
	size_t n = 0;

	for (size_t i = 0; i < servers->n; i++)
		n += servers->v[i].pid > 0;
	return n;
}

void
compiler_server_free(struct compiler_servers *servers)
{
	for (size_t i = 0; i < servers->n; i++) {
		compiler_server_end(&servers->v[i]);
		free(servers->v[i].program);
		words_free(&servers->v[i].env);
	}
	free(servers->v);
	*servers = (struct compiler_servers){0};
}
