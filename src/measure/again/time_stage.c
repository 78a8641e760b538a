#include <stdlib.h>

#include "measure/again/time_stage.h"
#include "measure/again/timed_process.h"
#include "process/signals.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/array.h"

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
	uint64_t spent, budget; /* nanoseconds; the latter for each cell */
	unsigned round;
};

void
time_stage_begin(struct time_stage *clocking, const struct results *results,
    const struct results *before, const size_t *rows)
{
	clocking->results = results;
	clocking->before = before;
	clocking->rows = rows;
	clocking->copies =
	    memory_new((results->tests.n * results->puts.n + 1) * sizeof *clocking->copies);
}

void
time_stage_end(struct time_stage *clocking)
{
	free(clocking->copies);
	free(clocking->programs);
	clocking->programs = NULL;
	clocking->program_count = 0;
}

/* Marsaglia's xorshift64. */
static uint64_t
draw(struct time_stage *clocking)
{
	clocking->random ^= clocking->random << 13;
	clocking->random ^= clocking->random >> 7;
	clocking->random ^= clocking->random << 17;
	return clocking->random;
}

void
time_stage_take(struct time_stage *clocking, struct program *program)
{
	size_t i;

	for (i = 0; i < program->n; i++)
		clocking->copies[program->tasks[i]->cell - clocking->results->cells] =
		    (struct copy){program, i};
	*ARRAY_ADD(clocking->programs, clocking->program_count) = program;
}

static const struct copy *
copy_of(const struct time_stage *clocking, const struct row *row, size_t put, unsigned round)
{
	size_t puts = clocking->results->puts.n;

	return &clocking->copies[(row->test + round % CONFIG_COPIES) * puts + put];
}

/* Charges the test for the process, with what it took to start it. A program may see another
   clock than the last one did. */
static void
charge(struct time_stage *clocking, struct row *row, const struct cgbench_times *times)
{
	bool same = clocking->last && clocking->last <= times->began;

	row->spent += times->ended - (same ? clocking->last : times->began);
	clocking->last = times->ended;
}

/* Times a variant of a cell in this round. Round 0 finds the number of iterations. */
static void
time_variant(
    struct time_stage *clocking, struct row *row, struct timed *cell, enum variant variant)
{
	const struct copy *copy = copy_of(clocking, row, cell->put, row->round);
	struct cgbench_times *times = &cell->got[variant];
	const struct task *task = copy->program->tasks[copy->task];
	const struct timed_process process = {
	    .program = copy->program,
	    .task = copy->task,
	    .variant = variant,
	    .iterations = cell->times->iterations[variant],
	    .layout = memory_layout_numbered(
	        row->round ? 1 + (row->round - 1) % MEMORY_LAYOUT_MOST : 0),
	};

	if (!task_needs(task, variant, LENGTH_SHORT) || cell->why || clocking->useless ||
	    signals_caught())
		return;
	progress_at(&copy->program->run->progress, clocking->results->tests.v[row->test].name,
	    clocking->results->puts.v[cell->put].label);
	cell->why = timed_process_run(&process, times);
	clocking->useless = cell->why && timed_process_lacks_clock(times);
	if (!cell->why)
		charge(clocking, row, times);
	if (!cell->why && !row->round)
		cell->times->iterations[variant] = times->count;
}

/* Runs both variants of all cells, in random order. */
static void
run_round(struct time_stage *clocking, struct row *row)
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

/* What was not timed, as a command has no empty loop, took no time. */
static void
add_sample(struct timed *cell)
{
	struct time_sample *sample = times_add(cell->times);
	enum variant v;

	for (v = 0; v < VARIANT_COUNT; v++) {
		bool timed = cell->got[v].count;
		const struct cgbench_times *got = &cell->got[timed ? v : VARIANT_ACTIVE];

		sample->fixed[v] = got->fixed;
		if (!cell->times->step || got->step < cell->times->step)
			cell->times->step = got->step;
		if (!timed)
			continue;
		sample->ns[v][LENGTH_SHORT] = got->ns[0];
		sample->ns[v][LENGTH_LONG] = got->ns[1];
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
time_row(struct time_stage *clocking, struct row *row)
{
	size_t sound, i;

	for (;; row->round++) {
		sound = count_sound(row);
		if (!sound || clocking->useless || signals_caught() || row->round > MOST ||
		    (row->round > FEWEST && row->spent >= row->budget * sound))
			return;
		run_round(clocking, row);
		for (i = 0; row->round && i < row->n; i++)
			if (!row->cells[i].why && !clocking->useless)
				add_sample(&row->cells[i]);
	}
}

/* Whether the cell was counted, and all copies of it are built. */
static bool
is_sound(const struct time_stage *clocking, const struct row *row, size_t put)
{
	unsigned i;

	if (!results_cell(clocking->before, clocking->rows[row->test], put)->measured)
		return false;
	for (i = 0; i < CONFIG_COPIES; i++)
		if (!copy_of(clocking, row, put, i)->program)
			return false;
	return true;
}

/* Gives the times to the cells, or says why there are none. */
static void
end_row(struct time_stage *clocking, struct row *row)
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
begin_cell(const struct time_stage *clocking, struct row *row, size_t put)
{
	const struct copy *copy = copy_of(clocking, row, put, 0);
	const struct task *task = copy->program->tasks[copy->task];
	struct times *times = memory_new(sizeof *times);
	enum variant v;

	for (v = 0; v < VARIANT_COUNT; v++)
		times->iterations[v] = !task_needs(task, v, LENGTH_SHORT);
	row->cells[row->n++] = (struct timed){.put = put, .times = times};
}

static uint64_t
budget_of(const struct time_stage *clocking, const struct test *test)
{
	double seconds = clocking->seconds > 0 ? clocking->seconds
	                 : test->seconds > 0   ? test->seconds
	                                       : clocking->usual;

	return (uint64_t)(seconds * 1e9);
}

static void
run_row(struct time_stage *clocking, size_t test)
{
	size_t puts = clocking->results->puts.n, put;
	struct row row = {.test = test,
	    .budget = budget_of(clocking, &clocking->results->tests.v[test]),
	    .cells = memory_new(puts * sizeof *row.cells)};
	char *clock = NULL;

	for (put = 0; put < puts; put++)
		if (is_sound(clocking, &row, put))
			begin_cell(clocking, &row, put);
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
time_stage_run(struct time_stage *clocking)
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
