#include "measure/judge.h"

/* If a compiler left only moves, there are no more of them. */
enum { MOST_MOVES = 256 };

static verdict_set
verdict(enum verdict v)
{
	return 1u << v;
}

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

static verdict_set
judge_loop(const struct loop *loop, int64_t instructions, int64_t iterations)
{
	uint64_t count = (uint64_t)(instructions / iterations);

	if (instructions % iterations || count > MOST_MOVES)
		return 0;
	switch (loop_content(loop, count)) {
	case LOOP_NOTHING:
		return verdict(VERDICT_EMPTY);
	case LOOP_MOVES:
		return verdict(VERDICT_FOLDED);
	case LOOP_WORK:
		break;
	}
	return 0;
}

verdict_set
judge(const struct cell *cell, const struct test *test, const unsigned long loops[LENGTH_COUNT],
    const struct loop *loop)
{
	bool once = test->once;
	int64_t iterations = once ? 1 : (int64_t)(loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
	int64_t instructions = results_spent(cell, once, FIELD_IR);
	int64_t accesses =
	    results_spent(cell, once, FIELD_DR) + results_spent(cell, once, FIELD_DW);

	if (instructions <= 0)
		return verdict(VERDICT_EMPTY);
	if (is_rep(instructions, results_spent(cell, once, FIELD_COND), accesses, iterations))
		return verdict(VERDICT_REP);
	return loop ? judge_loop(loop, instructions, iterations) : 0;
}

typedef const struct deviations found_deviations[LENGTH_COUNT];

/* Returns true if the code did it, and not only the start of the program or setup. */
static bool
is_by_code(found_deviations *found, bool once, enum deviation d)
{
	enum length more = once ? LENGTH_SHORT : LENGTH_LONG;
	uint64_t active = found[VARIANT_ACTIVE][more].of[d];
	uint64_t empty = found[VARIANT_EMPTY][more].of[d];

	if (!once) {
		active -= found[VARIANT_ACTIVE][LENGTH_SHORT].of[d];
		empty -= found[VARIANT_EMPTY][LENGTH_SHORT].of[d];
	}
	return active != empty;
}

/* Returns true if the test did it, be it in setup: what the code then does may depend on it. A
   compiled program starts without it; an interpreter may do it in its own start. */
static bool
is_by_test(
    found_deviations *found, bool once, const struct language *language, enum deviation d)
{
	enum length most = once ? LENGTH_SHORT : LENGTH_LONG;
	uint64_t start =
	    language_is_compiled(language) ? 0 : found[VARIANT_EMPTY][LENGTH_SHORT].of[d];

	return found[VARIANT_ACTIVE][most].of[d] > start;
}

/* Returns true if the heap could not grow, and the code, not only setup, wanted it to. A
   program without symbols does not show who did. */
static bool
is_refused_heap(found_deviations *found, bool once, const struct language *language)
{
	const struct deviations *most =
	    &found[VARIANT_ACTIVE][once ? LENGTH_SHORT : LENGTH_LONG];

	return is_by_test(found, once, language, DEVIATION_HEAP) &&
	       (!most->of[DEVIATION_GROWTH] || is_by_code(found, once, DEVIATION_GROWTH));
}

verdict_set
judge_deviations(
    found_deviations found[VARIANT_COUNT], const struct test *test, const struct language *l)
{
	verdict_set verdicts = 0;

	if (is_by_code(found, test->once, DEVIATION_VDSO))
		verdicts |= verdict(VERDICT_VDSO);
	if (is_by_code(found, test->once, DEVIATION_SIGNAL))
		verdicts |= verdict(VERDICT_SIGNAL);
	if (is_by_test(found, test->once, l, DEVIATION_FENV))
		verdicts |= verdict(VERDICT_FENV);
	if (is_by_test(found, test->once, l, DEVIATION_SYSCALL))
		verdicts |= verdict(VERDICT_SYSCALL);
	if (is_refused_heap(found, test->once, l))
		verdicts |= verdict(VERDICT_HEAP);
	return verdicts;
}

/* The indirect functions of glibc lead to code without a public name, so that cachegrind's out
   file shows them only if the library has debugging symbols. */
verdict_set
judge_use(const struct machine_use *use, const struct loop *loop)
{
	static const char *const indirect[] = {"time", "gettimeofday", NULL};
	verdict_set verdicts = use->mxcsr ? verdict(VERDICT_FENV) : 0;

	return loop && loop_can_call(loop, indirect) ? verdicts | verdict(VERDICT_VDSO)
	                                             : verdicts;
}

/* How many more instructions the long loop takes than the short one. */
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
judge_unfinished(
    const struct cell *cell, const struct language *language, const unsigned long *loops)
{
	enum { TURN = 16, ITERATIONS = 10 };
	unsigned long iterations = loops[LENGTH_LONG] - loops[LENGTH_SHORT];
	int64_t least = TURN * (int64_t)iterations;

	if (language_is_compiled(language) || language->command || language->jit)
		return NULL;
	/* With so few iterations the digits may weigh more than an iteration; a script that
	   reports its end does not fail for that. */
	if (!language->mute && iterations < ITERATIONS)
		return NULL;
	/* Not by the empty loop alone: in Duktape another number in the script moves the hashes
	   of its words, and the count by more than ten empty iterations take. */
	if (growth(cell, VARIANT_ACTIVE) >= least)
		return NULL;
	return growth(cell, VARIANT_EMPTY) < least
	           ? "ended before its loop with status 0, as if by exit(0)"
	           : "left its loop early, or ended in it with status 0";
}
