#include <stdlib.h>

#include "explain/pairing.h"
#include "explain/similar.h"
#include "util/memory.h"

/* So many pairs of blocks are compared; of more, only those at similar places. */
enum { COMPARED = 1000000 };
/* More pairs of instructions are not compared. */
enum { CELLS_MOST = 4000000 };

enum trait { TRAIT_TEXT, TRAIT_MNEMONIC, TRAIT_KIND, TRAIT_LINE, TRAITS };

/* What of two blocks is common, and how much it counts: the same instructions, those with the
   same mnemonic, those of the same kind, the same source lines. So do similar executions and,
   a little, a similar place in the function. Blocks with less than the least do not correspond.
 */
static const double weights[TRAITS] = {0.4, 0.3, 0.3, 1};
static const double weight_executions = 0.5;
static const double weight_place = 0.1;
static const double least = 0.7;
/* Of blocks that are executed almost equally often, against just as often. */
static const double same_enough = 0.8;

/* The blocks of a side, with the hashes of each block's steps sorted; a line is there once,
   because compilers unroll loops. */
struct shapes {
	struct blocks *blocks;
	uint64_t *hashes[TRAITS];
};

static struct shapes
shapes_make(struct blocks *blocks)
{
	struct shapes shapes = {.blocks = blocks};
	const struct blocks_step *step;
	enum trait trait;
	size_t i;

	for (trait = 0; trait < TRAITS; trait++)
		shapes.hashes[trait] =
		    memory_new((blocks->step_count + 1) * sizeof *shapes.hashes[trait]);
	for (i = 0; i < blocks->step_count; i++) {
		step = &blocks->steps[i];
		shapes.hashes[TRAIT_TEXT][i] = step->text;
		shapes.hashes[TRAIT_MNEMONIC][i] = step->mnemonic;
		shapes.hashes[TRAIT_KIND][i] = step->shown.of->kind + 1;
		shapes.hashes[TRAIT_LINE][i] = step->line;
	}
	for (i = 0; i < blocks->n; i++)
		for (trait = 0; trait < TRAITS; trait++)
			similar_sort(shapes.hashes[trait] + blocks->v[i].first, blocks->v[i].n);
	for (i = 0; i < blocks->n; i++)
		similar_once(shapes.hashes[TRAIT_LINE] + blocks->v[i].first, blocks->v[i].n);
	return shapes;
}

static void
shapes_free(struct shapes *shapes)
{
	enum trait trait;

	for (trait = 0; trait < TRAITS; trait++)
		free(shapes->hashes[trait]);
}

/* The part of two blocks that is common, from 0 to 1. */
static double
common(const struct shapes *a, const struct blocks_one *x, const struct shapes *b,
    const struct blocks_one *y, enum trait trait)
{
	const uint64_t *norm = a->hashes[trait] + x->first;
	const uint64_t *put = b->hashes[trait] + y->first;
	size_t all = similar_known(norm, x->n) + similar_known(put, y->n);

	return all ? 2.0 * (double)similar_common(norm, x->n, put, y->n) / (double)all : 0;
}

/* How much as often one block is executed as the other, from 0 to 1. */
static double
common_executions(const struct shapes *a, const struct blocks_one *x, const struct shapes *b,
    const struct blocks_one *y)
{
	double norm = (double)x->executions / (double)a->blocks->steps->shown.iterations;
	double put = (double)y->executions / (double)b->blocks->steps->shown.iterations;

	if (norm == put)
		return 1;
	if (norm <= 0 || put <= 0)
		return 0;
	return same_enough * (norm < put ? norm / put : put / norm);
}

static double
score(const struct shapes *a, size_t i, const struct shapes *b, size_t j)
{
	const struct blocks_one *x = &a->blocks->v[i], *y = &b->blocks->v[j];
	double similar = weight_executions * common_executions(a, x, b, y);
	double place = (double)i / (double)a->blocks->n - (double)j / (double)b->blocks->n;
	enum trait trait;

	if (a->blocks->steps[x->first].shown.loop != b->blocks->steps[y->first].shown.loop)
		return 0;
	for (trait = 0; trait < TRAITS; trait++)
		similar += weights[trait] * common(a, x, b, y, trait);
	return similar < least ? 0 : similar - weight_place * (place < 0 ? -place : place);
}

static void
pair_similar(struct blocks *const blocks[EXPLANATION_SIDES], size_t *const partners[])
{
	struct shapes a = shapes_make(blocks[0]), b = shapes_make(blocks[1]);
	size_t n = blocks[0]->n, m = blocks[1]->n;
	size_t reach = n && m > COMPARED / n ? COMPARED / n / 2 : m;
	struct similar_pairs pairs = {0};
	size_t i, j, centre;
	double similar;

	for (i = 0; i < n; i++) {
		centre = i * m / n;
		for (j = centre > reach ? centre - reach : 0; j < m && j <= centre + reach; j++)
			if ((similar = score(&a, i, &b, j)) > 0)
				similar_add(&pairs, i, j, similar);
	}
	similar_marry(&pairs, partners);
	shapes_free(&a);
	shapes_free(&b);
}

/* The blocks of the same code in order. */
static void
pair_same(struct blocks *const blocks[EXPLANATION_SIDES], size_t *const partners[])
{
	size_t i;

	for (i = 0; i < blocks[0]->n; i++)
		partners[0][i] = partners[1][i] = i;
}

