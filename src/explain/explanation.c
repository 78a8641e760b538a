#include <math.h>
#include <stdlib.h>

#include "explain/explanation.h"
#include "util/array.h"

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
    const struct profile_site *sites, size_t n)
{
	sides[side].here = true;
	sides[side].iterations = explanation->iterations[side];
	sides[side].lacks = explanation->lacks[side];
	for (size_t i = 0; i < n; i++) {
		for (enum field f = 0; f < FIELD_COUNT; f++)
			sides[side].spent[f] += sites[i].spent[f];
		if (!profile_add_spill(&sites[i], &sides[side].spill))
			sides[side].unknown_spill = true;
	}
}

double
explanation_cost(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES])
{
	double cost = -INFINITY, v;

	for (size_t side = 0; side < explanation->sides; side++)
		if (sides[side].here &&
		    explanation_value(explanation, &sides[side], explanation->by, &v) &&
		    v > cost)
			cost = v;
	return isinf(cost) ? 0 : cost;
}

void
explanation_free_group(struct explanation_group *group)
{
	for (size_t i = 0; i < group->n; i++) {
		free(group->rows[i].name);
		free(group->rows[i].note);
	}
	free(group->rows);
}

static void
free_blocks(struct blocks *blocks, const struct profile *profile)
{
	for (size_t i = 0; profile && i < profile->function_count; i++)
		blocks_free(&blocks[i]);
	free(blocks);
}

void
explanation_free(struct explanation *explanation)
{
	for (int side = 0; side < EXPLANATION_SIDES; side++)
		free_blocks(explanation->blocks[side], explanation->profiles[side]);
	ARRAY_EACH(struct explanation_function, function, explanation->functions,
	    explanation->by_function.n) {
		for (size_t k = 0; k < function->n; k++)
			free(function->blocks[k].lines);
		free(function->blocks);
	}
	free(explanation->functions);
	explanation_free_group(&explanation->by_function);
	explanation_free_group(&explanation->by_kind);
	explanation_free_group(&explanation->by_file);
	explanation_free_group(&explanation->by_line);
	free(explanation);
}
