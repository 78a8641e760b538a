#include "report/chart/chart.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"

void
html_distribution(struct text *t, const struct page *page)
{
	const struct puts *puts = &page->results->puts;
	size_t put, n = 0;

	for (put = 0; put < puts->n; put++) {
		if (!page_compares(page, put) || !page_has_tests(page))
			continue;
		if (!n++)
			text_add(t, "<h2>Distribution of the changes</h2>\n");
		text_addf(
		    t, "<figure>\n<figcaption>%s: ", page_field(page, page->comparison->field));
		html_name(t, puts->v[put].label);
		text_add(t, " against ");
		html_name(t, puts->v[page->comparison->norm].label);
		text_add(t, "</figcaption>\n");
		chart_ratios(t, page, put);
		text_add(t, "</figure>\n");
	}
}
