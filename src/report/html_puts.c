#include <stdlib.h>

#include "report/html.h"
#include "report/html_sections.h"

static void
add_trait(struct text *t, const struct page *page, enum trait trait)
{
	size_t put;

	text_addf(t, "<tr><th scope=\"row\">%s", trait_name(trait));
	for (put = 0; put < page->results->puts.n; put++) {
		const struct fingerprint *fingerprint = page->results->puts.v[put].fingerprint;
		const char *s = fingerprint ? fingerprint->of[trait] : NULL;

		if (!page_shows(page, put))
			continue;
		text_add(t, "<td class=\"name\">");
		html_text(t, s ? s : "unknown");
	}
	text_add_char(t, '\n');
}

static void
add_head(struct text *t, const struct page *page)
{
	size_t put;

	text_add(t, "<thead><tr><th scope=\"col\">");
	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put))
			continue;
		text_add(t, "<th scope=\"col\">");
		html_name(t, page->results->puts.v[put].label);
	}
	text_add(t, "\n<tbody>\n");
}

void
html_puts(struct text *t, const struct page *page)
{
	enum trait trait;

	text_add(t, "<section id=\"puts\">\n<h2>What the counts depend on</h2>\n");
	html_table(t, NULL, "Fingerprints");
	add_head(t, page);
	for (trait = 0; trait < TRAIT_COUNT; trait++)
		add_trait(t, page, trait);
	html_table_end(t);
	text_add(t, "</section>\n");
}
