#include "child.h"
#include "util/ini.h"

/* A text, and what ini_parse makes of it: "LINE[section] KEY-LINE,TEXT-LINE:key=text" and so on, with a
   '|' for each newline; or its message. */
struct sample {
	const char *input;
	const char *want;
};

static const struct sample samples[] = {
    {"", ""},
    {"\n\n", ""},
    {"# comment\n \t \n#\n", ""},
    {"#included is a comment\n", ""},
    {"\xef\xbb\xbf", ""},
    {"\xef\xbb\xbf[a]", "1[a]"},
    {"a = 1", "1,1:a=1"},
    {"a=1\n", "1,1:a=1"},
    {"a =\t 1 2 \t\n", "1,1:a=1 2"},
    {"a = 1 # no comment = there\n", "1,1:a=1 # no comment = there"},
    {"a = b = c\n", "1,1:a=b = c"},
    {"a == b\n", "1,1:a== b"},
    {"a =\n", "1,2:a="},
    {"a =", "1,2:a="},
    {"[a]\r\nb = 1\r\nc =\r\n  x\r\n\r\n  y\r\n", "1[a] 2,2:b=1 3,4:c=x||y"},
    {"a = 1\r\r\n", "1,1:a=1\r"},
    {"a =\n 1", "1,2:a=1"},
    {"a =\n\t1\n\t\t2\n\t3\nb = 4\n", "1,2:a=1|\t2|3 5,5:b=4"},
    {"a =\n\t\t1\n\t2\n", "1,2:a=\t1|2"},
    {"a =\n\t1\n  2\n", "1,2:a=\t1|  2"},
    {"a =\n  \t1\n  2\n", "1,2:a=\t1|2"},
    {"a =\n\n  \n  1\n\n   \n  2\n \n\n", "1,4:a=1|||2"},
    {"a =\n  1\n# comment\n  2\n", "1,2:a=1||2"},
    {"a =\n# comment\n  1\n", "1,3:a=1"},
    {"a =\n  1\n# comment\n\nb = 2\n", "1,2:a=1 5,5:b=2"},
    {"a =\n  # text\n", "1,2:a=# text"},
    {"a =\n  [b]\n[c]\n", "1,2:a=[b] 3[c]"},
    {"[a b]\t \n[c]\nd = 1", "1[a b] 2[c] 3,3:d=1"},
    {"[a]\nx = 1\n[b]\nx = 2\n", "1[a] 2,2:x=1 3[b] 4,4:x=2"},
    {"[[a]\n", "1[[a]"},
    {"[]\n", "cgbench: f:1:2: the name is empty\n"},
    {"\n[a\n]", "cgbench: f:2:3: the ']' is missing\n"},
    {"[", "cgbench: f:1:2: the ']' is missing\n"},
    {"[a]b\n", "cgbench: f:1:4: text after the ']'\n"},
    {"[a]]\n", "cgbench: f:1:4: text after the ']'\n"},
    {" a = 1\n", "cgbench: f:1:1: an indented line without a key above it\n"},
    {"[a]\n\t[b]\n", "cgbench: f:2:1: an indented line without a key above it\n"},
    {"= 1\n", "cgbench: f:1:1: the key before the '=' is missing\n"},
    {"a b = 1\n", "cgbench: f:1:2: a key is one word: 'key = text'\n"},
    {"a\n", "cgbench: f:1:1: expected '[name]', 'key = text' or an indented line of a block\n"},
    {"]\n", "cgbench: f:1:1: expected '[name]', 'key = text' or an indented line of a block\n"},
    {"a = 1\nb = 2\na = 3\n", "cgbench: f:3:1: key 'a' is given twice, first on line 1\n"},
    {"a = 1\n\n\n  2\n", "cgbench: f:4:1: 'a' has both text after its '=' on line 1 and a block\n"},
    {"a =\n#include <b>\n  1\n", "cgbench: f:2:1: '#include' in column 1 is a comment; "
                                 "indent it below its key, as 'preamble ='\n"},
    {"a =\n  1\n#endif\n", "cgbench: f:3:1: '#endif' in column 1 is a comment; indent it "
                           "below its key, as 'preamble ='\n"},
    {"#include <b>\na = 1\n", "cgbench: f:1:1: '#include' in column 1 is a comment; indent it "
                              "below its key, as 'preamble ='\n"},
    {"[a]\n#if b\n", "cgbench: f:2:1: '#if' in column 1 is a comment; indent it below its key, as 'preamble ='\n"},
    {"# include\n#included\na = 1\n", "3,3:a=1"},
    {"a =\n \n  1\n    2\n", "1,3:a= 1|   2"},
    {"a =\n\n  1\n", "1,3:a=1"},
    {"a =\n    \n  1\n", "1,3:a=1"},
    {"a =\n# include is a comment\n#included too\n#\n  1\n", "1,5:a=1"},
};

static const char *input;
static size_t input_size;

/* A copy without anything behind it, so that whoever reads too far is caught. */
static void
parse(struct ini *ini)
{
	OWNED char *s = memory_new(input_size);

	memcpy(s, input, input_size);
	ini_parse(ini, "f", s, input_size);
}

static void
show_key(struct text *t, const struct ini_key *key)
{
	for (char *s = key->text; *s; s++)
		if (*s == '\n')
			*s = '|';
	text_addf(t, "%s%u,%u:%s=%s", t->n ? " " : "", key->line, key->text_line, key->name, key->text);
}

static void
show(const char *unused)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	struct ini ini;

	(void)unused;
	parse(&ini);
	for (size_t i = 0; i < ini.n; i++) {
		if (i)
			text_addf(&t, "%s%u[%s]", t.n ? " " : "", ini.v[i].line, ini.v[i].name);
		for (size_t k = 0; k < ini.v[i].n; k++)
			show_key(&t, &ini.v[i].keys[k]);
	}
	ini_free(&ini);
	fputs(t.s ? t.s : "", stderr);
}

static void
test_samples(void)
{
	for (size_t i = 0; i < COUNTOF(samples); i++) {
		struct child o;

		input = samples[i].input;
		input_size = strlen(input);
		o = child_run(show, NULL);
		is(o.err, samples[i].want, "what is made of it");
		ok(o.status == (strncmp(o.err, "cgbench: ", 9) ? 0 : STATUS_USAGE << 8), "status");
	}
	input = "[a]\nb = \0\n";
	input_size = 10;
	is(child_run(show, NULL).err, "cgbench: f:2:5: a NUL byte; this is not a text file\n", "a NUL");
}

static void
indent_is(const char *text, const char *want, const char *name)
{
	FREED_BY(ini_free) struct ini ini = {0};

	ini_parse(&ini, "f", text, strlen(text));
	is(ini.v[0].keys[0].indent, want, name);
}

static void
test_indent(void)
{
	indent_is("a\t= 1\n", " \t  ", "what is before a text, as blanks");
	indent_is("a =\n\t 1\n\t   2\n", "\t ", "what all lines of a block begin with");
	indent_is("a =\n  \n\t1\n", "", "and an empty first line");
	indent_is("a =\n", "", "no text");
}

int
main(void)
{
	test_indent();
	test_samples();
	return tap_done();
}
