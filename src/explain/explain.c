#include "explain/explain.h"
#include "explain/rows.h"
#include "util/memory.h"

static struct explanation_side
sum_of(const struct profile *profile)
{
	struct explanation_side sum = {.here = true};
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		sum.spent[f] = profile_spent(profile, f);
	return sum;
}

struct explanation *
explain_make(const struct explain_request *request)
{
	struct explanation *explanation = memory_new(sizeof *explanation);
	size_t side;

	*explanation = (struct explanation){.turns = request->turns,
	    .fields = request->fields,
	    .by = request->by,
	    .sides = request->profiles[EXPLANATION_PUT] ? 2 : 1};
	for (side = 0; side < explanation->sides; side++)
		explanation->sums[side] = sum_of(request->profiles[side]);
	explanation->by_kind = rows_by_kind(explanation, request->profiles);
	return explanation;
}
