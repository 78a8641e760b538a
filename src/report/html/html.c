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

/* The length of the character at s if it is of a script that is written from right to left,
   from Hebrew (U+0590) to Arabic (U+08FF) and their forms elsewhere; or 0. */
static size_t
rtl_length(const char *s)
{
	const unsigned char *b = (const unsigned char *)s;

	if ((b[0] == 0xd6 && b[1] >= 0x90) || (b[0] >= 0xd7 && b[0] <= 0xdf))
		return 2;
	if ((b[0] == 0xe0 && b[1] >= 0xa0 && b[1] <= 0xa3) ||
	    (b[0] == 0xef && b[1] >= 0xac && b[1] <= 0xbb))
		return 3;
	return b[0] == 0xf0 && (b[1] == 0x90 || b[1] == 0x9e) && b[2] >= 0xa0 ? 4 : 0;
}

/* The length of what such characters and the blanks between them take. */
static size_t
rtl_run(const char *s)
{
	size_t n = 0, end = 0, one;

	while ((one = rtl_length(s + n)) || (n && s[n] == ' ')) {
		n += one ? one : 1;
		end = one ? n : end;
	}
	return end;
}

void
html_sentence(struct text *t, const char *s)
{
	OWNED char *shown = display_line(s);
	FREED_BY(text_free) struct text part = TEXT_EMPTY;

	for (char *at = shown; *at;) {
		size_t n = rtl_run(at);

		text_cut(&part, 0);
		text_add(t, n ? "<bdi>" : "");
		if (n)
			text_add_n(&part, at, n);
		else
			while (at[n] && !rtl_length(at + n))
				text_add_char(&part, at[n++]);
		escape(t, part.s);
		text_add(t, rtl_length(at) ? "</bdi>" : "");
		at += n;
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
