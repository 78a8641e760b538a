#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "code/symbol_file.h"
#include "measure/again/time_stage.h"
#include "measure/compile/compile.h"
#include "measure/crash.h"
#include "measure/judge.h"
#include "measure/keep.h"
#include "measure/compile/link.h"
#include "measure/measure.h"
#include "measure/prepare.h"
#include "measure/profile/profile_stage.h"
#include "measure/schedule.h"
#include "measure/session.h"
#include "process/launch.h"
#include "process/signals.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/message.h"

struct measure {
	struct run run;
	struct config config; /* with the absolute path of keep */
	char *keep;
	struct results *results;
	struct targets *targets;
	size_t next;  /* cell to begin, target by target */
	size_t begun; /* how many of those to be measured have begun */
	size_t taken; /* and had been measured by an interrupted run */
	struct batch_cells *batches;
	size_t batch_count;
	size_t saved; /* how many batches had ended when the run was saved last */
	time_t due;   /* when to save again at the earliest */
	enum measure_end end;
	bool over;
};

/* In seconds: between two savings, and how old a failure must be. What ends the run may have
   killed a child just before. */
enum { SAVE_AFTER = 5, SURE_AFTER = 2 };

/* A program that exits in the middle must still clean these up. */
static struct jobs *open_jobs;

static void
clean_up(void)
{
	if (!open_jobs)
		return;
	jobs_kill(open_jobs);
	run_remove_workdir();
	/* Only now may a signal end the program. */
	jobs_free(open_jobs);
	open_jobs = NULL;
}

static bool
measure_check_limits(void)
{
	const rlim_t least = LAUNCH_DESCRIPTORS + LAUNCH_DESCRIPTORS_SPARE;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_max >= least)
		return true;
	message_warn(
	    "only %llu files may be open at once; raise the limit (ulimit -Hn) to %llu",
	    (unsigned long long)limit.rlim_max, (unsigned long long)least);
	return false;
}

/* Files of --keep show the lines of the C library, too. */
static void
find_quick(struct run *run)
{
	const struct config *config = run->config;
	OWNED char *dir = NULL;

	if (!*config->valgrind->libexec || config->keep || config->clocking ||
	    !valgrind_make_quick(&run->quick, config->valgrind))
		return;
	dir = text_print("%s/symbols", run->workdir);
	symbol_file_place(dir);
	valgrind_add_symbols(&run->quick, dir);
}

/* Returns false if measuring cannot begin, having said why. */
static bool
measure_make(struct measure *m)
{
	static bool cleaned_at_exit;
	struct run *run = &m->run;

	if (!measure_check_limits())
		return false;
	if (m->config.keep && !(m->config.keep = m->keep = keep_open(m->config.keep)))
		return false;
	clock_gettime(CLOCK_REALTIME, &run->began);
	if (run->config->profiles)
		valgrind_make_profiler(&run->profiler, run->config->valgrind);
	run->jobs = open_jobs = jobs_new(run->config->jobs);
	run->workdir = run_make_workdir();
	/* Before the directory is removed, what writes there is killed. */
	cleaned_at_exit = cleaned_at_exit || !atexit(clean_up);
	if (!run->workdir)
		return false;
	run->tmp = text_print("%s/tmp", run->workdir);
	if (!mkdir(run->tmp, 0700))
		return true;
	message_warn("%s: %s", run->tmp, strerror(errno));
	return false;
}

/* Returns how much of the run's time it takes to measure a cell. */
static size_t
effort_of(const struct run *run, const struct target *target)
{
	bool forks = program_kind(run->config, target) == PROGRAM_FORK;

	return forks ? PROGRESS_FORKED : PROGRESS_STARTED;
}

/* Interpreters are not timed, nor what another machine runs. */
static bool
measure_is_wanted(const struct measure *m, const struct target *target, const struct test *test)
{
	bool timed = !language_is_script(target->language) && target_is_native(target);

	return target_has_code(target, test) && (timed || !m->config.clocking);
}

