#include "process/chance/calls.h"
#include "process/chance/guard.h"
#include "process/chance/noted.h"
#include "process/peer.h"
#include "process/status.h"

bool
guard_write(const struct guard *guard, uint64_t to, const void *from, size_t n)
{
	return peer_write((pid_t)guard->question.pid, to, from, n);
}

bool
guard_read(const struct guard *guard, uint64_t from, void *to, size_t n)
{
	return peer_read((pid_t)guard->question.pid, from, to, n);
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

	/* An odd factor has seeds that follow each other draw bytes that do not. */
	*thread = (struct thread){.tid = tid,
	    .number = guard->next++,
	    .leader = leader,
	    .seed = 1 + guard->seed * 2654435761u};
	guard->n++;
	return thread;
}

void
guard_begin(struct guard *guard, pid_t tid)
{
	clock_gettime(CLOCK_REALTIME_COARSE, &guard->began);
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
	process = (pid_t)status_number(tid, "Tgid:", 10);
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
	pid_t parent = (pid_t)status_number((pid_t)guard->question.pid, "PPid:", 10);
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
		return (pid_t)status_number(guard->threads[0].tid, "PPid:", 10);
	return (pid_t)number;
}

/* A server belongs to none of the requests whose processes it starts. */
void
guard_note(struct guard *guard, enum chance chance)
{
	bool of_server = guard_process(guard)->tid == guard->server;

	if (of_server || (guard->noted & chance && chance != CHANCE_PROCESSES))
		return;
	guard->noted |= chance;
	noted_add(guard->dir, guard->threads[0].tid, chance);
}

void
guard_request(struct guard *guard)
{
	pid_t tid = (pid_t)guard->question.pid;

	if (guard->noted && guard->threads[0].tid == guard->first)
		noted_add(guard->dir, guard->first, 0);
	guard->server = (pid_t)status_number(tid, "PPid:", 10);
	guard_begin(guard, tid);
}

bool
guard_leaves(struct guard *guard, enum chance chance)
{
	if (!(guard->real & chance))
		return false;
	guard_note(guard, chance);
	return true;
}
