#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build.h"
#include "cell.h"
#include "exec.h"
#include "file.h"
#include "keep.h"
#include "memory.h"
#include "message.h"

struct work;

/* One of the four measurements. */
struct measurement {
	struct work *work;
	enum variant variant;
	enum length length;
	char *dir;
	char *command; /* as text, for the failure */
	unsigned long count;
};

struct work {
	const struct cell_site *site;
	const struct test *test;
	const struct target *target;
	struct cell *cell;
	cell_over *over;
	void *context;
	char *dir, *source, *object, *program;
	char *command;    /* that runs now, as text */
	struct text kept; /* all commands, for --keep */
	struct measurement of[VARIANT_COUNT][LENGTH_COUNT];
	unsigned running;
};

static const char *const variant_names[VARIANT_COUNT] = {"empty", "active"};
static const char *const length_names[LENGTH_COUNT] = {"short", "long"};

static void
free_work(struct work *work)
{
	unsigned v, l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			free(work->of[v][l].dir);
			free(work->of[v][l].command);
		}
	free(work->dir);
	free(work->source);
	free(work->object);
	free(work->program);
	free(work->command);
	text_free(&work->kept);
	free(work);
}

/* Notes the first failure only: what follows it is its echo. */
static void
fail(struct work *work, const char *stage, const char *why, const char *command,
    const char *output)
{
	if (!work->cell->failure)
		work->cell->failure = failure_new(stage, why, command, output);
}

static void
keep(struct work *work)
{
	const char *to = work->site->settings->keep;
	char *why;

	if (keep_cell(to, work->dir, work->target->main_object, work->target->put->label,
	        work->test->name, work->kept.s ? work->kept.s : ""))
		return;
	why = text_print("--keep=%s: %s", to, strerror(errno));
	fail(work, "keep", why, "", "");
	free(why);
}

static void
end_work(struct work *work)
{
	if (work->site->settings->keep)
		keep(work);
	/* What an orphan that still writes there keeps from being removed goes with the
	 * workdir. */
	file_remove_tree(work->dir);
	work->cell->measured = !work->cell->failure;
	work->over(work->context, work->test, work->target);
	free_work(work);
}

/* Queues a command of this cell and returns it as text. */
static char *
push(struct work *work, struct command *command, jobs_done *done, void *context)
{
	const struct settings *settings = work->site->settings;
	char *shown = keep_command(command);

	command->timeout = settings->timeout;
	if (settings->keep)
		text_addf(&work->kept, "%s\n", shown);
	if (settings->debug)
		message_warn("run: %s", shown);
	jobs_push(work->site->jobs, command, done, context);
	return shown;
}

static void measured(void *context, const struct outcome *outcome);

static void
announce(const struct measurement *m)
{
	const struct work *work = m->work;

	message_warn("Starting %s/%s %s/%s loop", work->test->name, work->target->put->label,
	    variant_names[m->variant], length_names[m->length]);
}

static void
begin_measurement(struct work *work, enum variant variant, enum length length)
{
	struct measurement *m = &work->of[variant][length];
	struct command command = {0};
	char *error = NULL;

	m->work = work;
	m->variant = variant;
	m->length = length;
	m->count = work->site->loops[length];
	m->dir = text_print("%s/%d%d", work->dir, variant, length);
	work->running++;
	if (mkdir(m->dir, 0755))
		error = text_print("%s: %s", m->dir, strerror(errno));
	if (!error)
		exec_command(&command, work->site->settings->valgrind, work->target,
		    work->program, m->dir, variant, m->count, &error);
	if (error) {
		fail(work, "prepare", error, "", "");
		free(error);
		command_free(&command);
		work->running--;
		return;
	}
	if (work->site->settings->verbose)
		announce(m);
	m->command = push(work, &command, measured, m);
}

/* The longest loop goes first and alone: what is wrong with a snippet shows there, and is then
   shown and waited for once. */
static void
begin_others(struct work *work)
{
	begin_measurement(work, VARIANT_EMPTY, LENGTH_SHORT);
	begin_measurement(work, VARIANT_EMPTY, LENGTH_LONG);
	begin_measurement(work, VARIANT_ACTIVE, LENGTH_SHORT);
}

static void
measured(void *context, const struct outcome *outcome)
{
	struct measurement *m = context;
	struct work *work = m->work;
	struct counts *counts = &work->cell->counts[m->variant][m->length];
	char *output, *why, *stage;

	why = exec_counts(
	    outcome, work->test, m->dir, work->site->settings->timeout, counts, &output);
	if (why) {
		stage = text_print(
		    "%s/%s loop", variant_names[m->variant], length_names[m->length]);
		fail(work, stage, why, m->command, output);
		free(stage);
	}
	free(why);
	free(output);
	work->running--;
	if (m->variant == VARIANT_ACTIVE && m->length == LENGTH_LONG && !work->cell->failure)
		begin_others(work);
	if (work->running)
		return;
	end_work(work);
}

/* Whether a step of the build made its file; otherwise the cell has failed. */
static bool
built(struct work *work, const struct outcome *outcome, const char *stage, const char *made)
{
	char *why = outcome_why(outcome, work->site->settings->timeout);

	if (!why && access(made, F_OK))
		why = text_print("made no %s", made);
	if (why)
		fail(work, stage, why, work->command, outcome->output ? outcome->output : "");
	free(why);
	return !work->cell->failure;
}

static void
linked(void *context, const struct outcome *outcome)
{
	struct work *work = context;

	if (built(work, outcome, "link", work->program))
		begin_measurement(work, VARIANT_ACTIVE, LENGTH_LONG);
	if (!work->running)
		end_work(work);
}

static void
begin_link(struct work *work)
{
	struct words objects = WORDS_EMPTY;
	struct command command = {0};

	words_add(&objects, work->object);
	if (work->target->main_object)
		words_add(&objects, work->target->main_object);
	build_link(
	    &command, work->target, work->test, &objects, work->program, work->site->tmp);
	words_free(&objects);
	free(work->command);
	work->command = push(work, &command, linked, work);
}

static void
compiled(void *context, const struct outcome *outcome)
{
	struct work *work = context;

	if (built(work, outcome, "compile", work->object))
		begin_link(work);
	else
		end_work(work);
}

void
cell_begin(const struct cell_site *site, const struct test *test, const struct target *target,
    struct cell *cell, size_t number, cell_over *over, void *context)
{
	struct work *work = memory_new(sizeof *work);
	struct command command = {0};
	char *why;

	*work = (struct work){.site = site,
	    .test = test,
	    .target = target,
	    .cell = cell,
	    .over = over,
	    .context = context};
	work->dir = text_print("%s/%08zu", site->workdir, number);
	work->source = text_print("%s/test%s", work->dir, target->language->extension);
	work->object = text_print("%s/test.o", work->dir);
	work->program = text_print("%s/program", work->dir);
	if (mkdir(work->dir, 0755) || !build_source(target, test, work->source)) {
		why = text_print("%s: %s", work->source, strerror(errno));
		fail(work, "prepare", why, "", "");
		free(why);
		end_work(work);
		return;
	}
	build_compile(&command, target, test, work->source, work->object, site->tmp);
	work->command = push(work, &command, compiled, work);
}
