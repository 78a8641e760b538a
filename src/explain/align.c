#include <stdlib.h>

#include "explain/align.h"
#include "util/memory.h"

/* More pairs of instructions are not compared. */
enum { CELLS_MOST = 4000000 };

struct alignment {
	const struct blocks_step *steps[EXPLANATION_SIDES];
	size_t n[EXPLANATION_SIDES];
	size_t same;    /* so many are the same on both sides, and already written */
	unsigned *best; /* for what is left from a later pair of positions: how much is alike */
	struct align_pair *pairs;
	size_t count;
	size_t at[EXPLANATION_SIDES]; /* what comes before is in pairs */
};

static unsigned
alike(const struct blocks_step *a, const struct blocks_step *b)
{
	if (!a->text || !b->text)
		return 0;
	if (a->text == b->text)
		return 4;
	if (a->shape == b->shape)
		return 3;
	return a->mnemonic == b->mnemonic ? 2 : 0;
}

static unsigned *
best_at(const struct alignment *alignment, size_t i, size_t j)
{
	size_t row = alignment->n[1] - alignment->same + 1;

	return &alignment->best[(i - alignment->same) * row + j - alignment->same];
}

static unsigned
paired(const struct alignment *alignment, size_t i, size_t j)
{
	unsigned score = alike(&alignment->steps[0][i], &alignment->steps[1][j]);

	return score ? score + *best_at(alignment, i + 1, j + 1) : 0;
}

static void
fill(struct alignment *alignment)
{
	unsigned best;
	size_t i, j;

	for (i = alignment->n[0]; i-- > alignment->same;)
		for (j = alignment->n[1]; j-- > alignment->same;) {
			best = *best_at(alignment, i + 1, j);
			if (*best_at(alignment, i, j + 1) > best)
				best = *best_at(alignment, i, j + 1);
			if (paired(alignment, i, j) > best)
				best = paired(alignment, i, j);
			*best_at(alignment, i, j) = best;
		}
}

/* Writes what comes before the positions, side by side. */
static void
write_until(struct alignment *alignment, size_t i, size_t j)
{
	const size_t until[EXPLANATION_SIDES] = {i, j};
	struct align_pair *pair;
	int side;

	while (alignment->at[0] < i || alignment->at[1] < j) {
		pair = &alignment->pairs[alignment->count++];
		for (side = 0; side < EXPLANATION_SIDES; side++)
			pair->of[side] = alignment->at[side] < until[side]
			                     ? alignment->at[side]++
			                     : ALIGN_NONE;
	}
}

static void
follow(struct alignment *alignment)
{
	size_t i = alignment->same;
	size_t j = alignment->same;
	unsigned best;

	while (i < alignment->n[0] && j < alignment->n[1]) {
		best = *best_at(alignment, i, j);
		if (best && paired(alignment, i, j) == best) {
			write_until(alignment, i, j);
			write_until(alignment, ++i, ++j);
		} else if (*best_at(alignment, i + 1, j) == best)
			i++;
		else
			j++;
	}
}

size_t
align_steps(const struct blocks_step *a, size_t n, const struct blocks_step *b, size_t m,
    struct align_pair *pairs)
{
	struct alignment alignment = {.steps = {a, b}, .n = {n, m}, .pairs = pairs};
	size_t same = 0;

	while (same < n && same < m && a[same].text && a[same].text == b[same].text)
		same++;
	alignment.same = same;
	write_until(&alignment, same, same);
	if (n - same && m - same <= CELLS_MOST / (n - same)) {
		alignment.best =
		    memory_new((n - same + 1) * (m - same + 1) * sizeof *alignment.best);
		fill(&alignment);
		follow(&alignment);
		free(alignment.best);
	}
	write_until(&alignment, n, m);
	return alignment.count;
}
