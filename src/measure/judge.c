#include "code/loop.h"
#include "measure/compile/program.h"
#include "measure/judge.h"
#include "model/chance.h"
#include "util/array.h"

static int64_t
judge_iterations_of(const struct task *task)
{
	const unsigned long *loops = task->run->loops;

	return task->test->once ? 1 : (int64_t)(loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
}

/* 0 if not all iterations count the same. */
static size_t
per_iteration(const struct task *task)
{
	int64_t counted = results_spent(task->cell, task->test->once, FIELD_IR);
	int64_t iterations = judge_iterations_of(task);

	return counted > 0 && !(counted % iterations) ? (size_t)(counted / iterations) : 0;
}

static int64_t
judge_left_out(const struct loop_extra *extra)
{
	return extra->exact ? extra->more : 0;
}

/* If a compiler left only moves, there are no more of them. */
enum { MOST_MOVES = 256 };

/* A repeated instruction counts once per element, in Ir and in COND. Other code has no more
   than two conditional branches for each comparison; short code may have a locked instruction,
   which counts one as well. The instruction "loop" is a branch and nothing else: a repeated one
   reads or writes something for every branch, or for every two if it compares. */
static bool
is_rep(int64_t instructions, int64_t branches, int64_t accesses, int64_t iterations)
{
	return instructions >= 16 * iterations && 3 * branches > 2 * instructions &&
	       3 * accesses > branches;
}

/* count: of an iteration, with what the counts will leave out of the loop; 0: not known. */
static verdict_set
judge_content(const struct loop *loop, size_t count)
{
	enum loop_content content = LOOP_WORK;

	if (count && count <= MOST_MOVES)
		content = loop_content(loop, count);
	return content == LOOP_NOTHING ? 1u << VERDICT_EMPTY
	       : content == LOOP_MOVES ? 1u << VERDICT_FOLDED
	                               : 0;
}

/* loop: of a compiled test, otherwise NULL. */
static verdict_set
judge_counts(const struct task *task, const struct loop *loop, const struct loop_extra *extra)
{
	const struct cell *cell = task->cell;
	bool once = task->test->once;
	int64_t iterations = judge_iterations_of(task);
	int64_t instructions =
	    results_spent(cell, once, FIELD_IR) - judge_left_out(extra) * iterations;
	int64_t accesses =
	    results_spent(cell, once, FIELD_DR) + results_spent(cell, once, FIELD_DW);
	verdict_set content = loop ? judge_content(loop, per_iteration(task)) : 0;

	/* Code that is skipped costs nothing; only with it can the rest cost less. */
	if (instructions < 0 && language_is_compiled(task->target->language))
		return 1u << VERDICT_SHARED;
	if (instructions <= 0)
		return 1u << VERDICT_EMPTY;
	if (is_rep(instructions, results_spent(cell, once, FIELD_COND), accesses, iterations))
		return 1u << VERDICT_REP;
	/* Gates and --check look for no less than 0.1 % by default. Nothing is known of a loop
	   without its jump. */
	if (!content && !extra->exact &&
	    (1000 * (int64_t)extra->most * iterations > instructions ||
	        (loop && !extra->snippets)))
		return 1u << VERDICT_LOOP;
	/* again/hoist.c looks at it again. */
	if (!content && 10 * (int64_t)extra->hoisted * iterations > instructions)
		return 1u << VERDICT_HOISTED;
	return content;
}

/* Leaves out of the counts what the loop executes with the code only, and adds what it executes
   without it only. */
static void
correct(const struct task *task, int64_t more)
{
	struct cell *cell = task->cell;
	const unsigned long *loops = task->run->loops;

	cell->corrected = more * judge_iterations_of(task);
	for (enum length l = 0; l < LENGTH_COUNT; l++)
		cell->counts[VARIANT_ACTIVE][l].of[FIELD_IR] -=
		    (uint64_t)(more * (task->test->once ? 1 : (int64_t)loops[l]));
	if (cell->measured_again && (int64_t)cell->spent_again > cell->corrected)
		cell->spent_again -= (uint64_t)cell->corrected;
	if (cell->profile && more)
		profile_add_row(cell->profile, "jumps of the loop",
		    (struct profile_site){.spent[FIELD_IR] = -cell->corrected});
}

/* Returns true if the code did it, and not only the start of the program or setup. */
static bool
is_by_code(const struct task *task, enum deviation d)
{
	enum length more = task->test->once ? LENGTH_SHORT : LENGTH_LONG;
	uint64_t active = task->deviations[VARIANT_ACTIVE][more].of[d];
	uint64_t empty = task->deviations[VARIANT_EMPTY][more].of[d];

	if (!task->test->once) {
		active -= task->deviations[VARIANT_ACTIVE][LENGTH_SHORT].of[d];
		empty -= task->deviations[VARIANT_EMPTY][LENGTH_SHORT].of[d];
	}
	return active != empty;
}

/* Returns how often the longest process of the test did it. */
static uint64_t
most(const struct task *task, enum deviation d)
{
	return task->deviations[VARIANT_ACTIVE][task->test->once ? LENGTH_SHORT : LENGTH_LONG]
	    .of[d];
}

/* Returns true if the test did it, be it in setup: what the code then does may depend on it. A
   compiled program starts without it; an interpreter may do it in its own start. */
static bool
is_by_test(const struct task *task, enum deviation d)
{
	bool compiled = language_is_compiled(task->target->language);

	return most(task, d) >
	       (compiled ? 0 : task->deviations[VARIANT_EMPTY][LENGTH_SHORT].of[d]);
}

static verdict_set
judge_deviations(const struct task *task)
{
	verdict_set verdicts = 0;

	if (is_by_code(task, DEVIATION_VDSO))
		verdicts |= 1u << VERDICT_VDSO;
	if (is_by_code(task, DEVIATION_SIGNAL))
		verdicts |= 1u << VERDICT_SIGNAL;
	if (is_by_test(task, DEVIATION_FENV))
		verdicts |= 1u << VERDICT_FENV;
	if (is_by_test(task, DEVIATION_SYSCALL))
		verdicts |= 1u << VERDICT_SYSCALL;
	/* The heap could not grow, and the code, not only setup, wanted it to. A program
	   without symbols does not show who did. */
	if (is_by_test(task, DEVIATION_HEAP) &&
	    (!most(task, DEVIATION_GROWTH) || is_by_code(task, DEVIATION_GROWTH)))
		verdicts |= 1u << VERDICT_HEAP;
	return verdicts;
}

/* Object files show some deviations, under valgrind. The indirect functions of glibc lead to
   code without a public name, so that cachegrind's out file shows them only if the library has
   debugging symbols. */
static verdict_set
judge_use(const struct machine_use *use, const struct loop *loop)
{
	static const char *const indirect[] = {"time", "gettimeofday", NULL};

	return (use->control ? 1u << VERDICT_FENV : 0) |
	       (loop && loop_splits(loop) ? 1u << VERDICT_SPLIT : 0) |
	       (loop && loop_can_call(loop, indirect) ? 1u << VERDICT_VDSO : 0);
}

/* Returns true if nothing keeps pre and post apart from the code. */
static bool
may_share(const struct task *task)
{
	const struct target *target = task->target;

	if (task->names.loose || !language_is_compiled(target->language))
		return task->names.loose;
	return !*target->language->mark && target_has_beside(target, task->test);
}

/* Returns true if the compiler left out what a box stores, because nothing reads it. */
static bool
lacks_stores(const struct task *task, const struct loop *loop)
{
	size_t stores = task->cell->shared ? task->cell->shared->stores : 0;
	size_t made = stores ? loop_stores(loop) : 0;

	return made == SIZE_MAX ? !results_spent(task->cell, task->test->once, FIELD_DW)
	                        : made < stores;
}

static bool
has_forked(const struct cell *cell)
{
	EACH_MEASUREMENT(v, l)
		ARRAY_EACH(const struct process_counts, process, cell->processes[v][l].v,
		    cell->processes[v][l].n)
			if (process->forked)
				return true;
	return false;
}

void
judge(const struct task *task)
{
	struct cell *cell = task->cell;
	struct loop *loop = NULL;
	struct loop_extra extra = {0};
	const struct language *language = task->target->language;
	bool compiled = language_is_compiled(language);

	cell->measured = true;
	if (compiled) {
		OWNED char *function = language_function(language, task->symbol);

		loop = loop_find(
		    task->object, task->program ? task->program->path : NULL, function);
		cell->sized = loop_size(loop, &cell->size);
		cell->costly = loop_costly(loop);
		extra = loop_extra(loop, per_iteration(task));
	}
	cell->verdicts = judge_counts(task, loop, &extra) | judge_deviations(task) |
	                 (may_share(task) ? 1u << VERDICT_SHARED : 0) |
	                 (cell->measured_again ? 1u << VERDICT_VARYING : 0);
	/* An interpreter's script may start one at its end to say that it has come there. */
	if (cell->chance & CHANCE_PROCESSES && !language->command &&
	    (compiled || task->processes))
		cell->verdicts |= 1u << VERDICT_PROCESSES;
	if (compiled && lacks_stores(task, loop))
		cell->verdicts |= 1u << VERDICT_UNSTORED;
	if (has_forked(cell))
		cell->verdicts |= 1u << VERDICT_FORKED;
	if (task->engine != engine_of(task->run->config, task->target))
		cell->verdicts |= 1u << VERDICT_STEPPED;
	if (task->engine == &engine_valgrind)
		cell->verdicts |= judge_use(&task->use, loop);
	cell->special = task->engine == &engine_valgrind && task->use.special;
	correct(task, judge_left_out(&extra));
	loop_free(loop);
}

/* A compiled iteration costs the same as all others unless it depends on those before. */
bool
judge_doubts(const struct task *task)
{
	int64_t spent = results_spent(task->cell, task->test->once, FIELD_IR);

	return task->cell->chance || spent < 0 ||
	       (spent % judge_iterations_of(task) &&
	           language_is_compiled(task->target->language));
}

/* The number of instructions that the long loop takes more than the short one. */
static int64_t
growth(const struct cell *cell, enum variant variant)
{
	const struct counts *counts = cell->counts[variant];

	return (int64_t)(counts[LENGTH_LONG].of[FIELD_IR] - counts[LENGTH_SHORT].of[FIELD_IR]);
}

/* A loop that was left in its first iteration takes no longer if it is to have more iterations.
   The script takes a little longer, because the number in it has more digits; an iteration
   takes more than that, unless it was compiled as it ran. */
const char *
judge_unfinished(const struct task *task)
{
	enum { TURN = 16, ITERATIONS = 10 };
	const struct language *language = task->target->language;
	unsigned long iterations =
	    task->run->loops[LENGTH_LONG] - task->run->loops[LENGTH_SHORT];
	int64_t least = TURN * (int64_t)iterations;

	if (language_is_compiled(language) || language->command || language->jit)
		return NULL;
	/* With so few iterations the digits may weigh more than an iteration; a script that
	   reports its end does not fail for that. */
	if (!language->mute && iterations < ITERATIONS)
		return NULL;
	/* The empty loop alone does not tell: in Duktape another number in the script moves the
	   hashes of its words, and the count by more than ten empty iterations take. */
	if (growth(task->cell, VARIANT_ACTIVE) >= least)
		return NULL;
	return growth(task->cell, VARIANT_EMPTY) < least
	           ? "ended before its loop with status 0, as if by exit(0)"
	           : "left its loop early, or ended in it with status 0";
}
