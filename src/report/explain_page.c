#include <stdlib.h>
#include <string.h>

#include "report/explain_page.h"
#include "util/display.h"
#include "util/text.h"

double
explain_page_value(
    const struct explain_page *page, const struct explanation_side *side, enum field f)
{
	double v;

	return explanation_value(page->explanation, side, f, &v) ? v : 0;
}

void
explain_page_add(struct explanation_side *sum, const struct explanation_side *side)
{
	enum field f;

	if (side->turns)
		sum->turns = side->turns;
	sum->calls += side->calls;
	for (f = 0; f < FIELD_COUNT; f++)
		sum->spent[f] += side->spent[f];
}

const char *
explain_page_field(const struct explain_page *page, enum field f)
{
	return fields_name(page->explanation->fields, f);
}

char *
explain_page_position(const char *file, unsigned line, size_t width)
{
	char *all = line ? text_print("%s:%u", file, line) : text_print("%s", file);
	char *shown = display_line(all), *cut;
	const char *slash = shown;

	free(all);
	if (display_width(shown) > width)
		while ((slash = strchr(slash + 1, '/')))
			if (display_width(slash) + strlen("...") <= width) {
				cut = text_print("...%s", slash);
				free(shown);
				return cut;
			}
	cut = display_cut(shown, width);
	free(shown);
	return cut;
}
