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

/* The number of hashes of a sorted list that are not 0. */
static size_t
count_known(const uint64_t *hashes, size_t n)
{
	size_t zeros = 0;

	while (zeros < n && !hashes[zeros])
		zeros++;
	return n - zeros;
}

/* The number of hashes that two sorted lists have in common. */
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

/* Pairs of similar things of two sides. The index of a key is that of the norm's thing, times
   how many the put has, plus that of the put's. Starts from {.puts}. */
struct match_pairs {
	struct order_key *v;
	size_t n, puts;
};

static void
match_add_pair(struct match_pairs *pairs, size_t norm, size_t put, double score)
{
	*ARRAY_ADD(pairs->v, pairs->n) = (struct order_key){{score}, norm * pairs->puts + put};
}

/* Marries pairs, best score first, if neither has a partner yet, and frees them. partners: of
   each side, the index on the other one or MATCH_NONE. */
static void
marry(struct match_pairs *pairs, size_t *const partners[2])
{
	if (pairs->n)
		order_sort(pairs->v, pairs->n);
	for (size_t i = 0; i < pairs->n && pairs->puts; i++) {
		size_t norm = pairs->v[i].index / pairs->puts;
		size_t put = pairs->v[i].index % pairs->puts;

		if (partners[0][norm] == MATCH_NONE && partners[1][put] == MATCH_NONE) {
			partners[0][norm] = put;
			partners[1][put] = norm;
		}
	}
	free(pairs->v);
}

size_t *
match_none(size_t n)
{
	size_t *partners = memory_array(n + 1, sizeof *partners);

	for (size_t i = 0; i < n; i++)
		partners[i] = MATCH_NONE;
	return partners;
}

/* At most this many pairs of functions with one name are compared; more are paired in order. */
enum { FUNCTIONS_COMPARED = 4000 };

/* The likeness that two functions must have, from the first try to the last. */
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
		library = canonical_library(profile->binaries[function->binary].path);
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

/* Equal code gives from 0 to 1, the same file another 2. */
static double
likeness_of(const struct matching *matching, size_t norm, size_t put)
{
	const size_t of[] = {norm, put};
	const char *files[EXPLANATION_SIDES];
	uint64_t *texts[EXPLANATION_SIDES];
	size_t n[EXPLANATION_SIDES], common;

	for (int side = 0; side < EXPLANATION_SIDES; side++) {
		const struct profile *profile = matching->profiles[side];
		const struct blocks *blocks = &matching->blocks[side][of[side]];

		files[side] = profile_function_file(profile, &profile->functions[of[side]]);
		n[side] = blocks->site_count;
		texts[side] = memory_array(n[side] + 1, sizeof *texts[side]);
		for (size_t i = 0; i < n[side]; i++)
			texts[side][i] = blocks->sites[i].hash;
		sort_hashes(texts[side], n[side]);
	}
	common = match_count_common(texts[0], n[0], texts[1], n[1]);
	free(texts[0]);
	free(texts[1]);
	return 2.0 * (double)common / (double)(n[0] + n[1] ? n[0] + n[1] : 1) +
	       (files[0] && files[1] && !strcmp(files[0], files[1]) ? 2 : 0);
}

/* Pairs functions of one key: norms of the first side, followed by puts of the other. */
static void
match_group(
    const struct matching *matching, const struct candidate *group, size_t norms, size_t puts)
{
	struct match_pairs pairs = {.puts = matching->profiles[1]->function_count};
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

	for (enum likeness likeness = 0; likeness < LIKENESSES; likeness++)
		match_keys(&matching, likeness);
}

/* At most this many pairs of blocks are compared; beyond it only those at similar places. */
enum { BLOCKS_COMPARED = 1000000 };
/* More pairs of instructions are not compared. */
enum { CELLS_MOST = 4000000 };

enum match_trait { TRAIT_TEXT, TRAIT_MNEMONIC, TRAIT_KIND, TRAIT_LINE, TRAITS };