static void
begin_progress(struct measure *m)
{
	size_t cells = 0, effort = 0;

	for (size_t t = 0; t < m->targets->n; t++)
		for (size_t row = 0; row < m->results->tests.n; row++) {
			const struct target *target = &m->targets->v[t];

			if (!measure_is_wanted(m, target, &m->results->tests.v[row]))
				continue;
			cells++;
			effort += effort_of(&m->run, target);
			if (language_is_compiled(target->language))
				effort += PROGRESS_COMPILED;
		}
	m->run.cells = cells;
	progress_begin(&m->run.progress, cells, effort, !m->config.verbose);
}

/* A cell by its number, target by target. */
static struct cell *
cell_at(const struct results *results, size_t i)
{
	return results_cell(results, i % results->tests.n, i / results->tests.n);
}

/* A put that is unfit, or needs a run without a server, is tried again. */
static bool
is_settled(const struct measure *m, const struct batch_cells *batch)
{
	const struct target *target = &m->targets->v[batch->from / m->results->tests.n];
	const struct words *unforkable = m->config.unforkable;

	return !batch->left && !target->unfit &&
	       words_find(unforkable, target->put->label) == unforkable->n &&
	       (!batch->failed || time(NULL) - batch->failed > SURE_AFTER);
}

/* Keeps the batches that have ended. Returns false if there are no more than the last time. */
static bool
measure_keep(struct measure *m)
{
	struct partial *partial = m->config.partial;

	if (!partial || m->run.ended == m->saved)
		return false;
	ARRAY_EACH(const struct batch_cells, batch, m->batches, m->batch_count)
		for (size_t i = batch->from; i < batch->to && is_settled(m, batch); i++)
			*cell_at(&partial->kept, i) = *cell_at(m->results, i);
	m->saved = m->run.ended;
	m->due = time(NULL) + SAVE_AFTER;
	return true;
}

/* Returns true if an interrupted run has measured all cells of a batch, which are taken over.
 */
static bool
measure_take_over(struct measure *m, const struct batch_cells *batch)
{
	const struct target *target = &m->targets->v[batch->from / m->results->tests.n];
	bool compiled = language_is_compiled(target->language);
	size_t effort = effort_of(&m->run, target) + (compiled ? PROGRESS_COMPILED : 0), n = 0;
	size_t rows = m->results->tests.n;

	for (size_t i = batch->from; i < batch->to; i++) {
		const struct cell *cell = cell_at(&m->config.partial->kept, i);

		if (!measure_is_wanted(m, target, &m->results->tests.v[i % rows]))
			continue;
		if (target->unfit || (!cell->measured && !cell->failure))
			return false;
		n++;
	}
	for (size_t i = batch->from; i < batch->to; i++)
		results_replace(cell_at(m->results, i), cell_at(&m->config.partial->kept, i));
	progress_add(&m->run.progress, n * effort, n);
	m->begun += n;
	m->taken += n;
	return true;
}

/* Begins to compile the next tests of a target. Returns false if there are none. */
static bool
begin_batch(struct measure *m)
{
	/* Enough to share the cost of a link and of a server's start, and few enough that
	   measuring does not wait for the last compilation. What is kept of a test does not
	   depend on others. */
	size_t most = m->config.keep ? 1 : 200;
	size_t rows = m->results->tests.n, column, n = 0;
	struct batch_cells *batch = &m->batches[m->batch_count];
	OWNED struct task **tasks = NULL;

	if (!rows || m->next / rows == m->targets->n)
		return false;
	column = m->next / rows;
	batch->from = m->next;
	m->next = m->next + most < (column + 1) * rows ? m->next + most : (column + 1) * rows;
	batch->to = m->next;
	m->batch_count++;
	if (m->config.partial && measure_take_over(m, batch))
		return true;
	tasks = memory_array(most, sizeof *tasks);
	for (size_t i = batch->from; i < batch->to; i++) {
		const struct target *target = &m->targets->v[column];
		const struct test *test = &m->results->tests.v[i % rows];

		if (measure_is_wanted(m, target, test))
			tasks[n++] = task_new(
			    &m->run, test, target, cell_at(m->results, i), i % rows, i);
	}
	m->begun += n;
	batch->left = n;
	for (size_t i = 0; i < n; i++) {
		tasks[i]->last = m->begun == m->run.cells;
		tasks[i]->batch = batch;
	}
	if (n)
		compile_begin(&m->run, tasks, n);
	return true;
}

