#include <math.h>

#include "compare/calc.h"
#include "compare/variation.h"
#include "util/text.h"

struct variation
variation_of(const struct results *results, size_t test, size_t put)
{
	const struct cell *cell = results_cell(results, test, put);
	const unsigned long *loops = results->loops;
	double ops = (double)results_ops(results, test, put);
	double iterations = results_test(results, test, put)->once
	                        ? 1
	                        : (double)(loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
	double first = calc_shown(FIELD_IR, calc_value(results, test, put, FIELD_IR)).v;
	double again =
	    cell->measured_again ? (double)cell->spent_again / iterations / ops : first;

	return (struct variation){
	    .known = cell->measured_again,
	    .least = fmin(first, again),
	    .most = fmax(first, again),
	    .percent = first > 0 ? fabs(again - first) / first * 100 : INFINITY,
	};
}

char *
variation_text(const struct variation *varied)
{
	char least[CALC_SHOWN], most[CALC_SHOWN];
	struct text t = TEXT_EMPTY;

	calc_show_both(varied->least, varied->most, 1, least, most);
	text_addf(&t, "%s to %s", least, most);
	if (isfinite(varied->percent))
		text_addf(
		    &t, varied->percent < 0.1 ? ", %.1g %%" : ", %.1f %%", varied->percent);
	return text_take(&t);
}
