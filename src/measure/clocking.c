#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "inject/forkserver/protocol.h"
#include "measure/build.h"
#include "measure/clocking.h"
#include "process/signals.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* A 99 % interval of the median takes 8 samples. */
enum { FEWEST = 8, MOST = 10000 };

/* A copy of a test on a put, in a program. */
struct copy {
	struct program *program; /* NULL: it was not built */
	size_t task;
};

/* A cell that is being timed. */
struct timed {
	size_t put;
	struct times *times;
	struct cgbench_times got[VARIANT_COUNT]; /* in this round */
	char *why;                               /* it failed; NULL: not yet */
};

/* The cells of one test. */
struct row {
	size_t test; /* in the results, of the first copy */
	struct timed *cells;
	size_t n;
	uint64_t spent;
	unsigned round;
};

void
clocking_begin(struct clocking *clocking, const struct results *results)
{
	clocking->results = results;
	clocking->copies =
	    memory_new((results->tests.n * results->puts.n + 1) * sizeof *clocking->copies);
}

void
clocking_end(struct clocking *clocking)
{
	free(clocking->copies);
	free(clocking->programs);
	clocking->programs = NULL;
	clocking->program_count = 0;
}

/* Marsaglia's xorshift64. */
static uint64_t
draw(struct clocking *clocking)
{
	clocking->random ^= clocking->random << 13;
	clocking->random ^= clocking->random >> 7;
	clocking->random ^= clocking->random << 17;
	return clocking->random;
}

void
clocking_take(struct clocking *clocking, struct program *program)
{
	size_t i;

	for (i = 0; i < program->n; i++)
		clocking->copies[program->tasks[i]->cell - clocking->results->cells] =
		    (struct copy){program, i};
	clocking->programs = memory_resize(
	    clocking->programs, clocking->program_count + 1, sizeof(struct program *));
	clocking->programs[clocking->program_count++] = program;
}

static const struct copy *
copy_of(const struct clocking *clocking, const struct row *row, size_t put, unsigned round)
{
	size_t puts = clocking->results->puts.n;

	return &clocking->copies[(row->test + round % CONFIG_COPIES) * puts + put];
}

/* Writes what the program reads into a new directory. */
static bool
prepare(const char *dir, size_t task, enum variant variant, uint64_t turns,
    struct memory_layout layout)
{
	char *path = text_print("%s/work", dir);
	char *work = text_print("%zu %d %llu %u %u\n", task, variant, (unsigned long long)turns,
	    layout.stack, layout.heap);
	bool done = !mkdir(dir, 0755) && file_write(path, work, strlen(work));

	free(work);
	free(path);
	return done;
}

static void
make_command(struct command *command, const struct program *program, const char *dir)
{
	*command = (struct command){.measured = true, .timed = true};
	words_add_all(&command->argv, &program->argv);
	build_add_env(&command->env, program->target);
	command->cwd = memory_copy(dir);
	command->input = memory_copy("work");
}

/* Runs one command, while no other runs. Returns false if a signal came. */
static bool
run_alone(struct run *run, struct command *command, struct text *replies, char **why)
{
	struct job_event event;

	run_push(run, command, STEP_TIME, NULL);
	while (jobs_next(run->jobs, &event)) {
		if (!event.outcome) {
			text_add_n(replies, event.replies->s, event.replies->n);
			continue;
		}
		*why = outcome_why(event.outcome, run->config->timeout);
		return true;
	}
	return false;
}

static const char *
fault_text(long fault)
{
	switch ((enum cgbench_fault)fault) {
	case CGBENCH_STILL:
		return "the clock stands still";
	case CGBENCH_BACK:
		return "the clock went back";
	case CGBENCH_LEFT:
		return "left its loop early (by break, return or goto)";
	case CGBENCH_TIMED:
		break;
	}
	return NULL;
}

/* Why these replies are no times, or NULL; the caller frees. */
static char *
take_times(struct clocking *clocking, const struct text *replies, struct cgbench_times *times)
{
	if (replies->n != sizeof *times)
		return memory_copy("ended early with status 0, as if by exit(0)");
	memcpy(times, replies->s, sizeof *times);
	clocking->useless |= times->fault == CGBENCH_STILL || times->fault == CGBENCH_BACK;
	return memory_copy(fault_text(times->fault));
}

/* Runs one process. Returns NULL, or why there are no times; the caller frees. */
static char *
time_process(struct clocking *clocking, const struct copy *copy, enum variant variant,
    uint64_t turns, struct memory_layout layout, struct cgbench_times *times)
{
	struct run *run = copy->program->run;
	char *dir = run_dir(run, 't'), *why = NULL;
	struct text replies = TEXT_EMPTY;
	struct command command;

	if (!prepare(dir, copy->task, variant, turns, layout)) {
		why = text_print("%s: %s", dir, strerror(errno));
	} else {
		make_command(&command, copy->program, dir);
		if (!run_alone(run, &command, &replies, &why))
			why = memory_copy("interrupted");
		else if (!why)
			why = take_times(clocking, &replies, times);
	}
	text_free(&replies);
	file_remove_tree(dir);
	free(dir);
	return why;
}

/* Charges the test for the process, with what it took to start it. A program may see another
   clock than the last one did. */
