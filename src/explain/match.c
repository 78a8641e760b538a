#include <stdlib.h>
#include <string.h>

#include "explain/canonical.h"
#include "explain/match.h"
#include "util/array.h"
#include "util/text.h"

/* In lists of hashes, 0 stands for nothing. */
static void
sort_hashes(uint64_t *hashes, size_t n)
{
	qsort(hashes, n, sizeof *hashes, order_numbers);
}

/* Replaces repetitions in a sorted list by 0; it remains sorted. */
static void
keep_once(uint64_t *hashes, size_t n)
{
	for (size_t i = n; i > 1; i--)
		if (hashes[i - 1] == hashes[i - 2])
			hashes[i - 1] = 0;
	sort_hashes(hashes, n);
}

/* How many hashes of a sorted list are not 0. */
static size_t
count_known(const uint64_t *hashes, size_t n)
{
	size_t zeros = 0;

	while (zeros < n && !hashes[zeros])
		zeros++;
	return n - zeros;
}

/* How many of the hashes two sorted lists have in common. */
static size_t
match_count_common(const uint64_t *a, size_t n, const uint64_t *b, size_t m)
{
	size_t common = 0, i = 0, j = 0;

	while (i < n && j < m)
		if (a[i] < b[j])
			i++;
		else if (a[i] > b[j])
			j++;
		else {
			common += a[i] != 0;
			i++;
			j++;
		}
	return common;
}

/* Things of two sides that are similar. */
struct match_pair {
	size_t of[2]; /* index of one thing on each side */
	double score;
};

/* Starts from {0}. */
struct match_pairs {
	struct match_pair *v;
	size_t n;
};

static void
match_add_pair(struct match_pairs *pairs, size_t a, size_t b, double score)
{
	*ARRAY_ADD(pairs->v, pairs->n) = (struct match_pair){{a, b}, score};
}

static int
by_score(const void *a, const void *b)
{
	const struct match_pair *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->of[0] != y->of[0])
		return x->of[0] < y->of[0] ? -1 : 1;
	return (x->of[1] > y->of[1]) - (x->of[1] < y->of[1]);
}

/* Marries pairs, best score first, if neither has a partner yet, and empties the list.
 * partners: of each side, the index on the other one or MATCH_NONE. */
static void
marry(struct match_pairs *pairs, size_t *const partners[2])
{
	const size_t *of;

	if (pairs->n)
		qsort(pairs->v, pairs->n, sizeof *pairs->v, by_score);
	for (size_t i = 0; i < pairs->n; i++) {
		of = pairs->v[i].of;
		if (partners[0][of[0]] == MATCH_NONE && partners[1][of[1]] == MATCH_NONE) {
			partners[0][of[0]] = of[1];
			partners[1][of[1]] = of[0];
		}
	}
	free(pairs->v);
	*pairs = (struct match_pairs){0};
}

/* At most this many pairs of functions with one name are compared; more are paired in order. */
enum { FUNCTIONS_COMPARED = 4000 };

/* How much has to be the same, a try after the other. */
enum likeness { LIKE_EXACT, LIKE_CANONICAL, LIKE_ELSEWHERE, LIKENESSES };

/* A function under the name by which a partner is looked for. */
struct candidate {
	char *key;
	int side;
	size_t function;
};

struct matching {
	const struct profile *const *profiles;
	const struct blocks *const *blocks;
	size_t *const *partners;
};

static char *
key_of(const struct profile *profile, const struct profile_function *function,
    enum likeness likeness)
{
	OWNED char *name = likeness == LIKE_EXACT ? memory_copy(function->name)
	                                          : canonical_name(function->name);
	OWNED char *library = NULL;

	if (function->owner == PROFILE_LIBRARY && likeness != LIKE_ELSEWHERE)
		library = canonical_library(profile->objects[function->object].path);
	else
		library = memory_copy(function->owner == PROFILE_SNIPPET ? "snippet" : "");
	return text_print("%s\t%s", name, library);
}

static int
match_by_key(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	if (order)
		return order;
	if (x->side != y->side)
		return x->side - y->side;
	return (x->function > y->function) - (x->function < y->function);
}

/* All functions that have no partner yet, by key and side. Returns how many; the caller frees
 *all and their keys. */
static size_t
candidates_make(struct candidate **all, const struct matching *matching, enum likeness likeness)
{
	const struct profile *const *profiles = matching->profiles;
	size_t n = 0;

	*all = NULL;
	for (int side = 0; side < EXPLANATION_SIDES; side++)
		for (size_t i = 0; i < profiles[side]->function_count; i++)
			if (matching->partners[side][i] == MATCH_NONE)
				*ARRAY_ADD(*all, n) = (struct candidate){
				    key_of(profiles[side], &profiles[side]->functions[i],
				        likeness),
				    side, i};
	if (n)
		qsort(*all, n, sizeof **all, match_by_key);
	return n;
}

