#include <math.h>
#include <stdlib.h>

#include "report/amount.h"
#include "report/explain/explain_head.h"
#include "report/page.h"
#include "util/text.h"

const char *
explain_head_label(const struct explain_page *page, size_t side)
{
	return page->comparison->results->puts.v[page->puts[side]].label;
}

/* Adds "LABEL VALUE". */
static void
add_side(struct words *words, const struct explain_page *page, size_t side, enum field f)
{
	const struct results *results = page->comparison->results;
	struct value value =
	    calc_shown(f, calc_value(results, page->test, page->puts[side], f));
	char buffer[AMOUNT_SIZE];

	words_take(words, text_print("%s %s", explain_head_label(page, side),
	                      value.known ? amount_show(value.v, false, buffer) : "-"));
}

/* Adds "-98.0 (-55.68 %)". */
static void
add_change(struct words *words, const struct change *change)
{
	char buffer[AMOUNT_SIZE], percent[CHANGE_SIZE];
	const char *difference = amount_show(change->difference, true, buffer);

	if (isinf(change->percent))
		words_add(words, difference);
	else
		words_take(
		    words, text_print("%s (%s)", difference, change_show(change, percent)));
}

struct words
explain_head_values(const struct explain_page *page, enum field f, enum color *color)
{
	struct change change =
	    comparison_of(page->comparison, page->test, page->puts[EXPLANATION_PUT], f);
	struct words words = WORDS_EMPTY;

	add_side(&words, page, EXPLANATION_NORM, f);
	*color = COLOR_NONE;
	if (page->explanation->sides > 1) {
		add_side(&words, page, EXPLANATION_PUT, f);
		add_change(&words, &change);
		*color = page_color_change(change.kind, change.percent);
	}
	return words;
}

char *
explain_head_verdict(const struct explain_page *page, enum verdict verdict)
{
	struct text t = TEXT_EMPTY;
	size_t side;

	for (side = 0; side < page->explanation->sides; side++) {
		const struct cell *cell =
		    results_cell(page->comparison->results, page->test, page->puts[side]);

		if (cell->verdicts & 1u << verdict)
			text_addf(&t, "%s%s", t.n ? " and " : "", page->labels[side]);
	}
	if (t.n)
		text_addf(&t,
		    ": %s: %s. Below is the loop with what is left in it; instructions of the "
		    "loop itself are marked 'loop' and cost nothing.",
		    verdict_name(verdict), verdict_meaning(verdict));
	return t.n ? text_take(&t) : NULL;
}

field_set
explain_head_fields(const struct explain_page *page, field_set wanted)
{
	field_set fields = 0;
	enum field f;

	for (f = 0; f < FIELD_NONE; f++)
		if (wanted & FIELD_BIT(f))
			fields |= f < FIELD_COUNT || explain_parts_sum(page, f)
			              ? FIELD_BIT(f)
			              : fields_needs(page->explanation->fields, FIELD_BIT(f)) &
			                    FIELD_ALL;
	return fields ? fields : FIELD_BIT(FIELD_IR);
}
