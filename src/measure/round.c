#include <stdlib.h>
#include <string.h>

#include "measure/build.h"
#include "measure/early.h"
#include "measure/round.h"
#include "measure/session.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* One measurement in a session. */
struct ticket {
	struct round *round;
	size_t work;
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
wants_threads(const struct round *round, struct work *work, const char *output)
{
	if (round->threads || work_failed(work) || !valgrind_lacks_threads(output))
		return false;
	if (!work->runs)
		work->runs = memory_new(sizeof *work->runs);
	return work->again = true;
}

/* A command may have no empty loop, and where it is measured once, no long one. What is not
   measured counts 0. */
static bool
is_needed(const struct work *work, enum variant variant, enum length length)
{
	if (!work->target->language->command)
		return true;
	return (variant == VARIANT_ACTIVE || test_part(work->test, "empty")) &&
	       (length == LENGTH_SHORT || !test_part(work->test, "once"));
}

static unsigned
needed_count(const struct work *work)
{
	unsigned n = 0;
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			n += is_needed(work, v, l);
	return n;
}

/* All that is measured of the work is there. */
static void
settle(struct program *program, struct work *work, const char *output)
{
	const unsigned long *loops = program->site->loops;
	bool once = test_part(work->test, "once") != NULL;
	const char *early = early_why(work->target, work->cell, loops);
	char *why = early ? memory_copy(early) : NULL;

	if (!why && work->runs) {
		threads_add(work->runs, work->cell);
		work->again = work->runs->n < RUNS;
		if (!work->again)
			why = threads_settle(work->runs, work->cell, once, loops);
	}
	if (why)
		program_fail(
		    program, work, &work->of[VARIANT_ACTIVE][LENGTH_LONG], why, output);
	free(why);
}

static void
take_counts(const struct ticket *ticket, const struct ending *ending)
{
	struct program *program = ticket->round->program;
	struct work *work = program->works[ticket->work];
	const struct measurement *m = ticket->m;
	const char *symbol =
	    language_is_compiled(program->target->language) ? work->symbol : NULL;
	char *output,
	    *why = measurement_counts(m, ending, work->test, symbol, program->site->settings,
	        &work->cell->counts[m->variant][m->length], &output);

	if (!why)
		work->measured++;
	else if (!wants_threads(ticket->round, work, output))
		program_fail(program, work, m, why, output);
	if (!why && work->measured == needed_count(work))
		settle(program, work, output);
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
	const struct work *work = round->program->works[ticket->work];
	bool goes_on = round->program->kind == SESSION_FORKS && !ending->status &&
	               (ticket - round->tickets) % (LAST + 1) != LAST;

	return (work->measured == needed_count(work) && !work->again) ||
	       (work_failed(work) && !goes_on);
}

static void
announce(const struct work *work, const struct measurement *m)
{
	char *name;

	progress_at(&work->site->progress, work->test->name, work->target->put->label);
	if (!work->site->settings->debug)
		return;
	name = measurement_name(m);
	message_warn("Starting %s/%s %s", work->test->name, work->target->put->label, name);
	free(name);
}

static void
heard(void *context, const struct ending *ending)
{
	const struct ticket *ticket = context;
	struct program *program = ticket->round->program;
	struct work *work = program->works[ticket->work];

	if (!work)
		return;
	if (!ending) {
		announce(work, ticket->m);
		return;
	}
	if (!work_failed(work))
		take_counts(ticket, ending);
	if (is_over(ticket, ending))
		program_end_work(program, ticket->work);
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
	struct work *work = program->works[i];
	struct measurement *m = &work->of[variant][length];
	char *text = build_work(program->target, work->test, i, variant == VARIANT_ACTIVE,
	    program->site->loops[length]);
	char *why;

	file_remove_tree(m->dir);
	why = measurement_prepare(m, text, program->target->language->mute);
	free(text);
	if (why)
		work_fail(work, STAGE_PREPARE, why, "", "");
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
	round->program->works[i]->measured = 0;
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
may_try_again(struct work *work, bool vanished, bool *first_is_found)
{
	bool first = !*first_is_found;

	if (work->again) {
		work->again = false;
		return true;
	}
	*first_is_found = true;
	return vanished && !work_failed(work) && (!first || ++work->lost < 2);
}

static void
lose(struct program *program, const struct ticket *ticket, const char *why, const char *output)
{
	program_fail(program, program->works[ticket->work], ticket->m,
	    why ? why
	        : "ended without reading its work, as one does that only starts another "
	          "program: name that one",
	    output);
	program_end_work(program, ticket->work);
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
		struct work *work = program->works[ticket->work];

		if (work && why)
			wants_threads(round, work, output);
		if (work && may_try_again(work, vanished, &first_is_found))
			add_tickets(again[work->runs != NULL], ticket->work);
		else if (work)
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
	announce(program->works[i], round->tickets[0].m);
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
			const struct work *work = program->works[i];

			if (work && is_needed(work, v, l) && &work->of[v][l] != done)
				begin_single(program, i, v, l);
		}
}

/* The longest loop runs alone: what is wrong with a snippet is then shown and waited for once.
 */
static void
begin_first(struct program *program, size_t i)
{
	bool is_long = is_needed(program->works[i], VARIANT_ACTIVE, LENGTH_LONG);

	program->works[i]->measured = 0;
	begin_single(program, i, VARIANT_ACTIVE, is_long ? LENGTH_LONG : LENGTH_SHORT);
}

static void
single_over(void *context, bool up, const char *why, const char *output)
{
	struct round *round = context;
	struct program *program = round->program;
	const struct ticket ticket = round->tickets[0];
	struct work *work = program->works[ticket.work];

	if (work && !up) {
		lose(program, &ticket, why, output);
	} else if (work && work->again) {
		work->again = false;
		if (work->measured == needed_count(work))
			begin_first(program, ticket.work);
		else
			begin_single(program, ticket.work, ticket.m->variant, ticket.m->length);
	} else if (work && work->measured == 1) {
		begin_others(program, ticket.work, ticket.m);
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
		if (program->works[round->tickets[i].work])
			lose(program, &round->tickets[i], why, "");
	free_round(round);
	program_release(program);
}

static void
push_round(struct round *round)
{
	struct program *program = round->program;
	const struct site *site = program->site;
	const struct settings *settings = site->settings;
	const struct ticket *first = &round->tickets[0];
	const struct work *work = program->works[first->work];
	bool bare = program->kind == SESSION_BARE;
	char *dir = bare ? memory_copy(first->m->dir) : site_dir(program->site, 's');
	char *error, *shown;
	bool threads = work->runs != NULL;
	struct session *session = session_new(settings, program->target, &round->run, dir,
	    program->kind, threads, atoi(test_text(work->test, "status")));
	size_t i;

	program_run(program, work, first->m, &round->run);

	round->threads = threads;
	for (i = 0; i < round->n; i++)
		session_add(session, round->tickets[i].m, (int)round->tickets[i].work, heard,
		    &round->tickets[i]);
	program->sessions++;
	shown = session_push(session, site->jobs,
	    program->kind == SESSION_FORKS ? forks_over : single_over, round, &error);
	if (!shown)
		fail_round(round, error);
	else if (settings->debug)
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
