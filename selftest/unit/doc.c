#include "report/document/doc.h"
#include "tap.h"

/* Tells the same in each form. */
static void
tell(struct doc *doc)
{
	doc_paragraph(doc, "%zu of `%s` at 100 %%:", (size_t)2, "a|b*");
	doc_item(doc, "`%s`", "<x>");
	doc_item(doc, "%s", "last");
	doc_table(doc, NULL, "Caption");
	doc_column(doc, DOC_WORDS, 0, "test");
	doc_column(doc, DOC_NUMBER, 1, "`%s`", "gcc");
	doc_column(doc, DOC_BESIDE, 1, "mark");
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "[%s]", "a|b");
	doc_cell(doc, COLOR_BETTER, "%s", "10.0");
	doc_cell(doc, COLOR_NONE, "%s", "*");
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "[%s]", "c");
	doc_cell(doc, COLOR_NONE, "%lu", 7ul);
	doc_add(doc, ".%d", 5);
	doc_cell(doc, COLOR_NONE, "%s", "");
	doc_paragraph(doc, "The end\nof it");
	doc_line(doc, "and a line");
	doc_end(doc);
}

/* Tells what explanations are made of. */
static void
explain(struct doc *doc)
{
	doc_begin(doc, DOC_VALUES);
	doc_cell(doc, COLOR_NONE, "%s", "Ir");
	doc_cell(doc, COLOR_NONE, "`%s` %s", "gcc <a>", "176.0");
	doc_cell(doc, COLOR_WORSE, "%s", "+98.0");
	doc_markup(doc, "<!-- %s -->", "note");
	doc_table(doc, NULL, "by kind");
	doc_column(doc, DOC_TITLE, 0, "kind");
	doc_column(doc, DOC_AMOUNT, 1, "%s", "a");
	doc_column(doc, DOC_REST, 2, "note");
	text_add(&doc->attributes, " id=load");
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", "load");
	text_add(&doc->attributes, " data-value=9.996");
	doc_cell(doc, COLOR_WORSE, "%s", "10.0");
	doc_cell(doc, COLOR_NONE, "%s", "");
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", "store");
	doc_cell(doc, COLOR_NONE, "%s", "0.33");
	doc_cell(doc, COLOR_NONE, "`%s`", "movl");
	doc_block(doc, DOC_HEADING, "code of `%s`", "f|g");
	doc_block(doc, DOC_SENTENCES, "One sentence that is longer than a line.");
	doc_block(doc, DOC_SUMMARY, "%d more in `%s`", 2, "<x>");
	doc_details_end(doc);
}

static void
text_is(void (*teller)(struct doc *doc), size_t width, const char *want)
{
	char *got;
	size_t n;
	FILE *out = open_memstream(&got, &n);
	struct doc doc = {.kind = DOC_TEXT, .out = out, .terminal.width = width};

	teller(&doc);
	doc_free(&doc);
	fclose(out);
	is(got, want, "text");
	free(got);
}

static void
form_is(enum doc_kind kind, void (*teller)(struct doc *doc), const char *want, const char *name)
{
	FREED_BY(doc_free) struct doc doc = {.kind = kind};

	teller(&doc);
	is(doc.t.s, want, name);
}

static void
test_most(void)
{
	FREED_BY(doc_free) struct doc doc = {.kind = DOC_MARKDOWN, .most = 110};

	tell(&doc);
	ok(strstr(doc.t.s, "\n| `a\\|b` | 10.0 | \\* |\n\n1 more row is left out.\n\nThe end"),
	    "rows that do not fit are counted");
}

int
main(void)
{
	text_is(tell, 0,
	    "2 of a|b* at 100 %:\n"
	    "    <x>\n"
	    "    last\n"
	    "\n"
	    "       gcc\n"
	    "    ------\n"
	    "a|b 10.0 *\n"
	    "c    7.5\n"
	    "\n"
	    "The end\nof it\n"
	    "and a line\n");
	form_is(DOC_MARKDOWN, tell,
	    "2 of `a|b*` at 100 %:\n"
	    "\n"
	    "- `<x>`\n"
	    "- last\n"
	    "\n"
	    "| test | `gcc` | mark |\n"
	    "|:--|--:|:--|\n"
	    "| `a\\|b` | 10.0 | \\* |\n"
	    "| `c` | 7.5 |  |\n"
	    "\n"
	    "The end of it\n"
	    "\n"
	    "and a line\n",
	    "Markdown");
	test_most();
	form_is(DOC_HTML, tell,
	    "<p>2 of a|b* at 100 %:</p>\n"
	    "<ul>\n<li>&lt;x&gt;\n<li>last\n</ul>\n"
	    "<div class=scroll><table border=1>\n<caption>Caption</caption>\n"
	    "<thead><tr><th scope=col>test<th scope=col>gcc<th scope=col class=name>mark\n"
	    "<tbody>\n"
	    "<tr><th scope=row><a href=#test-a_7cb>a|b</a><td class=better>10.0<td class=name>*\n"
	    "<tr><th scope=row><a href=#test-c>c</a><td>7.5<td class=name>\n"
	    "</table></div>\n"
	    "<p>The end of it</p>\n"
	    "<p>and a line</p>\n",
	    "HTML");
	text_is(explain, 20,
	    "Ir  gcc <a> 176.0\n"
	    "  +98.0\n"
	    "\n"
	    "kind      a\n"
	    "load  10.0\n"
	    "store  0.33  movl\n"
	    "\n"
	    "code of f|g\n"
	    "\n"
	    "One sentence that is\n"
	    "longer than a line.\n"
	    "\n"
	    "2 more in <x>\n");
	form_is(DOC_MARKDOWN, explain,
	    "Ir, `gcc <a>` 176.0, +98.0\n"
	    "\n"
	    "| kind | a | note |\n"
	    "|:--|--:|:--|\n"
	    "| `load` | 10.0 |  |\n"
	    "| `store` | 0.33 | `movl` |\n"
	    "\n"
	    "### code of `f|g`\n"
	    "\n"
	    "One sentence that is longer than a line.\n"
	    "\n"
	    "<details>\n"
	    "<summary>2 more in <code>&lt;x></code></summary>\n"
	    "\n"
	    "</details>\n",
	    "headings and details in Markdown");
	form_is(DOC_HTML, explain,
	    "<h5>Ir, gcc &lt;a&gt; 176.0, +98.0<!-- note --></h5>\n"
	    "<div class=scroll><table border=1>\n<caption>by kind</caption>\n"
	    "<thead><tr><th scope=col>kind<th scope=col>a<th scope=col class=name>note\n"
	    "<tbody>\n"
	    "<tr id=load><th scope=row>load<td data-value=9.996 class=worse>10.0<td class=name>\n"
	    "<tr><th scope=row>store<td>0.33<td class=name>movl\n"
	    "</table></div>\n"
	    "<h5>code of f|g</h5>\n"
	    "<p>One sentence that is longer than a line.</p>\n"
	    "<details><summary>2 more in &lt;x&gt;</summary>\n"
	    "</details>\n",
	    "headings, attributes and details in HTML");
	return tap_done();
}
