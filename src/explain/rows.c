#include <math.h>
#include <stdlib.h>

#include "explain/rows.h"
#include "util/memory.h"

static void
add_step(struct explanation_side *side, const struct profile_step *step)
{
	enum field f;

	side->here = true;
	for (f = 0; f < FIELD_COUNT; f++)
		side->spent[f] += step->spent[f];
}

static void
add_kinds(struct explanation_row *rows, int side, const struct profile *profile)
{
	const struct profile_function *function;
	size_t i, j;

	for (i = 0; i < profile->function_count; i++) {
		function = &profile->functions[i];
		for (j = 0; j < function->step_count; j++)
			add_step(
			    &rows[function->steps[j].kind].sides[side], &function->steps[j]);
	}
}

struct explanation_part
rows_by_kind(const struct explanation *explanation,
    const struct profile *const profiles[EXPLANATION_SIDES])
{
	struct explanation_part part = {memory_new(PROFILE_KINDS * sizeof *part.rows), 0};
	struct explanation_row rows[PROFILE_KINDS] = {0};
	size_t side, kind;

	for (side = 0; side < explanation->sides; side++)
		add_kinds(rows, (int)side, profiles[side]);
	for (kind = 0; kind < PROFILE_KINDS; kind++) {
		if (!rows[kind].sides[0].here && !rows[kind].sides[1].here)
			continue;
		rows[kind].name = memory_copy(profile_kind_name((enum profile_kind)kind));
		part.rows[part.n++] = rows[kind];
	}
	return part;
}
