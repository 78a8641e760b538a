#include <stdlib.h>
#include <string.h>

#include "measure/engine.h"
#include "measure/crash.h"
#include "measure/judge.h"
#include "measure/keep.h"
#include "measure/profile/profile_stage.h"
#include "measure/schedule.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* How many requests a server gets for each task. */
enum { REQUESTS = VARIANT_COUNT * LENGTH_COUNT };

static struct task *
task_of(const struct session *session, const struct request *request)
{
	return session->program->tasks[request->task];
}

/* Forks are cheaper while valgrind has room for one thread only, so a program gets no more
   until it asks for more. Returns true if that was what went wrong. */
static bool
wants_threads(const struct session *session, struct task *task, const char *output)
{
	if (session->threads || task_failed(task) || !valgrind_lacks_threads(output))
		return false;
	if (!task->threads)
		task->threads = memory_new(sizeof *task->threads);
	return task->retry = true;
}

static bool
is_counted(const struct task *task)
{
	return task->counted == task_needs_all(task);
}

/* Returns NULL, or why the counts of a cell that has all of them are not used; the caller
   frees. Those of a test with threads are put together once it was measured often enough. */
static char *
doubt_counts(const struct program *program, struct task *task)
{
	const unsigned long *loops = program->run->loops;
	bool once = task->test->once;
	const char *unfinished = judge_unfinished(task->cell, program->target->language, loops);

	if (unfinished)
		return memory_copy(unfinished);
	if (!task->threads)
		return NULL;
	threads_add(task->threads, task->cell);
	task->retry = task->threads->n < THREADS_RUNS;
	return task->retry ? NULL : threads_settle(task->threads, task->cell, once, loops);
}

/* The outcome is that of the last of its measurements. */
static void
check_counts(
    const struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct task *task = task_of(session, request);
	char *why = doubt_counts(session->program, task), *output;

	if (!why)
		return;
	output = measurement_output(request->measurement, outcome);
	program_fail(session->program, task, &task->measurements[VARIANT_ACTIVE][LENGTH_LONG],
	    why, output);
	free(output);
	free(why);
}

static void
take_counts(
    const struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct program *program = session->program;
	struct task *task = task_of(session, request);
	const struct measurement *m = request->measurement;
	struct deviations *deviations = &task->deviations[m->variant][m->length];
	const char *symbol =
	    language_is_compiled(program->target->language) ? task->symbol : NULL;
	char *why = measurement_why(m, outcome, task->test, symbol, session->config->timeout);
	char *keep = session->config->keep ? text_print("%s/" KEEP_COUNTS, m->dir) : NULL;
	char *output;

	*deviations = (struct deviations){.own = task->use.own};
	if (!why)
		why = engine_counts(session->config->valgrind, program->target, session->dir,
		    outcome->pid, keep, &task->cell->counts[m->variant][m->length], deviations);
	free(keep);
	if (!why) {
		deviation_add_log(deviations, outcome->output);
		task->counted++;
		task->cell->lacks = engine_lacks(program->target);
		if (is_counted(task))
			check_counts(session, request, outcome);
		return;
	}
	output = measurement_output(m, outcome);
	if (!wants_threads(session, task, output)) {
		program_fail(program, task, m, why, output);
		task->crashed = crash_is(outcome) ? m : NULL;
	}
	free(output);
	free(why);
}

/* Returns true if no further replies for this cell will arrive. After a failure that its status
   does not show, a server continues with the cell and must find its directories. If they were
   removed, the fate of its processes would depend on timing, and so would what the branch
   predictor has seen when the server comes to the next cell. */
static bool
is_finished(const struct session *session, const struct request *request, int status)
{
	const struct task *task = task_of(session, request);
	bool last = (request - session->requests) % REQUESTS == REQUESTS - 1;
	bool goes_on = session->kind == SESSION_FORK && !status && !last;

	return (is_counted(task) && !task->retry) || (task_failed(task) && !goes_on);
}

/* Whether the task has all counts that its profile will explain. */
static bool
wants_profile(const struct task *task)
{
	return task->run->config->profiles && is_counted(task) && !task->retry &&
	       !task_failed(task);
}

