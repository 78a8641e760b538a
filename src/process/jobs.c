#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process/jobs.h"
#include "process/orphans.h"
#include "process/signals.h"
#include "process/zygote.h"
#include "util/memory.h"

struct job {
	struct command command;
	struct jobs_calls calls;
	void *context;
	struct job *next; /* in the queue */
	struct child child;
	struct timespec deadline;
	bool timed_out;
	bool forked; /* off a zygote */
	bool again;  /* by itself now */
};

struct jobs {
	unsigned parallel, running;
	struct job **slots; /* parallel of them; NULL: free */
	struct job *first, **last;
	struct pollfd *polls;
	struct zygotes zygotes;
	bool strays; /* nothing is started until they are killed */
	struct signals held;
};

/* A job holds three descriptors here, and four more pairs while it is started. */
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

struct jobs *
jobs_new(unsigned parallel)
{
	struct jobs *jobs = memory_new(sizeof *jobs);

	jobs->parallel = most_at_once(parallel);
	jobs->slots = memory_new(jobs->parallel * sizeof *jobs->slots);
	jobs->polls = memory_new(2 * jobs->parallel * sizeof *jobs->polls);
	jobs->last = &jobs->first;
	orphans_adopt();
	signals_begin(&jobs->held);
	return jobs;
}

void
jobs_push_calls(
    struct jobs *jobs, struct command *command, const struct jobs_calls *calls, void *context)
{
	struct job *job = memory_new(sizeof *job);

	job->command = *command;
	job->calls = *calls;
	job->context = context;
	*jobs->last = job;
	jobs->last = &job->next;
}

void
jobs_push(struct jobs *jobs, struct command *command, jobs_done *done, void *context)
{
	const struct jobs_calls calls = {.done = done};

	jobs_push_calls(jobs, command, &calls, context);
}

unsigned
jobs_idle(const struct jobs *jobs)
{
	unsigned busy = jobs->running;
	const struct job *job;

	for (job = jobs->first; job && busy < jobs->parallel; job = job->next)
		busy++;
	return busy < jobs->parallel ? jobs->parallel - busy : 1;
}

static struct job *
pop(struct jobs *jobs)
{
	struct job *job = jobs->first;

	jobs->first = job->next;
	if (!jobs->first)
		jobs->last = &jobs->first;
	return job;
}

static void
free_job(struct job *job)
{
	command_free(&job->command);
	free(job);
}

static void
end_job(struct job *job, struct outcome *outcome)
{
	/* Where cgbench itself was stopped for a while, the job may well have been done in
	 * time. */
	outcome->timed_out = job->timed_out && WIFSIGNALED(outcome->status);
	job->calls.done(job->context, outcome);
	outcome_free(outcome);
	free_job(job);
}

static void
begin_time(struct job *job)
{
	clock_gettime(CLOCK_MONOTONIC, &job->deadline);
	job->deadline.tv_sec += job->command.timeout;
}

static bool
fork_zygote(struct jobs *jobs, struct job *job)
{
	int output = job->command.product ? child_open(&job->child) : -1;

	if (output < 0)
		return false;
	job->child.pid = zygotes_fork(&jobs->zygotes, &job->command, output);
	close(output);
	if (!job->child.pid)
		child_ignore(&job->child);
	return job->forked = job->child.pid > 0;
}

static void
start(struct jobs *jobs, struct job *job)
{
	struct outcome outcome = {0};
	unsigned i = 0;

	if ((job->again || !fork_zygote(jobs, job)) &&
	    !child_start(&job->child, &job->command, &outcome.start_error)) {
		end_job(job, &outcome);
		return;
	}
	begin_time(job);
	while (jobs->slots[i])
		i++;
	jobs->slots[i] = job;
	jobs->running++;
}

/* Milliseconds until the deadline, rounded up; 0: it is over. */
static int
left_of(const struct job *job)
{
	struct timespec now;
	long long ms;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = (long long)(job->deadline.tv_sec - now.tv_sec) * 1000 +
	     (job->deadline.tv_nsec - now.tv_nsec + 999999) / 1000000;
	return ms < 0 ? 0 : ms > 1000000 ? 1000000 : (int)ms;
}

/* Returns whether there were any. */
static bool
read_replies(struct job *job)
{
	char replies[4096];
	size_t n = child_replies(&job->child, replies, sizeof replies);

	if (n && job->calls.reply) {
		job->calls.reply(job->context, replies, n);
		begin_time(job);
	}
	return n > 0;
}

static void
end_time(struct job *job)
{
	/* They may have waited here, where cgbench itself was stopped for a while. */
	if (job->child.replies >= 0 && read_replies(job))
		return;
	if (job->calls.late && job->calls.late(job->context)) {
		begin_time(job);
		return;
	}
	job->timed_out = true;
	child_kill(&job->child);
}

