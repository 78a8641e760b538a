#include <stdlib.h>

#include "measure/engine.h"
#include "measure/judge.h"
#include "measure/keep.h"
#include "measure/schedule.h"
#include "measure/session_driver.h"
#include "measure/threads.h"
#include "util/memory.h"
#include "util/message.h"

/* How many requests a server gets for each task. */
enum { REQUESTS = VARIANT_COUNT * LENGTH_COUNT };

/* What is known of a task while it is counted. */
struct counting {
	unsigned counted;       /* how many of its measurements have counts */
	unsigned deaths;        /* how often the server died while it ran this cell */
	bool retry;             /* it did not fail, but must be measured again with threads */
	struct threads threads; /* the counts of a task with threads */
};

/* Forks are cheaper while valgrind has room for one thread only, so a program gets no more
   until it asks for more. Returns true if that was what went wrong. */
static bool
wants_threads(const struct session *session, struct task *task, const char *output)
{
	if (session->threads || task_failed(task) || !valgrind_lacks_threads(output))
		return false;
	task->threads = true;
	return task->counting->retry = true;
}

static bool
is_counted(const struct task *task)
{
	return task->counting->counted == task_needs_all(task);
}

/* Returns NULL, or why the counts of a cell that has all of them are not used; the caller
   frees. Those of a test with threads are put together once it was measured often enough. */
static char *
doubt_counts(const struct program *program, struct task *task)
{
	const unsigned long *loops = program->run->loops;
	struct counting *counting = task->counting;
	bool once = task->test->once;
	const char *unfinished = judge_unfinished(task->cell, program->target->language, loops);

	if (unfinished)
		return memory_copy(unfinished);
	if (!task->threads)
		return NULL;
	threads_add(&counting->threads, task->cell);
	counting->retry = counting->threads.n < THREADS_RUNS;
	return counting->retry ? NULL
	                       : threads_settle(&counting->threads, task->cell, once, loops);
}

/* The outcome is that of the last of its measurements. */
static void
check_counts(
    const struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct task *task = session_driver_task(session, request);
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
	struct task *task = session_driver_task(session, request);
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
		task->counting->counted++;
		task->cell->lacks = engine_lacks(program->target);
		if (is_counted(task))
			check_counts(session, request, outcome);
		return;
	}
	output = measurement_output(m, outcome);
	if (!wants_threads(session, task, output)) {
		program_fail(program, task, m, why, output);
		task->crashed = measurement_crashed(outcome) ? m : NULL;
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
	const struct task *task = session_driver_task(session, request);
	bool last = (request - session->requests) % REQUESTS == REQUESTS - 1;
	bool goes_on = session->kind == SESSION_FORK && !status && !last;

	return (is_counted(task) && !task->counting->retry) || (task_failed(task) && !goes_on);
}

