#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/jobs.h"
#include "process/orphans.h"
#include "process/signals.h"
#include "process/usage.h"
#include "process/compiler_server.h"
#include "util/memory.h"
#include "util/message.h"

struct job {
	struct command command;
	int aim;
	void *owner;
	STAILQ_ENTRY(job) next; /* in its queue */
	struct child child;
	struct limit limit;
	struct text replies; /* not reported yet */
	pid_t watched;       /* the process of jobs_watch; 0: none */
	/* The killed process is late, if no event has said so; the job itself has overtime. */
	struct overtime late, overtime;
	bool forked;  /* off a compiler server */
	bool retried; /* started by itself, after it was forked */
	struct outcome outcome;
};

STAILQ_HEAD(queue, job);

struct jobs {
	unsigned parallel, running;
	struct job **slots; /* parallel of them; NULL: free */
	struct queue waiting, ended;
	struct job *talking;  /* the caller's last event: its replies */
	struct job *reported; /* or its end */
	struct pollfd *polls;
	struct compiler_servers servers;
	bool orphans; /* there are some: nothing is started until they are killed */
	bool lost;    /* a guard died, so that nobody else kills what its program left */
	struct signals signals;
};

/* Each job holds three descriptors, and four more pairs while it is started. */
static unsigned
most_at_once(unsigned parallel)
{
	enum { OTHERS = 16, EACH = 3 };
	struct rlimit limit;
	rlim_t most;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return parallel;
	most = limit.rlim_cur > OTHERS + EACH ? (limit.rlim_cur - OTHERS) / EACH : 1;
	return most < parallel ? (unsigned)most : parallel;
}

static struct job *
queue_take(struct queue *queue)
{
	struct job *job = STAILQ_FIRST(queue);

	STAILQ_REMOVE_HEAD(queue, next);
	return job;
}

struct jobs *
jobs_new(unsigned parallel)
{
	struct jobs *jobs = memory_new(sizeof *jobs);

	jobs->parallel = most_at_once(parallel);
	jobs->slots = memory_array(jobs->parallel, sizeof *jobs->slots);
	jobs->polls = memory_array(2 * jobs->parallel, sizeof *jobs->polls);
	STAILQ_INIT(&jobs->waiting);
	STAILQ_INIT(&jobs->ended);
	orphans_adopt();
	signals_begin(&jobs->signals);
	return jobs;
}

static struct job *
new_job(const struct command *command, int aim, void *owner)
{
	struct job *job = memory_new(sizeof *job);

	job->command = *command;
	job->aim = aim;
	job->owner = owner;
	return job;
}

void
jobs_push(struct jobs *jobs, struct command *command, int aim, void *owner)
{
	struct job *job = new_job(command, aim, owner);

	STAILQ_INSERT_TAIL(&jobs->waiting, job, next);
}

void
jobs_push_first(struct jobs *jobs, struct command *command, int aim, void *owner)
{
	struct job *job = new_job(command, aim, owner);

	STAILQ_INSERT_HEAD(&jobs->waiting, job, next);
}

void
jobs_watch(struct job *job, pid_t pid)
{
	job->watched = pid;
	limit_begin(&job->limit, &job->command, !pid);
}

bool
jobs_want_more(const struct jobs *jobs)
{
	return jobs->running < jobs->parallel && STAILQ_EMPTY(&jobs->waiting) &&
	       STAILQ_EMPTY(&jobs->ended) && !signals_caught();
}

static void
free_job(struct job *job)
{
	command_free(&job->command);
	outcome_free(&job->outcome);
	text_free(&job->replies);
	free(job);
}

static void
end_job(struct jobs *jobs, struct job *job, const struct outcome *outcome)
{
	job->outcome = *outcome;
	/* If cgbench itself was stopped for a while, the job may have ended in time. */
	if (WIFSIGNALED(outcome->status))
		job->outcome.overtime = job->overtime;
	STAILQ_INSERT_TAIL(&jobs->ended, job, next);
}

static bool
fork_server(struct jobs *jobs, struct job *job)
{
	int output = job->command.product ? child_open(&job->child) : -1;

	if (output < 0)
		return false;
	job->child.pid = compiler_server_fork(&jobs->servers, &job->command, output);
	close(output);
	if (!job->child.pid)
		child_ignore(&job->child);
	return job->forked = job->child.pid > 0;
}

static void
jobs_start_job(struct jobs *jobs, struct job *job)
{
	struct outcome outcome = {0};
	unsigned i = 0;

	if ((job->retried || !fork_server(jobs, job)) &&
	    !child_start(&job->child, &job->command, &outcome.start_error)) {
		end_job(jobs, job, &outcome);
		return;
	}
	limit_begin(&job->limit, &job->command, false);
	while (jobs->slots[i])
		i++;
	jobs->slots[i] = job;
	jobs->running++;
}

