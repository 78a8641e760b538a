#include <stdlib.h>
#include <string.h>

#include "measure/build.h"
#include "measure/early.h"
#include "measure/schedule.h"
#include "measure/session.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* One measurement in a session. */
struct ticket {
	struct round *round;
	size_t task;
	struct measurement *m;
};

/* What one session measures. */
struct round {
	struct program *program;
	struct ticket *tickets;
	size_t n;
	bool threads;     /* it makes room for threads */
	struct words run; /* what runs the program */
};

/* Forks are cheaper where valgrind makes room for one thread only, as it does until a program
   asks for more. Returns whether this was what went wrong. */
static bool
wants_threads(const struct round *round, struct task *task, const char *output)
{
	if (round->threads || task_failed(task) || !valgrind_lacks_threads(output))
		return false;
	if (!task->runs)
		task->runs = memory_new(sizeof *task->runs);
	return task->again = true;
}

/* A command may have no empty loop, and where it is measured once, no long one. What is not
   measured counts 0. */
static bool
is_needed(const struct task *task, enum variant variant, enum length length)
{
	if (!task->target->language->command)
		return true;
	return (variant == VARIANT_ACTIVE || test_part(task->test, PART_EMPTY)) &&
	       (length == LENGTH_SHORT || !task->test->once);
}

static unsigned
needed_count(const struct task *task)
{
	unsigned n = 0;
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			n += is_needed(task, v, l);
	return n;
}

/* All that is measured of the work is there. */
static void
settle(struct program *program, struct task *task, const char *output)
{
	const unsigned long *loops = program->site->loops;
	bool once = task->test->once;
	const char *early = early_why(task->target, task->cell, loops);
	char *why = early ? memory_copy(early) : NULL;

	if (!why && task->runs) {
		threads_add(task->runs, task->cell);
		task->again = task->runs->n < RUNS;
		if (!task->again)
			why = threads_settle(task->runs, task->cell, once, loops);
	}
	if (why)
		program_fail(
		    program, task, &task->of[VARIANT_ACTIVE][LENGTH_LONG], why, output);
	free(why);
}

static void
take_counts(const struct ticket *ticket, const struct ending *ending)
{
	struct program *program = ticket->round->program;
	struct task *task = program->tasks[ticket->task];
	const struct measurement *m = ticket->m;
	const char *symbol =
	    language_is_compiled(program->target->language) ? task->symbol : NULL;
	char *output,
	    *why = measurement_counts(m, ending, task->test, symbol, program->site->config,
	        &task->cell->counts[m->variant][m->length], &output);

	if (!why)
		task->measured++;
	else if (!wants_threads(ticket->round, task, output))
		program_fail(program, task, m, why, output);
	if (!why && task->measured == needed_count(task))
		settle(program, task, output);
	free(why);
	free(output);
}

/* Whether nothing more is heard of the work. A server goes on with a cell whose failure shows
   in no status, and must find its directories: else it depended on who is quicker what becomes
   of its processes, and so what its branch predictor has seen when it comes to the next cell.
 */
static bool
is_over(const struct ticket *ticket, const struct ending *ending)
{
	enum { LAST = VARIANT_COUNT * LENGTH_COUNT - 1 };
	const struct round *round = ticket->round;
	const struct task *task = round->program->tasks[ticket->task];
	bool goes_on = round->program->kind == SESSION_FORKS && !ending->status &&
	               (ticket - round->tickets) % (LAST + 1) != LAST;

	return (task->measured == needed_count(task) && !task->again) ||
	       (task_failed(task) && !goes_on);
}

static void
announce(const struct task *task, const struct measurement *m)
{
	char *name;

	progress_at(&task->site->progress, task->test->name, task->target->put->label);
	if (!task->site->config->debug)
		return;
	name = measurement_name(m);
	message_warn("Starting %s/%s %s", task->test->name, task->target->put->label, name);
	free(name);
}

