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
is_rep(int64_t instructions, int64_t branches, int64_t accesses, int64_t turns)
{
	return instructions >= 16 * turns && 3 * branches > 2 * instructions &&
	       3 * accesses > branches;
}

static verdict_set
judge_loop(const struct loop *loop, int64_t instructions, int64_t turns)
{
	uint64_t count = (uint64_t)(instructions / turns);

	if (instructions % turns || count > MOST_MOVES)
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
	int64_t turns = once ? 1 : (int64_t)(loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
	int64_t instructions = results_spent(cell, once, FIELD_IR);
	int64_t accesses =
	    results_spent(cell, once, FIELD_DR) + results_spent(cell, once, FIELD_DW);

	if (instructions <= 0)
		return verdict(VERDICT_EMPTY);
	if (is_rep(instructions, results_spent(cell, once, FIELD_COND), accesses, turns))
		return verdict(VERDICT_REP);
	return loop ? judge_loop(loop, instructions, turns) : 0;
}

/* How many more instructions the long loop takes than the short one. */
static int64_t
growth(const struct cell *cell, enum variant variant)
{
	const struct counts *counts = cell->counts[variant];

	return (int64_t)(counts[LENGTH_LONG].of[FIELD_IR] - counts[LENGTH_SHORT].of[FIELD_IR]);
}

/* A loop that was left in its first turn takes no longer if it is to have more turns. The
   script takes a little longer, because the number in it has more digits; a turn takes more
   than that, unless it was compiled as it ran. */
const char *
judge_unfinished(
    const struct cell *cell, const struct language *language, const unsigned long *loops)
{
	enum { TURN = 16, TURNS = 10 };
	unsigned long turns = loops[LENGTH_LONG] - loops[LENGTH_SHORT];
	int64_t least = TURN * (int64_t)turns;

	if (language_is_compiled(language) || language->command || language->jit)
		return NULL;
	/* With so few turns the digits may weigh more than a turn; a script that reports its
	   end does not fail for that. */
	if (!language->mute && turns < TURNS)
		return NULL;
	/* Not by the empty loop alone: in Duktape another number in the script moves the hashes
	   of its words, and the count by more than ten empty turns take. */
	if (growth(cell, VARIANT_ACTIVE) >= least)
		return NULL;
	return growth(cell, VARIANT_EMPTY) < least
	           ? "ended before its loop with status 0, as if by exit(0)"
	           : "left its loop early, or ended in it with status 0";
}