static void
announce(const struct task *task, const struct measurement *m)
{
	char *name;

	progress_at(&task->run->progress, task->test->name, task->target->put->label);
	if (!task->run->config->debug)
		return;
	name = measurement_name(m);
	message_warn("Starting %s/%s %s", task->test->name, task->target->put->label, name);
	free(name);
}

static void
end_measurement(
    const struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct task *task = task_of(session, request);

	if (!task)
		return;
	if (!task_failed(task))
		take_counts(session, request, outcome);
	if (is_finished(session, request, outcome->status) && !wants_profile(task))
		program_end_task(session->program, request->task);
}

static void
receive(struct session *session, const struct job_event *event)
{
	struct session_event about;

	session_receive(session, event->replies, event->late);
	while (session_next(session, &about)) {
		const struct task *task = task_of(session, about.request);

		if (about.ended)
			end_measurement(session, about.request, &about.outcome);
		else if (task)
			announce(task, about.request->measurement);
		outcome_free(&about.outcome);
	}
	jobs_watch(event->job, session->current);
}

static struct session *
new_session(struct program *program)
{
	struct session *session =
	    session_new(program->run->config, program->target, program->kind);

	session->program = program;
	if (program->run->quick.tool)
		session->valgrind = &program->run->quick;
	return session;
}

/* Adds one measurement to the session, its directory made anew. */
static void
add_request(struct session *session, size_t i, enum variant variant, enum length length)
{
	struct task *task = session->program->tasks[i];
	char *why = program_add_request(session, i, &task->measurements[variant][length]);

	if (why)
		task_fail(task, STAGE_PREPARE, why, "", "");
	free(why);
}

/* In this order the iterations that the server has made by then cancel out in the double
   difference, even if an iteration costs more after the one variant than after the other. And
   what is wrong with a snippet shows in the first one, the longest. */
static void
add_requests(struct session *session, size_t i)
{
	session->program->tasks[i]->counted = 0;
	add_request(session, i, VARIANT_ACTIVE, LENGTH_LONG);
	add_request(session, i, VARIANT_EMPTY, LENGTH_LONG);
	add_request(session, i, VARIANT_ACTIVE, LENGTH_SHORT);
	add_request(session, i, VARIANT_EMPTY, LENGTH_SHORT);
}

static void
fail_request(
    struct session *session, const struct request *request, const char *why, const char *output)
{
	program_fail(session->program, task_of(session, request), request->measurement,
	    why ? why
	        : "ended without reading its work, as one does that only starts another "
	          "program: name that one",
	    output);
	program_end_task(session->program, request->task);
}

static void
free_session(struct session *session)
{
	struct program *program = session->program;

	session_free(session);
	program_release(program);
}

/* Fails every cell that the session was to measure. */
static void
fail_session(struct session *session, const char *why)
{
	size_t i;

	for (i = 0; i < session->n; i++)
		if (task_of(session, &session->requests[i]))
			fail_request(session, &session->requests[i], why, "");
	free_session(session);
}

/* Queues a session with its requests. */
static void
push_session(struct session *session)
{
	char *why = program_push_session(session, STEP_MEASURE);

	if (why)
		fail_session(session, why);
	free(why);
}

/* Returns true if a cell that its session did not finish is to be measured again. If the server
   died, whoever killed it, the cells that were not measured are. The first of them, with which
   the server died, is tried only once more. */
static bool
may_try_again(struct task *task, bool died, bool *found_first)
{
	bool first = !*found_first;

	if (task->retry) {
		task->retry = false;
		return true;
	}
	*found_first = true;
	return died && !task_failed(task) && (!first || ++task->deaths < 2);
}

/* Returns true if the server ended because of a test, or may have. One that tells of nothing
   did if one ended before with the test that it began with: a process may kill or stop it
   before it tells of that process. */
static bool
has_died(const struct session *session)
{
	const struct task *first = task_of(session, &session->requests[0]);

	return session->up || (first && first->deaths);
}

/* Shares out what a server did not measure: to sessions without threads and with them, or to
   failure. */
