#include <stdlib.h>

#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"

/* A count above its limit. */
static void
add_above(struct doc *doc, const struct rulings *rulings, const struct ruling *ruling)
{
	char from[CALC_SHOWN], to[CALC_SHOWN];

	calc_show_both(ruling->change.from.v, ruling->change.to.v,
	    calc_decimals(rulings->fields, ruling->gate->field), from, to);
	doc_add(doc, "<tr><th scope=row>`%s`<td class=name>[%s]<td class=name>`%s`<td>%s<td>%s",
	    ruling->gate->spec, ruling->test, ruling->label, from, to);
	html_cells_change(doc, &ruling->change, "");
	doc_add(doc, "\n");
}

static void
add_table(struct doc *doc, const struct rulings *rulings)
{
	size_t i;

	html_table(&doc->t, "", "Counts above their limit");
	doc_add(doc,
	    "<thead><tr><th scope=col>gate<th scope=col class=name>test"
	    "<th scope=col class=name>put<th scope=col>`%s`<th scope=col>on put"
	    "<th scope=col>change\n<tbody>\n",
	    rulings->norm);
	for (i = 0; i < rulings->n; i++)
		if (!rulings->v[i].why)
			add_above(doc, rulings, &rulings->v[i]);
	html_table_end(&doc->t);
}

void
html_gates(struct doc *doc, const struct page *page)
{
	const struct rulings *rulings = page->rulings;
	char *summary, *text;
	size_t i;

	if (!rulings)
		return;
	summary = rulings_summary(rulings);
	doc_add(doc, "<h2>Gates</h2>\n<p>%s</p>\n", summary);
	free(summary);
	for (i = 0; i < rulings->n; i++) {
		if (!rulings->v[i].why)
			continue;
		text = ruling_text(rulings, i);
		doc_add(doc, "<p class=\"note\">" PAGE_MARK " `%s`: %s</p>\n",
		    rulings->v[i].gate->spec, text);
		free(text);
	}
	if (rulings->above)
		add_table(doc, rulings);
}
