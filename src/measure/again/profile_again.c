#include <stdlib.h>

#include "measure/again/remeasure.h"
#include "measure/compile/unit.h"
#include "measure/again/profile_again.h"
#include "util/memory.h"
#include "util/text.h"

static bool
same_counts(const struct cell *before, const struct cell *now, bool once)
{
	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (results_spent(before, once, f) != results_spent(now, once, f))
			return false;
	return true;
}

/* Moves the profile to the cell that it explains. */
static void
profile_again_take(struct cell *before, struct cell *now, bool once)
{
	bool same = now->measured && same_counts(before, now, once);
	const char *why =
	    !now->measured ? "it could not be measured again for its profile"
	    : !same        ? "measured again for its profile, it had other counts than before"
	    : now->unprofiled ? now->unprofiled
	                      : "it has no profile";

	if (same && now->profile) {
		results_take_profile(before, now->profile);
		now->profile = NULL;
	} else if (now->failure) {
		before->unprofiled = text_print(
		    "measured again for its profile, it failed: %s", now->failure->why);
	} else {
		before->unprofiled = memory_copy(why);
	}
	profile_free(now->profile);
	free(now->unprofiled);
	now->profile = NULL;
	now->unprofiled = NULL;
}

/* Measures the cells of one put. The program of each test is built anew, without the objects
   that the run without profiles left. */
static enum measure_end
profile_again_measure_put(struct results *results, const bool *wanted, size_t put,
    struct target *target, const struct config *config)
{
	struct targets targets = {target, 1};
	struct object_store objects = {0};
	struct config other = *config;
	enum measure_end end = MEASURE_DONE;
	FREED_BY(remeasure_free) struct remeasure rerun = {0};

	remeasure_begin(&rerun, results);
	rerun.results.puts = (struct puts){&results->puts.v[put], 1};
	for (size_t i = 0; i < results->tests.n; i++)
		if (wanted[i * results->puts.n + put])
			remeasure_add(&rerun, i);
	results_make_cells(&rerun.results);
	target->put = &results->puts.v[put];
	other.objects = &objects;
	other.keep = NULL;
	other.profiles = true;
	if (rerun.results.tests.n)
		end = measure_run(&rerun.results, &targets, &other);
	for (size_t i = 0; i < rerun.results.tests.n; i++)
		profile_again_take(results_cell(results, rerun.rows[i], put),
		    results_cell(&rerun.results, i, 0), rerun.results.tests.v[i].once);
	units_forget(&objects);
	return end;
}

enum measure_end
profile_again(struct results *results, const bool *wanted, struct targets *targets,
    const struct config *config)
{
	size_t first = results->puts.n - targets->n;
	enum measure_end end = MEASURE_DONE;

	for (size_t i = 0; i < targets->n && !end; i++)
		end = profile_again_measure_put(
		    results, wanted, first + i, &targets->v[i], config);
	return end;
}