/* The sorted hashes of the instructions; the caller frees. */
static uint64_t *
texts_of(const struct blocks *blocks)
{
	uint64_t *texts = memory_array(blocks->step_count + 1, sizeof *texts);

	for (size_t i = 0; i < blocks->step_count; i++)
		texts[i] = blocks->steps[i].text;
	sort_hashes(texts, blocks->step_count);
	return texts;
}

/* From 0 to 1 for equal code; another 2 for the same file. */
static double
likeness_of(const struct matching *matching, size_t norm, size_t put)
{
	const struct blocks *a = &matching->blocks[0][norm];
	const struct blocks *b = &matching->blocks[1][put];
	const char *norm_file = profile_function_file(
	    matching->profiles[0], &matching->profiles[0]->functions[norm]);
	const char *put_file = profile_function_file(
	    matching->profiles[1], &matching->profiles[1]->functions[put]);
	OWNED uint64_t *norm_texts = texts_of(a);
	OWNED uint64_t *put_texts = texts_of(b);
	size_t steps = a->step_count + b->step_count;
	double score =
	    2.0 *
	    (double)match_count_common(norm_texts, a->step_count, put_texts, b->step_count) /
	    (double)(steps ? steps : 1);

	return score + (norm_file && put_file && !strcmp(norm_file, put_file) ? 2 : 0);
}

/* Pairs functions of one key: norms of the first side, followed by puts of the other. */
static void
match_group(
    const struct matching *matching, const struct candidate *group, size_t norms, size_t puts)
{
	struct match_pairs pairs = {0};
	const struct candidate *put = group + norms;
	bool compared = norms * puts > 1 && norms * puts <= FUNCTIONS_COMPARED;

	for (size_t i = 0; i < norms && compared; i++)
		for (size_t j = 0; j < puts; j++)
			match_add_pair(&pairs, group[i].function, put[j].function,
			    likeness_of(matching, group[i].function, put[j].function));
	for (size_t i = 0; i < norms && i < puts && !compared; i++)
		match_add_pair(&pairs, group[i].function, put[i].function, 0);
	marry(&pairs, matching->partners);
}

/* Pairs the functions that have no partner yet. */
static void
match_keys(const struct matching *matching, enum likeness likeness)
{
	OWNED struct candidate *all = NULL;
	size_t count = candidates_make(&all, matching, likeness), norms, n;

	for (size_t first = 0; first < count; first += n) {
		norms = 0;
		for (n = 0; first + n < count; n++) {
			if (strcmp(all[first].key, all[first + n].key) != 0)
				break;
			norms += !all[first + n].side;
		}
		match_group(matching, &all[first], norms, n - norms);
	}
	for (size_t i = 0; i < count; i++)
		free(all[i].key);
}

void
match_functions(const struct profile *const profiles[EXPLANATION_SIDES],
    const struct blocks *const blocks[EXPLANATION_SIDES],
    size_t *const partners[EXPLANATION_SIDES])
{
	struct matching matching = {profiles, blocks, partners};

	for (int side = 0; side < EXPLANATION_SIDES; side++)
		for (size_t i = 0; i < profiles[side]->function_count; i++)
			partners[side][i] = MATCH_NONE;
	for (enum likeness likeness = 0; likeness < LIKENESSES; likeness++)
		match_keys(&matching, likeness);
}

/* At most this many pairs of blocks are compared; beyond it only those at similar places. */
enum { BLOCKS_COMPARED = 1000000 };
/* More pairs of instructions are not compared. */
enum { CELLS_MOST = 4000000 };

enum trait { TRAIT_TEXT, TRAIT_MNEMONIC, TRAIT_KIND, TRAIT_LINE, TRAITS };

