#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "measure/judge.h"
#include "measure/keep.h"
#include "measure/schedule.h"
#include "measure/session.h"
#include "model/chance.h"
#include "process/chance/noted.h"
#include "step/step.h"
#include "util/memory.h"
#include "util/message.h"

/* The number of requests that a server gets for each task. */
enum { REQUESTS = VARIANT_COUNT * LENGTH_COUNT };

/* A cell that starts threads is measured so often. The host's scheduler decides in which order
   threads run, and so how much they execute to wait for each other. */
enum { MOST_TRIES = 5 };

/* The state of a task while it is counted. */
struct counting {
	unsigned counted; /* how many of its measurements have counts */
	unsigned deaths;  /* how often the server died while it ran this cell */
	unsigned running; /* how many sessions of one measurement it has */
	bool retry;       /* it did not fail, but must be measured again */
	size_t started[VARIANT_COUNT][LENGTH_COUNT]; /* processes, by each */
	/* Its counts so far, if it is measured more than once. */
	struct counts tries[MOST_TRIES][VARIANT_COUNT][LENGTH_COUNT];
	unsigned try_count;
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

/* Another engine may run code that the task's does not know. Returns true if it measures the
   task from now on. */
static bool
wants_other(struct task *task, const char *output)
{
	const struct target *target = task->target;

	if (!task->engine->instead || target->narrow ||
	    !language_is_compiled(target->language) || !measurement_unknown(output))
		return false;
	task->engine = task->engine->instead;
	return task->counting->retry = true;
}

static bool
schedule_is_counted(const struct task *task)
{
	return task->counting->counted == task_needs_all(task);
}

/* A variant's share of a cell's number, in one of the runs. */
struct share {
	int64_t spent;
	unsigned run;
};

static int
by_spent(const void *a, const void *b)
{
	int64_t x = ((const struct share *)a)->spent, y = ((const struct share *)b)->spent;

	return (x > y) - (x < y);
}

/* Gives the cell the counts of the run in which the variant spent the median of Ir. Returns how
   much the runs differ. */
static int64_t
use_median(const struct counting *counting, struct cell *cell, enum variant v, bool once)
{
	struct share shares[MOST_TRIES];

	for (unsigned i = 0; i < MOST_TRIES; i++) {
		const struct counts *counts = counting->tries[i][v];
		uint64_t less = once ? 0 : counts[LENGTH_SHORT].of[FIELD_IR];

		shares[i].spent =
		    (int64_t)(counts[once ? LENGTH_SHORT : LENGTH_LONG].of[FIELD_IR] - less);
		shares[i].run = i;
	}
	qsort(shares, MOST_TRIES, sizeof *shares, by_spent);
	memcpy(cell->counts[v], counting->tries[shares[MOST_TRIES / 2].run][v],
	    sizeof cell->counts[v]);
	return shares[MOST_TRIES - 1].spent - shares[0].spent;
}

/* Puts the runs of a cell with threads together. Returns NULL; or, if they differ so much that
   the cell's number may be off by more than a tenth, the numbers of all runs, and the caller
   frees. */
static char *
schedule_settle(const struct task *task)
{
	const struct counting *counting = task->counting;
	const unsigned long *loops = task->run->loops;
	struct cell *cell = task->cell;
	bool once = task->test->once;
	double iterations = once ? 1 : (double)(loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
	int64_t spread = use_median(counting, cell, VARIANT_EMPTY, once) +
	                 use_median(counting, cell, VARIANT_ACTIVE, once);
	struct text t = TEXT_EMPTY;
	struct cell one = *cell;

	if (10 * spread <= llabs(results_spent(cell, once, FIELD_IR)))
		return NULL;
	text_addf(&t, "counts of its threads differ between runs: Ir ");
	for (unsigned i = 0; i < MOST_TRIES; i++) {
		memcpy(one.counts, counting->tries[i], sizeof one.counts);
		text_addf(&t, "%s%.1f", i ? ", " : "",
		    (double)results_spent(&one, once, FIELD_IR) / iterations);
	}
	return text_take(&t);
}

/* Compares the two runs of a cell that may depend on chance. The second one counts: its files
   are those that are kept. */
static void
compare_tries(const struct task *task)
{
	struct cell *cell = task->cell, first = *cell;
	bool once = task->test->once;
	int64_t spent;

	memcpy(first.counts, task->counting->tries[0], sizeof first.counts);
	spent = results_spent(&first, once, FIELD_IR);
	cell->measured_again = !results_same_counts(&first, cell, once);
	cell->spent_again = spent > 0 ? (uint64_t)spent : 0;
}

/* The caller frees. */
static char *
say_unfinished(const struct task *task, const char *unfinished)
{
	struct text why = TEXT_EMPTY;

	text_addf(&why, "%s", unfinished);
	if (task->cell->chance)
		text_addf(&why, "; or its length depends on ");
	chance_add(&why, task->cell->chance);
	return text_take(&why);
}

/* Returns true if the code starts processes: it starts more in more iterations, or beside the
   empty variant. */
static bool
starts_processes(const struct task *task)
{
	size_t(*started)[LENGTH_COUNT] = task->counting->started;
	const size_t *empty = started[VARIANT_EMPTY], *active = started[VARIANT_ACTIVE];
	size_t without = empty[LENGTH_LONG] - empty[LENGTH_SHORT];

	return task->test->once ? active[LENGTH_SHORT] != empty[LENGTH_SHORT]
	                        : active[LENGTH_LONG] - active[LENGTH_SHORT] != without;
}

/* Returns NULL, or why the counts of a cell that has all of them are not used; the caller
   frees. Counts of a test with threads are put together once it was measured often enough. */
static char *
doubt_counts(struct task *task)
{
	struct counting *counting = task->counting;
	const char *unfinished = judge_unfinished(task);
	bool starts;

	task->processes = starts_processes(task);
	starts = task->processes && language_is_compiled(task->target->language);
	/* Setup may have started one in one of the variants only. */
	if (starts && counting->try_count)
		return memory_copy(
		    "starts processes, whose work would not be counted: make it a "
		    "program, which --command measures with all its processes");
	if (unfinished && !starts)
		return say_unfinished(task, unfinished);
	if (!starts && !task->threads && !counting->try_count && !judge_doubts(task))
		return NULL;
	memcpy(counting->tries[counting->try_count++], task->cell->counts,
	    sizeof task->cell->counts);
	counting->retry = counting->try_count < (task->threads ? MOST_TRIES : 2);
	if (task->threads)
		return counting->retry ? NULL : schedule_settle(task);
	if (counting->retry)
		task_move(task);
	else
		compare_tries(task);
	return NULL;
}

/* The outcome is that of the last of its measurements. */
static void
check_counts(
    const struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct task *task = session_task(session, request);
	OWNED char *why = doubt_counts(task), *output = NULL;

	if (!why)
		return;
	output = measurement_output(request->measurement, outcome);
	program_fail(
	    task, &task->measurements[false][VARIANT_ACTIVE][LENGTH_LONG], why, output);
}

/* Returns NULL, or why the counts of a command, whose processes have all ended, are not those
   of all of them; the caller frees. */
static char *
miss_processes(const struct task *task, const struct measurement *m)
{
	size_t counted = task->cell->processes[m->variant][m->length].n;
	size_t started = task->counting->started[m->variant][m->length];

	if (!task->target->language->command || counted > started)
		return NULL;
	return text_print("only %zu of its %zu processes have counts: valgrind does not count "
	                  "one that SIGKILL kills, or that has more rights than its user",
	    counted, started + 1);
}

static void
schedule_read_counts(
    struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct program *program = session->program;
	struct task *task = session_task(session, request);
	const struct config *config = task->run->config;
	const struct measurement *m = request->measurement;
	struct deviations *deviations = &task->deviations[m->variant][m->length];
	const char *symbol =
	    language_is_compiled(program->target->language) ? task->symbol : NULL;
	const char *verify = part_text(target_part(task->target, task->test, PART_VERIFY));
	OWNED char *why = measurement_why(m, outcome, task->test, verify, symbol);
	OWNED char *output = NULL;
	pid_t about = session->forks ? outcome->pid : 0;
	OWNED char *keep = config->keep ? text_print("%s/" KEEP_COUNTS, m->dir) : NULL;

	task->cell->chance |=
	    noted_read(session->dir, about, &task->counting->started[m->variant][m->length]);
	*deviations = (struct deviations){.own = task->use.own};
	if (!why)
		why = session_counts(session, outcome->pid, keep,
		    &task->cell->counts[m->variant][m->length],
		    &task->cell->processes[m->variant][m->length], deviations);
	if (!why)
		why = miss_processes(task, m);
	if (!why) {
		deviation_add_log(deviations, outcome->output);
		task->counting->counted++;
		task->cell->lacks = FIELD_ALL & ~task->engine->fields();
		if (schedule_is_counted(task))
			check_counts(session, request, outcome);
		return;
	}
	output = measurement_output(m, outcome);
	if (!wants_threads(session, task, output) &&
	    !(outcome->status && wants_other(task, outcome->output))) {
		bool instead = task->engine != engine_of(task->run->config, task->target),
		     unknown =
		         WIFSIGNALED(outcome->status) && WTERMSIG(outcome->status) == SIGILL;

		program_fail(task, m,
		    instead && unknown ? "executes an instruction that neither valgrind nor "
		                         "this processor knows"
		                       : why,
		    output);
		/* Under valgrind the line of another signal would not be reached. */
		task->crashed =
		    measurement_crashed(outcome) && (!instead || unknown) ? m : NULL;
	}
}

/* Returns true if no further replies for this cell will arrive. After a failure that its status
   does not show, a server continues with the cell and must find its directories. If they were
   removed, the fate of its processes would depend on timing, and so would what the branch
   predictor has seen when the server comes to the next cell. */
static bool
is_finished(const struct session *session, const struct request *request, int status)
{
	const struct task *task = session_task(session, request);
	bool last = (request - session->requests) % REQUESTS == REQUESTS - 1;
	bool goes_on = session->forks && !status && !last;

	return (schedule_is_counted(task) && !task->counting->retry) ||
	       (task_failed(task) && !goes_on);
}

/* Returns true if the task has all counts that its profile will explain. */
static bool
wants_profile(const struct task *task)
{
	return task->run->config->profiles && task->engine->costs &&
	       schedule_is_counted(task) && !task->counting->retry && !task_failed(task);
}

/* The task leaves the stage. */
static void
schedule_leave(struct task *task)
{
	bool hands_on = wants_profile(task);

	if (!task->engine->costs && task->run->config->profiles)
		task->cell->unprofiled = memory_copy("--engine=step takes no profile");

	free(task->counting);
	task->counting = NULL;
	(hands_on ? program_hand_on : program_end_task)(task);
}

static void
schedule_done(
    struct session *session, const struct request *request, const struct outcome *outcome)
{
	struct task *task = session_task(session, request);

	/* Once another engine measures a task, what the first one still counts is of no
	   account. */
	if (!task_failed(task) && session->engine == task->engine)
		schedule_read_counts(session, request, outcome);
	if (is_finished(session, request, outcome->status) && !wants_profile(task))
		schedule_leave(task);
}

static void
schedule_add_task(struct session *session, struct task *task)
{
	task->counting->counted = 0;
	session_add_all(session, task);
}

static void
schedule_fail(
    struct session *session, const struct request *request, const char *why, const char *output)
{
	program_fail(session_task(session, request), request->measurement,
	    why ? why
	        : "ended without reading its input; if it only starts another program, name "
	          "that program",
	    output);
	schedule_leave(session_task(session, request));
}

/* Returns true if a cell that its session did not finish should be measured again. If the
   server died, for whatever reason, the cells that were not measured are. The first of them,
   with which the server died, is retried only once. */
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

static void push_one(struct task *task, enum variant variant, enum length length);
static void begin_first(struct task *task);

/* An interpreter that has threads before it reads its work is measured by the engine exec from
   now on. Returns false if the session did not end for that reason. */
static bool
go_on_without_server(struct session *session)
{
	struct program *program = session->program;
	struct words *known = program->run->config->unforkable;
	const char *label = program->target->put->label;

	if (!session->unforkable || language_is_compiled(program->target->language))
		return false;
	if (words_find(known, label) == known->n) {
		words_add(known, label);
		message_warn("%s starts threads before its first test, so it cannot be forked: "
		             "measuring it with --engine=exec",
		    label);
	}
	program->kind = PROGRAM_EXEC;
	for (size_t i = 0; i < session->n; i += REQUESTS)
		if (session_task(session, &session->requests[i]))
			begin_first(session_task(session, &session->requests[i]));
	return true;
}

/* Shares out what a server did not measure: to sessions without threads and with them, or to
   failure. */
static void
schedule_end_server(struct session *session, const char *why, const char *output)
{
	struct program *program = session->program;
	struct session *retries[] = {
	    session_open(session->stage, program), session_open(session->stage, program)};
	const struct task *first = session_task(session, &session->requests[0]);
	/* A server that tells of nothing died of a test if one did before with the test that it
	   began with: a process may kill or stop it before it tells of that process. */
	bool died = why && (session->up || (first && first->counting->deaths));
	bool found_first = false;
	OWNED char *twice = died ? text_print("its server ended twice: %s", why) : NULL;

	for (size_t i = 0; i < session->n; i += REQUESTS) {
		const struct request *request = &session->requests[i];
		struct task *task = session_task(session, request);

		if (task && wants_profile(task)) {
			schedule_leave(task);
			continue;
		}
		/* The options of a put may give all its code such instructions. */
		if (task && (task->engine != session->engine ||
		                (!session->up && wants_other(task, output)))) {
			task->counting->retry = false;
			begin_first(task);
			continue;
		}
		if (task && why)
			wants_threads(session, task, output);
		if (task && may_try_again(task, died, &found_first))
			schedule_add_task(retries[task->threads], task);
		else if (task)
			schedule_fail(session, request, twice ? twice : why, output);
	}
	session_push(retries[false]);
	session_push(retries[true]);
}

/* Continues a cell after a session of one measurement. */
static void
end_single(struct session *session, const char *why, const char *output)
{
	const struct request *request = &session->requests[0];
	const struct measurement *m = request->measurement;
	struct task *task = session_task(session, request);

	if (!task)
		return;
	task->counting->running--;
	if (wants_profile(task)) {
		schedule_leave(task);
	} else if (session->engine == task->engine && !session->up &&
	           !wants_other(task, output)) {
		schedule_fail(session, request, why, output);
	} else if (session->engine != task->engine) {
		/* Measurements that valgrind still runs are in the same directories. */
		if (!task->counting->running)
			begin_first(task);
	} else if (task->counting->retry) {
		task->counting->retry = false;
		if (schedule_is_counted(task))
			begin_first(task);
		else
			push_one(task, m->variant, m->length);
	} else if (task->counting->counted == 1) {
		task->counting->running += task_needs_all(task) - 1;
		session_push_each(session->stage, task, m);
	}
}

static void
schedule_end(struct session *session, const char *why, const char *output)
{
	if (!session->forks)
		end_single(session, why, output);
	else if (!go_on_without_server(session))
		schedule_end_server(session, why, output);
}

static const struct session_stage stage = {
    .done = schedule_done,
    .end = schedule_end,
};

static void
push_one(struct task *task, enum variant variant, enum length length)
{
	task->counting->running++;
	session_push_one(&stage, task, variant, length);
}

/* The longest loop runs alone, so that what is wrong with a snippet is shown, and waited for,
   only once. */
static void
begin_first(struct task *task)
{
	bool is_long = task_needs(task, VARIANT_ACTIVE, LENGTH_LONG);

	task->counting->counted = 0;
	task->counting->retry = false;
	push_one(task, VARIANT_ACTIVE, is_long ? LENGTH_LONG : LENGTH_SHORT);
}

size_t
schedule_share(size_t cells, size_t tests, bool last, size_t jobs)
{
	enum { LEAST = 16 };
	size_t shared = last && 2 * tests < cells ? tests : cells;
	size_t share = (shared + jobs - 1) / jobs;

	return share < LEAST ? LEAST : share;
}

static void
measure_forked(struct program *program)
{
	const struct run *run = program->run;
	size_t share =
	    schedule_share(run->cells, program->n, program->tasks[0]->last, run->config->jobs);
	struct session *session = NULL;

	for (size_t i = 0; i < program->n; i++) {
		if (!session)
			session = session_open(&stage, program);
		schedule_add_task(session, program->tasks[i]);
		if (i + 1 < program->n && (i + 1) % share)
			continue;
		session_push(session);
		session = NULL;
	}
}

void
schedule_program(struct program *program)
{
	for (size_t i = 0; i < program->n; i++)
		program->tasks[i]->counting = memory_new(sizeof *program->tasks[i]->counting);
	if (program->kind == PROGRAM_FORK)
		measure_forked(program);
	else
		for (size_t i = 0; i < program->n; i++)
			begin_first(program->tasks[i]);
	program_release(program);
}
