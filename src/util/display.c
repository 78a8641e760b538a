#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "util/display.h"
#include "util/memory.h"
#include "util/text.h"

/* The program itself stays in the C locale, so that its output is the same everywhere. */
static locale_t
enter_utf8(void)
{
	static locale_t utf8;

	if (!utf8)
		utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	return uselocale(utf8);
}

/* Decodes the first character of the n bytes at s. Returns its length in bytes, or 0 if they
   are not UTF-8. */
static size_t
display_decode(const char *s, size_t n, wchar_t *c)
{
	mbstate_t state = {0};
	size_t used = mbrtowc(c, s, n, &state);

	return used > n ? 0 : used;
}

/* Marks that change the writing direction print nothing but reorder the text around them. */
static bool
is_printed(wchar_t c)
{
	bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);

	return !turns && wcwidth(c) >= 0;
}

/* Printable ASCII, which most text is, needs no decoding. */
static bool
display_is_plain(const char *s)
{
	while (*s >= ' ' && *s <= '~')
		s++;
	return !*s;
}

/* GitHub's runner obeys a line of the log that begins with "::", after blanks of any kind, and
   one that has "##[" in it. */
static bool
reads_commands(void)
{
	const char *github = getenv("GITHUB_ACTIONS");

	return github && !strcmp(github, "true");
}

/* begins: nothing but blanks stands before s in its line. */
static bool
is_command(const char *s, bool begins)
{
	return (begins && text_begins(s, "::")) || text_begins(s, "##[");
}

static char *
make_safe(const char *s, bool one_line)
{
	struct text t = TEXT_EMPTY;
	size_t n = strlen(s), used;
	bool commands = reads_commands(), begins = true;
	locale_t before;
	wchar_t c;

	if (!commands && display_is_plain(s))
		return memory_copy_n(s, n);
	before = enter_utf8();
	for (; n; s += used, n -= used) {
		used = display_decode(s, n, &c);
		if (!used || (commands && is_command(s, begins))) {
			used = 1;
			c = L'\\';
			text_addf(&t, "\\x%02x", (unsigned char)*s);
		} else if (*s == '\n' || *s == '\t') {
			text_add_char(&t, one_line ? ' ' : *s);
		} else if (is_printed(c)) {
			text_add_n(&t, s, used);
		} else {
			text_addf(&t,
			    c < 0x100     ? "\\x%02x"
			    : c < 0x10000 ? "\\u%04x"
			                  : "\\U%08x",
			    (unsigned)c);
		}
		begins = (*s == '\n' && !one_line) || (begins && !(c > ' ' && c <= '~'));
	}
	uselocale(before);
	return text_take(&t);
}

char *
display_text(const char *s)
{
	return make_safe(s, false);
}

char *
display_line(const char *s)
{
	return make_safe(s, true);
}

size_t
display_width(const char *line)
{
	size_t n = strlen(line), width = 0, used;
	locale_t before;
	wchar_t c;

	if (display_is_plain(line))
		return n;
	before = enter_utf8();
	for (; n && (used = display_decode(line, n, &c)); line += used, n -= used)
		width += (size_t)wcwidth(c);
	uselocale(before);
	return width;
}

char *
display_cut(const char *line, size_t width)
{
	static const char more[] = "...";
	const size_t more_width = sizeof more - 1;
	size_t n = 0, cut = strlen(line), taken = 0, used;
	locale_t before;
	wchar_t c;

	if (display_width(line) <= width)
		return memory_copy(line);
	if (width <= more_width)
		return memory_copy("");
	before = enter_utf8();
	while ((used = display_decode(line + n, cut - n, &c))) {
		taken += (size_t)wcwidth(c);
		if (taken > width - more_width)
			break;
		n += used;
	}
	uselocale(before);
	return text_print("%.*s%s", (int)n, line, more);
}
