#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/html/html.h"
#include "util/display.h"

static void
escape(struct text *t, const char *s)
{
	size_t n;

	for (; *s; s += n + 1) {
		n = strcspn(s, "&<>\"");
		text_add_n(t, s, n);
		if (!s[n])
			break;
		text_add(t, s[n] == '&'   ? "&amp;"
		            : s[n] == '<' ? "&lt;"
		            : s[n] == '>' ? "&gt;"
		                          : "&quot;");
	}
}

/* Returns the length of characters outside of ASCII and of the blanks between them. */
static size_t
foreign_length(const char *s)
{
	size_t end = 0;

	for (size_t n = 0; (unsigned char)s[n] >= 0x80 || (n && s[n] == ' '); n++)
		end = s[n] == ' ' ? end : n + 1;
	return end;
}

/* Names in scripts that are written from right to left reorder nothing around them. */
void
html_sentence(struct text *t, const char *s)
{
	OWNED char *shown = display_line(s);
	FREED_BY(text_free) struct text piece = TEXT_EMPTY;

	for (char *at = shown; *at; at += piece.n) {
		size_t n = foreign_length(at);

		text_cut(&piece, 0);
		text_add_n(&piece, at, n);
		while (!n && at[piece.n] && (unsigned char)at[piece.n] < 0x80)
			text_add_char(&piece, at[piece.n]);
		text_add(t, n ? "<bdi>" : "");
		escape(t, piece.s);
		text_add(t, n ? "</bdi>" : "");
	}
}

void
html_text(struct text *t, const char *s)
{
	OWNED char *shown = display_line(s);

	escape(t, shown);
}

/* A page has many names, and those in ASCII change nothing around them. */
void
html_name(struct text *t, const char *s)
{
	bool ascii = text_is_ascii(s);

	text_add(t, ascii ? "" : "<bdi>");
	html_text(t, s);
	text_add(t, ascii ? "" : "</bdi>");
}

/* A parser drops a newline that follows <pre>. */
void
html_block(struct text *t, const char *s)
{
	OWNED char *shown = display_text(s);

	text_add(t, "<pre>\n");
	escape(t, shown);
	text_add(t, "</pre>\n");
}

void
html_test_id(struct text *t, const char *name)
{
	text_add(t, "test-");
	for (; *name; name++) {
		unsigned char c = (unsigned char)*name;

		if (isalnum(c) || strchr(".:-", c))
			text_add_char(t, (char)c);
		else
			text_addf(t, "_%02x", c);
	}
}

void
html_test_link(struct text *t, const char *name)
{
	text_add(t, "<a href=#");
	html_test_id(t, name);
	text_add_char(t, '>');
	html_name(t, name);
	text_add(t, "</a>");
}

void
html_table(struct text *t, const char *attributes, const char *caption)
{
	text_addf(t, "<div class=scroll><table border=1%s>\n<caption>%s</caption>\n",
	    attributes, caption);
}