static void
show_progress(struct run *run, const struct task *task)
{
	struct progress *progress = &run->progress;

	progress_add(progress, effort_of(run, task->target), 1);
	if (run->config->verbose)
		message_warn("Done %s/%s (%zu of %zu, %.2f%%)", task->test->name,
		    task->target->put->label, progress->finished, progress->cells,
		    100.0 * (double)progress->finished / (double)progress->cells);
}

/* The last stage: the cell has counts or a failure. */
static void
measure_end_task(struct run *run, struct task *task)
{
	if (run->config->keep)
		keep_task(task);
	/* Only now, because what a measurement finds says more. */
	if (task->incomplete)
		task_fail(task, STAGE_REHEARSAL, task->incomplete, "", "");
	if (!task_failed(task))
		judge(task);
	show_progress(run, task);
	if (task_failed(task))
		task->batch->failed = time(NULL);
	run->ended += !--task->batch->left;
	if (task->program)
		program_release(task->program);
	task_free(task);
}

static void
begin_program(struct program *program)
{
	struct time_stage *clocking = program->run->config->clocking;

	if (clocking)
		time_stage_take(clocking, program);
	else
		schedule_program(program);
}

/* Asks for the libraries of a program that was linked. Returns false if it loads none. */
static bool
ask_libraries(struct program *program)
{
	const struct target *target = program->target;
	struct command command;

	if (!language_is_compiled(target->language) ||
	    !host_files_ask(target, target->qemu != NULL, program->path, &command))
		return false;
	run_push(program->run, &command, AIM_LIBRARIES, program);
	return true;
}

static void
read_libraries(struct program *program, const struct outcome *outcome)
{
	host_files_learn(program->run->config->files, program->target, outcome->output);
	begin_program(program);
}

/* Gives what one stage is done with to the next. */
static void
measure_hand_on(struct run *run)
{
	struct batch *batch;
	struct program *program;
	struct task *task;

	while ((batch = STAILQ_FIRST(&run->compiled))) {
		STAILQ_REMOVE_HEAD(&run->compiled, next);
		link_batch(batch);
	}
	while ((program = STAILQ_FIRST(&run->linked))) {
		STAILQ_REMOVE_HEAD(&run->linked, next);
		if (!ask_libraries(program))
			begin_program(program);
	}
	while (!STAILQ_EMPTY(&run->counted))
		profile_stage_begin(run);
	while ((task = STAILQ_FIRST(&run->finished))) {
		STAILQ_REMOVE_HEAD(&run->finished, next);
		if (!crash_begin(task))
			measure_end_task(run, task);
	}
}

/* Gives an event to the stage that queued its job. */
static void
measure_event(const struct job_event *event)
{
	switch ((enum aim)event->aim) {
	case AIM_TRY: /* taken before the tests' events */
		abort();
	case AIM_LOOK:
	case AIM_COMPILE:
	case AIM_ASSEMBLE:
	case AIM_REHEARSE:
		compile_done(event->owner, (enum aim)event->aim, event->outcome);
		break;
	case AIM_UNIT:
		compile_unit_done(event->owner, event->outcome);
		break;
	case AIM_LINK:
		link_done(event->owner, event->outcome);
		break;
	case AIM_LIBRARIES:
		read_libraries(event->owner, event->outcome);
		break;
	case AIM_PREPARE:
		session_prepared(event->owner, event->outcome);
		break;
	case AIM_PREPARED:
	case AIM_MEASURE:
		session_event(event->owner, event);
		break;
	case AIM_DISASSEMBLE:
		profile_stage_done(event->owner, event->outcome);
		break;
	case AIM_TIME: /* no other stage runs meanwhile */
		abort();
	case AIM_CRASH_COMPILE:
	case AIM_CRASH_LINK:
	case AIM_CRASH_RUN:
		crash_done(event->owner, (enum aim)event->aim, event->outcome);
		break;
	}
}

