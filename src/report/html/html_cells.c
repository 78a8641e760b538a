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
