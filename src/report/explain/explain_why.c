#include <stdlib.h>

#include "explain/selection.h"
#include "report/amount.h"
#include "report/explain/explain_page.h"
#include "report/explain/explain_print.h"
#include "util/array.h"
#include "util/file.h"

/* A longer name of a function is cut. */
enum { WIDTH = 40 };

/* Finds the row with the most of the whole difference, if that is at least such a share of it.
   Returns its name, which the caller frees, with its own difference. */
static char *
name_row(const struct explanation *explanation, const struct explanation_part *part,
    double whole, double share)
{
	const struct explanation_row *most = NULL;
	OWNED char *name = NULL;
	char buffer[AMOUNT_SIZE];
	size_t lines = 0;

	ARRAY_EACH(const struct explanation_row, row, part->rows, part->n) {
		double own;

		lines += row->line && explanation_cost(explanation, row->sides) > 0;
		if (!explanation_difference(explanation, row->sides, explanation->by, &own) ||
		    own / whole < share)
			continue;
		share = own / whole;
		most = row;
	}
	if (!most || (part == &explanation->by_function && most->owner == PROFILE_SNIPPET) ||
	    (part == &explanation->by_line && (!most->line || lines < 2)))
		return NULL;
	name = most->line ? text_print("%s:%u", file_base(most->name), most->line)
	                  : explain_page_function(most->name, WIDTH);
	return text_print("%s %s", name, amount_show(share * whole, true, buffer));
}

char *
explain_why(const struct comparison *comparison, size_t test, size_t put)
{
	const struct selected selected = {
	    test, put, comparison->norm, FIELD_BIT(comparison->field)};
	const struct results *results = comparison->results;
	struct explanation *of;
	char *why = NULL;
	double whole;

	if (comparison_decisive(comparison, test, put).kind > CHANGE_SAME ||
	    !results_cell(results, test, put)->profile ||
	    !results_cell(results, test, comparison->norm)->profile)
		return NULL;
	of = selection_explain(&selected, comparison);
	if (of->by == comparison->field &&
	    explanation_difference(of, of->sums, of->by, &whole) && whole != 0) {
		why = name_row(of, &of->by_function, whole, 0.5);
		why = why ? why : name_row(of, &of->by_line, whole, 0.5);
		why = why ? why : name_row(of, &of->by_kind, whole, 0);
	}
	explanation_free(of);
	return why;
}