/* Returns true if there were any. */
static bool
read_replies(struct job *job)
{
	char replies[4096];
	size_t n = child_replies(&job->child, replies, sizeof replies);

	text_add_n(&job->replies, replies, n);
	if (n)
		limit_begin(&job->limit, &job->command, true);
	return n > 0;
}

/* Returns true if only the process that hangs is to be killed, which is done once: its parent
   then continues. If the parent does not, because that process has stopped it, the whole job is
   killed. So it is if the process is not the job's: what is measured can write to the pipe that
   names it. */
static bool
is_watched(const struct job *job)
{
	return job->watched && !job->late.limit && usage_descends(job->watched, job->child.pid);
}

/* A killed process ends at once, unless it is traced or its guard has stopped. */
enum { SECONDS_TO_DIE = 5 };

static void
jobs_look_at(struct job *job)
{
	bool watched;

	if (job->overtime.limit) {
		child_release(&job->child);
		limit_put_off(&job->limit, SECONDS_TO_DIE);
		return;
	}
	/* If cgbench itself was stopped for a while, replies may be waiting. */
	if (job->child.replies >= 0 && read_replies(job))
		return;
	watched = is_watched(job);
	if (!limit_passed(&job->limit, watched ? job->watched : job->child.pid,
	        watched ? &job->late : &job->overtime))
		return;
	if (watched) {
		kill(-job->watched, SIGKILL);
		kill(job->watched, SIGKILL);
		limit_begin(&job->limit, &job->command, true);
	} else {
		child_kill(&job->child);
		limit_put_off(&job->limit, SECONDS_TO_DIE);
	}
}

/* Looks at the jobs for which it is time. Returns the milliseconds until the next look. */
static int
jobs_check_limits(struct jobs *jobs)
{
	int wait = 1000000, left;

	for (unsigned i = 0; i < jobs->parallel; i++) {
		struct job *job = jobs->slots[i];

		if (!job || !job->command.timeout)
			continue;
		if (!limit_left(&job->limit))
			jobs_look_at(job);
		left = job->replies.n ? 0 : limit_left(&job->limit);
		if (left < wait)
			wait = left;
	}
	return wait;
}

/* Each slot has two descriptors to poll: for what its child prints, and for its replies. */
static void
wait_for_event(struct jobs *jobs)
{
	int wait = jobs_check_limits(jobs);
	struct timespec t = {wait / 1000, wait % 1000 * 1000000L};
	int n;

	for (unsigned i = 0; i < jobs->parallel; i++) {
		const struct job *job = jobs->slots[i];
		struct pollfd *polls = &jobs->polls[2 * i];

		polls[0] =
		    (struct pollfd){.fd = job ? job->child.output : -1, .events = POLLIN};
		polls[1] =
		    (struct pollfd){.fd = job ? job->child.replies : -1, .events = POLLIN};
	}
	n = ppoll(jobs->polls, 2 * jobs->parallel, &t, &jobs->signals.before);
	if (n < 0 && errno != EINTR)
		message_die(STATUS_FAILURE, "ppoll: %s", strerror(errno));
	if (n <= 0)
		return;
	for (unsigned i = 0; i < jobs->parallel; i++) {
		if (jobs->polls[2 * i].revents)
			child_read(&jobs->slots[i]->child);
		if (jobs->polls[2 * i + 1].revents)
			read_replies(jobs->slots[i]);
	}
}

/* A program may take its words from elsewhere than the arguments of main. If it did not make
   its product when it was forked off a server, it is started once more by itself. Returns true
   if it is. */
static bool
retry(struct jobs *jobs, struct job *job, const struct outcome *outcome)
{
	bool made = job->command.product && outcome_made(outcome, job->command.product);

	if (job->retried && made)
		compiler_server_retire(&jobs->servers, &job->command);
	if (!job->forked || made || job->overtime.limit)
		return false;
	job->forked = false;
	job->retried = true;
	jobs_start_job(jobs, job);
	return true;
}

static void
reap(struct jobs *jobs, pid_t pid)
{
	struct outcome outcome;

	for (unsigned i = 0; i < jobs->parallel; i++) {
		struct job *job = jobs->slots[i];

		if (!job || job->child.pid != pid)
			continue;
		jobs->slots[i] = NULL;
		jobs->running--;
		while (job->child.replies >= 0 && read_replies(job))
			;
		child_finish(&job->child, &outcome);
		jobs->lost |= outcome.guard_died;
		if (retry(jobs, job, &outcome))
			outcome_free(&outcome);
		else
			end_job(jobs, job, &outcome);
		return;
	}
	waitpid(pid, NULL, 0);
	compiler_server_ended(&jobs->servers, pid);
}