/* Whether the task has all counts that its profile will explain. */
static bool
wants_profile(const struct task *task)
{
	return task->run->config->profiles && is_counted(task) && !task->counting->retry &&
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

/* The task leaves the stage. */
static void
leave(struct program *program, size_t i)
{
	struct task *task = program->tasks[i];
	bool hands_on = wants_profile(task);

	free(task->counting);
	task->counting = NULL;
	if (hands_on)
		program_hand_on(program, i);
	else
		program_end_task(program, i);
}

static void
take(struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct task *task = session_driver_task(session, request);

	if (!task_failed(task))
		take_counts(session, request, outcome);
	if (is_finished(session, request, outcome->status) && !wants_profile(task))
		leave(session->program, request->task);
}

static void
open_session(struct session *session)
{
	if (session->program->run->quick.tool)
		session->valgrind = &session->program->run->quick;
}

static struct measurement *
find(struct task *task, enum variant variant, enum length length)
{
	return &task->measurements[variant][length];
}

static void
refuse(struct task *task, const char *why)
{
	task_fail(task, STAGE_PREPARE, why, "", "");
}

static void
add_task(struct session *session, size_t i)
{
	session->program->tasks[i]->counting->counted = 0;
	session_driver_add_all(session, i);
}

static void
fail_request(
    struct session *session, const struct request *request, const char *why, const char *output)
{
	program_fail(session->program, session_driver_task(session, request),
	    request->measurement,
	    why ? why
	        : "ended without reading its work, as one does that only starts another "
	          "program: name that one",
	    output);
	leave(session->program, request->task);
}

static void
fail(struct session *session, const struct request *request, const char *why)
{
	fail_request(session, request, why, "");
}

/* Returns true if a cell that its session did not finish is to be measured again. If the server
   died, whoever killed it, the cells that were not measured are. The first of them, with which
   the server died, is tried only once more. */
static bool
may_try_again(struct task *task, bool died, bool *found_first)
{
	bool first = !*found_first;

	if (task->counting->retry) {
		task->counting->retry = false;
		return true;
	}
	*found_first = true;
	return died && !task_failed(task) && (!first || ++task->counting->deaths < 2);
}

/* Returns true if the server ended because of a test, or may have. One that tells of nothing
   did if one ended before with the test that it began with: a process may kill or stop it
   before it tells of that process. */
static bool
has_died(const struct session *session)
{
	const struct task *first = session_driver_task(session, &session->requests[0]);

	return session->up || (first && first->counting->deaths);
}

/* Shares out what a server did not measure: to sessions without threads and with them, or to
   failure. */
static void
end_server(struct session *session, const char *why, const char *output)
{
	struct program *program = session->program;
	struct session *retries[] = {session_driver_open(session->driver, program),
	    session_driver_open(session->driver, program)};
	bool died = why && has_died(session), found_first = false;
	char *twice = died ? text_print("its server ended twice: %s", why) : NULL;
	size_t i;

	for (i = 0; i < session->n; i += REQUESTS) {
		const struct request *request = &session->requests[i];
		struct task *task = session_driver_task(session, request);

		if (task && wants_profile(task)) {
			leave(program, request->task);
			continue;
		}
		if (task && why)
			wants_threads(session, task, output);
		if (task && may_try_again(task, died, &found_first))
			add_task(retries[task->threads], request->task);
		else if (task)
			fail_request(session, request, twice ? twice : why, output);
	}
	free(twice);
	session_driver_push(retries[false]);
	session_driver_push(retries[true]);
}

static void begin_first(struct program *program, size_t i);

/* Continues a cell after a session of one measurement. */
static void
end_single(struct session *session, const char *why, const char *output)
{
	struct program *program = session->program;
	const struct request *request = &session->requests[0];
	const struct measurement *m = request->measurement;
	struct task *task = session_driver_task(session, request);

	if (task && wants_profile(task)) {
		leave(program, request->task);
	} else if (task && !session->up) {
		fail_request(session, request, why, output);
	} else if (task && task->counting->retry) {
		task->counting->retry = false;
		if (is_counted(task))
			begin_first(program, request->task);
		else
			session_driver_push_one(
			    session->driver, program, request->task, m->variant, m->length);
	} else if (task && task->counting->counted == 1) {
		session_driver_push_each(session->driver, program, request->task, m);
	}
}

static void
end(struct session *session, const char *why, const char *output)
{
	(session->kind == SESSION_FORK ? end_server : end_single)(session, why, output);
}

static const struct session_driver driver = {
    .step = STEP_MEASURE,
    .open = open_session,
    .find = find,
    .refuse = refuse,
    .announce = announce,
    .take = take,
    .fail = fail,
    .end = end,
};

/* The longest loop runs alone, so that what is wrong with a snippet is shown, and waited for,
   only once. */
static void
begin_first(struct program *program, size_t i)
{
	bool is_long = task_needs(program->tasks[i], VARIANT_ACTIVE, LENGTH_LONG);

	program->tasks[i]->counting->counted = 0;
	session_driver_push_one(
	    &driver, program, i, VARIANT_ACTIVE, is_long ? LENGTH_LONG : LENGTH_SHORT);
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
			session = session_driver_open(&driver, program);
		add_task(session, i);
		if (i + 1 < program->n && (i + 1) % share)
			continue;
		session_driver_push(session);
		session = NULL;
	}
}

void
schedule_program(struct program *program)
{
	size_t i;

	for (i = 0; i < program->n; i++)
		program->tasks[i]->counting = memory_new(sizeof *program->tasks[i]->counting);
	if (program->kind == SESSION_FORK)
		measure_forked(program);
	else
		for (i = 0; i < program->n; i++)
			begin_first(program, i);
	program_release(program);
}
