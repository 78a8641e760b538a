#include <stdlib.h>
#include <string.h>

#include "measure/again/changed.h"
#include "measure/again/remeasure.h"
#include "measure/compile/unit.h"
#include "measure/host_files.h"
#include "util/memory.h"
#include "util/message.h"

/* Says what changed for this put and, in the same line, for the others with the same change. */
static void
changed_say(char *const *changed, size_t put, const struct targets *targets)
{
	FREED_BY(text_free) struct text labels = TEXT_EMPTY;

	for (size_t i = 0; i < targets->n; i++) {
		if (!changed[i] || strcmp(changed[i], changed[put]) != 0)
			continue;
		if (i < put)
			break;
		text_addf(&labels, "%s%s", labels.n ? ", " : "", targets->v[i].put->label);
	}
	if (labels.n)
		message_warn(
		    "%s changed during the run: measuring %s again", changed[put], labels.s);
}

static enum measure_end
changed_measure_put(
    struct results *results, size_t put, struct target *target, const struct config *config)
{
	struct targets targets = {target, 1};
	struct config other = *config;
	FREED_BY(remeasure_free) struct remeasure rerun = {0};
	enum measure_end end;

	/* What a compiler made of the users' sources is kept otherwise. */
	units_forget(config->objects);
	host_files_begin(config->files, target, config->valgrind);
	other.keep = NULL;
	remeasure_begin(&rerun, results);
	rerun.results.puts = (struct puts){&results->puts.v[put], 1};
	for (size_t i = 0; i < results->tests.n; i++)
		remeasure_add(&rerun, i);
	results_make_cells(&rerun.results);
	end = measure_run(&rerun.results, &targets, &other);
	for (size_t i = 0; i < results->tests.n; i++)
		results_replace(results_cell(results, i, put), &rerun.results.cells[i]);
	return end;
}

enum measure_end
changed_measure(struct results *results, struct targets *targets, const struct config *config)
{
	OWNED char **changed = memory_array(targets->n, sizeof *changed);
	enum measure_end end = MEASURE_DONE;

	for (size_t i = 0; i < targets->n; i++)
		changed[i] = host_files_changed(config->files, &targets->v[i]);
	for (size_t i = 0; i < targets->n && !end; i++) {
		if (!changed[i])
			continue;
		changed_say(changed, i, targets);
		end = changed_measure_put(results, i, &targets->v[i], config);
	}
	for (size_t i = 0; i < targets->n; i++)
		free(changed[i]);
	return end;
}

void
changed_fail(
    struct results *results, const struct targets *targets, const struct config *config)
{
	for (size_t put = 0; put < targets->n; put++) {
		OWNED char *what = host_files_changed(config->files, &targets->v[put]),
		           *why = NULL;

		if (!what)
			continue;
		why = text_print("%s changed while it was measured: measure it again", what);
		for (size_t i = 0; i < results->tests.n; i++) {
			struct cell *cell = results_cell(results, i, put);

			if (cell->measured)
				results_replace(cell,
				    &(struct cell){
				        .failure = failure_new(STAGE_PREPARE, why, "", "")});
		}
	}
}
