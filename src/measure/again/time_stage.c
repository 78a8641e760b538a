#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "inject/forkserver/protocol.h"
#include "measure/again/time_stage.h"
#include "measure/compile/build.h"
#include "process/signals.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/array.h"
#include "util/paths.h"

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
struct timed_row {
	size_t test; /* in the results, of the first copy */
	struct timed *cells;
	size_t n;
	uint64_t spent, budget; /* nanoseconds; the latter for each cell */
	unsigned round;
};

/* A process that times a variant of a test, outside of valgrind. A compiled test times itself;
   a command is started by CGBENCH_TIMER, once for each iteration unless its words have @count@.
 */
struct process {
	const struct program *program;
	size_t task; /* its number in the program */
	enum variant variant;
	uint64_t iterations; /* of the short loop; 0: they are to be found */
	struct memory_layout layout;
};

/* Adds the words that start a command, behind those that its timer reads. Returns false if that
   is missing. */
static bool
time_stage_add_command(struct command *command, const struct process *process)
{
	const struct program *program = process->program;
	const struct test *test = program->tasks[process->task]->test;
	char *timer = paths_library(CGBENCH_TIMER);

	if (!timer)
		return false;
	words_take(&command->argv, timer);
	words_take(&command->argv, text_print("%d", test->once));
	words_take(&command->argv, text_print("%llu", (unsigned long long)process->iterations));
	words_take(&command->argv, text_print("%d", test->status));
	build_command(&command->argv, program->target, test, process->variant == VARIANT_ACTIVE,
	    (char[]){CGBENCH_TURNS, '\0'});
	build_add_padding(&command->env, process->layout.stack);
	if (test->in_dir && test->dir)
		command->run_in = memory_copy(test->dir);
	return true;
}

/* Makes the process's directory with its standard input, and the command that runs it. Returns
   NULL, or why it cannot; the caller frees. */
static char *
time_stage_prepare(struct command *command, const struct process *process, const char *dir)
{
	const struct program *program = process->program;
	const struct test *test = program->tasks[process->task]->test;
	bool is_command = program->kind == PROGRAM_COMMAND, made;
	OWNED char *path = text_print("%s/work", dir), *work = NULL;

	work = is_command ? build_work(program->target, test, 0, true, 0, 0)
	                  : text_print("%zu %d %llu %u %u\n", process->task, process->variant,
	                        (unsigned long long)process->iterations, process->layout.stack,
	                        process->layout.heap);
	if (is_command &&
	    (test_part(test, PART_PRE) || (test_part(test, PART_SETUP) && !test->in_dir)))
		return memory_copy("nothing can prepare the runs that are timed");
	made = !mkdir(dir, 0755) && file_write(path, work, strlen(work));
	if (!made)
		return text_print("%s: %s", dir, strerror(errno));
	*command = (struct command){.measured = true, .timed = true};
	command->cwd = memory_copy(dir);
	command->input = build_input(program->target, test);
	build_add_env(&command->env, program->target);
	if (!is_command)
		words_add_all(&command->argv, &program->argv);
	else if (!time_stage_add_command(command, process))
		return memory_copy(CGBENCH_TIMER
		    " is missing beside cgbench; build and install cgbench again");
	return NULL;
}

static char *
why_faulty(const struct cgbench_times *times)
{
	const struct outcome ended = {.status = (int)times->status};

	switch ((enum cgbench_fault)times->fault) {
	case CGBENCH_TIMED:
		return NULL;
	case CGBENCH_STILL:
		return memory_copy("the clock stands still");
	case CGBENCH_BACK:
		return memory_copy("the clock went back");
	case CGBENCH_LEFT:
		return memory_copy("left its loop early (by break, return or goto)");
	case CGBENCH_NO_TIME:
		return memory_copy("twice as many iterations take no longer");
	case CGBENCH_ENDED:
		return ended.status ? outcome_why(&ended) : memory_copy("exited with status 0");
	case CGBENCH_THREADED:
		return memory_copy(
		    "starts threads before it reads its input, so it cannot be forked");
	case CGBENCH_NO_EXEC:
		return text_print("cannot be started: %s", strerror(ended.status));
	}
	return memory_copy("replied something other than a time");
}

