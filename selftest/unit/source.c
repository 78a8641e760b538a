#include "measure/compile/source.h"
#include "tap.h"

/* Every text that a source is made of. */
static struct language language = {.name = (char *)"x",
    .terminator = (char *)";",
    .extension = (char *)".c",
    .line = (char *)"#{line} \"{file}\"",
    .prelude = (char *)"prelude 1\nprelude 2",
    .param_integer = (char *)"int {name} = {value};",
    .param_real = (char *)"real {name} = {value};",
    .param_text = (char *)"text {name} = {value};",
    .param_made = (char *)"made {name} = {value};",
    .hold = (char *)"H({name});",
    .settle = (char *)"S();",
    .renew = (char *)"R({name});",
    .empty = (char *)"nothing",
    .iteration = (char *)"once @code@\n",
    .stub = (char *)"",
    .main = (char *)"main\n"};
static struct target target = {.language = &language, .plain = true};

static struct test
test_with(const char *key, const char *text, unsigned line)
{
	struct test test = {.name = memory_copy("a::b-c"), .file = memory_copy("f\"\\\n.bench")};

	if (key)
		test_set(&test, key, memory_copy(text), line);
	return test;
}

/* Says that a source is the one that is wanted, and frees it. */
static void
are_lines(char *got, const char *want, const char *of)
{
	OWNED char *name = text_replace(of, "\n", " ");

	is(got, want, name);
	free(got);
}

/* The source that a program makes of a test, which is freed. */
static void
made(const char *program, struct test test, const struct shared *shared, const char *want)
{
	language.program = (char *)program;
	are_lines(source_make(&(struct source){
	              .target = &target, .test = &test, .symbol = "f7", .file = "t.c", .shared = shared}),
	    want, program);
	test_free(&test);
}

static void
test_placeholders(void)
{
	made("@symbol@(@count@) @name@: @desc@ @other@ @\n", test_with("desc", "d\ne", 0), NULL,
	    "f7(@count@) a::b_c: d @other@ @\n");
	made("a@code@\n@code@b\nab@\n\n@\n@code@code@\n", test_with("code", "x", 0), NULL,
	    "a@code@\n@code@b\nab@\n\n@\n@code@code@\n");
	made(" \t@code@ \nlast", test_with("code", "x\n\ny", 0), NULL, "x\n\ny\nlast\n");
	language.indents = true;
	made(" \t@code@ \n@code@\n", test_with("code", "x\n\ny", 0), NULL, " \tx\n\n \ty\nx\n\ny\n");
	language.indents = false;
	made("@prelude@\n@none@\n@setup@\nend\n", test_with("code", "x", 0), NULL, "prelude 1\nprelude 2\nend\n");
	made("@preamble@\n", test_with("preamble.x", "own", 0), NULL, "own\n");
	made("@preamble@\n", test_with("top_preamble", "top", 0), NULL, "top\n");
	made("@preamble@\n", test_with("top_source", "source", 0), NULL, "source\n");
}

static void
test_conditions(void)
{
	static const char program[] = "@if pre@\na\n@prelude@\n@else@\nb\n@end@\nc\n"
	                              "@if code pre@\nd\n@end@\n@if standalone@\ne\n@end@\n"
	                              "@if rehearsal@\nf\n@end@\n@if preamble@\ng\n@end@\n";

	made(program, test_with("code", "x", 0), NULL, "b\nc\n");
	made(program, test_with("pre", "x", 0), NULL, "a\nprelude 1\nprelude 2\nc\n");
	made(program, test_with("top_preamble", "x", 0), NULL, "b\nc\ng\n");
	target.plain = false;
	made(program, test_with("top_preamble", "x", 0), NULL, "b\nc\n");
	made("@preamble@\n", test_with("top_preamble", "top", 0), NULL, "");
	target.plain = true;
}

/* The lines of a part are those of the benchfile, and what follows in a compiled source still
   has the number of its last line that is not blank. */
static void
test_lines(void)
{
	static char *compile = (char *)"cc";
	struct origins origins = {0};
	FREED_BY(test_free) struct test test = test_with("code", "x", 7);

	language.compile = (struct words){.v = &compile, .n = 1};
	made("a\n@code@\nb\nc\n", test_with("code", "x\ny\n ", 7), NULL,
	    "a\n#7 \"f\\\"\\\\ .bench\"\nx\ny\n \n#8 \"f\\\"\\\\ .bench\"\nb\n#9 \"t.c\"\nc\n");
	made("@code@\n@prelude@\n", test_with("code", "x", 7), NULL,
	    "#7 \"f\\\"\\\\ .bench\"\nx\n#4 \"t.c\"\nprelude 1\nprelude 2\n");
	language.compile = (struct words){0};
	made("@code@\nb\n", test_with("code", "x", 7), NULL, "#7 \"f\\\"\\\\ .bench\"\nx\n#4 \"t.c\"\nb\n");
	language.program = (char *)"a\n@code@\nb\n";
	free(source_make(
	    &(struct source){.target = &target, .test = &test, .symbol = "", .file = "t.c", .origins = &origins}));
	ok(origins.n == 5 && !origins.v[0] && !origins.v[1] && origins.v[2] == 7 && !origins.v[3] && !origins.v[4],
	    "where lines come from");
	free(origins.v);
}