/* Returns true if any child was waited for. */
static bool
reap_all(struct jobs *jobs)
{
	siginfo_t info = {0};
	bool any = false;

	while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid) {
		reap(jobs, info.si_pid);
		info.si_pid = 0;
		any = true;
	}
	return any;
}

/* Daemons of compilers are left alone, unless they cannot be told from what a program left. */
static void
kill_others(struct jobs *jobs)
{
	orphans_kill(jobs->lost ? ORPHANS_ALL : ORPHANS_OF_SESSION, 0);
	compiler_server_free(&jobs->servers);
	jobs->lost = false;
}

/* It is not known whose orphans are left. So they are killed when no job runs, and until then
   no other job is started. */
static void
end_orphans(struct jobs *jobs)
{
	jobs->orphans =
	    jobs->lost || orphans_exist(jobs->running + compiler_server_count(&jobs->servers));
	if (!jobs->orphans || jobs->running)
		return;
	kill_others(jobs);
	jobs->orphans = false;
}

void
jobs_start(struct jobs *jobs)
{
	while (!STAILQ_EMPTY(&jobs->waiting) && jobs->running < jobs->parallel &&
	       !jobs->orphans && !signals_caught())
		jobs_start_job(jobs, queue_take(&jobs->waiting));
}

static void
end_event(struct jobs *jobs)
{
	if (jobs->talking)
		text_cut(&jobs->talking->replies, 0);
	if (jobs->reported)
		free_job(jobs->reported);
	jobs->talking = jobs->reported = NULL;
}

/* All replies of a job are reported before its end. */
static struct job *
find_talking(const struct jobs *jobs)
{
	struct job *ended = STAILQ_FIRST(&jobs->ended);

	for (unsigned i = 0; i < jobs->parallel; i++)
		if (jobs->slots[i] && jobs->slots[i]->replies.n)
			return jobs->slots[i];
	return ended && ended->replies.n ? ended : NULL;
}

static bool
jobs_take_event(struct jobs *jobs, struct job_event *event)
{
	struct job *job = jobs->talking = find_talking(jobs);

	if (!job && !STAILQ_EMPTY(&jobs->ended))
		job = jobs->reported = queue_take(&jobs->ended);
	if (!job)
		return false;
	*event = (struct job_event){.job = job,
	    .aim = job->aim,
	    .owner = job->owner,
	    .outcome = jobs->talking ? NULL : &job->outcome,
	    .replies = &job->replies,
	    .late = job->late};
	job->late = (struct overtime){0};
	return true;
}

bool
jobs_next(struct jobs *jobs, struct job_event *event)
{
	end_event(jobs);
	for (;;) {
		jobs_start(jobs);
		if (signals_caught())
			return false;
		if (jobs_take_event(jobs, event))
			return true;
		if (!jobs->running && STAILQ_EMPTY(&jobs->waiting))
			return false;
		wait_for_event(jobs);
		if (reap_all(jobs))
			end_orphans(jobs);
	}
}

void
jobs_kill(struct jobs *jobs)
{
	end_event(jobs);
	for (unsigned i = 0; i < jobs->parallel; i++)
		if (jobs->slots[i]) {
			child_kill(&jobs->slots[i]->child);
			limit_put_off(&jobs->slots[i]->limit, 1);
		}
	for (unsigned i = 0; i < jobs->parallel; i++) {
		FREED_BY(outcome_free) struct outcome outcome = {0};
		struct job *job = jobs->slots[i];

		if (!job)
			continue;
		if (!orphans_await(job->child.pid, limit_left(&job->limit)))
			child_release(&job->child);
		child_finish(&job->child, &outcome);
		jobs->lost |= outcome.guard_died;
		free_job(job);
		jobs->slots[i] = NULL;
	}
	jobs->running = 0;
	while (!STAILQ_EMPTY(&jobs->waiting))
		free_job(queue_take(&jobs->waiting));
	while (!STAILQ_EMPTY(&jobs->ended))
		free_job(queue_take(&jobs->ended));
	kill_others(jobs);
}

void
jobs_free(struct jobs *jobs)
{
	jobs_kill(jobs);
	signals_end(&jobs->signals);
	free(jobs->slots);
	free(jobs->polls);
	free(jobs);
}

bool
jobs_run(struct jobs *jobs, struct command *command, struct outcome *outcome)
{
	struct job_event event;

	jobs_push(jobs, command, 0, NULL);
	if (!jobs_next(jobs, &event))
		return false;
	*outcome = event.job->outcome;
	event.job->outcome = (struct outcome){0};
	return true;
}

void
jobs_run_one(struct command *command, struct outcome *outcome)
{
	struct jobs *jobs = jobs_new(1);
	bool ran = jobs_run(jobs, command, outcome);

	jobs_free(jobs);
	if (!ran)
		raise(signals_caught());
}
