#include <stdlib.h>

#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"

/* A count above its limit. */
static void
add_above(struct text *t, const struct rulings *rulings, const struct ruling *ruling)
{
	enum field f = ruling->gate->field;
	char from[CALC_SHOWN], to[CALC_SHOWN];

	calc_show_both(ruling->change.from.v, ruling->change.to.v,
	    calc_decimals(rulings->fields, f), from, to);
	text_add(t, "<tr><th scope=row>");
	html_name(t, ruling->gate->spec);
	text_add(t, "<td class=name>");
	html_test_link(t, ruling->test);
	text_add(t, "<td class=name>");
	html_name(t, ruling->label);
	text_addf(t, "<td>%s<td>%s", from, to);
	html_cells_begin_change(t, ruling->change.kind);
	html_cells_change(t, &ruling->change);
	text_add_char(t, '\n');
}

static void
add_table(struct text *t, const struct rulings *rulings)
{
	size_t i;

	html_table(t, "", "Counts above their limit");
	text_add(t, "<thead><tr><th scope=col>gate<th scope=col class=name>test"
	            "<th scope=col class=name>put<th scope=col>");
	html_name(t, rulings->norm);
	text_add(t, "<th scope=col>on put<th scope=col>change\n<tbody>\n");
	for (i = 0; i < rulings->n; i++)
		if (!rulings->v[i].why)
			add_above(t, rulings, &rulings->v[i]);
	html_table_end(t);
}

static void
add_unjudged(struct text *t, const struct rulings *rulings, size_t i)
{
	char *text = ruling_text(rulings, i);

	text_add(t, "<p class=\"note\">" PAGE_MARK " ");
	html_name(t, rulings->v[i].gate->spec);
	text_add(t, ": ");
	html_sentence(t, text);
	text_add(t, "</p>\n");
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
	text_addf(t, "<h2>Gates</h2>\n<p>%s</p>\n", summary);
	free(summary);
	for (i = 0; i < rulings->n; i++)
		if (rulings->v[i].why)
			add_unjudged(t, rulings, i);
	if (rulings->above)
		add_table(t, rulings);
}
