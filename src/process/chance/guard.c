#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "process/chance/calls.h"
#include "process/chance/guard.h"
#include "process/chance/noted.h"

bool
guard_write(const struct guard *guard, uint64_t to, const void *from, size_t n)
{
	struct iovec here = {(void *)(uintptr_t)from, n}, there = {(void *)(uintptr_t)to, n};

	return process_vm_writev((pid_t)guard->question.pid, &here, 1, &there, 1, 0) ==
	       (ssize_t)n;
}

/* The number in a line of /proc/PID/status that begins with that. */
static pid_t
status_number(pid_t pid, const char *name)
{
	char path[64], status[4096];
	const char *at;
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? 0 : read(fd, status, sizeof status - 1);
	close(fd);
	status[n < 0 ? 0 : n] = '\0';
	at = strstr(status, name);
	return at ? atoi(at + strlen(name)) : 0;
}

struct thread *
guard_find(struct guard *guard, pid_t tid)
{
	for (size_t i = 0; i < guard->n; i++)
		if (guard->threads[i].tid == tid)
			return &guard->threads[i];
	return NULL;
}

static struct thread *
add_thread(struct guard *guard, pid_t tid, size_t leader)
{
	struct thread *thread = &guard->threads[guard->n];

	*thread =
	    (struct thread){.tid = tid, .number = guard->next++, .leader = leader, .seed = 1};
	guard->n++;
	return thread;
}

void
guard_begin(struct guard *guard, pid_t tid)
{
	guard->noted = 0;
	guard->n = 0;
	guard->next = CHANCE_PIDS;
	add_thread(guard, tid, 0);
	/* The parent's is next, which no measured process is. */
	guard->next++;
}

struct thread *
guard_asker(struct guard *guard)
{
	pid_t tid = (pid_t)guard->question.pid, process;
	struct thread *thread = guard_find(guard, tid), *leader;

	if (thread)
		return thread;
	if (guard->n + 2 > GUARD_THREADS)
		guard_begin(guard, guard->threads[0].tid);
	process = status_number(tid, "\nTgid:");
	leader = guard_find(guard, process);
	if (!leader)
		leader = add_thread(guard, process, guard->n);
	return process == tid ? leader
	                      : add_thread(guard, tid, (size_t)(leader - guard->threads));
}

struct thread *
guard_process(struct guard *guard)
{
	return &guard->threads[guard_asker(guard)->leader];
}

int
guard_parent(struct guard *guard)
{
	pid_t parent = status_number((pid_t)guard->question.pid, "\nPPid:");
	const struct thread *known = guard_find(guard, parent);

	return known ? known->number : CHANCE_PIDS + 1;
}

pid_t
guard_real_number(const struct guard *guard, uint64_t number)
{
	for (size_t i = 0; i < guard->n; i++)
		if (guard->threads[i].number == (int)number)
			return guard->threads[i].tid;
	if (number == CHANCE_PIDS + 1)
		return status_number(guard->threads[0].tid, "\nPPid:");
	return (pid_t)number;
}

/* What a server itself does belongs to none of those that it starts. */
void
guard_note(struct guard *guard, enum chance chance)
{
	bool of_server =
	    guard->threads[0].tid != guard->first && guard_process(guard)->tid == guard->first;

	if (of_server || guard->noted & chance)
		return;
	guard->noted |= chance;
	noted_add(guard->dir, guard->threads[0].tid, chance);
}

void
guard_forget(struct guard *guard)
{
	if (guard->noted)
		noted_add(guard->dir, guard->threads[0].tid, 0);
}

bool
guard_leaves(struct guard *guard, enum chance chance)
{
	if (!(guard->real & chance))
		return false;
	guard_note(guard, chance);
	return true;
}