static void
charge(struct clocking *clocking, struct row *row, const struct cgbench_times *times)
{
	bool same = clocking->last && clocking->last <= times->began;

	row->spent += times->ended - (same ? clocking->last : times->began);
	clocking->last = times->ended;
}

/* Times a variant of a cell in this round. Round 0 finds the number of turns. */
static void
time_variant(
    struct clocking *clocking, struct row *row, struct timed *cell, enum variant variant)
{
	const struct copy *copy = copy_of(clocking, row, cell->put, row->round);
	unsigned number = row->round ? 1 + (row->round - 1) % MEMORY_LAYOUT_MOST : 0;
	struct cgbench_times *times = &cell->got[variant];

	if (cell->why || clocking->useless || signals_caught())
		return;
	progress_at(&copy->program->run->progress, clocking->results->tests.v[row->test].name,
	    clocking->results->puts.v[cell->put].label);
	cell->why = time_process(clocking, copy, variant, cell->times->turns[variant],
	    memory_layout_numbered(number), times);
	if (!cell->why)
		charge(clocking, row, times);
	if (!cell->why && !row->round)
		cell->times->turns[variant] = times->count;
}

/* Runs both variants of all cells, in random order. */
static void
run_round(struct clocking *clocking, struct row *row)
{
	size_t n = row->n * VARIANT_COUNT, i, k;
	size_t *order = memory_new((n + 1) * sizeof *order);

	for (i = 0; i < n; i++) {
		k = draw(clocking) % (i + 1);
		order[i] = order[k];
		order[k] = i;
	}
	for (i = 0; i < n; i++)
		time_variant(clocking, row, &row->cells[order[i] / VARIANT_COUNT],
		    (enum variant)(order[i] % VARIANT_COUNT));
	free(order);
}

static void
add_sample(struct timed *cell)
{
	struct time_sample *sample = times_add(cell->times);
	enum variant v;

	for (v = 0; v < VARIANT_COUNT; v++) {
		const struct cgbench_times *got = &cell->got[v];

		sample->ns[v][LENGTH_SHORT] = got->ns[0];
		sample->ns[v][LENGTH_LONG] = got->ns[1];
		sample->fixed[v] = got->fixed;
		if (!cell->times->step || got->step < cell->times->step)
			cell->times->step = got->step;
	}
}

static size_t
count_sound(const struct row *row)
{
	size_t n = 0, i;

	for (i = 0; i < row->n; i++)
		n += !row->cells[i].why;
	return n;
}

static void
time_row(struct clocking *clocking, struct row *row)
{
	size_t sound, i;

	for (;; row->round++) {
		sound = count_sound(row);
		if (!sound || clocking->useless || signals_caught() || row->round > MOST ||
		    (row->round > FEWEST && row->spent >= clocking->budget * sound))
			return;
		run_round(clocking, row);
		for (i = 0; row->round && i < row->n; i++)
			if (!row->cells[i].why && !clocking->useless)
				add_sample(&row->cells[i]);
	}
}

static bool
is_built(const struct clocking *clocking, const struct row *row, size_t put)
{
	unsigned i;

	for (i = 0; i < CONFIG_COPIES; i++)
		if (!copy_of(clocking, row, put, i)->program)
			return false;
	return true;
}

/* Gives the times to the cells, or says why there are none. */
static void
end_row(struct clocking *clocking, struct row *row)
{
	const struct test *test = &clocking->results->tests.v[row->test];
	size_t i;

	for (i = 0; i < row->n; i++) {
		struct timed *timed = &row->cells[i];
		struct cell *cell = results_cell(clocking->results, row->test, timed->put);

		if (timed->why && !clocking->useless && !signals_caught()) {
			message_warn("--time: no times of '%s' on '%s': %s", test->name,
			    clocking->results->puts.v[timed->put].label, timed->why);
			clocking->failed++;
		}
		if (timed->why || clocking->useless || !timed->times->n)
			times_free(timed->times);
		else
			cell->times = timed->times;
	}
}

static void
run_row(struct clocking *clocking, size_t test)
{
	size_t puts = clocking->results->puts.n, put;
	struct row row = {.test = test, .cells = memory_new(puts * sizeof *row.cells)};
	char *clock = NULL;

	for (put = 0; put < puts; put++)
		if (is_built(clocking, &row, put))
			row.cells[row.n++] = (struct timed){
			    .put = put, .times = memory_new(sizeof(struct times))};
	/* The same order in every run, whichever tests are timed before. */
	clocking->random = 88172645463325252;
	time_row(clocking, &row);
	end_row(clocking, &row);
	for (put = 0; put < row.n; put++) {
		if (!clock && clocking->useless && row.cells[put].why)
			clock = memory_copy(row.cells[put].why);
		free(row.cells[put].why);
	}
	if (clock) {
		message_warn("--time: %s: there are no times", clock);
		clocking->failed++;
	}
	free(clock);
	free(row.cells);
}

void
clocking_run(struct clocking *clocking)
{
	size_t i, k;

	for (i = 0; i < clocking->results->tests.n && !clocking->useless; i += CONFIG_COPIES)
		run_row(clocking, i);
	for (i = 0; i < clocking->program_count; i++) {
		struct program *program = clocking->programs[i];

		for (k = 0; k < program->n; k++)
			program_end_task(program, k);
		program_release(program);
	}
}
