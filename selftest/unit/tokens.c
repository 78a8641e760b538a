#include "measure/compile/tokens.h"
#include "tap.h"

/* The tokens of a text, with their lines where these change: "1:int f ( )", texts in quotes as they are, conditions
   as "#if" and "#else". */
struct sample {
	const char *input, *want;
};

static const struct sample samples[] = {
    {"", ""},
    {"int f(){return 1;}", "1:int f ( ) { return 1 ; }"},
    {"a::b->c<<d", "1:a : : b - > c < < d"},
    {"1'000 0x1p-3 1.5e+3f u8\"x\" L'\\''", "1:1'000 0x1p-3 1.5e+3f u8 \"x\" L '\\''"},
    {"R\"(a\"\n)\" x\nuR\"y( )\" )y\"", "1:\"(a\"\n)\" 2:x 3:\"y( )\" )y\""},
    {"\"a\\\nb\" c", "1:\"a\\\nb\" 2:c"},
    {"a /* ' \n */ b // \" '\nc", "1:a 2:b 3:c"},
    {"// a \\ \n'no\nyes", "3:yes"},
    {"#define X \" no \\\n no '\nx", "3:x"},
    {"#define X /* \n no */ y\nx", "3:x"},
    {"#define Q '\"' // \"\nx", "2:x"},
    {"x # define", "1:x # define"},
    {"\n/* x", ""},
    {"a 'b\nc'", "1:a 'b 2:c '"},
    {"R\"x( )\"\na", "1:\"x( )\" 2:a"},
    {"a \\\n b", "1:a 2:b"},
    {"#if X\na\n#elif Y\nb\n#else\nc\n#endif\nd", "1:#if 2:a 3:#else 4:b 5:#else 6:c 8:d"},
    {"#ifdef X // y\na\n# endif\nb", "1:#if 2:a 4:b"},
    {"#if 0\n'\n#if 1\n#else\n@\n#endif\n#else\na\n#endif\nb", "8:a 10:b"},
    {"# if 0 /* x */\n # elif X\na\n#endif", "3:a"},
    {"#if 0\n\n  #endif\nb", "4:b"},
    {"#elif X\n#endif\na", "1:#else 3:a"},
    {"#if 0\na", ""},
    {"#if 0", ""},
};

static void
show_token(struct text *t, const struct token *token)
{
	if (token->kind == TOKEN_IF || token->kind == TOKEN_ELSE)
		text_add(t, token->kind == TOKEN_IF ? "#if" : "#else");
	else
		text_add_n(t, token->s, token->n);
}

int
main(void)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		FREED_BY(text_free) struct text t = TEXT_EMPTY;
		FREED_BY(tokens_free) struct tokens tokens = {0};
		unsigned line = 0;

		tokens_read(&tokens, samples[i].input);
		for (size_t k = 0; k < tokens.n; k++) {
			text_add(&t, k ? " " : "");
			if (tokens.v[k].line != line)
				text_addf(&t, "%u:", tokens.v[k].line);
			line = tokens.v[k].line;
			show_token(&t, &tokens.v[k]);
		}
		is(t.s ? t.s : "", samples[i].want, "tokens");
	}
	return tap_done();
}
