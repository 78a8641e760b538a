#include "report/chart/chart.h"
#include "report/format_print.h"

/* A reader cannot take in more bars. */
enum { BARS = 50 };

/* The only put that is shown beside the norm. */
static size_t
other_put(const struct page *page)
{
	size_t put = 0;

	while (put + 1 < page->results->puts.n && !page_compares(page, put))
		put++;
	return put;
}

void
format_svg(const struct page *page)
{
	struct text t = TEXT_EMPTY;

	if (page->history)
		chart_series(&t, page, 0, 0, NULL);
	else
		chart_bars(&t, page, other_put(page), BARS);
	format_flush(page, &t);
	text_free(&t);
}
