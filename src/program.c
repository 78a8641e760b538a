#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "build.h"
#include "file.h"
#include "memory.h"
#include "message.h"
#include "program.h"
#include "session.h"

struct program {
	struct site *site;
	struct target *target;
	struct work **works; /* NULL where one is over; the index is its number in the program */
	size_t n;
	char *dir, *path;
	unsigned sessions;   /* that run */
};

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
	bool any;     /* a process of it has begun */
	bool threads; /* it makes room for threads */
};

static void
free_program(struct program *program)
{
	file_remove_tree(program->dir);
	free(program->works);
	free(program->dir);
	free(program->path);
	free(program);
}

/* Takes the work out of the program; it is over. */
static void
end_one(struct program *program, size_t i)
{
	struct work *work = program->works[i];

	program->works[i] = NULL;
	work_end(work);
}

/* What a measurement's command is when one types it: without a server, its work as input. */
static char *
show_measurement(const struct program *program, const struct measurement *m)
{
	struct command command = {.measured = true};
	char *shown;

	valgrind_command(program->site->settings->valgrind, program->path,
	    program->target->threads, &command);
	build_add_env(&command.env, program->target->put);
	command.cwd = memory_copy(m->dir);
	command.input = memory_copy("work");
	shown = command_show(&command);
	command_free(&command);
	return shown;
}

static void
fail_measurement(struct program *program, struct work *work, const struct measurement *m,
    const char *why, const char *output)
{
	char *stage = measurement_name(m), *shown = show_measurement(program, m);

	work_fail(work, stage, why, shown, output);
	free(stage);
	free(shown);
}

/* Forks are cheaper where valgrind makes room for one thread only, as it does until a program
   asks for more. Returns whether this was what went wrong. */
static bool
wants_threads(const struct round *round, struct work *work, const char *output)
{
	if (round->threads || !strstr(output, "Use --max-threads=INT"))
		return false;
	work->target->threads = true;
	return work->again = true;
}

static void
take_counts(const struct ticket *ticket, const struct ending *ending)
{
	struct program *program = ticket->round->program;
	struct work *work = program->works[ticket->work];
	const struct measurement *m = ticket->m;
	char *output, *why = measurement_counts(m, ending, work->test,
	    program->site->settings->timeout, &work->cell->counts[m->variant][m->length], &output);

	if (!why)
		work->measured++;
	else if (!wants_threads(ticket->round, work, output))
		fail_measurement(program, work, m, why, output);
	free(why);
	free(output);
	if (work_failed(work) || work->measured == VARIANT_COUNT * LENGTH_COUNT)
		end_one(program, ticket->work);
}

static void
announce(const struct work *work, const struct measurement *m)
{
	char *name;

	if (!work->site->settings->verbose)
		return;
	name = measurement_name(m);
	message_warn("Starting %s/%s %s", work->test->name, work->target->put->label, name);
	free(name);
}

static void
heard(void *context, const struct ending *ending)
{
	const struct ticket *ticket = context;
	struct work *work = ticket->round->program->works[ticket->work];

	ticket->round->any = true;
	if (work && ending)
		take_counts(ticket, ending);
	else if (work)
		announce(work, ticket->m);
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
	free(round);
}

/* Takes one measurement into the round, its directory made anew. */
static void
add_ticket(struct round *round, size_t i, enum variant variant, enum length length)
{
	struct program *program = round->program;
	struct work *work = program->works[i];
	struct measurement *m = &work->of[variant][length];
	char *why;

	file_remove_tree(m->dir);
	why = measurement_prepare(m, i, program->site->loops[length]);
	if (why)
		work_fail(work, "prepare", why, "", "");
	free(why);
	if (!(round->n & (round->n - 1)))
		round->tickets = memory_resize(
		    round->tickets, round->n ? 2 * round->n : 1, sizeof *round->tickets);
	round->tickets[round->n++] = (struct ticket){round, i, m};
}

/* In this order the turns that the server has made by then cancel out in the double difference,
   and what is wrong with a snippet shows in the first one, the longest. */
static void
add_tickets(struct round *round, size_t i)
{
	round->program->works[i]->measured = 0;
	add_ticket(round, i, VARIANT_ACTIVE, LENGTH_LONG);
	add_ticket(round, i, VARIANT_ACTIVE, LENGTH_SHORT);
	add_ticket(round, i, VARIANT_EMPTY, LENGTH_LONG);
	add_ticket(round, i, VARIANT_EMPTY, LENGTH_SHORT);
}

static void push_round(struct round *round);

/* Gives a program's last session back. */
static void
end_session(struct program *program)
{
	if (!--program->sessions)
		free_program(program);
}

/* Whether a cell that its session did not finish may be tried again. It may once where the server
   vanished, whoever killed it; the first cell that is left is the one that it vanished with. */
static bool
may_try_again(
    const struct round *round, struct work *work, const char *why, bool *first_is_found)
{
	bool first = !*first_is_found;

	if (work->again) {
		work->again = false;
		return true;
	}
	*first_is_found = true;
	return round->any && why && (!first || ++work->lost < 2);
}

static void
lose(struct program *program, const struct ticket *ticket, const char *why, const char *output)
{
	fail_measurement(program, program->works[ticket->work], ticket->m,
	    why ? why : "was not measured", output);
	end_one(program, ticket->work);
}

