#include <stdlib.h>

#include "explain/explanation_make.h"
#include "explain/match.h"
#include "explain/pairing.h"
#include "explain/rows.h"
#include "util/file.h"
#include "util/memory.h"

/* All functions of both sides. Without a second profile, that side has none. */
struct functions {
	size_t n[EXPLANATION_SIDES];
	struct blocks *blocks[EXPLANATION_SIDES];
	size_t *partners[EXPLANATION_SIDES];
};

static struct functions
functions_make(const struct explanation *explanation)
{
	struct functions all = {.n = {0}};
	const struct profile *profile;
	size_t side, i;

	for (side = 0; side < EXPLANATION_SIDES; side++) {
		profile = explanation->profiles[side];
		all.n[side] = profile ? profile->function_count : 0;
		all.blocks[side] = memory_new((all.n[side] + 1) * sizeof *all.blocks[side]);
		all.partners[side] = memory_new((all.n[side] + 1) * sizeof *all.partners[side]);
		for (i = 0; i < all.n[side]; i++) {
			all.blocks[side][i] = blocks_make(
			    profile, &profile->functions[i], explanation->iterations[side]);
			all.partners[side][i] = SIMILAR_NONE;
		}
	}
	if (explanation->sides == 2)
		match_functions(explanation->profiles, (const struct blocks *const *)all.blocks,
		    all.partners);
	return all;
}

static void
functions_free(struct functions *all)
{
	size_t i;
	int side;

	for (side = 0; side < EXPLANATION_SIDES; side++) {
		for (i = 0; i < all->n[side]; i++)
			blocks_free(&all->blocks[side][i]);
		free(all->blocks[side]);
		free(all->partners[side]);
	}
}

/* Whose a function is: its library; of the program its source file. The caller frees; may be
   NULL. */
static char *
note_of(const struct profile *profile, const struct profile_function *function)
{
	const char *file;

	if (function->owner == PROFILE_LIBRARY)
		return memory_copy(file_base(profile->objects[function->object].path));
	file = function->owner == PROFILE_PROGRAM ? profile_function_file(profile, function)
	                                          : NULL;
	return file ? memory_copy(file_base(file)) : NULL;
}

/* The row of a function; of: its index on each side. */
static struct explanation_row
row_of(const struct explanation *explanation, const size_t of[EXPLANATION_SIDES])
{
	struct explanation_row row = {.name = NULL};
	const struct profile *profile;
	const struct profile_function *function;
	size_t side;

	for (side = 0; side < EXPLANATION_SIDES; side++) {
		if (of[side] == SIMILAR_NONE)
			continue;
		profile = explanation->profiles[side];
		function = &profile->functions[of[side]];
		explanation_add(
		    explanation, row.sides, side, function->steps, function->step_count);
		row.sides[side].calls = function->calls;
		if (row.name)
			continue;
		row.name = memory_copy(function->name);
		row.note = note_of(profile, function);
		row.owner = function->owner;
	}
	return row;
}

static struct explanation_function
code_of(const struct explanation *explanation, struct functions *all,
    const size_t of[EXPLANATION_SIDES])
{
	struct blocks none = {NULL, 0, NULL, 0};
	struct blocks *blocks[EXPLANATION_SIDES] = {&none, &none};
	struct explanation_function code;
	int side;

	for (side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != SIMILAR_NONE)
			blocks[side] = &all->blocks[side][of[side]];
	code = pairing_make(explanation, blocks);
	for (side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != SIMILAR_NONE)
			code.sides[side] = &explanation->profiles[side]->functions[of[side]];
	return code;
}

static void
add(struct explanation *explanation, struct functions *all, size_t norm, size_t put)
{
	const size_t of[EXPLANATION_SIDES] = {norm, put};
	struct explanation_part *part = &explanation->by_function;

	part->rows[part->n] = row_of(explanation, of);
	explanation->functions[part->n++] = code_of(explanation, all, of);
}

/* Puts the rows and their code in order. */
static void
sort(struct explanation *explanation)
{
	struct explanation_part *part = &explanation->by_function;
	struct explanation_function *functions = memory_new((part->n + 1) * sizeof *functions);
	bool *first = memory_new((part->n + 1) * sizeof *first);
	size_t *indices;
	size_t i;

	for (i = 0; i < part->n; i++)
		first[i] = explanation->sides == 2 &&
		           part->rows[i].sides[0].here != part->rows[i].sides[1].here &&
		           explanation_weight(explanation, part->rows[i].sides) != 0;
	indices = rows_sort(explanation, part, first);
	for (i = 0; i < part->n; i++)
		functions[i] = explanation->functions[indices[i]];
	free(explanation->functions);
	free(indices);
	free(first);
	explanation->functions = functions;
}

/* Adds the part by function, and the code of each function. */
static void
explain_functions(struct explanation *explanation)
{
	struct functions all = functions_make(explanation);
	size_t n = all.n[0] + all.n[1];
	size_t i;

	explanation->by_function.rows =
	    memory_new((n + 1) * sizeof *explanation->by_function.rows);
	explanation->functions = memory_new((n + 1) * sizeof *explanation->functions);
	for (i = 0; i < all.n[0]; i++)
		add(explanation, &all, i, all.partners[0][i]);
	for (i = 0; i < all.n[1]; i++)
		if (all.partners[1][i] == SIMILAR_NONE)
			add(explanation, &all, SIMILAR_NONE, i);
	functions_free(&all);
	sort(explanation);
}

struct explanation *
explanation_make(const struct explanation *request)
{
	struct explanation *explanation = memory_new(sizeof *explanation);
	const struct profile_function *function;
	size_t side, i;

	*explanation = *request;
	explanation->sides = request->profiles[EXPLANATION_PUT] ? 2 : 1;
	/* Instructions with the same text access the frame both or not at all. */
	if (request->compared & FIELD_BIT(FIELD_SPILL))
		explanation->compared |= FIELD_BIT(FIELD_DR) | FIELD_BIT(FIELD_DW);
	for (side = 0; side < explanation->sides; side++)
		for (i = 0; i < request->profiles[side]->function_count; i++) {
			function = &request->profiles[side]->functions[i];
			explanation_add(explanation, explanation->sums, side, function->steps,
			    function->step_count);
		}
	explanation->by_kind = rows_by_kind(explanation);
	explanation->by_line = rows_by_line(explanation);
	explain_functions(explanation);
	return explanation;
}
