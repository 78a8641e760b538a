#ifndef HTML_STEPS_H
#define HTML_STEPS_H

#include "history/history.h"
#include "util/text.h"

/* All steps of a history, and how the page shows them. */

struct html_step {
	size_t test, label, k; /* of its series; the k-th field */
	struct history_step of;
};

struct html_steps {
	struct html_step *v; /* by run, and within a run the largest first */
	size_t n;
};

void html_steps_make(struct html_steps *steps, const struct history *history);
void html_steps_free(struct html_steps *steps);

/* Adds a link to the section of a run, with its name. */
void html_steps_run(struct text *t, const struct history *history, size_t run);
/* Adds a mark if the value of one of the two runs means less than it seems. */
void html_steps_mark(struct text *t, const struct history *history, size_t test, size_t label,
    size_t a, size_t b);
/* Adds cells with both values of a change, and with the change in words. */
void html_steps_cells(
    struct text *t, const struct history *history, size_t k, const struct change *change);

#endif
