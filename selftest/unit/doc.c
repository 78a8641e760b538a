#include <stdlib.h>

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

static void
text_is(const char *want)
{
	char *got;
	size_t n;
	FILE *out = open_memstream(&got, &n);
	struct doc doc = {.kind = DOC_TEXT, .out = out};

	tell(&doc);
	doc_free(&doc);
	fclose(out);
	is(got, want, "text");
	free(got);
}

static void
form_is(enum doc_kind kind, size_t most, const char *want, const char *name)
{
	struct doc doc = {.kind = kind, .most = most};

	tell(&doc);
	is(doc.t.s, want, name);
	doc_free(&doc);
}

int
main(void)
{
	text_is("2 of a|b* at 100 %:\n"
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
	form_is(DOC_MARKDOWN, 0,
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
	form_is(DOC_MARKDOWN, 110,
	    "2 of `a|b*` at 100 %:\n"
	    "\n"
	    "- `<x>`\n"
	    "- last\n"
	    "\n"
	    "| test | `gcc` | mark |\n"
	    "|:--|--:|:--|\n"
	    "| `a\\|b` | 10.0 | \\* |\n"
	    "\n"
	    "1 more row is left out.\n"
	    "\n"
	    "The end of it\n"
	    "\n"
	    "and a line\n",
	    "rows that do not fit are counted");
	form_is(DOC_HTML, 0,
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
	return tap_done();
}