static void
heard(void *context, const struct ending *ending)
{
	const struct ticket *ticket = context;
	struct program *program = ticket->round->program;
	struct task *task = program->tasks[ticket->task];

	if (!task)
		return;
	if (!ending) {
		announce(task, ticket->m);
		return;
	}
	if (!task_failed(task))
		take_counts(ticket, ending);
	if (is_over(ticket, ending))
		program_end_task(program, ticket->task);
}

static struct round *
new_round(struct program *program)
{
	struct round *round = memory_new(sizeof *round);

	round->program = program;
	return round;
}

static void
free_round(struct round *round)
{
	free(round->tickets);
	words_free(&round->run);
	free(round);
}

/* Takes one measurement into the round, its directory made anew. */
static void
add_ticket(struct round *round, size_t i, enum variant variant, enum length length)
{
	struct program *program = round->program;
	struct task *task = program->tasks[i];
	struct measurement *m = &task->of[variant][length];
	char *text = build_work(program->target, task->test, i, variant == VARIANT_ACTIVE,
	    program->site->loops[length]);
	char *why;

	file_remove_tree(m->dir);
	why = measurement_prepare(m, text, program->target->language->mute);
	free(text);
	if (why)
		task_fail(task, STAGE_PREPARE, why, "", "");
	free(why);
	if (!(round->n & (round->n - 1)))
		round->tickets = memory_resize(
		    round->tickets, round->n ? 2 * round->n : 1, sizeof *round->tickets);
	round->tickets[round->n++] = (struct ticket){round, i, m};
}

/* In this order the turns that the server has made by then cancel out in the double difference,
   even where a turn costs more after the one variant than after the other; and what is wrong
   with a snippet shows in the first one, the longest. */
static void
add_tickets(struct round *round, size_t i)
{
	round->program->tasks[i]->measured = 0;
	add_ticket(round, i, VARIANT_ACTIVE, LENGTH_LONG);
	add_ticket(round, i, VARIANT_EMPTY, LENGTH_LONG);
	add_ticket(round, i, VARIANT_ACTIVE, LENGTH_SHORT);
	add_ticket(round, i, VARIANT_EMPTY, LENGTH_SHORT);
}

static void push_round(struct round *round);

/* Whether a cell that its session did not finish may be tried again. It may once where the
   server vanished, whoever killed it; the first cell that is left is the one that it vanished
   with. */
static bool
may_try_again(struct task *task, bool vanished, bool *first_is_found)
{
	bool first = !*first_is_found;

	if (task->again) {
		task->again = false;
		return true;
	}
	*first_is_found = true;
	return vanished && !task_failed(task) && (!first || ++task->lost < 2);
}

static void
lose(struct program *program, const struct ticket *ticket, const char *why, const char *output)
{
	program_fail(program, program->tasks[ticket->task], ticket->m,
	    why ? why
	        : "ended without reading its work, as one does that only starts another "
	          "program: name that one",
	    output);
	program_end_task(program, ticket->task);
}

static void
forks_over(void *context, bool up, const char *why, const char *output)
{
	struct round *round = context;
	struct program *program = round->program;
	/* Those without threads, and those with. */
	struct round *again[] = {new_round(program), new_round(program)};
	bool vanished = up && why, first_is_found = false;
	char *twice = vanished ? text_print("its server ended twice: %s", why) : NULL;
	size_t i;

	for (i = 0; i < round->n; i += VARIANT_COUNT * LENGTH_COUNT) {
		const struct ticket *ticket = &round->tickets[i];
		struct task *task = program->tasks[ticket->task];

		if (task && why)
			wants_threads(round, task, output);
		if (task && may_try_again(task, vanished, &first_is_found))
			add_tickets(again[task->runs != NULL], ticket->task);
		else if (task)
			lose(program, ticket, twice ? twice : why, output);
	}
	free(twice);
	free_round(round);
	for (i = 0; i < 2; i++)
		if (again[i]->n)
			push_round(again[i]);
		else
			free_round(again[i]);
	program_release(program);
}

