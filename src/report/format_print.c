#include <stdlib.h>

#include "report/format_print.h"
#include "util/jsontext.h"

size_t
format_put(const struct page *page)
{
	return page->only == COMPARISON_ALL ? 0 : page->only;
}

bool
format_shows(const struct page *page, size_t test, size_t put)
{
	const struct cell *cell;

	if (test == PAGE_AVERAGE || !page_shows(page, put))
		return false;
	cell = results_cell(page->results, test, put);
	return cell->measured || cell->failure;
}

bool
format_compares(const struct page *page, size_t test, size_t put)
{
	return !page_missing(page, test, put);
}

void
format_range(struct text *t, const struct page *page, size_t test, size_t put, enum field f,
    const char *least, const char *most)
{
	struct range range = calc_range(page->results, test, put, f);

	if (!range.known)
		return;
	jsontext_key(t, 1, least);
	format_number(t, range.least);
	jsontext_key(t, 1, most);
	format_number(t, range.most);
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
format_flush(const struct page *page, struct text *t)
{
	if (t->n)
		fwrite(t->s, 1, t->n, page->out);
	text_cut(t, 0);
}
