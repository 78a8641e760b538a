#include "report/document/doc.h"
#include "report/markdown.h"

/* GitHub's Markdown. */

static void
add_name(struct doc *doc, const char *name)
{
	if (doc->open == DOC_SUMMARY)
		markdown_code_html(&doc->t, name);
	else if (*name)
		markdown_code(&doc->t, name, doc->open == DOC_CELL);
}

static void
add_words(struct doc *doc, const char *words)
{
	for (; *words; words++) {
		text_add(&doc->t, *words == '*' ? "\\" : "");
		text_add_char(&doc->t, *words);
	}
}

/* Takes back what was added last, and counts it, if there is no room for it. */
static void
fit(struct doc *doc)
{
	if (!doc->left && (!doc->most || doc->t.n <= doc->most))
		return;
	text_cut(&doc->t, doc->mark);
	doc->left++;
}

/* Ends the heads of a table, below which there is a rule. */
static void
end_heads(struct doc *doc)
{
	text_add(&doc->t, " |\n|");
	for (size_t i = 0; i < doc->columns.n; i++)
		text_add(
		    &doc->t, doc->columns.s[i] == DOC_NUMBER || doc->columns.s[i] == DOC_AMOUNT
		                 ? "--:|"
		                 : ":--|");
	text_add_char(&doc->t, '\n');
}

static void
end_element(struct doc *doc)
{
	if (doc->open == DOC_CELL && !doc->rows) {
		end_heads(doc);
		return;
	}
	text_add(&doc->t, doc->open == DOC_CELL      ? " |\n"
	                  : doc->open == DOC_SUMMARY ? "</summary>\n"
	                                             : "\n");
	if (doc->open == DOC_ITEM || doc->open == DOC_CELL)
		fit(doc);
}

static void
begin(struct doc *doc, enum doc_block before)
{
	if (before == DOC_ITEM && doc->open == DOC_ITEM)
		end_element(doc);
	else
		text_add(&doc->t, doc->t.n ? "\n" : "");
	doc->mark = doc->t.n;
	text_add(&doc->t, doc->open == DOC_ITEM      ? "- "
	                  : doc->open == DOC_HEADING ? "### "
	                  : doc->open == DOC_SUMMARY ? "<details>\n<summary>"
	                                             : "");
}

static void
begin_table(struct doc *doc, const char *attributes, const char *caption)
{
	(void)attributes;
	(void)caption;
	text_add(&doc->t, doc->t.n ? "\n" : "");
}

static void
begin_head(struct doc *doc, enum doc_column kind)
{
	(void)kind;
	text_add(&doc->t, doc->columns.n > 1 ? " | " : "| ");
}

static void
begin_row(struct doc *doc)
{
	end_element(doc);
	doc->mark = doc->t.n;
	doc->rows++;
}

static void
begin_cell(struct doc *doc, enum doc_column kind, enum color color)
{
	(void)kind;
	(void)color;
	if (doc->open == DOC_VALUES)
		text_add(&doc->t, doc->column ? ", " : "");
	else
		text_add(&doc->t, doc->column ? " | " : "| ");
}

static void
end(struct doc *doc)
{
	end_element(doc);
	if (doc->left)
		text_addf(&doc->t, "\n%zu more %s%s left out.\n", doc->left,
		    doc->open == DOC_ITEM ? "line"
		    : doc->row            ? doc->row
		                          : "row",
		    doc->left == 1 ? " is" : "s are");
	doc->rows = 0;
}

const struct doc_form doc_markdown = {
    add_name,
    add_name,
    add_words,
    begin,
    begin_table,
    begin_head,
    NULL,
    begin_row,
    begin_cell,
    end,
    "\n</details>\n",
};
