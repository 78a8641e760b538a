#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "jobs.h"
#include "memory.h"

struct job {
	struct command command;
	jobs_done *done;
	void *context;
	struct job *next; /* in the queue */
	struct child child;
	struct timespec deadline;
	bool timed_out;
};

struct jobs {
	unsigned parallel, running;
	struct job **slots; /* parallel of them; NULL: free */
	struct job *first, **last;
	struct pollfd *polls;
	sigset_t before; /* the mask in which signals are waited for */
};

static const int held_back[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static volatile sig_atomic_t caught;

static void
note_signal(int number)
{
	if (number != SIGCHLD)
		caught = number;
}

static void
hold_signals(struct jobs *jobs)
{
	struct sigaction act = {.sa_handler = note_signal}, old;
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (i = 0; i < sizeof held_back / sizeof *held_back; i++) {
		sigaddset(&set, held_back[i]);
		sigaction(held_back[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaction(held_back[i], &act, NULL);
	}
	sigaction(SIGCHLD, &act, NULL);
	sigprocmask(SIG_BLOCK, &set, &jobs->before);
	sigdelset(&jobs->before, SIGCHLD);
}

static void
release_signals(struct jobs *jobs)
{
	size_t i;

	for (i = 0; i < sizeof held_back / sizeof *held_back; i++) {
		struct sigaction old;

		sigaction(held_back[i], NULL, &old);
		if (old.sa_handler == note_signal)
			signal(held_back[i], SIG_DFL);
	}
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_SETMASK, &jobs->before, NULL);
}

struct jobs *
jobs_new(unsigned parallel)
{
	struct jobs *jobs = memory_new(sizeof *jobs);

	jobs->parallel = parallel;
	jobs->slots = memory_new(parallel * sizeof *jobs->slots);
	jobs->polls = memory_new(parallel * sizeof *jobs->polls);
	jobs->last = &jobs->first;
	/* Orphans of the children become children of this process, so that they can be found. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	hold_signals(jobs);
	return jobs;
}

void
jobs_push(struct jobs *jobs, struct command *command, jobs_done *done, void *context)
{
	struct job *job = memory_new(sizeof *job);

	job->command = *command;
	job->done = done;
	job->context = context;
	*jobs->last = job;
	jobs->last = &job->next;
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
end_job(struct job *job, struct outcome *outcome)
{
	outcome->timed_out = job->timed_out;
	job->done(job->context, outcome);
	outcome_free(outcome);
	command_free(&job->command);
	free(job);
}

static void
start(struct jobs *jobs, struct job *job)
{
	struct outcome outcome = {0};
	unsigned i = 0;

	if (!child_start(&job->child, &job->command, &outcome.start_error)) {
		end_job(job, &outcome);
		return;
	}
	clock_gettime(CLOCK_MONOTONIC, &job->deadline);
	job->deadline.tv_sec += job->command.timeout;
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

/* Waits until a child prints, ends, or is out of time; or for a signal. */
static void
wait_for_event(struct jobs *jobs)
{
	int wait = 1000000, left;
	struct timespec t;
	unsigned i;

	for (i = 0; i < jobs->parallel; i++) {
		struct job *job = jobs->slots[i];

		jobs->polls[i] = (struct pollfd){.fd = job ? job->child.output : -1, .events = POLLIN};
		if (!job || !job->command.timeout || job->timed_out)
			continue;
		left = left_of(job);
		if (!left) {
			job->timed_out = true;
			kill(-job->child.pid, SIGKILL);
		} else if (left < wait) {
			wait = left;
		}
	}
	t = (struct timespec){wait / 1000, wait % 1000 * 1000000L};
	if (ppoll(jobs->polls, jobs->parallel, &t, &jobs->before) <= 0)
		return;
	for (i = 0; i < jobs->parallel; i++)
		if (jobs->polls[i].revents)
			child_read(&jobs->slots[i]->child);
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
		child_finish(&job->child, &outcome);
		end_job(job, &outcome);
		return;
	}
	waitpid(pid, NULL, 0);
}

static void
reap_all(struct jobs *jobs)
{
	siginfo_t info = {0};

	while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid) {
		reap(jobs, info.si_pid);
		info.si_pid = 0;
	}
}

/* Orphans that left their process group. They are children of this process by now; only while no
   job runs is it certain that none of them is waited for by its own. */
static void
kill_strays(void)
{
	FILE *f;
	int pid;

	f = fopen("/proc/thread-self/children", "re");
	if (!f)
		return;
	while (fscanf(f, "%d", &pid) == 1)
		if (kill(pid, SIGKILL) == 0)
			waitpid(pid, NULL, 0);
	fclose(f);
}

int
jobs_run(struct jobs *jobs, jobs_more *more, void *context)
{
	bool at_end = !more;

	for (;;) {
		while (jobs->running < jobs->parallel && !caught) {
			if (!jobs->first && !at_end)
				at_end = !more(context);
			if (!jobs->first)
				break;
			start(jobs, pop(jobs));
		}
		if (caught || (!jobs->running && !jobs->first))
			return caught;
		wait_for_event(jobs);
		reap_all(jobs);
		if (!jobs->running)
			kill_strays();
	}
}

void
jobs_free(struct jobs *jobs)
{
	unsigned i;

	for (i = 0; i < jobs->parallel; i++) {
		struct job *job = jobs->slots[i];
		struct outcome outcome;

		if (!job)
			continue;
		kill(-job->child.pid, SIGKILL);
		child_finish(&job->child, &outcome);
		outcome_free(&outcome);
		command_free(&job->command);
		free(job);
	}
	kill_strays();
	while (jobs->first) {
		struct job *job = pop(jobs);

		command_free(&job->command);
		free(job);
	}
	release_signals(jobs);
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
	kept->end = memory_copy(outcome->end);
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
