#include "child.h"
#include "input/annotated/tokens.h"
#include "util/array.h"
#include "util/text.h"

/* The tokens of a source, with their lines where these change: "1:int f ( )", texts in quotes as they are, annotations
   as "@Name(args)" or "//@Name", conditions as "#if", "#else", "#endif"; or what is said of it. */
struct sample {
	const char *input, *want;
};

static const struct sample samples[] = {
    {"", ""},
    {"int f(){return 1;}", "1:int f ( ) { return 1 ; }"},
    {"a::b->c<<d<=e>=f==g!=h<=>i>>j", "1:a :: b -> c << d <= e >= f == g != h <=> i > > j"},
    {"1'000 0x1p-3 1.5e+3f u8\"x\" L'\\''", "1:1'000 0x1p-3 1.5e+3f u8 \"x\" L '\\''"},
    {"R\"(a\"\n)\" x\nuR\"y( )\" )y\"", "1:\"(a\"\n)\" 2:x 3:\"y( )\" )y\""},
    {"\"a\\\nb\" c", "1:\"a\\\nb\" 2:c"},
    {"a /* @Benchmark \n */ b // \" @Benchmark\nc", "1:a 2:b 3:c"},
    {"// a \\ \n@no\n@Yes", "3:@Yes"},
    {"#define X \" @no \\\n @no '\nx", "3:x"},
    {"#define X /* \n @no */ y\nx", "3:x"},
    {"#define Q '\"' // \"\nx", "2:x"},
    {"x # define", "1:x # define"},
    {"@A(1, \")\", (2)) @B\n@ C", "cgbench: f:2:1: '@' without the name of an annotation\n"},
    {"@A(1, \")\", (2)) @B f", "1:@A(1, \")\", (2)) @B f"},
    {"@A (\n1) f", "1:@A(\n1) 2:f"},
    {"  //@@A(1) //@@B // rest\nf", "1://@A(1) //@B 2:f"},
    {"//@@A the rest\nf //@@@ @no\n", "1://@A 2:f"},
    {"//@@\nf", "cgbench: f:1:1: '//@@' without the name of an annotation\n"},
    {"f //@@A", "cgbench: f:1:1: '//@@' after code: write the annotation in a line of its own\n"},
    {"//@@A(1\n)", "cgbench: f:1:1: the bracket of an annotation is never closed\n"},
    {"//@@A (2) @B", "cgbench: f:1:1: write each annotation in a line of its own\n"},
    {"\n@A(", "cgbench: f:2:1: the bracket of an annotation is never closed\n"},
    {"@A\\\nB", "cgbench: f:1:1: the name of an annotation goes on in the next line\n"},
    {"\n/* x", "cgbench: f:2:1: a comment is never closed\n"},
    {"a 'b\n'", "cgbench: f:1:1: a quote is never closed\n"},
    {"R\"x( )\"", "cgbench: f:1:1: a raw string is never closed\n"},
    {"a \\\n b", "1:a 2:b"},
    {"a\\\nb", "cgbench: f:1:1: a line ends inside of a word or sign: do not divide it\n"},
    {"<::a", "1:< :: a"},
    {"<:a", "cgbench: f:1:1: a digraph or trigraph: write the character that it means\n"},
    {"a %> b", "cgbench: f:1:1: a digraph or trigraph: write the character that it means\n"},
    {"x ? ?:", "1:x ? ? :"},
    {"?\?<", "cgbench: f:1:1: a digraph or trigraph: write the character that it means\n"},
    {"// what?\?!\nx", "2:x"},
    {"// what?\?/\nx", "cgbench: f:1:1: a trigraph continues this line: end the line before it\n"},
    {"#if X\na\n#elif Y\nb\n#else\nc\n#endif\nd", "1:#if 2:a 3:#else 4:b 5:#else 6:c 7:#endif 8:d"},
    {"#if 0\n'\n#if 1\n#else\n@\n#endif\n/*\n#else\n*/#else\na\n#endif\nb", "10:a 12:b"},
    {"# ifndef LATH /* x */\na\n# else // y\nb\n#endif", "4:b"},
    {"#ifdef CLAMH\na\n#elif X\nb\n#endif", "2:a"},
    {"#if ! defined ( LATH )\na\n#elif X\nb\n#elif defined(LATH) || defined(CLAMH)\nc\n#else\nd\n#endif",
        "3:#if 4:b 5:#else 6:c 9:#endif"},
    {"#elif X\n#else\n#endif\na", "4:a"},
    {"#if 0\na", ""},
};

static void
show_token(struct text *t, const struct token *token)
{
	static const char *const conditions[] = {[TOKEN_IF] = "#if", [TOKEN_ELSE] = "#else", [TOKEN_ENDIF] = "#endif"};

	if (token->kind < COUNTOF(conditions) && conditions[token->kind]) {
		text_add(t, conditions[token->kind]);
	} else if (token->kind == TOKEN_ANNOTATION) {
		text_addf(t, "%s@%.*s", token->bare ? "" : "//", (int)token->n, token->s);
		if (token->args)
			text_addf(t, "(%.*s)", (int)token->args_n, token->args);
	} else {
		text_add_n(t, token->s, token->n);
	}
}

static void
show(const char *source)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	struct tokens tokens;
	unsigned line = 0;

	tokens_read(&tokens, "f", source);
	for (size_t i = 0; i < tokens.n; i++) {
		text_add(&t, i ? " " : "");
		if (tokens.v[i].line != line)
			text_addf(&t, "%u:", tokens.v[i].line);
		line = tokens.v[i].line;
		show_token(&t, &tokens.v[i]);
	}
	tokens_free(&tokens);
	fputs(t.s ? t.s : "", stderr);
}

/* Nobody refuses the conditions of a snippet. */
static void
read_nested(void)
{
	enum { DEPTH = 1000 };
	FREED_BY(tokens_free) struct tokens tokens = {0};
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < DEPTH; i++)
		text_add(&t, "#if X\n");
	for (size_t i = 0; i < DEPTH; i++)
		text_add(&t, "#endif\n");
	tokens_read(&tokens, NULL, t.s);
	ok(tokens.n == 2 * DEPTH && tokens.v[DEPTH - 1].kind == TOKEN_IF && tokens.v[DEPTH].kind == TOKEN_ENDIF,
	    "conditions nest without a limit");
}

int
main(void)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		struct child o = child_run(show, samples[i].input);

		is(o.err, samples[i].want, "tokens");
		ok(o.status == (strncmp(o.err, "cgbench: ", 9) ? 0 : STATUS_USAGE << 8), "status");
	}
	read_nested();
	ok(tokens_annotated("int x;\n@Benchmark(", "Benchmark"), "what is open is not refused");
	ok(!tokens_annotated("/* @Benchmark */ \"@Benchmark\" @Bench", "Benchmark"), "none");
	ok(!tokens_annotated("#if 0\n@Benchmark", "Benchmark"), "nor in excluded lines");
	return tap_done();
}