static void
test_parts(void)
{
	struct test test = test_with("param.n", "5", 0);
	struct shared shared = {0};

	test_set(&test, "param.r", memory_copy("0.5"), 0);
	test_set(&test, "param.t", memory_copy("five"), 0);
	made("@params@\n", test, NULL, "int n = 5;\nreal r = 0.5;\ntext t = five;\n");
	test = test_with("param.n", "5", 0);
	test_set(&test, "annotated", memory_copy("x"), 0);
	made("@params@\n", test, NULL, "int cgbench_param_n = 5;\n");
	made("@pre@\n", test_with("pre", "f();", 0), &shared, "f();\nS();\n");
	words_add(&shared.held, "a");
	words_add(&shared.held, "b.c");
	words_add(&shared.renewed, "d");
	made("\t@pre@\n", test_with("pre", "f();", 0), &shared, "f();\nH(a); H(b.c);\n");
	made("@pre@\n", test_with("pre", "f();", 0), NULL, "f();\n");
	made("@pre@\n", test_with("code", "f();", 0), &shared, "");
	made("@post@\n", test_with("post", "f(d);", 0), &shared, "R(d);\nf(d);\n");
	shared_free(&shared);
}

/* A source that a person reads: it is indented, without the numbers of lines. */
static void
alone(const char *code, const char *want)
{
	static char *compile = (char *)"cc";
	FREED_BY(test_free) struct test test = test_with("code", code, 7);

	language.compile = (struct words){.v = &compile, .n = 1};
	language.program = (char *)"@if standalone@\nalone\n@end@\n@prelude@\n\t@code@\n";
	are_lines(source_of_standalone(&(struct source){.target = &target, .test = &test, .symbol = "f", .prelude = ""},
	              &(struct trim){0}),
	    want, code);
	language.compile = (struct words){0};
}

static void
test_standalone(void)
{
	static const char brief[] = "#define A 1\n\n#define B 2";
	FREED_BY(test_free) struct test test = test_with("code", "B", 7);

	alone("x\n\n;", "alone\n\tx\n\t;\n");
	alone("x\n;", "alone\n\tx;\n");
	alone("x // y\n;", "alone\n\tx // y\n\t;\n");
	alone("x\\\n;", "alone\nx\\\n;\n");
	alone("x\ny", "alone\n\tx\n\ty\n");
	alone("R\"(\n)\"", "alone\nR\"(\n)\"\n");
	alone("`\n`", "alone\n`\n`\n");
	language.program = (char *)"@prelude@\n@code@\n";
	are_lines(
	    source_of_standalone(&(struct source){.target = &target, .test = &test, .symbol = "f", .prelude = brief},
	        &(struct trim){.machine = (char *)"x86_64"}),
	    "#define B 2\n\nB\n", "what a source needs of a prelude");
	are_lines(
	    source_of_standalone(&(struct source){.target = &target, .test = &test, .symbol = "f", .prelude = brief},
	        &(struct trim){.machine = (char *)"x86_64", .warned = true}),
	    "#define A 1\n\n#define B 2\nB\n", "all of it for compilers that warn");
}

/* In C, the blanks before a text are those of the benchfile, and its last ';' may be missing. */
static void
test_c(void)
{
	static char *compile = (char *)"cc";
	static const struct shared shared = {0};
	struct test test = test_with("pre", "f()", 3);

	language.name = (char *)"c";
	language.compile = (struct words){.v = &compile, .n = 1};
	test.parts[0].indent = memory_copy(" \t");
	made("\t@pre@\n", test, &shared,
	    "#3 \"f\\\"\\\\ .bench\"\n \tf()\n#3 \"f\\\"\\\\ .bench\"\n;\n#6 \"t.c\"\nS();\n");
	made("@pre@\n", test_with("pre", "f();", 0), NULL, "f();\n");
	made("@code@\n", test_with("code", "f();", 0), NULL, "f();\n;\n");
	test = test_with("code", "\"a\\\nb\"", 0);
	test.parts[0].line = 1;
	test.parts[0].indent = memory_copy("  ");
	made("@code@\n", test, NULL, "#1 \"f\\\"\\\\ .bench\"\n\"a\\\nb\"\n#2 \"f\\\"\\\\ .bench\"\n;\n#7 \"t.c\"\n");
	test = test_with("setup", "f()", 3);
	test.parts[0].indent = memory_copy(" ");
	test_set(&test, "compile", memory_copy("1"), 0);
	made("@setup@\n", test, NULL, "f()\n");
	alone("x", "alone\n\tx;\n");
	alone("if (x) { }", "alone\n\tif (x) { }\n");
	language.name = (char *)"x";
	language.compile = (struct words){0};
}