/* What two blocks have in common, and how much it counts: the same instructions, those with the
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

	for (enum trait trait = 0; trait < TRAITS; trait++)
		shapes.hashes[trait] =
		    memory_array(blocks->step_count + 1, sizeof *shapes.hashes[trait]);
	for (size_t i = 0; i < blocks->step_count; i++) {
		const struct blocks_step *step = &blocks->steps[i];

		shapes.hashes[TRAIT_TEXT][i] = step->text;
		shapes.hashes[TRAIT_MNEMONIC][i] = step->mnemonic;
		shapes.hashes[TRAIT_KIND][i] = step->shown.of->kind + 1;
		shapes.hashes[TRAIT_LINE][i] = step->line;
	}
	for (size_t i = 0; i < blocks->n; i++)
		for (enum trait trait = 0; trait < TRAITS; trait++)
			sort_hashes(shapes.hashes[trait] + blocks->v[i].first, blocks->v[i].n);
	for (size_t i = 0; i < blocks->n; i++)
		keep_once(shapes.hashes[TRAIT_LINE] + blocks->v[i].first, blocks->v[i].n);
	return shapes;
}

static void
shapes_free(struct shapes *shapes)
{
	for (enum trait trait = 0; trait < TRAITS; trait++)
		free(shapes->hashes[trait]);
}

/* The part of two blocks that is common, from 0 to 1. */
static double
common(const struct shapes *a, const struct blocks_one *x, const struct shapes *b,
    const struct blocks_one *y, enum trait trait)
{
	const uint64_t *norm = a->hashes[trait] + x->first;
	const uint64_t *put = b->hashes[trait] + y->first;
	size_t all = count_known(norm, x->n) + count_known(put, y->n);

	return all ? 2.0 * (double)match_count_common(norm, x->n, put, y->n) / (double)all : 0;
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

	if (a->blocks->steps[x->first].shown.loop != b->blocks->steps[y->first].shown.loop)
		return 0;
	for (enum trait trait = 0; trait < TRAITS; trait++)
		similar += weights[trait] * common(a, x, b, y, trait);
	return similar < least ? 0 : similar - weight_place * (place < 0 ? -place : place);
}

static void
pair_similar(struct blocks *const blocks[EXPLANATION_SIDES], size_t *const partners[])
{
	FREED_BY(shapes_free)
	struct shapes a = shapes_make(blocks[0]), b = shapes_make(blocks[1]);
	size_t n = blocks[0]->n, m = blocks[1]->n;
	size_t reach = n && m > BLOCKS_COMPARED / n ? BLOCKS_COMPARED / n / 2 : m;
	struct match_pairs pairs = {0};
	size_t centre;
	double similar;

	for (size_t i = 0; i < n; i++) {
		centre = i * m / n;
		for (size_t j = centre > reach ? centre - reach : 0;
		     j < m && j <= centre + reach; j++)
			if ((similar = score(&a, i, &b, j)) > 0)
				match_add_pair(&pairs, i, j, similar);
	}
	marry(&pairs, partners);
}

struct alignment {
	struct blocks_step *steps[EXPLANATION_SIDES];
	size_t n[EXPLANATION_SIDES];
	size_t same;    /* so many are the same on both sides, and already written */
	unsigned *best; /* for what is left from a later pair of positions: how much is alike */
	struct explanation_block *block; /* to which lines are added */
	size_t at[EXPLANATION_SIDES];    /* what comes before is in them */
	field_set compared;
};

static unsigned
match_alike(const struct blocks_step *a, const struct blocks_step *b)
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
	unsigned score = match_alike(&alignment->steps[0][i], &alignment->steps[1][j]);

	return score ? score + *best_at(alignment, i + 1, j + 1) : 0;
}

static void
match_fill(struct alignment *alignment)
{
	unsigned best;

	for (size_t i = alignment->n[0]; i-- > alignment->same;)
		for (size_t j = alignment->n[1]; j-- > alignment->same;) {
			best = *best_at(alignment, i + 1, j);
			if (*best_at(alignment, i, j + 1) > best)
				best = *best_at(alignment, i, j + 1);
			if (paired(alignment, i, j) > best)
				best = paired(alignment, i, j);
			*best_at(alignment, i, j) = best;
		}
}

/* Adds a line with the next step of each side that is here, and takes its text. */
static void
match_add_line(struct alignment *alignment, const bool here[EXPLANATION_SIDES])
{
	struct explanation_block *block = alignment->block;
	struct explanation_line *line = &block->lines[block->n++];
	struct blocks_step *step[EXPLANATION_SIDES];

	for (int side = 0; side < EXPLANATION_SIDES; side++)
		step[side] = here[side] ? &alignment->steps[side][alignment->at[side]] : NULL;
	line->equal =
	    here[0] && here[1] && blocks_same_step(step[0], step[1], alignment->compared);
	block->equal = block->equal && line->equal;
	for (int side = 0; side < EXPLANATION_SIDES; side++)
		if (here[side]) {
			line->sides[side] = step[side]->shown;
			step[side]->shown.text = NULL;
			block->loop = block->loop && line->sides[side].loop;
			alignment->at[side]++;
		}
}

