#include <sha256.h>
#include <stdint.h>
#include <string.h>

#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"
#include "report/notes.h"
#include "util/array.h"
#include "util/embedded.h"

/* One page that needs no other file: the template page.html, in which style, script and the
   content are filled in. */

static void
format_html_add_title(struct text *t, const struct page *page)
{
	FREED_BY(doc_free) struct doc title = {.kind = DOC_TEXT};

	html_title(&title, page);
	html_text(t, title.t.s);
	text_add(t, " - cgbench");
}

static void
add_style(struct text *t, const struct page *page)
{
	const struct embedded *style = embedded_find("style.css");

	(void)page;
	text_add_n(t, (const char *)style->data, style->n);
}

static void
add_gates(struct doc *doc, const struct page *page)
{
	if (!page->rulings)
		return;
	doc_add(doc, "<h2>Gates</h2>\n");
	notes_gates(doc, page->rulings);
	doc_end(doc);
}

static const struct section {
	const char *id, *name;
	void (*add)(struct doc *doc, const struct page *page);
} sections[] = {
    {"changes", "Changes", html_changes},
    {"gates", "Gates", add_gates},
    {"tests", "All tests", html_table_of_tests},
    {"runs", "Runs", html_runs},
    {"details", "Each test", html_tests},
    {"puts", "Programs", html_puts},
};

/* Adds the header, links to all sections that have content, and the sections. */
static void
add_body(struct text *t, const struct page *page)
{
	FREED_BY(doc_free) struct doc top = {.kind = DOC_HTML};
	FREED_BY(text_free) struct text all = TEXT_EMPTY;

	html_header(&top, page);
	doc_add(&top, "<nav aria-label=\"Sections\"><ul>");
	for (size_t i = 0; i < COUNTOF(sections); i++) {
		FREED_BY(doc_free) struct doc content = {.kind = DOC_HTML};

		sections[i].add(&content, page);
		if (content.t.n) {
			doc_add(&top, "\n<li><a href=\"#%s\">%s</a>", sections[i].id,
			    sections[i].name);
			text_addf(&all, "<section id=\"%s\">\n", sections[i].id);
			text_add_n(&all, content.t.s, content.t.n);
			text_add(&all, "</section>\n");
		}
	}
	doc_add(&top, "\n</ul></nav>\n<main>\n");
	text_add_n(t, top.t.s, top.t.n);
	text_add_n(t, all.s, all.n);
	text_add(t, "</main>");
}

/* Adds the data of all puts, so that their positions are those in "data-put", and without
   explanations, of which the page has all that the script needs. In JSON, only strings have
   '<', which could end the element or begin a comment. */
static void
add_data(struct text *t, const struct page *page)
{
	struct page all = *page;
	FREED_BY(text_free) struct text json = TEXT_EMPTY;
	OWNED char *escaped = NULL;

	all.only = COMPARISON_ALL;
	all.selection = NULL;
	format_json(&json, &all);
	escaped = text_replace(json.s, "<", "\\u003c");
	text_add(t, escaped);
}

/* All scripts share a scope that nothing else is in. */
static void
add_script(struct text *t, const struct page *page)
{
	(void)page;
	text_add(t, "\n(() => {\n\"use strict\";\n");
	for (const struct embedded *file = embedded_files; file->name; file++)
		if (text_ends(file->name, ".js"))
			text_add_n(t, (const char *)file->data, file->n);
	text_add(t, "})();\n");
}

static void
add_base64(struct text *t, const uint8_t *bytes, size_t n)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		unsigned group = (unsigned)bytes[i] << 16;

		group |= i + 1 < n ? (unsigned)bytes[i + 1] << 8 : 0;
		group |= i + 2 < n ? bytes[i + 2] : 0;
		for (size_t k = 0; k < 4; k++)
			text_add_char(t, i + k <= n ? digits[group >> (18 - 6 * k) & 63] : '=');
	}
}

/* Only the script may run, and nothing is fetched. */
static void
add_policy(struct text *t, const struct page *page)
{
	uint8_t digest[SHA256_DIGEST_LENGTH];
	FREED_BY(text_free) struct text script = TEXT_EMPTY;
	SHA2_CTX sha;

	add_script(&script, page);
	SHA256Init(&sha);
	SHA256Update(&sha, (const uint8_t *)script.s, script.n);
	SHA256Final(digest, &sha);
	text_add(t, "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
	            "script-src 'sha256-");
	add_base64(t, digest, sizeof digest);
	text_add_char(t, '\'');
}

static const struct {
	const char *name;
	void (*add)(struct text *t, const struct page *page);
} places[] = {
    {"@policy@", add_policy},
    {"@title@", format_html_add_title},
    {"@style@", add_style},
    {"@body@", add_body},
    {"@data@", add_data},
    {"@script@", add_script},
};

/* Adds what the template has at s, which may be a place to fill in. Returns its end. */
static const char *
fill_in(struct text *t, const char *s, const struct page *page)
{
	for (size_t i = 0; i < COUNTOF(places); i++) {
		if (!text_begins(s, places[i].name))
			continue;
		places[i].add(t, page);
		return s + strlen(places[i].name);
	}
	text_add_char(t, *s);
	return s + 1;
}

void
format_html(struct text *t, const struct page *page)
{
	const char *s = (const char *)embedded_find("page.html")->data;

	while (*s)
		s = fill_in(t, s, page);
}