static void
test_scripts(void)
{
	FREED_BY(test_free) struct test test = test_with("code", "x", 0);

	language.program = (char *)"@count@ times\n@code@\n@if rehearsal@\nonce\n@end@\n";
	are_lines(
	    source_make(&(struct source){.target = &target, .test = &test, .symbol = "", .file = "-", .count = 12}),
	    "12 times\nx\n", "a script");
	are_lines(source_make(&(struct source){.target = &target,
	              .test = &test,
	              .symbol = "",
	              .file = "-",
	              .count = 12,
	              .empty = true,
	              .rehearsal = true}),
	    "12 times\nnothing\nonce\n", "without the code, rehearsed");
	are_lines(source_make(&(struct source){
	              .target = &target, .test = &test, .symbol = "", .empty = true, .standalone = true}),
	    "@count@ times\nnothing\n", "without a count");
	language.program = (char *)"@iterations@\n";
	are_lines(
	    source_make(&(struct source){.target = &target, .test = &test, .symbol = "", .file = "-", .count = 3}),
	    "once @code@\nonce @code@\nonce @code@\n", "without a loop");
	language.program = (char *)"@params@\n@code@\n";
	are_lines(source_make(&(struct source){
	              .target = &target, .test = &test, .symbol = "", .file = "-", .count = 3, .variables = 2}),
	    "made _cgbench_moves0 = 1;\nmade _cgbench_moves1 = 6;\nx\n", "with two variables before the test");
	are_lines(source_make(&(struct source){
	              .target = &target, .test = &test, .template = "@preamble@\nint g;\n", .standalone = true}),
	    "int g;\n", "a function");
	are_lines(source_make(&(struct source){.target = &target, .template = "@symbol@ @name@\n", .symbol = "f7"}),
	    "f7 none\n", "a template");
}

/* Lines that begin in a string are not indented: "|" ends a line. */
static void
test_strings(void)
{
	static const struct {
		const char *code, *want;
	} rows[] = {
	    {"a|b", "  a|  b|"},
	    {"a = '''x|y|'''|b", "  a = '''x|y|'''|  b|"},
	    {"a = \"\"\"x'''|y\"\"\" + ''|b", "  a = \"\"\"x'''|y\"\"\" + ''|  b|"},
	    {"a = 'x|b", "  a = 'x|  b|"},
	    {"a = 'x\\|y'|b", "  a = 'x\\|y'|  b|"},
	    {"a = 'x\\'\\|y'|b", "  a = 'x\\'\\|y'|  b|"},
	    {"a = '''x\\'''|y'''|b", "  a = '''x\\'''|y'''|  b|"},
	    {"a = 'x' + \"y'\" + '''z|w'''|b", "  a = 'x' + \"y'\" + '''z|w'''|  b|"},
	    {"a # '''|b", "  a # '''|  b|"},
	    {"a = '#''''|b'''|c", "  a = '#''''|b'''|  c|"},
	    {"a = '''''''|b'''|c", "  a = '''''''|  b'''|c|"},
	    {"a = ''''x''''|b", "  a = ''''x''''|  b|"},
	    {"a ''|b", "  a ''|  b|"},
	};

	language.program = (char *)"  @code@\n";
	language.indents = true;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		OWNED char *code = text_replace(rows[i].code, "|", "\n");
		OWNED char *want = text_replace(rows[i].want, "|", "\n");
		FREED_BY(test_free) struct test test = test_with("code", code, 0);

		are_lines(source_make(&(struct source){
		              .target = &target, .test = &test, .symbol = "", .file = "-", .count = 1}),
		    want, rows[i].code);
	}
	language.indents = false;
}

static void
test_main(void)
{
	struct qemu qemu = {0};
	static const struct memory_layout none, both = {.stack = 16, .heap = 32};
	const struct {
		const struct memory_layout *layout;
		bool clocked;
		const struct qemu *qemu;
		const char *want;
	} rows[] = {{&none, false, NULL, "main\n"}, {&none, true, &qemu, "#define CGBENCH_CLOCK\nmain\n"},
	    {&both, true, NULL, "#define CGBENCH_CLOCK\nmain\n"},
	    {&none, false, &qemu, "#define CGBENCH_EMULATED\nmain\n"},
	    {&both, false, NULL, "#define CGBENCH_STACK 16\n#define CGBENCH_HEAP 32\nmain\n"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		target.qemu = rows[i].qemu;
		are_lines(source_of_main(&target, rows[i].layout, rows[i].clocked, "main.c"), rows[i].want, "main");
	}
	target.qemu = NULL;
}

int
main(void)
{
	test_placeholders();
	test_conditions();
	test_lines();
	test_parts();
	test_standalone();
	test_c();
	test_scripts();
	test_strings();
	test_main();
	return tap_done();
}
