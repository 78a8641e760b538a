#include "measure/early.h"

/* How many instructions more the long loop takes than the short one. */
static int64_t
growth(const struct cell *cell, enum variant variant)
{
	const struct counts *counts = cell->counts[variant];

	return (int64_t)(counts[LENGTH_LONG].of[FIELD_IR] - counts[LENGTH_SHORT].of[FIELD_IR]);
}

/* A loop that was left in its first turn takes no longer if it is to have more of them. The
   script does, by a little, for the number in it has more digits; a turn takes more than that,
   but where it was compiled as it ran. */
const char *
early_why(const struct target *target, const struct cell *cell, const unsigned long *loops)
{
	enum { TURN = 16, TURNS = 10 };
	const struct language *language = target->language;
	unsigned long turns = loops[LENGTH_LONG] - loops[LENGTH_SHORT];
	int64_t least = TURN * (int64_t)turns;

	if (language_is_compiled(language) || language->command || language->jit)
		return NULL;
	/* What says itself that it came to its end is not failed for a few turns, of which that
	   number makes more. */
	if (!language->mute && turns < TURNS)
		return NULL;
	/* Not the empty loop alone: in Duktape another number in the script moves the hashes of
	   its words, and the count by more than ten empty turns take. */
	if (growth(cell, VARIANT_ACTIVE) >= least)
		return NULL;
	return growth(cell, VARIANT_EMPTY) < least
	           ? "ended before its loop with status 0, as if by exit(0)"
	           : "left its loop early, or ended in it with status 0";
}