/* Once all targets were tried, what was compiled meanwhile may go on. */
static enum measure_end
end_trials(struct measure *m)
{
	enum measure_end end = MEASURE_DONE;

	if (m->run.trials)
		return end;
	end = prepare_end(&m->run, m->targets);
	if (!end)
		compile_release(&m->run);
	return end;
}

/* The first batch may be queued behind the trial of its put, which may be unfit now. */
static bool
may_compile(const struct measure *m)
{
	return m->run.trials ? !m->next && prepare_is_short(m->targets)
	                     : jobs_want_more(m->run.jobs);
}

/* The next batch is compiled while what was compiled before is measured. Returns false if
   nothing is left to do. */
static bool
measure_next(struct measure *m)
{
	struct job_event event;

	if (!jobs_next(m->run.jobs, &event))
		return false;
	if (event.aim != AIM_TRY)
		measure_event(&event);
	else if (!(m->end = prepare_done(&m->run, m->targets, &event)))
		m->end = end_trials(m);
	return !m->end;
}

static void
measure_finish(struct measure *m)
{
	struct run *run = &m->run;

	if (!m->end && run->config->clocking && !signals_caught()) {
		time_stage_run(run->config->clocking);
		measure_hand_on(run);
	}
	progress_end(&run->progress);
	if (m->taken)
		message_warn("%zu of %zu counts had been measured", m->taken, run->cells);
	m->over = true;
}

struct measure *
measure_begin(struct results *results, struct targets *targets, const struct config *config)
{
	struct measure *m = memory_new(sizeof *m);

	*m = (struct measure){.run = {.loops = results->loops},
	    .config = *config,
	    .results = results,
	    .targets = targets};
	m->run.config = &m->config;
	STAILQ_INIT(&m->run.held);
	STAILQ_INIT(&m->run.compiled);
	STAILQ_INIT(&m->run.linked);
	STAILQ_INIT(&m->run.counted);
	STAILQ_INIT(&m->run.finished);
	m->batches = memory_array(results->tests.n * targets->n + 1, sizeof *m->batches);
	m->over = !measure_make(m);
	m->end = m->over ? MEASURE_FAILED : prepare_begin(&m->run, targets);
	if (!m->end) {
		/* Compilers need no valgrind. */
		jobs_start(m->run.jobs);
		find_quick(&m->run);
		m->end = end_trials(m);
	}
	if (!m->over)
		begin_progress(m);
	return m;
}

bool
measure_go_on(struct measure *m)
{
	struct run *run = &m->run;
	const struct partial *partial = m->config.partial;

	while (!m->over) {
		measure_hand_on(run);
		while (!m->end && may_compile(m) && begin_batch(m))
			measure_hand_on(run);
		if (run->progress.finished < run->cells && time(NULL) >= m->due &&
		    measure_keep(m))
			return true;
		if (m->end || !measure_next(m))
			measure_finish(m);
	}
	return (signals_caught() || (partial && partial->goes_on)) && measure_keep(m);
}

enum measure_end
measure_close(struct measure *m)
{
	enum measure_end end = m->end;

	clean_up();
	compile_drop(&m->run);
	units_free(&m->run);
	valgrind_free(&m->run.profiler);
	valgrind_free(&m->run.quick);
	images_free(&m->run.images);
	free(m->run.tmp);
	free(m->keep);
	free(m->batches);
	free(m);
	if (signals_caught())
		raise(signals_caught());
	return end;
}

enum measure_end
measure_run(struct results *results, struct targets *targets, const struct config *config)
{
	struct measure *m = measure_begin(results, targets, config);

	while (measure_go_on(m))
		;
	return measure_close(m);
}
