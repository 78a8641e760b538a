#include "report/document/doc.h"
#include "report/html/html.h"

/* HTML. End tags that may be omitted are omitted in tables. */

static void
doc_html_add(struct doc *doc, char how, const char *s)
{
	void (*const add)(struct text * t, const char *s) = how == '`'   ? html_name
	                                                    : how == '[' ? html_test_link
	                                                                 : html_sentence;

	add(&doc->t, s);
}

/* Each block is between two of these. A table begins with more. */
static const char *const tags[][2] = {
    [DOC_PARAGRAPH] = {"<p>", "</p>\n"},
    [DOC_SENTENCES] = {"<p>", "</p>\n"},
    [DOC_HEADING] = {"<h5>", "</h5>\n"},
    [DOC_SUMMARY] = {"<details><summary>", "</summary>\n"},
    [DOC_VALUES] = {"<h5>", "</h5>\n"},
    [DOC_LINE] = {"<p>", "</p>\n"},
    [DOC_ITEM] = {"<ul>\n<li>", "\n</ul>\n"},
    [DOC_CELL] = {"<thead><tr>", "\n" HTML_TABLE_END},
};

/* Returns the attributes of the element that begins. */
static const char *
attributes_of(const struct doc *doc)
{
	return doc->attributes.n ? doc->attributes.s : "";
}

static void
doc_html_begin(struct doc *doc, enum doc_block before)
{
	if (doc->open == DOC_CELL)
		html_table(&doc->t, attributes_of(doc), doc->caption);
	text_add(&doc->t,
	    before == DOC_ITEM && doc->open == DOC_ITEM ? "\n<li>" : tags[doc->open][0]);
}

/* The first column heads the rows, and words in others are aligned to the left. */
static void
doc_html_begin_head(struct doc *doc)
{
	enum doc_column kind = (enum doc_column)doc->columns.s[doc->columns.n - 1];

	text_addf(&doc->t, "<th scope=col%s>",
	    doc->columns.n > 1 && !doc_is_number(kind) ? " class=name" : "");
}

static void
doc_html_begin_row(struct doc *doc)
{
	text_addf(&doc->t, "%s\n<tr%s>", doc->rows++ ? "" : "\n<tbody>", attributes_of(doc));
}

static const char *
class_of(enum doc_column kind, enum color color)
{
	if (color == COLOR_BETTER || color == COLOR_MUCH_BETTER)
		return " class=better";
	if (color == COLOR_WORSE || color == COLOR_MUCH_WORSE)
		return " class=worse";
	return doc_is_number(kind) ? "" : " class=name";
}

static void
doc_html_begin_cell(struct doc *doc, enum doc_column kind, enum color color)
{
	if (doc->open == DOC_VALUES) {
		text_add(&doc->t, doc->column ? ", " : "");
		return;
	}
	text_addf(&doc->t, "%s%s%s>", doc->column ? "<td" : "<th scope=row", attributes_of(doc),
	    doc->column ? class_of(kind, color) : "");
}

static void
doc_html_end(struct doc *doc)
{
	if (doc->open == DOC_CELL && !doc->rows)
		text_add(&doc->t, "\n<tbody>");
	text_add(&doc->t, tags[doc->open][1]);
	doc->rows = 0;
}

const struct doc_form doc_html = {
    .add = doc_html_add,
    .begin = doc_html_begin,
    .begin_head = doc_html_begin_head,
    .begin_row = doc_html_begin_row,
    .begin_cell = doc_html_begin_cell,
    .end = doc_html_end,
    .details_end = "</details>\n",
};