/* Why a process that ended gave no times, or NULL. */
static char *
time_stage_why_ended(const struct process *process, const struct outcome *outcome,
    const struct text *replies, struct cgbench_times *times)
{
	const struct program *program = process->program;
	char *why = outcome_why(outcome);

	if (why)
		return why;
	if (replies->n != sizeof *times)
		return memory_copy("ended early with status 0, as if by exit(0)");
	memcpy(times, replies->s, sizeof *times);
	why = why_faulty(times);
	if (!why && outcome->output && *outcome->output &&
	    !program->tasks[process->task]->test->may_write_stderr)
		why = memory_copy("wrote to standard error");
	return why;
}

static char *
run_alone(const struct process *process, struct command *command, struct cgbench_times *times)
{
	struct run *run = process->program->run;
	FREED_BY(text_free) struct text replies = TEXT_EMPTY;
	struct job_event event;
	bool ended = false;
	char *why = NULL;

	run_push(run, command, AIM_TIME, NULL);
	while (!ended && jobs_next(run->jobs, &event)) {
		ended = event.outcome != NULL;
		if (ended)
			why = time_stage_why_ended(process, event.outcome, &replies, times);
		else
			text_add_n(&replies, event.replies->s, event.replies->n);
	}
	return ended ? why : memory_copy("interrupted");
}

/* Runs it while no other process runs. Returns NULL, or why there are no times; the caller
   frees. */
static char *
run_process(const struct process *process, struct cgbench_times *times)
{
	struct command command = {0};
	OWNED char *dir = run_dir(process->program->run, 't');
	char *why = time_stage_prepare(&command, process, dir);

	*times = (struct cgbench_times){0};
	if (why)
		command_free(&command);
	else
		why = run_alone(process, &command, times);
	file_remove_tree(dir);
	return why;
}

