#include "tap.h"
#include "util/display.h"

static void
line_is(const char *s, const char *want, size_t width, const char *name)
{
	OWNED char *got = display_line(s);

	is(got, want, name);
	ok(display_width(got) == width, "%s: it is %zu columns wide", name, width);
}

static void
cut_is(const char *line, size_t width, const char *want)
{
	is_freed(display_cut(line, width), want, want);
}

static void
test_cut(void)
{
	cut_is("abcde", 5, "abcde");
	cut_is("abcdef", 5, "ab...");
	cut_is("abcdef", 4, "a...");
	cut_is("abcdef", 3, "");
	cut_is("", 0, "");
	cut_is("e\314\201e\314\201e\314\201e\314\201e\314\201", 4, "e\314\201...");
	cut_is("\346\274\242\345\255\227\345\255\227", 5, "\346\274\242...");
	cut_is("\346\274\242\345\255\227\345\255\227", 4, "...");
}

static void
test_commands(void)
{
	line_is("::error::a", "::error::a", 10, "no command is looked for outside GitHub");
	setenv("GITHUB_ACTIONS", "true", 1);
	line_is("::error::a", "\\x3a:error::a", 13, "a command");
	line_is(" \t::a", "  \\x3a:a", 8, "a command behind blanks");
	line_is("\302\240::a", "\302\240\\x3a:a", 7, "a command behind a blank that is not ASCII");
	line_is("a ::b", "a ::b", 5, "colons within a line");
	line_is("a\n::b", "a ::b", 5, "what is no longer at the begin of a line");
	line_is("a ##[group]b", "a \\x23#[group]b", 15, "an old command");
	is_freed(display_text("a::b\n::c\n"), "a::b\n\\x3a:c\n", "a command in a text");
	setenv("GITHUB_ACTIONS", "false", 1);
	line_is("::a", "::a", 3, "another service");
	unsetenv("GITHUB_ACTIONS");
}

int
main(void)
{
	/* Not a literal: compilers and linters warn of those. */
	static const char turned[] = {(char)0xe2, (char)0x80, (char)0xae, 'a', 0};

	is_freed(display_text(""), "", "nothing");
	is_freed(display_text("a\n\tb\n"), "a\n\tb\n", "newlines and tabs stand in a text");
	line_is("a\n\tb\n", "a  b ", 5, "newlines and tabs are blanks in a line");
	line_is("plain  text", "plain  text", 11, "ASCII");
	line_is("\033[31mred\a\177", "\\x1b[31mred\\x07\\x7f", 19, "control characters");
	line_is("a\rb", "a\\x0db", 6, "a carriage return");
	line_is("\302\233m", "\\x9bm", 5, "a control character of eight bits");
	line_is("gr\303\266\303\237e", "gr\303\266\303\237e", 5, "letters of two bytes");
	line_is("e\314\201", "e\314\201", 1, "a letter and its accent");
	line_is("\346\274\242\345\255\227", "\346\274\242\345\255\227", 4, "wide letters");
	line_is(turned, "\\u202ea", 7, "a change of direction");
	line_is("\364\217\277\277", "\\U0010ffff", 10, "a character that is none");
	line_is("\377\303", "\\xff\\xc3", 8, "bytes that are no UTF-8");
	line_is("\303(", "\\xc3(", 5, "a character cut short");
	line_is("\300\200", "\\xc0\\x80", 8, "an overlong NUL");
	test_cut();
	test_commands();
	return tap_done();
}
