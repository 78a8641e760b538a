#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "inject/zygote/protocol.h"
#include "process/child.h"
#include "process/zygote.h"
#include "util/memory.h"
#include "util/preload.h"

/* A zygote costs as much as one start of its program. */
enum { WORTH = 3 };

enum state { STATE_ASKED, STATE_STARTED, STATE_READY, STATE_ENDED };

struct zygote {
	char *program;
	struct words env;
	enum state state;
	unsigned asked; /* how often, before it was started */
	int socket;
	pid_t pid;
};

static bool
same_words(const struct words *a, const struct words *b)
{
	size_t i;

	if (a->n != b->n)
		return false;
	for (i = 0; i < a->n; i++)
		if (strcmp(a->v[i], b->v[i]) != 0)
			return false;
	return true;
}

static struct zygote *
find(const struct zygotes *zygotes, const struct command *command)
{
	size_t i;

	for (i = 0; i < zygotes->n; i++)
		if (!strcmp(zygotes->v[i].program, command->argv.v[0]) &&
		    same_words(&zygotes->v[i].env, &command->env))
			return &zygotes->v[i];
	return NULL;
}

static struct zygote *
add(struct zygotes *zygotes, const struct command *command)
{
	struct zygote *zygote;

	zygotes->v = memory_resize(zygotes->v, zygotes->n + 1, sizeof *zygotes->v);
	zygote = &zygotes->v[zygotes->n++];
	*zygote = (struct zygote){.program = memory_copy(command->argv.v[0])};
	words_add_all(&zygote->env, &command->env);
	return zygote;
}

static void
end(struct zygote *zygote)
{
	if (zygote->state == STATE_STARTED || zygote->state == STATE_READY)
		close(zygote->socket);
	zygote->state = STATE_ENDED;
}

static void
start(struct zygote *zygote)
{
	/* What is wrong with a zygote shows in time, or it is waited for no longer. */
	const struct timeval patience = {10, 0};
	struct command command = {0};
	char *library = preload_path(ZYGOTE_LIBRARY), *error = NULL;
	struct child child;
	int ends[2];

	zygote->state = STATE_ENDED;
	if (!library || words_setting(&zygote->env, "LD_PRELOAD=") < zygote->env.n ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
		free(library);
		return;
	}
	setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	command.socket = ends[1];
	words_add(&command.argv, zygote->program);
	words_add_all(&command.env, &zygote->env);
	words_take(&command.env, text_print("LD_PRELOAD=%s", library));
	if (child_start(&child, &command, &error)) {
		child_ignore(&child);
		zygote->state = STATE_STARTED;
		zygote->socket = ends[0];
		zygote->pid = child.pid;
	} else {
		close(ends[0]);
	}
	close(ends[1]);
	command_free(&command);
	free(library);
	free(error);
}

/* What says that it is there may be another program: one that a wrapper became, into which
   nothing could be preloaded, or a script's shell. */
static bool
is_itself(const struct zygote *zygote)
{
	char *exe = text_print("/proc/%d/exe", (int)zygote->pid);
	char *is = realpath(exe, NULL), *should = realpath(zygote->program, NULL);
	bool same = is && should && !strcmp(is, should);

	free(exe);
	free(is);
	free(should);
	return same;
}

/* Whether the zygote has said that it is there; if not, nobody waits for it. */
static bool
is_ready(struct zygote *zygote)
{
	int answer;
	ssize_t n;

	if (zygote->state != STATE_STARTED)
		return zygote->state == STATE_READY;
	n = recv(zygote->socket, &answer, sizeof answer, MSG_DONTWAIT);
	if (n == sizeof answer && is_itself(zygote))
		zygote->state = STATE_READY;
	else if (n >= 0 || errno != EAGAIN)
		end(zygote);
	return zygote->state == STATE_READY;
}

static bool
ask(const struct zygote *zygote, const struct text *words, int output)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control = {.header = {
	                 .cmsg_len = CMSG_LEN(sizeof(int)),
	                 .cmsg_level = SOL_SOCKET,
	                 .cmsg_type = SCM_RIGHTS,
	             }};
	struct iovec part = {words->s, words->n};
	struct msghdr message = {.msg_iov = &part,
	    .msg_iovlen = 1,
	    .msg_control = &control,
	    .msg_controllen = sizeof control};

	memcpy(CMSG_DATA(&control.header), &output, sizeof output);
	return sendmsg(zygote->socket, &message, MSG_NOSIGNAL) == (ssize_t)words->n;
}

/* Also where cgbench was stopped meanwhile: the zygote is at work on it. */
static bool
wait_for_answer(const struct zygote *zygote, int *answer)
{
	ssize_t n;

	while ((n = recv(zygote->socket, answer, sizeof *answer, 0)) < 0 && errno == EINTR)
		;
	return n == sizeof *answer;
}

/* The words behind the first, each with its '\0'. */
static struct text
request_of(const struct command *command)
{
	struct text words = TEXT_EMPTY;
	size_t i;

	for (i = 1; i < command->argv.n; i++)
		text_add_n(&words, command->argv.v[i], strlen(command->argv.v[i]) + 1);
	return words;
}

static pid_t
fork_off(struct zygote *zygote, const struct command *command, int output)
{
	struct text words = request_of(command);
	int answer = 0;

	if (words.n && words.n <= ZYGOTE_REQUEST &&
	    (!ask(zygote, &words, output) || !wait_for_answer(zygote, &answer) || answer < 1)) {
		answer = 0;
		end(zygote);
	}
	text_free(&words);
	return answer;
}

pid_t
zygotes_fork(struct zygotes *zygotes, const struct command *command, int output)
{
	struct zygote *zygote;

	if (!command->product || command->cwd || command->input)
		return 0;
	zygote = find(zygotes, command);
	if (!zygote)
		zygote = add(zygotes, command);
	if (zygote->state == STATE_ASKED && ++zygote->asked == WORTH)
		start(zygote);
	return is_ready(zygote) ? fork_off(zygote, command, output) : 0;
}

void
zygotes_retire(struct zygotes *zygotes, const struct command *command)
{
	end(find(zygotes, command));
}

void
zygotes_ended(struct zygotes *zygotes, pid_t pid)
{
	size_t i;

	for (i = 0; i < zygotes->n; i++)
		if (zygotes->v[i].pid == pid) {
			zygotes->v[i].pid = 0;
			end(&zygotes->v[i]);
		}
}

size_t
zygotes_count(const struct zygotes *zygotes)
{
	size_t n = 0, i;

	for (i = 0; i < zygotes->n; i++)
		n += zygotes->v[i].pid > 0;
	return n;
}

void
zygotes_free(struct zygotes *zygotes)
{
	size_t i;

	for (i = 0; i < zygotes->n; i++) {
		end(&zygotes->v[i]);
		free(zygotes->v[i].program);
		words_free(&zygotes->v[i].env);
	}
	free(zygotes->v);
	*zygotes = (struct zygotes){0};
}