static void
begin_single(struct program *program, size_t i, enum variant variant, enum length length)
{
	struct round *round = new_round(program);

	add_ticket(round, i, variant, length);
	announce(program->tasks[i], round->tickets[0].m);
	push_round(round);
}

static void
begin_others(struct program *program, size_t i, const struct measurement *done)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			/* Gone with a measurement that cannot begin. */
			const struct task *task = program->tasks[i];

			if (task && is_needed(task, v, l) && &task->of[v][l] != done)
				begin_single(program, i, v, l);
		}
}

/* The longest loop runs alone: what is wrong with a snippet is then shown and waited for once.
 */
static void
begin_first(struct program *program, size_t i)
{
	bool is_long = is_needed(program->tasks[i], VARIANT_ACTIVE, LENGTH_LONG);

	program->tasks[i]->measured = 0;
	begin_single(program, i, VARIANT_ACTIVE, is_long ? LENGTH_LONG : LENGTH_SHORT);
}

static void
single_over(void *context, bool up, const char *why, const char *output)
{
	struct round *round = context;
	struct program *program = round->program;
	const struct ticket ticket = round->tickets[0];
	struct task *task = program->tasks[ticket.task];

	if (task && !up) {
		lose(program, &ticket, why, output);
	} else if (task && task->again) {
		task->again = false;
		if (task->measured == needed_count(task))
			begin_first(program, ticket.task);
		else
			begin_single(program, ticket.task, ticket.m->variant, ticket.m->length);
	} else if (task && task->measured == 1) {
		begin_others(program, ticket.task, ticket.m);
	}
	free_round(round);
	program_release(program);
}

/* A round whose session cannot even begin. */
static void
fail_round(struct round *round, const char *why)
{
	struct program *program = round->program;
	size_t i;

	for (i = 0; i < round->n; i++)
		if (program->tasks[round->tickets[i].task])
			lose(program, &round->tickets[i], why, "");
	free_round(round);
	program_release(program);
}

static void
push_round(struct round *round)
{
	struct program *program = round->program;
	const struct site *site = program->site;
	const struct config *config = site->config;
	const struct ticket *first = &round->tickets[0];
	const struct task *task = program->tasks[first->task];
	bool bare = program->kind == SESSION_BARE;
	char *dir = bare ? memory_copy(first->m->dir) : site_dir(program->site, 's');
	char *error, *shown;
	bool threads = task->runs != NULL;
	struct session *session = session_new(config, program->target, &round->run, dir,
	    program->kind, threads, task->test->status);
	size_t i;

	program_run(program, task, first->m, &round->run);

	round->threads = threads;
	for (i = 0; i < round->n; i++)
		session_add(session, round->tickets[i].m, (int)round->tickets[i].task, heard,
		    &round->tickets[i]);
	program->sessions++;
	shown = session_push(session, site->jobs,
	    program->kind == SESSION_FORKS ? forks_over : single_over, round, &error);
	if (!shown)
		fail_round(round, error);
	else if (config->debug)
		message_warn("run: %s", shown);
	free(error);
	free(shown);
	free(dir);
}

/* How many tests each session takes. A server starts in the time of as many as LEAST. */
static size_t
share_of(const struct program *program)
{
	enum { LEAST = 16 };
	unsigned idle = jobs_idle(program->site->jobs);
	size_t share = (program->n + idle - 1) / idle;

	return share < LEAST ? LEAST : share;
}

static void
measure_forked(struct program *program)
{
	size_t share = share_of(program), i;
	struct round *round = NULL;

	for (i = 0; i < program->n; i++) {
		if (!round)
			round = new_round(program);
		add_tickets(round, i);
		if (i + 1 < program->n && (i + 1) % share)
			continue;
		push_round(round);
		round = NULL;
	}
}

static void
measure_single(struct program *program)
{
	size_t i;

	for (i = 0; i < program->n; i++)
		begin_first(program, i);
}

void
round_measure_all(struct program *program)
{
	if (program->kind == SESSION_FORKS)
		measure_forked(program);
	else
		measure_single(program);
	program_release(program);
}