static void
end_server(struct session *session, const char *why, const char *output)
{
	struct program *program = session->program;
	struct session *retries[] = {new_session(program), new_session(program)};
	bool died = why && has_died(session), found_first = false;
	char *twice = died ? text_print("its server ended twice: %s", why) : NULL;
	size_t i;

	for (i = 0; i < session->n; i += REQUESTS) {
		const struct request *request = &session->requests[i];
		struct task *task = task_of(session, request);

		if (task && wants_profile(task)) {
			profile_stage_add(program, request->task);
			continue;
		}
		if (task && why)
			wants_threads(session, task, output);
		if (task && may_try_again(task, died, &found_first))
			add_requests(retries[task->threads != NULL], request->task);
		else if (task)
			fail_request(session, request, twice ? twice : why, output);
	}
	free(twice);
	for (i = 0; i < 2; i++)
		if (retries[i]->n)
			push_session(retries[i]);
		else
			session_free(retries[i]);
}

static void
begin_single(struct program *program, size_t i, enum variant variant, enum length length)
{
	struct session *session = new_session(program);

	add_request(session, i, variant, length);
	announce(program->tasks[i], session->requests[0].measurement);
	push_session(session);
}

static void
begin_others(struct program *program, size_t i, const struct measurement *done)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			/* It is finished if a measurement could not begin. */
			const struct task *task = program->tasks[i];

			if (task && task_needs(task, v, l) && &task->measurements[v][l] != done)
				begin_single(program, i, v, l);
		}
}

/* The longest loop runs alone, so that what is wrong with a snippet is shown, and waited for,
   only once. */
static void
begin_first(struct program *program, size_t i)
{
	bool is_long = task_needs(program->tasks[i], VARIANT_ACTIVE, LENGTH_LONG);

	program->tasks[i]->counted = 0;
	begin_single(program, i, VARIANT_ACTIVE, is_long ? LENGTH_LONG : LENGTH_SHORT);
}

/* Continues a cell after a session of one measurement. */
static void
end_single(struct session *session, const char *why, const char *output)
{
	struct program *program = session->program;
	const struct request *request = &session->requests[0];
	const struct measurement *m = request->measurement;
	struct task *task = task_of(session, request);

	if (task && wants_profile(task)) {
		profile_stage_add(program, request->task);
	} else if (task && !session->up) {
		fail_request(session, request, why, output);
	} else if (task && task->retry) {
		task->retry = false;
		if (is_counted(task))
			begin_first(program, request->task);
		else
			begin_single(program, request->task, m->variant, m->length);
	} else if (task && task->counted == 1) {
		begin_others(program, request->task, m);
	}
}

static void
end_session(struct session *session, const struct outcome *ended)
{
	char *why = session_why(session, ended), *output;
	bool forks = session->kind == SESSION_FORK;
	struct outcome outcome;

	if (!forks && session_measured(session, ended, &outcome)) {
		end_measurement(session, &session->requests[0], &outcome);
		outcome_free(&outcome);
	}
	output = session_output(session, ended);
	/* Before the directory may be made anew, for a command's next try. */
	session_clean(session);
	if (forks)
		end_server(session, why, output);
	else
		end_single(session, why, output);
	free_session(session);
	free(output);
	free(why);
}

void
schedule_take(struct session *session, const struct job_event *event)
{
	if (event->outcome)
		end_session(session, event->outcome);
	else
		receive(session, event);
}

/* How many tests each session takes: as many as each job has of all cells, but of the last
   batch no more than make a session for each job, so that none idles for long at the end. If
   it is the last of two, the sessions of both run at the end: those of the first wait until
   the second is compiled. It does not depend on what happens in the run, because raw counts
   depend on what a server measured before. A server starts in the time of as many tests as
   LEAST. */
static size_t
share_of(const struct program *program)
{
	enum { LEAST = 16 };
	size_t jobs = program->run->config->jobs;
	size_t all = program->run->cells, n = program->n;
	size_t cells = program->tasks[0]->last && 2 * n < all ? n : all;
	size_t share = (cells + jobs - 1) / jobs;

	return share < LEAST ? LEAST : share;
}

static void
measure_forked(struct program *program)
{
	size_t share = share_of(program), i;
	struct session *session = NULL;

	for (i = 0; i < program->n; i++) {
		if (!session)
			session = new_session(program);
		add_requests(session, i);
		if (i + 1 < program->n && (i + 1) % share)
			continue;
		push_session(session);
		session = NULL;
	}
}

void
schedule_program(struct program *program)
{
	size_t i;

	if (program->kind == SESSION_FORK)
		measure_forked(program);
	else
		for (i = 0; i < program->n; i++)
			begin_first(program, i);
	program_release(program);
}