static void
forks_over(void *context, const char *why, const char *output)
{
	struct round *round = context, *again = new_round(round->program);
	struct program *program = round->program;
	bool first_is_found = false;
	size_t i;

	for (i = 0; i < round->n; i += VARIANT_COUNT * LENGTH_COUNT) {
		const struct ticket *ticket = &round->tickets[i];
		struct work *work = program->works[ticket->work];

		if (work && may_try_again(round, work, why, &first_is_found))
			add_tickets(again, ticket->work);
		else if (work)
			lose(program, ticket, why, output);
	}
	free_round(round);
	if (again->n)
		push_round(again);
	else
		free_round(again);
	end_session(program);
}

static void
begin_single(struct program *program, size_t i, enum variant variant, enum length length)
{
	struct round *round = new_round(program);

	add_ticket(round, i, variant, length);
	announce(program->works[i], round->tickets[0].m);
	push_round(round);
}

/* The longest loop runs alone: what is wrong with a snippet is then shown and waited for once. */
static void
single_over(void *context, const char *why, const char *output)
{
	struct round *round = context;
	struct program *program = round->program;
	const struct ticket ticket = round->tickets[0];
	struct work *work = program->works[ticket.work];

	if (work && !round->any) {
		lose(program, &ticket, why, output);
	} else if (work && work->again) {
		work->again = false;
		begin_single(program, ticket.work, ticket.m->variant, ticket.m->length);
	} else if (work && work->measured == 1) {
		begin_single(program, ticket.work, VARIANT_EMPTY, LENGTH_SHORT);
		begin_single(program, ticket.work, VARIANT_EMPTY, LENGTH_LONG);
		begin_single(program, ticket.work, VARIANT_ACTIVE, LENGTH_SHORT);
	}
	free_round(round);
	end_session(program);
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
	end_session(program);
}

static void
push_round(struct round *round)
{
	struct program *program = round->program;
	const struct site *site = program->site;
	const struct settings *settings = site->settings;
	char *dir = site_dir(program->site, 's'), *error, *shown;
	struct session *session =
	    session_new(settings->valgrind, program->target, program->path, dir, settings->forks);
	size_t i;

	round->threads = program->target->threads;
	for (i = 0; i < round->n; i++)
		session_add(session, round->tickets[i].m, (int)round->tickets[i].work, heard,
		    &round->tickets[i]);
	program->sessions++;
	shown = session_push(session, site->jobs, settings->timeout,
	    settings->forks ? forks_over : single_over, round, &error);
	if (!shown)
		fail_round(round, error);
	else if (settings->debug)
		message_warn("run: %s", shown);
	free(error);
	free(shown);
	free(dir);
}

/* The fork engine shares the cells out among as many sessions as there are places to run them. */
static void
measure(struct program *program)
{
	size_t share = program->n, i, k;
	unsigned idle = jobs_idle(program->site->jobs);

	if (program->site->settings->forks && idle > 1)
		share = (program->n + idle - 1) / idle;
	/* Until the last is pushed, the program must not end. */
	program->sessions++;
	for (i = 0; i < program->n; i += share) {
		struct round *round;

		if (!program->site->settings->forks) {
			for (k = 0; k < program->n; k++)
				begin_single(program, k, VARIANT_ACTIVE, LENGTH_LONG);
			break;
		}
		round = new_round(program);
		for (k = i; k < program->n && k < i + share; k++)
			add_tickets(round, k);
		push_round(round);
	}
	end_session(program);
}

static struct program *
new_program(struct site *site, struct work *const *works, size_t n)
{
	struct program *program = memory_new(sizeof *program);

	program->site = site;
	program->target = works[0]->target;
	program->works = memory_new(n * sizeof *program->works);
	memcpy(program->works, works, n * sizeof *program->works);
	program->n = n;
	/* What is kept stands together. */
	program->dir = site->settings->keep ? memory_copy(works[0]->dir) : site_dir(site, 'p');
	program->path = text_print("%s/program", program->dir);
	return program;
}

/* One of the tests does not link: which one, shows when each is linked alone. */
static void
part(struct program *program)
{
	size_t i;

	for (i = 0; i < program->n; i++)
		program_begin(program->site, &program->works[i], 1);
	free_program(program);
}

static void
note_commands(struct program *program)
{
	unsigned v, l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			char *shown = show_measurement(program, &program->works[0]->of[v][l]);

			text_addf(&program->works[0]->kept, "%s\n", shown);
			free(shown);
		}
}

static void
linked(void *context, const struct outcome *outcome)
{
	struct program *program = context;

	if (outcome_made(outcome, program->path)) {
		if (program->site->settings->keep)
			note_commands(program);
		measure(program);
	} else if (program->n > 1) {
		part(program);
	} else {
		work_built(program->works[0], outcome, "link", program->path);
		end_one(program, 0);
		free_program(program);
	}
}

void
program_begin(struct site *site, struct work *const *works, size_t n)
{
	struct program *program = new_program(site, works, n);
	struct words objects = WORDS_EMPTY;
	struct command command = {0};
	size_t i;

	if (mkdir(program->dir, 0755) && errno != EEXIST)
		message_die(STATUS_FAILURE, "%s: %s", program->dir, strerror(errno));
	for (i = 0; i < n; i++)
		words_add(&objects, works[i]->object);
	words_add(&objects, program->target->main_object);
	build_link(&command, program->target, works[0]->test, &objects, program->path, site->tmp);
	words_free(&objects);
	work_push(works[0], &command, linked, program);
}
