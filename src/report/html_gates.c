#include <stdlib.h>

#include "report/html.h"
#include "report/html_sections.h"

static void
add_ruling(struct text *t, const struct rulings *rulings, size_t i)
{
	char *text = ruling_text(rulings, i);

	text_add(t, "<tr><th scope=row>");
	html_name(t, rulings->v[i].gate->spec);
	text_addf(t, "<td class=name>%s<td class=name>",
	    rulings->v[i].why ? "unjudged" : "above the limit");
	html_text(t, text);
	text_add_char(t, '\n');
	free(text);
}

void
html_gates(struct text *t, const struct page *page)
{
	const struct rulings *rulings = page->rulings;
	char *summary;
	size_t i;

	if (!rulings)
		return;
	summary = rulings_summary(rulings);
	text_addf(t, "<section id=\"gates\">\n<h2>Gates</h2>\n<p>%s</p>\n", summary);
	free(summary);
	if (rulings->n) {
		html_table(t, "", "What is above a limit or could not be judged");
		text_add(t, "<thead><tr><th scope=col>gate<th scope=col>ruling"
		            "<th scope=col>why\n<tbody>\n");
		for (i = 0; i < rulings->n; i++)
			add_ruling(t, rulings, i);
		html_table_end(t);
	}
	text_add(t, "</section>\n");
}
