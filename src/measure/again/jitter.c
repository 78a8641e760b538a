#include <stdlib.h>
#include <string.h>

#include "measure/again/jitter.h"
#include "measure/again/remeasure.h"
#include "util/message.h"
#include "util/text.h"

/* The part of a layout that applies to the programs of a language. */
static struct memory_layout
layout_for(const struct language *language, struct memory_layout layout)
{
	if (language->command)
		layout.heap = 0;
	if (!language_is_compiled(language))
		layout.code = 0;
	return layout;
}

static void
add_cell(struct cell *cell, const struct cell *now, struct memory_layout layout)
{
	struct cell *added = results_add_jitter(cell, layout);

	added->measured = now->measured;
	memcpy(added->counts, now->counts, sizeof added->counts);
}

static enum measure_end
measure_in(struct results *results, struct targets *targets, const struct config *config,
    unsigned number, size_t *failed)
{
	struct config other = *config;
	char *how = text_print("in layout %u", number);
	struct remeasured cell = {0};
	struct remeasure rerun;
	enum measure_end end;

	remeasure_begin(&rerun, results);
	remeasure_add_measured(&rerun, results);
	other.layout = memory_layout_numbered(number);
	end = remeasure_measure(&rerun, targets, &other);
	if (!end)
		*failed += remeasure_report(&rerun, results, config, how);
	while (!end && remeasure_next(&rerun, results, &cell))
		if (cell.before->measured)
			add_cell(cell.before, cell.now,
			    layout_for(targets->v[cell.put].language, other.layout));
	remeasure_free(&rerun);
	free(how);
	return end;
}

enum measure_end
jitter_measure(struct results *results, struct targets *targets, const struct config *config,
    unsigned n, size_t *failed)
{
	enum measure_end end = MEASURE_DONE;
	unsigned i;

	*failed = 0;
	for (i = 1; i <= n && !end; i++) {
		if (config->verbose)
			message_warn("layout %u of %u", i, n);
		end = measure_in(results, targets, config, i, failed);
	}
	return end;
}