/* Two blocks may have these in common, which count so much: the same instructions, those with
   the same mnemonic, those of the same kind, the same source lines. So do similar executions
   and, a little, a similar place in the function. Blocks with less than the least do not
   correspond. */
static const double weights[TRAITS] = {0.4, 0.3, 0.3, 1};
static const double weight_executions = 0.5;
static const double weight_place = 0.1;
static const double least = 0.7;
/* This is the weight of almost equally many executions, against just as many. */
static const double same_enough = 0.8;

/* The blocks of a side, with the hashes of each block's sites sorted; a line is there once,
   because compilers unroll loops. */
struct shapes {
	const struct blocks *blocks;
	uint64_t *hashes[TRAITS];
};

static struct shapes
shapes_make(const struct blocks *blocks)
{
	struct shapes shapes = {.blocks = blocks};

	for (enum match_trait trait = 0; trait < TRAITS; trait++)
		shapes.hashes[trait] =
		    memory_array(blocks->site_count + 1, sizeof *shapes.hashes[trait]);
	for (size_t i = 0; i < blocks->site_count; i++) {
		const struct blocks_site *site = &blocks->sites[i];

		shapes.hashes[TRAIT_TEXT][i] = site->hash;
		shapes.hashes[TRAIT_MNEMONIC][i] = site->mnemonic;
		shapes.hashes[TRAIT_KIND][i] = site->of->kind + 1;
		shapes.hashes[TRAIT_LINE][i] = site->line;
	}
	for (size_t i = 0; i < blocks->n; i++)
		for (enum match_trait trait = 0; trait < TRAITS; trait++)
			sort_hashes(shapes.hashes[trait] + blocks->v[i].first, blocks->v[i].n);
	for (size_t i = 0; i < blocks->n; i++)
		keep_once(shapes.hashes[TRAIT_LINE] + blocks->v[i].first, blocks->v[i].n);
	return shapes;
}

static void
shapes_free(struct shapes *shapes)
{
	for (enum match_trait trait = 0; trait < TRAITS; trait++)
		free(shapes->hashes[trait]);
}

/* The part of two blocks that is common, from 0 to 1. */
static double
common(const struct shapes *a, const struct blocks_one *x, const struct shapes *b,
    const struct blocks_one *y, enum match_trait trait)
{
	const uint64_t *norm = a->hashes[trait] + x->first;
	const uint64_t *put = b->hashes[trait] + y->first;
	size_t all = count_known(norm, x->n) + count_known(put, y->n);

	return all ? 2.0 * (double)match_count_common(norm, x->n, put, y->n) / (double)all : 0;
}

/* The likeness of two blocks by their executions per iteration, from 0 to 1. */
static double
common_executions(const struct shapes *a, const struct blocks_one *x, const struct shapes *b,
    const struct blocks_one *y)
{
	double norm = (double)x->executions / (double)a->blocks->sites->iterations;
	double put = (double)y->executions / (double)b->blocks->sites->iterations;

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

	if (a->blocks->sites[x->first].loop != b->blocks->sites[y->first].loop)
		return 0;
	for (enum match_trait trait = 0; trait < TRAITS; trait++)
		similar += weights[trait] * common(a, x, b, y, trait);
	return similar < least ? 0 : similar - weight_place * (place < 0 ? -place : place);
}

static void
pair_similar(const struct blocks *const blocks[EXPLANATION_SIDES], size_t *const partners[])
{
	FREED_BY(shapes_free)
	struct shapes a = shapes_make(blocks[0]), b = shapes_make(blocks[1]);
	size_t n = blocks[0]->n, m = blocks[1]->n;
	size_t reach = n && m > BLOCKS_COMPARED / n ? BLOCKS_COMPARED / n / 2 : m;
	struct match_pairs pairs = {.puts = m};
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
	const struct blocks_site *sites[EXPLANATION_SIDES];
	size_t n[EXPLANATION_SIDES];
	size_t same;    /* so many are the same on both sides, and already written */
	unsigned *best; /* for what is left from a later pair of positions: how much is alike */
	struct explanation_block *block; /* to which lines are added */
	size_t at[EXPLANATION_SIDES];    /* what comes before is in them */
	field_set compared;
};

