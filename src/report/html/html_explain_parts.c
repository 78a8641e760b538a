#include <stdlib.h>

#include "report/explain/explain_table.h"
#include "report/html/html.h"
#include "report/html/html_explain.h"

/* A part on its way to the page. */
struct html_part {
	struct html_explain *html;
	const struct explain_table *table;
	bool first;
};

static void
add_column(struct text *t, const char *head)
{
	text_add(t, "<th scope=col>");
	html_name(t, head);
}

/* row: what a row is. */
static void
add_columns(const struct html_part *part, const char *row)
{
	struct text *t = part->html->t;
	size_t columns = explain_table_columns(part->table), k;

	text_add(t, "<thead><tr>");
	add_column(t, row);
	for (k = 0; k < columns; k++) {
		char *head = explain_table_head(part->table, k);

		add_column(t, head);
		free(head);
	}
	text_add(t, "<td><tbody>\n");
}

static const char *
class_of(enum color color)
{
	return color == COLOR_BETTER  ? " class=better"
	       : color == COLOR_WORSE ? " class=worse"
	                              : "";
}

/* The name of a line leads to its first instruction. */
static void
add_name(const struct html_part *part, const struct explain_row *row, size_t i)
{
	const struct html_explain *html = part->html;
	bool linked =
	    part->first && row->of && row->of->line && html_explain_has_code(html->page);

	text_add(html->t, "<th scope=row>");
	if (linked)
		text_addf(html->t, "<a href=\"#explain-%zu-code-%zu\">", html->index, i);
	html_name(html->t, row->name);
	text_add(html->t, linked ? "</a>" : "");
}

static void
add_row(const struct html_part *part, const struct explain_row *row)
{
	struct text *t = part->html->t;
	size_t i = row->of ? (size_t)(row->of - part->table->part->rows) : 0, k;
	size_t columns = explain_table_columns(part->table);

	text_add(t, "<tr");
	if (row->of)
		text_addf(t, " data-row=%zu", i);
	else
		text_add(t, " class=sum");
	if (part->first && row->of && row->of->line)
		text_addf(t, " id=explain-%zu-line-%zu", part->html->index, i);
	text_add_char(t, '>');
	add_name(part, row, i);
	for (k = 0; k < columns; k++) {
		text_add(t, "<td");
		if (k < part->html->page->explanation->sides)
			html_explain_number(t, row->values[k], row->numbers[k]);
		else
			text_addf(t, "%s>%s", class_of(row->color), row->numbers[k]);
	}
	text_add(t, "<td>");
	if (row->rest)
		html_name(t, row->rest);
	text_add_char(t, '\n');
}

static void
add_rows(const struct html_part *part, const struct explain_rows *rows, const char *row)
{
	size_t i;

	add_columns(part, row);
	for (i = 0; i < rows->n; i++)
		add_row(part, &rows->v[i]);
	html_table_end(part->html->t);
}

/* A table that opens on demand. */
static void
add_folded(const struct html_part *part, const char *row, const char *caption)
{
	const struct explain_rows *folded = &part->table->folded;
	struct text *t = part->html->t;

	if (!folded->n)
		return;
	text_addf(t, "<details><summary>all other rows: %zu</summary>\n", folded->n);
	html_table(t, "", caption);
	add_rows(part, folded, row);
	text_add(t, "</details>\n");
}

static void
add_part(struct html_explain *html, enum field f, const struct explanation_part *rows,
    const char *row, const char *name, bool first)
{
	struct explain_table table = explain_table_make(html->page, f, rows);
	struct html_part part = {html, &table, first};
	struct text caption = TEXT_EMPTY;

	if (table.shown.n || table.folded.n) {
		text_addf(&caption, "by %s", row);
		text_addf(html->t, "<div class=\"part\" data-part=\"%s\">\n", name);
		html_table(html->t, "", caption.s);
		add_rows(&part, &table.shown, row);
		add_folded(&part, row, caption.s);
		text_add(html->t, "</div>\n");
	}
	text_free(&caption);
	explain_table_free(&table);
}

void
html_explain_parts(struct html_explain *html, enum field f, bool first)
{
	const struct explanation *explanation = html->page->explanation;

	add_part(html, f, &explanation->by_function, "function", "functions", first);
	add_part(html, f, &explanation->by_kind, "kind", "kinds", first);
	add_part(html, f, &explanation->by_line, "line", "lines", first);
}