void
time_stage_begin(struct time_stage *clocking, const struct results *results,
    const struct results *before, const size_t *rows)
{
	clocking->results = results;
	clocking->before = before;
	clocking->rows = rows;
	clocking->copies =
	    memory_array(results->tests.n * results->puts.n + 1, sizeof *clocking->copies);
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
time_stage_draw(struct time_stage *clocking)
{
	clocking->random ^= clocking->random << 13;
	clocking->random ^= clocking->random >> 7;
	return clocking->random ^= clocking->random << 17;
}

void
time_stage_take(struct time_stage *clocking, struct program *program)
{
	for (size_t i = 0; i < program->n; i++)
		clocking->copies[program->tasks[i]->cell - clocking->results->cells] =
		    (struct copy){program, i};
	*ARRAY_ADD(clocking->programs, clocking->program_count) = program;
}

static const struct copy *
time_stage_copy_of(
    const struct time_stage *clocking, const struct timed_row *row, size_t put, unsigned round)
{
	size_t puts = clocking->results->puts.n;

	return &clocking->copies[(row->test + round % CONFIG_COPIES) * puts + put];
}

/* Charges the test for the process, with what it took to start it. A program may see another
   clock than the last one did. */
static void
charge(struct time_stage *clocking, struct timed_row *row, const struct cgbench_times *times)
{
	bool same = clocking->last && clocking->last <= times->began;

	row->spent += times->ended - (same ? clocking->last : times->began);
	clocking->last = times->ended;
}

/* Times a variant of a cell in this round. Round 0 finds the number of iterations. */
static void
time_variant(struct time_stage *clocking, struct timed_row *row, struct timed *cell,
    enum variant variant)
{
	const struct copy *copy = time_stage_copy_of(clocking, row, cell->put, row->round);
	struct cgbench_times *times = &cell->got[variant];
	const struct task *task = copy->program->tasks[copy->task];
	const struct process process = {
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
	cell->why = run_process(&process, times);
	clocking->useless =
	    cell->why && (times->fault == CGBENCH_STILL || times->fault == CGBENCH_BACK);
	if (!cell->why)
		charge(clocking, row, times);
	if (!cell->why && !row->round)
		cell->times->iterations[variant] = times->count;
}

/* Runs both variants of all cells, in random order. */
static void
run_round(struct time_stage *clocking, struct timed_row *row)
{
	size_t n = row->n * VARIANT_COUNT, k;
	OWNED size_t *order = memory_array(n + 1, sizeof *order);

	for (size_t i = 0; i < n; i++) {
		k = time_stage_draw(clocking) % (i + 1);
		order[i] = order[k];
		order[k] = i;
	}
	for (size_t i = 0; i < n; i++)
		time_variant(clocking, row, &row->cells[order[i] / VARIANT_COUNT],
		    (enum variant)(order[i] % VARIANT_COUNT));
}

/* A variant that was not timed took no time: a command has no empty loop. */
static void
add_sample(struct timed *cell)
{
	struct time_sample *sample = times_add(cell->times);

	for (enum variant v = 0; v < VARIANT_COUNT; v++) {
		bool timed = cell->got[v].count;
		const struct cgbench_times *got = &cell->got[timed ? v : VARIANT_ACTIVE];

		sample->fixed[v] = got->fixed;
		if (!cell->times->tick || got->tick < cell->times->tick)
			cell->times->tick = got->tick;
		if (!timed)
			continue;
		sample->ns[v][LENGTH_SHORT] = got->ns[0];
		sample->ns[v][LENGTH_LONG] = got->ns[1];
	}
}

static void
time_row(struct time_stage *clocking, struct timed_row *row)
{
	size_t sound;

	for (;; row->round++) {
		for (size_t i = sound = 0; i < row->n; i++)
			sound += !row->cells[i].why;
		if (!sound || clocking->useless || signals_caught() || row->round > MOST ||
		    (row->round > FEWEST && row->spent >= row->budget * sound))
			return;
		run_round(clocking, row);
		for (size_t i = 0; row->round && i < row->n; i++)
			if (!row->cells[i].why && !clocking->useless)
				add_sample(&row->cells[i]);
	}
}

/* Returns true if the cell was counted, and all copies of it are built. */
static bool
is_sound(const struct time_stage *clocking, const struct timed_row *row, size_t put)
{
	if (!results_cell(clocking->before, clocking->rows[row->test], put)->measured)
		return false;
	for (unsigned i = 0; i < CONFIG_COPIES; i++)
		if (!time_stage_copy_of(clocking, row, put, i)->program)
			return false;
	return true;
}

/* Gives the times to the cells, or says why there are none: once, if the clock is useless. */
static void
end_row(struct time_stage *clocking, struct timed_row *row)
{
	const char *name = clocking->results->tests.v[row->test].name, *clock = NULL;

	ARRAY_EACH(struct timed, timed, row->cells, row->n) {
		if (timed->why && clocking->useless) {
			clock = clock ? clock : timed->why;
		} else if (timed->why && !signals_caught()) {
			message_warn("--time: no times of '%s' on '%s': %s", name,
			    clocking->results->puts.v[timed->put].label, timed->why);
			clocking->failed++;
		}
		if (timed->why || clocking->useless || !timed->times->n)
			times_free(timed->times);
		else
			results_cell(clocking->results, row->test, timed->put)->times =
			    timed->times;
	}
	if (clock) {
		message_warn("--time: %s: there are no times", clock);
		clocking->failed++;
	}
	for (size_t i = 0; i < row->n; i++)
		free(row->cells[i].why);
	free(row->cells);
}

static void
time_stage_begin_cell(const struct time_stage *clocking, struct timed_row *row, size_t put)
{
	const struct copy *copy = time_stage_copy_of(clocking, row, put, 0);
	const struct task *task = copy->program->tasks[copy->task];
	struct times *times = memory_new(sizeof *times);

	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		times->iterations[v] = !task_needs(task, v, LENGTH_SHORT);
	row->cells[row->n++] = (struct timed){.put = put, .times = times};
}

static void
run_row(struct time_stage *clocking, size_t number)
{
	const struct test *test = &clocking->results->tests.v[number];
	double seconds = clocking->seconds > 0 ? clocking->seconds
	                 : test->seconds > 0   ? test->seconds
	                                       : clocking->usual;
	size_t puts = clocking->results->puts.n;
	struct timed_row row = {.test = number,
	    .budget = (uint64_t)(seconds * 1e9),
	    .cells = memory_array(puts, sizeof *row.cells)};

	for (size_t put = 0; put < puts; put++)
		if (is_sound(clocking, &row, put))
			time_stage_begin_cell(clocking, &row, put);
	/* The order is the same in every run, whichever tests are timed before. */
	clocking->random = 88172645463325252;
	time_row(clocking, &row);
	end_row(clocking, &row);
}

void
time_stage_run(struct time_stage *clocking)
{
	for (size_t i = 0; i < clocking->results->tests.n && !clocking->useless;
	     i += CONFIG_COPIES)
		run_row(clocking, i);
	for (size_t i = 0; i < clocking->program_count; i++) {
		struct program *program = clocking->programs[i];

		for (size_t k = 0; k < program->n; k++)
			program_end_task(program->tasks[k]);
		program_release(program);
	}
}