static unsigned
match_alike(const struct blocks_site *a, const struct blocks_site *b)
{
	if (!a->hash || !b->hash)
		return 0;
	if (a->hash == b->hash)
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
	unsigned score = match_alike(&alignment->sites[0][i], &alignment->sites[1][j]);

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

/* Adds lines with the sites before the positions, side by side. */
static void
write_until(struct alignment *alignment, size_t i, size_t j)
{
	struct explanation_block *block = alignment->block;
	const size_t until[] = {i, j};
	size_t *at = alignment->at;

	while (at[0] < i || at[1] < j) {
		struct explanation_line *line = &block->lines[block->n++];

		for (int side = 0; side < EXPLANATION_SIDES; side++)
			if (at[side] < until[side]) {
				line->sides[side] = &alignment->sites[side][at[side]++];
				block->loop = block->loop && line->sides[side]->loop;
			}
		line->equal =
		    line->sides[0] && line->sides[1] &&
		    blocks_same_site(line->sides[0], line->sides[1], alignment->compared);
		block->equal = block->equal && line->equal;
	}
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
align_sites(struct alignment *alignment)
{
	const struct blocks_site *a = alignment->sites[0], *b = alignment->sites[1];
	size_t n = alignment->n[0], m = alignment->n[1], same = 0;

	while (same < n && same < m && a[same].hash && a[same].hash == b[same].hash)
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
    const struct blocks *const blocks[EXPLANATION_SIDES], const size_t of[EXPLANATION_SIDES])
{
	struct explanation_block block = {.equal = true, .loop = true};
	struct alignment alignment = {.block = &block, .compared = explanation->compared};
	const struct blocks_one *one;

	for (int side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != MATCH_NONE) {
			one = &blocks[side]->v[of[side]];
			alignment.sites[side] = &blocks[side]->sites[one->first];
			alignment.n[side] = one->n;
			block.executions[side] = one->executions;
			explanation_add(
			    explanation, block.sides, side, alignment.sites[side]->of, one->n);
		}
	block.lines = memory_array(alignment.n[0] + alignment.n[1], sizeof *block.lines);
	align_sites(&alignment);
	return block;
}

static void
make_blocks(const struct explanation *explanation, struct explanation_function *function,
    const struct blocks *const blocks[EXPLANATION_SIDES], size_t *const partners[])
{
	size_t n = blocks[0]->n;

	function->blocks = memory_array(n + blocks[1]->n + 1, sizeof *function->blocks);
	for (size_t i = 0; i < n + blocks[1]->n; i++) {
		const size_t norm[] = {i, i < n ? partners[0][i] : 0};
		const size_t put[] = {MATCH_NONE, i - n};

		if (i < n || partners[1][i - n] == MATCH_NONE)
			function->blocks[function->n++] =
			    make_block(explanation, blocks, i < n ? norm : put);
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

void
match_blocks(const struct explanation *explanation,
    const struct blocks *const blocks[EXPLANATION_SIDES], struct explanation_function *function)
{
	size_t *partners[] = {match_none(blocks[0]->n), match_none(blocks[1]->n)};

	function->equal =
	    explanation->sides == 2 && blocks_same(blocks[0], blocks[1], explanation->compared);
	/* The blocks of the same code are in order. */
	if (function->equal && blocks[0]->n == blocks[1]->n)
		for (size_t i = 0; i < blocks[0]->n; i++)
			partners[0][i] = partners[1][i] = i;
	else
		pair_similar(blocks, partners);
	make_blocks(explanation, function, blocks, partners);
	match_sort_blocks(explanation, function);
	free(partners[0]);
	free(partners[1]);
}
