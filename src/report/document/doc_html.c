#include "report/document/doc.h"
#include "report/html/html.h"

/* HTML. End tags that may be omitted are omitted in tables. */

static void
doc_html_add_name(struct doc *doc, const char *name)
{
	html_name(&doc->t, name);
}

static void
doc_html_add_test(struct doc *doc, const char *name)
{
	html_test_link(&doc->t, name);
}

static void
doc_html_add_words(struct doc *doc, const char *words)
{
	html_sentence(&doc->t, words);
}

/* What each block is between. */
static const char *const tags[][2] = {
    [DOC_PARAGRAPH] = {"<p>", "</p>\n"},
    [DOC_SENTENCES] = {"<p>", "</p>\n"},
    [DOC_HEADING] = {"<h5>", "</h5>\n"},
    [DOC_SUMMARY] = {"<details><summary>", "</summary>\n"},
    [DOC_VALUES] = {"<h5>", "</h5>\n"},
    [DOC_LINE] = {"<p>", "</p>\n"},
    [DOC_ITEM] = {"<ul>\n<li>", "\n</ul>\n"},
    [DOC_CELL] = {"", "\n" HTML_TABLE_END},
};

static void
doc_html_begin(struct doc *doc, enum doc_block before)
{
	bool next = before == DOC_ITEM && doc->open == DOC_ITEM;

	text_add(&doc->t, next ? "\n<li>" : tags[doc->open][0]);
}

static void
doc_html_begin_table(struct doc *doc, const char *attributes, const char *caption)
{
	html_table(&doc->t, attributes ? attributes : "", caption);
	text_add(&doc->t, "<thead><tr>");
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
add_attributes(struct doc *doc)
{
	text_add_n(&doc->t, doc->attributes.s ? doc->attributes.s : "", doc->attributes.n);
}

static void
doc_html_begin_row(struct doc *doc)
{
	text_add(&doc->t, doc->rows++ ? "\n<tr" : "\n<tbody>\n<tr");
	add_attributes(doc);
	text_add_char(&doc->t, '>');
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
		return doc_is_number(kind) ? "" : " class=name";
	}
}

static void
doc_html_begin_cell(struct doc *doc, enum doc_column kind, enum color color)
{
	if (doc->open == DOC_VALUES) {
		text_add(&doc->t, doc->column ? ", " : "");
		return;
	}
	text_add(&doc->t, doc->column ? "<td" : "<th scope=row");
	add_attributes(doc);
	text_addf(&doc->t, "%s>", doc->column ? class_of(kind, color) : "");
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
    doc_html_add_name,
    doc_html_add_test,
    doc_html_add_words,
    doc_html_begin,
    doc_html_begin_table,
    doc_html_begin_head,
    NULL,
    doc_html_begin_row,
    doc_html_begin_cell,
    doc_html_end,
    "</details>\n",
};
