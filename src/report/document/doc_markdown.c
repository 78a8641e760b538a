#include <stdlib.h>
#include <string.h>

#include "report/document/doc.h"
#include "util/display.h"

/* GitHub's Markdown, in which nothing of foreign text is taken as markup. */

/* Returns the longest run of backticks in s: a fence must be longer. */
static size_t
longest_run(const char *s)
{
	size_t longest = 0, n;

	for (; *s; s += n ? n : 1) {
		n = strspn(s, "`");
		longest = n > longest ? n : longest;
	}
	return longest;
}

static void
add_fence(struct text *t, size_t n)
{
	while (n--)
		text_add_char(t, '`');
}

/* Adds a name as code, so that an "@" in it mentions no user. */
static void
doc_markdown_add_code(struct text *t, const char *name, bool in_table)
{
	OWNED char *shown = display_line(name),
	           *line = text_replace(shown, "|", in_table ? "\\|" : "|");
	size_t fence = longest_run(line) + 1;
	bool padded = *line == '`' || *line == ' ' ||
	              (*line && strchr("` ", line[strlen(line) - 1]) != NULL);

	add_fence(t, fence);
	text_addf(t, padded ? " %s " : "%s", line);
	add_fence(t, fence);
}

/* Adds a name as code inside of HTML. */
static void
add_code_html(struct text *t, const char *name)
{
	OWNED char *shown = display_line(name), *escaped = text_replace(shown, "&", "&amp;"),
	           *line = text_replace(escaped, "<", "&lt;");

	text_addf(t, "<code>%s</code>", line);
}

static void
doc_markdown_add(struct doc *doc, char how, const char *s)
{
	OWNED char *words = how == '%' ? text_replace(s, "*", "\\*") : NULL;

	if (words)
		text_add(&doc->t, words);
	else if (doc->open == DOC_SUMMARY)
		add_code_html(&doc->t, s);
	else if (*s)
		doc_markdown_add_code(&doc->t, s, doc->open == DOC_CELL);
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

static void
end_element(struct doc *doc)
{
	text_add(&doc->t, doc->open == DOC_CELL      ? " |\n"
	                  : doc->open == DOC_SUMMARY ? "</summary>\n"
	                                             : "\n");
	if (doc->open == DOC_CELL && !doc->rows) {
		/* There is a rule below the heads of a table. */
		for (size_t i = 0; i < doc->columns.n; i++)
			text_add(&doc->t, doc_is_number((enum doc_column)doc->columns.s[i])
			                      ? "|--:"
			                      : "|:--");
		text_add(&doc->t, "|\n");
	} else if (doc->open == DOC_ITEM || doc->open == DOC_CELL) {
		fit(doc);
	}
}

static void
doc_markdown_begin(struct doc *doc, enum doc_block before)
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
doc_markdown_begin_head(struct doc *doc)
{
	text_add(&doc->t, doc->columns.n > 1 ? " | " : "| ");
}

static void
doc_markdown_begin_row(struct doc *doc)
{
	end_element(doc);
	doc->mark = doc->t.n;
	doc->rows++;
}

static void
doc_markdown_begin_cell(struct doc *doc, enum doc_column kind, enum color color)
{
	(void)kind;
	(void)color;
	if (doc->open == DOC_VALUES)
		text_add(&doc->t, doc->column ? ", " : "");
	else
		text_add(&doc->t, doc->column ? " | " : "| ");
}

static void
doc_markdown_end(struct doc *doc)
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
    .add = doc_markdown_add,
    .begin = doc_markdown_begin,
    .begin_head = doc_markdown_begin_head,
    .begin_row = doc_markdown_begin_row,
    .begin_cell = doc_markdown_begin_cell,
    .end = doc_markdown_end,
    .details_end = "\n</details>\n",
};

void
doc_code(struct doc *doc, const char *language, const char *s)
{
	struct text *t = doc_end(doc);
	size_t run = longest_run(s), fence = run < 3 ? 3 : run + 1, n = strlen(s);

	text_add_char(t, '\n');
	add_fence(t, fence);
	text_addf(t, "%s\n%s%s", language, s, n && s[n - 1] != '\n' ? "\n" : "");
	add_fence(t, fence);
	text_add_char(t, '\n');
}
