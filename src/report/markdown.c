#include <stdlib.h>
#include <string.h>

#include "report/markdown.h"
#include "util/display.h"

/* The longest run of backticks in s: a fence must be longer. */
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

void
markdown_code(struct text *t, const char *name, bool in_table)
{
	char *shown = display_line(name);
	size_t fence = longest_run(shown) + 1;
	bool padded = *shown == '`' || *shown == ' ' ||
	              (*shown && strchr("` ", shown[strlen(shown) - 1]) != NULL);

	add_fence(t, fence);
	text_add(t, padded ? " " : "");
	for (char *s = shown; *s; s++)
		if (*s == '|')
			text_add(t, in_table ? "\\|" : "|");
		else
			text_add_char(t, *s);
	text_add(t, padded ? " " : "");
	add_fence(t, fence);
	free(shown);
}

void
markdown_code_html(struct text *t, const char *name)
{
	char *shown = display_line(name);

	text_add(t, "<code>");
	for (char *s = shown; *s; s++)
		if (*s == '<')
			text_add(t, "&lt;");
		else if (*s == '&')
			text_add(t, "&amp;");
		else
			text_add_char(t, *s);
	text_add(t, "</code>");
	free(shown);
}

void
markdown_block(struct text *t, const char *language, const char *s)
{
	size_t run = longest_run(s), fence = run < 3 ? 3 : run + 1, n = strlen(s);

	add_fence(t, fence);
	text_addf(t, "%s\n%s%s", language, s, n && s[n - 1] != '\n' ? "\n" : "");
	add_fence(t, fence);
	text_add_char(t, '\n');
}
