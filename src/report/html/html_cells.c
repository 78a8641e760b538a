#include <math.h>

#include "report/html/html.h"
#include "report/html/html_cells.h"

void
html_cells_head(struct text *t, const struct page *page, bool changes)
{
	size_t put;

	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put))
			continue;
		text_addf(t, "<th scope=col data-put=%zu>", put);
		html_name(t, page->results->puts.v[put].label);
		if (changes && page_compares(page, put))
			text_add(t, "<th scope=col>change");
	}
	text_add_char(t, '\n');
}

void
html_cells_begin_change(struct text *t, enum change_kind kind)
{
	if (kind < CHANGE_SAME)
		text_addf(t, "<td class=%s>", change_name(kind));
	else
		text_add(t, "<td>");
}

void
html_cells_change(struct text *t, const struct change *change)
{
	char buffer[CHANGE_SIZE];

	if (change->kind <= CHANGE_SAME && isinf(change->percent))
		text_add(t, "from 0: ");
	else if (change->kind <= CHANGE_SAME && change->difference != 0)
		text_addf(t, "%s ", change_show(change, buffer));
	if (change->kind < CHANGE_COUNT)
		text_add(t, change_name(change->kind));
	if (change->overlap && change->difference != 0)
		text_add(t, " " HTML_CELLS_OVERLAP);
}

enum { BAR_WIDTH = 120, BAR_HEIGHT = 12 };

bool
html_bar_fits(const struct change *change)
{
	return change->kind < CHANGE_SAME && change->from.v >= 0 && change->to.v >= 0;
}

double
html_bar_factor(const struct change *change)
{
	return fabs(log(change->to.v / change->from.v));
}

void
html_bar(struct text *t, const struct change *change, double largest)
{
	double half = BAR_WIDTH / 2.0, factor = html_bar_factor(change);
	double length = isinf(factor) ? half : fmax(1, half * factor / largest);

	text_addf(t,
	    "<svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">"
	    "<rect class=%s x=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
	    "<path d=\"M%.1f 0V%d\" stroke=\"#767676\"/></svg>",
	    BAR_WIDTH, BAR_HEIGHT, change_name(change->kind),
	    change->difference < 0 ? half - length : half, length, BAR_HEIGHT,
	    change->kind == CHANGE_BETTER ? "#1a7f37" : "#c0392b", half, BAR_HEIGHT);
}