/* Instructions of two blocks side by side. */
struct align_pair {
	size_t of[EXPLANATION_SIDES]; /* index of an instruction, or ALIGN_NONE */
};

#define ALIGN_NONE ((size_t)-1)

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
	size_t i = alignment->same, j = alignment->same;
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

/* Aligns n instructions with m others: those that are the same, or at least have the same
   mnemonic, come next to each other as far as both orders allow; between these, the others in
   order. Writes at most n + m pairs, in which every instruction is once and in order, and
   returns how many. Too many instructions are aligned one by one. */
static size_t
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

/* Moves a step into a listing. */
static struct explanation_step
take(struct blocks_step *step)
{
	struct explanation_step shown = step->shown;

	step->shown.text = NULL;
	return shown;
}

/* first: of each side, its first step, and n how many. */
static void
add_lines(struct explanation_block *block, struct blocks_step *const first[EXPLANATION_SIDES],
    const size_t n[EXPLANATION_SIDES], field_set compared)
{
	struct align_pair *pairs = memory_new((n[0] + n[1]) * sizeof *pairs);
	struct explanation_line *line;
	const size_t *of;
	size_t i;
	int side;

	block->n = align_steps(first[0], n[0], first[1], n[1], pairs);
	block->lines = memory_new(block->n * sizeof *block->lines);
	block->equal = block->loop = true;
	for (i = 0; i < block->n; i++) {
		line = &block->lines[i];
		of = pairs[i].of;
		line->equal = of[0] != ALIGN_NONE && of[1] != ALIGN_NONE &&
		              blocks_same_step(&first[0][of[0]], &first[1][of[1]], compared);
		block->equal = block->equal && line->equal;
		for (side = 0; side < EXPLANATION_SIDES; side++)
			if (first[side] && of[side] != ALIGN_NONE) {
				line->sides[side] = take(&first[side][of[side]]);
				block->loop = block->loop && line->sides[side].loop;
			}
	}
	free(pairs);
}

/* of: the index of the block on each side, or SIMILAR_NONE. */
static struct explanation_block
make_block(const struct explanation *explanation,
    struct blocks *const blocks[EXPLANATION_SIDES], const size_t of[EXPLANATION_SIDES])
{
	struct explanation_block block = {.executions = {0}};
	struct blocks_step *first[EXPLANATION_SIDES] = {NULL, NULL};
	size_t n[EXPLANATION_SIDES] = {0, 0};
	const struct blocks_one *one;
	int side;

	for (side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != SIMILAR_NONE) {
			one = &blocks[side]->v[of[side]];
			first[side] = &blocks[side]->steps[one->first];
			n[side] = one->n;
			block.executions[side] = one->executions;
			explanation_add(
			    explanation, block.sides, side, first[side]->shown.of, n[side]);
		}
	add_lines(&block, first, n, explanation->compared);
	return block;
}

static void
make_blocks(const struct explanation *explanation, struct explanation_function *function,
    struct blocks *const blocks[EXPLANATION_SIDES], size_t *const partners[])
{
	size_t of[EXPLANATION_SIDES], i;

	function->blocks =
	    memory_new((blocks[0]->n + blocks[1]->n + 1) * sizeof *function->blocks);
	for (i = 0; i < blocks[0]->n; i++) {
		of[0] = i;
		of[1] = partners[0][i];
		function->blocks[function->n++] = make_block(explanation, blocks, of);
	}
	for (i = 0; i < blocks[1]->n; i++) {
		of[0] = SIMILAR_NONE;
		of[1] = i;
		if (partners[1][i] == SIMILAR_NONE)
			function->blocks[function->n++] = make_block(explanation, blocks, of);
	}
}

static void
sort_blocks(const struct explanation *explanation, struct explanation_function *function)
{
	struct explanation_key *keys = memory_new((function->n + 1) * sizeof *keys);
	struct explanation_block *sorted =
	    memory_new((function->n + 1) * sizeof *function->blocks);
	size_t i;

	for (i = 0; i < function->n; i++)
		keys[i] = (struct explanation_key){
		    {explanation_cost(explanation, function->blocks[i].sides)}, i};
	explanation_sort(keys, function->n);
	for (i = 0; i < function->n; i++)
		sorted[i] = function->blocks[keys[i].index];
	free(function->blocks);
	free(keys);
	function->blocks = sorted;
}

struct explanation_function
pairing_make(
    const struct explanation *explanation, struct blocks *const blocks[EXPLANATION_SIDES])
{
	struct explanation_function function = {.blocks = NULL};
	size_t *partners[EXPLANATION_SIDES], i;
	int side;

	for (side = 0; side < EXPLANATION_SIDES; side++) {
		partners[side] = memory_new((blocks[side]->n + 1) * sizeof *partners[side]);
		for (i = 0; i < blocks[side]->n; i++)
			partners[side][i] = SIMILAR_NONE;
	}
	function.equal =
	    explanation->sides == 2 && blocks_same(blocks[0], blocks[1], explanation->compared);
	if (function.equal && blocks[0]->n == blocks[1]->n)
		pair_same(blocks, partners);
	else
		pair_similar(blocks, partners);
	make_blocks(explanation, &function, blocks, partners);
	sort_blocks(explanation, &function);
	for (side = 0; side < EXPLANATION_SIDES; side++)
		free(partners[side]);
	return function;
}
