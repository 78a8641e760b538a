#include <math.h>
#include <stdlib.h>

#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_steps.h"
#include "report/page.h"
#include "util/memory.h"

static void
add_series(
    struct html_steps *all, const struct history *history, size_t test, size_t label, size_t k)
{
	struct history_step *steps;
	size_t n = history_steps(history, test, label, k, &steps), i;

	all->v = memory_resize(all->v, all->n + n, sizeof *all->v);
	for (i = 0; i < n; i++)
		all->v[all->n++] = (struct html_step){test, label, k, steps[i]};
	free(steps);
}

static int
compare(const void *a, const void *b)
{
	const struct html_step *x = a, *y = b;
	double p = fabs(x->of.change.percent), q = fabs(y->of.change.percent);

	if (x->of.run != y->of.run)
		return x->of.run < y->of.run ? -1 : 1;
	if (p != q)
		return p > q ? -1 : 1;
	if (x->test != y->test)
		return x->test < y->test ? -1 : 1;
	if (x->label != y->label)
		return x->label < y->label ? -1 : 1;
	return (x->k > y->k) - (x->k < y->k);
}

void
html_steps_make(struct html_steps *steps, const struct history *history)
{
	size_t test, label, k;

	*steps = (struct html_steps){0};
	for (test = 0; test < history->tests.n; test++)
		for (label = 0; label < history->labels.n; label++)
			for (k = 0; k < history->field_count; k++)
				add_series(steps, history, test, label, k);
	if (steps->n)
		qsort(steps->v, steps->n, sizeof *steps->v, compare);
}

void
html_steps_free(struct html_steps *steps)
{
	free(steps->v);
}

void
html_steps_run(struct text *t, const struct history *history, size_t run)
{
	text_addf(t, "<a href=#run-%zu>", run);
	html_name(t, history->runs[run].name);
	text_add(t, "</a>");
}

void
html_steps_mark(struct text *t, const struct history *history, size_t test, size_t label,
    size_t a, size_t b)
{
	if (history_point(history, test, label, a)->verdicts ||
	    history_point(history, test, label, b)->verdicts)
		text_add(t, " " PAGE_MARK);
}

void
html_steps_cells(
    struct text *t, const struct history *history, size_t k, const struct change *change)
{
	char from[CALC_SHOWN], to[CALC_SHOWN];

	history_words_both(history, k, change->from, change->to, from, to);
	text_addf(t, "<td>%s<td>%s", from, to);
	html_cells_begin_change(t, change->kind);
	html_cells_change(t, change);
}
