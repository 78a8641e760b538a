#include <stdlib.h>

#include "measure/build/build.h"
#include "measure/build/link_flags.h"
#include "measure/session_driver.h"
#include "util/file.h"
#include "util/memory.h"

struct session *
session_driver_open(const struct session_driver *driver, struct program *program)
{
	struct session *session =
	    session_new(program->run->config, program->target, program->kind);

	session->program = program;
	session->driver = driver;
	driver->open(session);
	return session;
}

struct task *
session_driver_task(const struct session *session, const struct request *request)
{
	return session->program->tasks[request->task];
}

/* Adds one measurement of a task of the program, its directory made anew. */
static void
add_one(struct session *session, size_t task, enum variant variant, enum length length)
{
	const struct program *program = session->program;
	struct task *of = program->tasks[task];
	const struct measurement *m = session->driver->find(of, variant, length);
	char *work = build_work(program->target, of->test, task, variant == VARIANT_ACTIVE,
	    program->run->loops[length]);
	char *why;

	file_remove_tree(m->dir);
	why = measurement_prepare(m, work, program->target->language->mute);
	session_add(session, task, m);
	if (why)
		session->driver->refuse(of, why);
	free(work);
	free(why);
}

/* In this order the iterations that the server has made by then cancel out in the double
   difference, even if an iteration costs more after the one variant than after the other. And
   what is wrong with a snippet shows in the first one, the longest. */
void
session_driver_add_all(struct session *session, size_t task)
{
	add_one(session, task, VARIANT_ACTIVE, LENGTH_LONG);
	add_one(session, task, VARIANT_EMPTY, LENGTH_LONG);
	add_one(session, task, VARIANT_ACTIVE, LENGTH_SHORT);
	add_one(session, task, VARIANT_EMPTY, LENGTH_SHORT);
}

static void
free_session(struct session *session)
{
	struct program *program = session->program;

	session_free(session);
	program_release(program);
}

static void
fail_session(struct session *session, const char *why)
{
	size_t i;

	for (i = 0; i < session->n; i++)
		if (session_driver_task(session, &session->requests[i]))
			session->driver->fail(session, &session->requests[i], why);
	free_session(session);
}

/* Fills in what the first of its tasks wants. Its other tasks want the same. */
static char *
prepare(struct session *session, struct command *command)
{
	const struct program *program = session->program;
	const struct measurement *first = session->requests[0].measurement;
	const struct task *task = session_driver_task(session, &session->requests[0]);
	char *dir = session->kind == SESSION_COMMAND ? memory_copy(first->dir)
	                                             : run_dir(program->run, 's');
	char *why;

	session->threads = task->threads;
	session->rewrites = task->use.rewrites;
	session->profiled = link_flags_profile(program->target, &task->ldflags);
	session->status = task->test->status;
	session->run_in = task->test->in_dir ? task->test->dir : NULL;
	program_argv(program, task, first, &session->argv);
	why = session_prepare(session, dir, command);
	free(dir);
	return why;
}

void
session_driver_push(struct session *session)
{
	struct command command;
	char *why;

	if (!session->n) {
		session_free(session);
		return;
	}
	session->program->users++;
	why = prepare(session, &command);
	if (why)
		fail_session(session, why);
	else
		run_push(session->program->run, &command, session->driver->step, session);
	free(why);
}

static void
announce(const struct session *session, const struct request *request)
{
	const struct task *task = session_driver_task(session, request);

	if (task && session->driver->announce)
		session->driver->announce(task, request->measurement);
}

void
session_driver_push_one(const struct session_driver *driver, struct program *program,
    size_t task, enum variant variant, enum length length)
{
	struct session *session = session_driver_open(driver, program);

	add_one(session, task, variant, length);
	announce(session, &session->requests[0]);
	session_driver_push(session);
}

void
session_driver_push_each(const struct session_driver *driver, struct program *program,
    size_t task, const struct measurement *made)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			/* It is finished if a measurement could not begin. */
			struct task *of = program->tasks[task];

			if (of && task_needs(of, v, l) && driver->find(of, v, l) != made)
				session_driver_push_one(driver, program, task, v, l);
		}
}

static void
take(struct session *session, const struct request *request, const struct outcome *outcome)
{
	if (session_driver_task(session, request))
		session->driver->take(session, request, outcome);
}

static void
receive(struct session *session, const struct job_event *event)
{
	struct session_event about;

	session_receive(session, event->replies, event->late);
	while (session_next(session, &about)) {
		if (about.ended)
			take(session, about.request, &about.outcome);
		else
			announce(session, about.request);
		outcome_free(&about.outcome);
	}
	jobs_watch(event->job, session->current);
}

static void
end(struct session *session, const struct outcome *ended)
{
	char *why = session_why(session, ended), *output;
	struct outcome outcome;

	if (session->kind != SESSION_FORK && session_measured(session, ended, &outcome)) {
		take(session, &session->requests[0], &outcome);
		outcome_free(&outcome);
	}
	output = session_output(session, ended);
	/* Before the directory may be made anew, for a command's next try. */
	session_clean(session);
	session->driver->end(session, why, output);
	free_session(session);
	free(output);
	free(why);
}

void
session_driver_take(struct session *session, const struct job_event *event)
{
	if (event->outcome)
		end(session, event->outcome);
	else
		receive(session, event);
}
