#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/format_print.h"
#include "util/jsontext.h"

/* A reader cannot take in more bars. */
enum { BARS = 50 };

size_t
format_put(const struct page *page)
{
	return page->only == COMPARISON_ALL ? 0 : page->only;
}

bool
format_tries(const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);

	return cell->measured || cell->failure;
}

void
format_range(struct text *t, const struct page *page, size_t test, size_t put, enum field f,
    const char *least, const char *most)
{
	struct range range = calc_range(page->results, test, put, f);

	if (!range.known)
		return;
	format_member(t, least, (struct value){true, range.least});
	format_member(t, most, (struct value){true, range.most});
}

void
format_number(struct text *t, double v)
{
	char s[32];
	int digits = 15;

	do
		snprintf(s, sizeof s, "%.*g", digits, v);
	while (strtod(s, NULL) != v && ++digits <= 17);
	text_add(t, s);
}

void
format_value(struct text *t, struct value value)
{
	if (value.known)
		format_number(t, value.v);
	else
		text_add(t, "null");
}

void
format_member(struct text *t, const char *key, struct value value)
{
	jsontext_key(t, key);
	format_value(t, value);
}

/* Only one put is shown beside the norm. */
void
format_svg(struct text *t, const struct page *page)
{
	if (page->history)
		chart_series(t, page, 0, 0, NULL);
	else
		EACH_COMPARED(page, put)
			chart_bars(t, page, put, BARS);
}
