#include <stdlib.h>
#include <string.h>

#include "explain/canonical.h"
#include "explain/match.h"
#include "util/array.h"
#include "util/text.h"

/* So many pairs of functions of one name are compared; of more, they are taken in order. */
enum { COMPARED = 4000 };

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
	char *name = likeness == LIKE_EXACT ? memory_copy(function->name)
	                                    : canonical_name(function->name);
	char *library, *key;

	if (function->owner == PROFILE_LIBRARY && likeness != LIKE_ELSEWHERE)
		library = canonical_library(profile->objects[function->object].path);
	else
		library = memory_copy(function->owner == PROFILE_SNIPPET ? "snippet" : "");
	key = text_print("%s\t%s", name, library);
	free(library);
	free(name);
	return key;
}

static int
by_key(const void *a, const void *b)
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
	size_t n = 0, i;
	int side;

	*all = NULL;
	for (side = 0; side < EXPLANATION_SIDES; side++)
		for (i = 0; i < profiles[side]->function_count; i++)
			if (matching->partners[side][i] == SIMILAR_NONE)
				*ARRAY_ADD(*all, n) = (struct candidate){
				    key_of(profiles[side], &profiles[side]->functions[i],
				        likeness),
				    side, i};
	if (n)
		qsort(*all, n, sizeof **all, by_key);
	return n;
}

/* The sorted hashes of the instructions; the caller frees. */
static uint64_t *
texts_of(const struct blocks *blocks)
{
	uint64_t *texts = memory_new((blocks->step_count + 1) * sizeof *texts);
	size_t i;

	for (i = 0; i < blocks->step_count; i++)
		texts[i] = blocks->steps[i].text;
	similar_sort(texts, blocks->step_count);
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
	uint64_t *norm_texts = texts_of(a);
	uint64_t *put_texts = texts_of(b);
	size_t steps = a->step_count + b->step_count;
	double score =
	    2.0 * (double)similar_common(norm_texts, a->step_count, put_texts, b->step_count) /
	    (double)(steps ? steps : 1);

	free(norm_texts);
	free(put_texts);
	return score + (norm_file && put_file && !strcmp(norm_file, put_file) ? 2 : 0);
}

/* Pairs functions of one key: norms of the first side, followed by puts of the other. */
static void
match_group(
    const struct matching *matching, const struct candidate *group, size_t norms, size_t puts)
{
	struct similar_pairs pairs = {0};
	const struct candidate *put = group + norms;
	bool compared = norms * puts > 1 && norms * puts <= COMPARED;
	size_t i, j;

	for (i = 0; i < norms && compared; i++)
		for (j = 0; j < puts; j++)
			similar_add(&pairs, group[i].function, put[j].function,
			    likeness_of(matching, group[i].function, put[j].function));
	for (i = 0; i < norms && i < puts && !compared; i++)
		similar_add(&pairs, group[i].function, put[i].function, 0);
	similar_marry(&pairs, matching->partners);
}

/* Pairs the functions that have no partner yet. */
static void
match_keys(const struct matching *matching, enum likeness likeness)
{
	struct candidate *all;
	size_t count = candidates_make(&all, matching, likeness), first, norms, n, i;

	for (first = 0; first < count; first += n) {
		norms = 0;
		for (n = 0; first + n < count; n++) {
			if (strcmp(all[first].key, all[first + n].key) != 0)
				break;
			norms += !all[first + n].side;
		}
		match_group(matching, &all[first], norms, n - norms);
	}
	for (i = 0; i < count; i++)
		free(all[i].key);
	free(all);
}

void
match_functions(const struct profile *const profiles[EXPLANATION_SIDES],
    const struct blocks *const blocks[EXPLANATION_SIDES],
    size_t *const partners[EXPLANATION_SIDES])
{
	struct matching matching = {profiles, blocks, partners};
	enum likeness likeness;
	size_t i;
	int side;

	for (side = 0; side < EXPLANATION_SIDES; side++)
		for (i = 0; i < profiles[side]->function_count; i++)
			partners[side][i] = SIMILAR_NONE;
	for (likeness = 0; likeness < LIKENESSES; likeness++)
		match_keys(&matching, likeness);
}
