#include "report/document/doc.h"
#include "report/html/html.h"

/* HTML. End tags that may be omitted are omitted in tables. */

static void
add_name(struct doc *doc, const char *name)
{
	html_name(&doc->t, name);
}

static void
add_test(struct doc *doc, const char *name)
{
	html_test_link(&doc->t, name);
}

static void
add_words(struct doc *doc, const char *words)
{
	html_sentence(&doc->t, words);
}

static void
begin(struct doc *doc, enum doc_block before)
{
	if (doc->open != DOC_ITEM)
		text_add(&doc->t, "<p>");
	else
		text_add(&doc->t, before == DOC_ITEM ? "\n<li>" : "<ul>\n<li>");
}

static void
begin_table(struct doc *doc, const char *attributes, const char *caption)
{
	html_table(&doc->t, attributes ? attributes : "", caption);
	text_add(&doc->t, "<thead><tr>");
}

/* The first column heads the rows, and words in others are aligned to the left. */
static void
begin_head(struct doc *doc, enum doc_column kind)
{
	text_addf(&doc->t, "<th scope=col%s>",
	    doc->columns.n > 1 && kind != DOC_NUMBER ? " class=name" : "");
}

static void
begin_row(struct doc *doc)
{
	text_add(&doc->t, doc->rows++ ? "\n<tr>" : "\n<tbody>\n<tr>");
}

static const char *
class_of(enum doc_column kind, enum color color)
{
	switch (color) {
	case COLOR_BETTER:
	case COLOR_MUCH_BETTER:
		return " class=better";
	case COLOR_WORSE:
	case COLOR_MUCH_WORSE:
		return " class=worse";
	default:
		return kind == DOC_NUMBER ? "" : " class=name";
	}
}

static void
begin_cell(struct doc *doc, enum doc_column kind, enum color color)
{
	if (doc->column)
		text_addf(&doc->t, "<td%s>", class_of(kind, color));
	else
		text_add(&doc->t, "<th scope=row>");
}

static void
end(struct doc *doc)
{
	if (doc->open == DOC_ITEM)
		text_add(&doc->t, "\n</ul>\n");
	else if (doc->open != DOC_CELL)
		text_add(&doc->t, "</p>\n");
	else
		text_add(&doc->t, doc->rows ? "\n" : "\n<tbody>\n");
	if (doc->open == DOC_CELL)
		html_table_end(&doc->t);
	doc->rows = 0;
}

const struct doc_form doc_html = {
    add_name,
    add_test,
    add_words,
    begin,
    begin_table,
    begin_head,
    NULL,
    begin_row,
    begin_cell,
    end,
};