/* Milliseconds until the first job is out of time; those that are already are dealt with. */
static int
watch_time(struct jobs *jobs)
{
	int wait = 1000000, left;
	unsigned i;

	for (i = 0; i < jobs->parallel; i++) {
		struct job *job = jobs->slots[i];

		if (!job || !job->command.timeout || job->timed_out)
			continue;
		if (!left_of(job))
			end_time(job);
		left = left_of(job);
		if (!job->timed_out && left < wait)
			wait = left;
	}
	return wait;
}

/* Each slot has two descriptors to poll: what its child prints, and what it replies. */
static void
wait_for_event(struct jobs *jobs)
{
	int wait = watch_time(jobs);
	struct timespec t = {wait / 1000, wait % 1000 * 1000000L};
	unsigned i;

	for (i = 0; i < jobs->parallel; i++) {
		const struct job *job = jobs->slots[i];
		struct pollfd *polls = &jobs->polls[2 * i];

		polls[0] =
		    (struct pollfd){.fd = job ? job->child.output : -1, .events = POLLIN};
		polls[1] =
		    (struct pollfd){.fd = job ? job->child.replies : -1, .events = POLLIN};
	}
	if (ppoll(jobs->polls, 2 * jobs->parallel, &t, &jobs->held.before) <= 0)
		return;
	for (i = 0; i < jobs->parallel; i++) {
		if (jobs->polls[2 * i].revents)
			child_read(&jobs->slots[i]->child);
		if (jobs->polls[2 * i + 1].revents)
			read_replies(jobs->slots[i]);
	}
}

/* A program may take its words from elsewhere than its main: what it did not make when forked
   off a zygote it is to make, or to refuse, once more by itself. Returns whether it is to. */
static bool
begin_again(struct jobs *jobs, struct job *job, const struct outcome *outcome)
{
	bool made = job->command.product && outcome_made(outcome, job->command.product);

	if (job->again && made)
		zygotes_retire(&jobs->zygotes, &job->command);
	if (!job->forked || made || job->timed_out)
		return false;
	job->forked = false;
	job->again = true;
	start(jobs, job);
	return true;
}

static void
reap(struct jobs *jobs, pid_t pid)
{
	struct outcome outcome;
	unsigned i;

	for (i = 0; i < jobs->parallel; i++) {
		struct job *job = jobs->slots[i];

		if (!job || job->child.pid != pid)
			continue;
		jobs->slots[i] = NULL;
		jobs->running--;
		while (job->child.replies >= 0 && read_replies(job))
			;
		child_finish(&job->child, &outcome);
		if (begin_again(jobs, job, &outcome))
			outcome_free(&outcome);
		else
			end_job(job, &outcome);
		return;
	}
	waitpid(pid, NULL, 0);
	zygotes_ended(&jobs->zygotes, pid);
}

/* Returns whether there was any. */
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

static void
kill_others(struct jobs *jobs)
{
	orphans_kill();
	zygotes_free(&jobs->zygotes);
}

/* Whose orphans are left is not known: they are killed when no job runs, which is waited for.
 */
static void
end_strays(struct jobs *jobs)
{
	jobs->strays = orphans_exist(jobs->running + zygotes_count(&jobs->zygotes));
	if (!jobs->strays || jobs->running)
		return;
	kill_others(jobs);
	jobs->strays = false;
}

int
jobs_run(struct jobs *jobs, jobs_more *more, void *context)
{
	bool at_end = !more;

	for (;;) {
		while (jobs->running < jobs->parallel && !jobs->strays && !signals_caught()) {
			while (!jobs->first && !at_end)
				at_end = !more(context);
			if (!jobs->first)
				break;
			start(jobs, pop(jobs));
		}
		if (signals_caught() || (!jobs->running && !jobs->first))
			return signals_caught();
		wait_for_event(jobs);
		if (reap_all(jobs))
			end_strays(jobs);
	}
}

void
jobs_kill(struct jobs *jobs)
{
	unsigned i;

	for (i = 0; i < jobs->parallel; i++) {
		struct outcome outcome;

		if (!jobs->slots[i])
			continue;
		child_kill(&jobs->slots[i]->child);
		child_finish(&jobs->slots[i]->child, &outcome);
		outcome_free(&outcome);
		free_job(jobs->slots[i]);
		jobs->slots[i] = NULL;
	}
	jobs->running = 0;
	while (jobs->first)
		free_job(pop(jobs));
	kill_others(jobs);
}

void
jobs_free(struct jobs *jobs)
{
	jobs_kill(jobs);
	signals_end(&jobs->held);
	free(jobs->slots);
	free(jobs->polls);
	free(jobs);
}

static void
keep_outcome(void *context, const struct outcome *outcome)
{
	struct outcome *kept = context;

	*kept = *outcome;
	kept->start_error = memory_copy(outcome->start_error);
	kept->output = memory_copy(outcome->output);
}

void
jobs_run_one(struct command *command, struct outcome *outcome)
{
	struct jobs *jobs = jobs_new(1);
	int number;

	jobs_push(jobs, command, keep_outcome, outcome);
	number = jobs_run(jobs, NULL, NULL);
	jobs_free(jobs);
	if (number)
		raise(number);
}
