#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/match.h"
#include "explain/pairing.h"
#include "explain/rows.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"

struct value_context {
	const struct explanation *explanation;
	const struct explanation_side *side;
};

static bool
get_value(void *context, enum field f, double *v)
{
	const struct value_context *c = context;

	return explanation_value(c->explanation, c->side, f, v);
}

bool
explanation_value(const struct explanation *explanation, const struct explanation_side *side,
    enum field f, double *v)
{
	struct value_context context = {explanation, side};

	if (f < FIELD_COUNT) {
		*v = side->iterations ? (double)side->spent[f] / (double)side->iterations : 0;
		return !(side->lacks & FIELD_BIT(f));
	}
	if (f == FIELD_SPILL) {
		*v = side->iterations ? (double)side->spill / (double)side->iterations : 0;
		return !side->unknown_spill;
	}
	return f >= FIELD_DERIVED &&
	       fields_value(explanation->fields, f, get_value, &context, v);
}

bool
explanation_difference(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES], enum field f, double *v)
{
	double norm, put;

	if (explanation->sides == 1)
		return explanation_value(explanation, &sides[EXPLANATION_NORM], f, v);
	if (f < FIELD_COUNT &&
	    !((sides[EXPLANATION_NORM].lacks | sides[EXPLANATION_PUT].lacks) & FIELD_BIT(f)) &&
	    explanation->iterations[EXPLANATION_NORM] ==
	        explanation->iterations[EXPLANATION_PUT]) {
		*v = (double)(sides[EXPLANATION_PUT].spent[f] -
		              sides[EXPLANATION_NORM].spent[f]) /
		     (double)explanation->iterations[EXPLANATION_NORM];
		return true;
	}
	if (!explanation_value(explanation, &sides[EXPLANATION_NORM], f, &norm) ||
	    !explanation_value(explanation, &sides[EXPLANATION_PUT], f, &put))
		return false;
	*v = put - norm;
	return true;
}

void
explanation_add(const struct explanation *explanation,
    struct explanation_side sides[EXPLANATION_SIDES], size_t side,
    const struct profile_step *steps, size_t n)
{
	enum field f;
	size_t i;

	sides[side].here = true;
	sides[side].iterations = explanation->iterations[side];
	sides[side].lacks = explanation->lacks[side];
	for (i = 0; i < n; i++) {
		for (f = 0; f < FIELD_COUNT; f++)
			sides[side].spent[f] += steps[i].spent[f];
		if (!profile_add_spill(&steps[i], &sides[side].spill))
			sides[side].unknown_spill = true;
	}
}

static int
larger_first(const void *a, const void *b)
{
	const struct explanation_key *x = a, *y = b;
	size_t i;

	for (i = 0; i < COUNTOF(x->of); i++)
		if (x->of[i] != y->of[i])
			return x->of[i] > y->of[i] ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

void
explanation_sort(struct explanation_key *keys, size_t n)
{
	qsort(keys, n, sizeof *keys, larger_first);
}

double
explanation_cost(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES])
{
	double cost = -INFINITY, v;
	size_t side;

	for (side = 0; side < explanation->sides; side++)
		if (sides[side].here &&
		    explanation_value(explanation, &sides[side], explanation->by, &v) &&
		    v > cost)
			cost = v;
	return isinf(cost) ? 0 : cost;
}

double
explanation_weight(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES])
{
	double difference;

	return explanation_difference(explanation, sides, explanation->by, &difference)
	           ? fabs(difference)
	           : 0;
}

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
    const size_t of[EXPLANATION_SIDES], field_set compared)
{
	struct blocks none = {NULL, 0, NULL, 0};
	struct blocks *blocks[EXPLANATION_SIDES] = {&none, &none};
	struct explanation_function code;
	int side;

	for (side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != SIMILAR_NONE)
			blocks[side] = &all->blocks[side][of[side]];
	code = pairing_make(explanation, blocks, compared);
	for (side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != SIMILAR_NONE)
			code.sides[side] = &explanation->profiles[side]->functions[of[side]];
	return code;
}

static void
add(struct explanation *explanation, struct functions *all, size_t norm, size_t put,
    field_set compared)
{
	const size_t of[EXPLANATION_SIDES] = {norm, put};
	struct explanation_part *part = &explanation->by_function;

	part->rows[part->n] = row_of(explanation, of);
	explanation->functions[part->n++] = code_of(explanation, all, of, compared);
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
explain_functions(struct explanation *explanation, field_set compared)
{
	struct functions all = functions_make(explanation);
	size_t n = all.n[0] + all.n[1];
	size_t i;

	explanation->by_function.rows =
	    memory_new((n + 1) * sizeof *explanation->by_function.rows);
	explanation->functions = memory_new((n + 1) * sizeof *explanation->functions);
	for (i = 0; i < all.n[0]; i++)
		add(explanation, &all, i, all.partners[0][i], compared);
	for (i = 0; i < all.n[1]; i++)
		if (all.partners[1][i] == SIMILAR_NONE)
			add(explanation, &all, SIMILAR_NONE, i, compared);
	functions_free(&all);
	sort(explanation);
}

/* The fields that instructions have to be compared in. Those with the same text access the
   frame both or not at all. */
static field_set
counted(field_set compared)
{
	if (compared & FIELD_BIT(FIELD_SPILL))
		compared |= FIELD_BIT(FIELD_DR) | FIELD_BIT(FIELD_DW);
	return compared;
}

struct explanation *
explanation_make(const struct explanation_request *request)
{
	struct explanation *explanation = memory_new(sizeof *explanation);
	const struct profile_function *function;
	size_t side, i;

	*explanation =
	    (struct explanation){.iterations = {request->iterations[0], request->iterations[1]},
	        .lacks = {request->lacks[0], request->lacks[1]},
	        .fields = request->fields,
	        .by = request->by,
	        .profiles = {request->profiles[0], request->profiles[1]},
	        .sides = request->profiles[EXPLANATION_PUT] ? 2 : 1};
	for (side = 0; side < explanation->sides; side++)
		for (i = 0; i < request->profiles[side]->function_count; i++) {
			function = &request->profiles[side]->functions[i];
			explanation_add(explanation, explanation->sums, side, function->steps,
			    function->step_count);
		}
	explanation->by_kind = rows_by_kind(explanation);
	explanation->by_line = rows_by_line(explanation);
	explain_functions(explanation, counted(request->compared));
	return explanation;
}

void
explanation_free_part(struct explanation_part *part)
{
	size_t i;

	for (i = 0; i < part->n; i++) {
		free(part->rows[i].name);
		free(part->rows[i].note);
	}
	free(part->rows);
}

static void
free_function(struct explanation_function *function)
{
	const struct explanation_block *block;
	size_t i, j;
	int side;

	for (i = 0; i < function->n; i++) {
		block = &function->blocks[i];
		for (j = 0; j < block->n; j++)
			for (side = 0; side < EXPLANATION_SIDES; side++)
				free(block->lines[j].sides[side].text);
		free(block->lines);
	}
	free(function->blocks);
}

void
explanation_free(struct explanation *explanation)
{
	size_t i;

	if (!explanation)
		return;
	for (i = 0; i < explanation->by_function.n; i++)
		free_function(&explanation->functions[i]);
	free(explanation->functions);
	explanation_free_part(&explanation->by_function);
	explanation_free_part(&explanation->by_kind);
	explanation_free_part(&explanation->by_line);
	free(explanation);
}
