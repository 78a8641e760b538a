#include "explain/explain.h"
#include "explain/functions.h"
#include "explain/rows.h"
#include "util/memory.h"

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
explain_make(const struct explain_request *request)
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
	functions_explain(explanation, counted(request->compared));
	return explanation;
}