/* Writes what comes before the positions, side by side. */
static void
write_until(struct alignment *alignment, size_t i, size_t j)
{
	while (alignment->at[0] < i || alignment->at[1] < j)
		match_add_line(alignment, (bool[]){alignment->at[0] < i, alignment->at[1] < j});
}

static void
match_follow(struct alignment *alignment)
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

/* Aligns the instructions of both sides: those that are the same, or at least have the same
   mnemonic, come next to each other as far as both orders allow; between these, the others in
   order. Too many instructions are aligned one by one. */
static void
align_steps(struct alignment *alignment)
{
	const struct blocks_step *a = alignment->steps[0], *b = alignment->steps[1];
	size_t n = alignment->n[0], m = alignment->n[1], same = 0;

	while (same < n && same < m && a[same].text && a[same].text == b[same].text)
		same++;
	alignment->same = same;
	write_until(alignment, same, same);
	if (n - same && m - same <= CELLS_MOST / (n - same)) {
		alignment->best =
		    memory_array((n - same + 1) * (m - same + 1), sizeof *alignment->best);
		match_fill(alignment);
		match_follow(alignment);
		free(alignment->best);
	}
	write_until(alignment, n, m);
}

/* of: the index of the block on each side, or MATCH_NONE. */
static struct explanation_block
make_block(const struct explanation *explanation,
    struct blocks *const blocks[EXPLANATION_SIDES], const size_t of[EXPLANATION_SIDES])
{
	struct explanation_block block = {.equal = true, .loop = true};
	struct alignment alignment = {.block = &block, .compared = explanation->compared};
	const struct blocks_one *one;

	for (int side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != MATCH_NONE) {
			one = &blocks[side]->v[of[side]];
			alignment.steps[side] = &blocks[side]->steps[one->first];
			alignment.n[side] = one->n;
			block.executions[side] = one->executions;
			explanation_add(explanation, block.sides, side,
			    alignment.steps[side]->shown.of, one->n);
		}
	block.lines = memory_array(alignment.n[0] + alignment.n[1], sizeof *block.lines);
	align_steps(&alignment);
	return block;
}

static void
make_blocks(const struct explanation *explanation, struct explanation_function *function,
    struct blocks *const blocks[EXPLANATION_SIDES], size_t *const partners[])
{
	size_t of[EXPLANATION_SIDES];

	function->blocks =
	    memory_array(blocks[0]->n + blocks[1]->n + 1, sizeof *function->blocks);
	for (size_t i = 0; i < blocks[0]->n; i++) {
		of[0] = i;
		of[1] = partners[0][i];
		function->blocks[function->n++] = make_block(explanation, blocks, of);
	}
	for (size_t i = 0; i < blocks[1]->n; i++) {
		of[0] = MATCH_NONE;
		of[1] = i;
		if (partners[1][i] == MATCH_NONE)
			function->blocks[function->n++] = make_block(explanation, blocks, of);
	}
}

static void
match_sort_blocks(const struct explanation *explanation, struct explanation_function *function)
{
	OWNED struct order_key *keys = memory_array(function->n + 1, sizeof *keys);

	for (size_t i = 0; i < function->n; i++)
		keys[i] = (struct order_key){
		    {explanation_cost(explanation, function->blocks[i].sides)}, i};
	order_sort(keys, function->n);
	order_arrange(keys, function->blocks, function->n, sizeof *function->blocks);
}

struct explanation_function
match_code(
    const struct explanation *explanation, struct blocks *const blocks[EXPLANATION_SIDES])
{
	struct explanation_function function = {.blocks = NULL};
	size_t *partners[EXPLANATION_SIDES];

	for (int side = 0; side < EXPLANATION_SIDES; side++) {
		partners[side] = memory_array(blocks[side]->n + 1, sizeof *partners[side]);
		for (size_t i = 0; i < blocks[side]->n; i++)
			partners[side][i] = MATCH_NONE;
	}
	function.equal =
	    explanation->sides == 2 && blocks_same(blocks[0], blocks[1], explanation->compared);
	/* The blocks of the same code are in order. */
	if (function.equal && blocks[0]->n == blocks[1]->n)
		for (size_t i = 0; i < blocks[0]->n; i++)
			partners[0][i] = partners[1][i] = i;
	else
		pair_similar(blocks, partners);
	make_blocks(explanation, &function, blocks, partners);
	match_sort_blocks(explanation, &function);
	for (int side = 0; side < EXPLANATION_SIDES; side++)
		free(partners[side]);
	return function;
}
