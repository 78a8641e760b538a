#include "measure/compile/standalone.h"
#include "saved.h"

/* The targets of this run, which compile sources. */
static struct targets here;

static char *compile[] = {(char *)"{put}", (char *)"-c", (char *)"{source}", (char *)"-o", (char *)"{object}", NULL};
static char *program[] = {(char *)"{put}", (char *)"{args}", (char *)"{cflags}", (char *)"{source}",
    (char *)"{objects}", (char *)"{ldflags}", (char *)"-o", (char *)"{program}", NULL};
static char *run[] = {(char *)"{put}", (char *)"{args}", NULL};
static char *link_words[] = {(char *)"-lx", NULL};
static char *extensions[] = {(char *)".x", NULL};

static struct source_rule rule = {.name = (char *)"x",
    .extensions = {.v = extensions, .n = 1},
    .compile = {.v = compile, .n = 5},
    .link = {.v = link_words, .n = 1}};

static struct language language;
static const struct languages languages = {&language, 1};

static void
make_language(bool compiled)
{
	language = (struct language){.name = (char *)"x",
	    .extension = (char *)".x",
	    .line = (char *)"",
	    .prelude = (char *)"",
	    .brief = (char *)"",
	    .hold = (char *)"",
	    .renew = (char *)"",
	    .empty = (char *)"nothing",
	    .iteration = (char *)"",
	    .program = (char *)"@preamble@\n@code@\n"};
	if (!compiled) {
		language.run = (struct words){.v = run, .n = 2};
		return;
	}
	language.compile = (struct words){.v = compile, .n = 5};
	language.standalone = (struct words){.v = program, .n = 8};
	language.rules = (struct source_rules){&rule, 1};
}

static struct results results;
static struct standalone_sources made; /* of the last results */

/* A test on a put of a language. */
static void
make_results(bool compiled)
{
	static const enum trait empty[] = {TRAIT_PATH, TRAIT_VERSION, TRAIT_ENV, TRAIT_GRINDARGS};

	make_language(compiled);
	saved_small(&results);
	results.tests.language = memory_copy("x");
	saved_set_trait(results.puts.v, TRAIT_LANGUAGE, "x");
	saved_set_trait(results.puts.v, TRAIT_ARGS, "-O1");
	ARRAY_EACH(const enum trait, trait, empty, COUNTOF(empty))
		saved_set_trait(results.puts.v, *trait, "");
}

static void
set(const char *key, const char *text)
{
	test_set(results.tests.v, key, memory_copy(text), 0);
}

static void
make_source(void)
{
	standalone_sources_free(&made);
	made = (struct standalone_sources){memory_new(sizeof *made.v), 1};
	standalone_make(made.v, &results, &languages, &here, 0, memory_new(sizeof(size_t)), 1);
	results_free(&results);
}

static void
file_is(size_t i, const char *want, const char *name)
{
	is_freed(text_print("%s: %s", made.v->files[i].name, made.v->files[i].text), want, name);
}

static void
ends_with(const char *got, const char *want, const char *name)
{
	size_t n = got ? strlen(got) : 0;

	is(n < strlen(want) ? got : got + n - strlen(want), want, name);
}

static void
test_scripts(void)
{
	make_results(false);
	saved_set_trait(results.puts.v, TRAIT_ENV, "A=b");
	make_source();
	ok(made.v->n == 2 && made.v->own == 2 && !made.v->function && !made.v->missing.n, "two scripts");
	file_is(0, "a-b.1.x: x\n", "one with the code");
	file_is(1, "a-b.0.x: nothing\n", "another without it");
	ends_with(made.v->commands,
	    "script() { sed \"s/@count@/$2/\" a-b.$1.x >script; }\n"
	    "echo one \"$(export A=b; each gcc -O1)\"\n",
	    "their commands");
	ok(strstr(made.v->commands, "'1 20' '1 10' '0 20' '0 10'") && strstr(made.v->commands, " / 10 }"),
	    "four runs for ten iterations");
	make_results(false);
	language.extension = (char *)"";
	make_source();
	is(made.v->files[0].name, "a-b.1.x", "without an extension, that of the language");
}

/* Why there is no source of the results. */
static void
refused(const char *why)
{
	make_source();
	is(made.v->why, why, why);
	ok(!made.v->n && !made.v->commands, "and none");
}

static void
test_refusals(void)
{
	make_results(false);
	saved_set_trait(results.puts.v, TRAIT_LANGUAGE, "y");
	refused("the language y is unknown here");
	make_results(false);
	saved_set_trait(results.puts.v, TRAIT_LANGUAGE, "");
	refused("the file does not say which language the program has");
	make_results(false);
	free(results.tests.language);
	results.tests.language = memory_copy("y");
	refused("the file has no code for that language");
	make_results(false);
	language.iteration = (char *)"@code@";
	refused("x has no loop");
	make_results(false);
	language.command = true;
	refused("the test is a command line");
	make_results(false);
	set("compile", "yes");
	refused("the test measures the compiler");
	make_results(true);
	language.standalone = (struct words){0};
	refused("the language file of x has no 'standalone'");
	make_results(true);
	set("sources", "s.y");
	refused("the language file of x has no rule for s.y");
}

/* Makes a source that includes a file of so many bytes. */
static void
include(size_t n)
{
	OWNED char *s = memory_new(n + 1);

	memset(s, '\n', n);
	scratch_store("d/f.h", s, n);
	make_results(true);
	set("preamble", "#include \"f.h\"");
	set("cflags", "-Id");
	make_source();
}

static void
test_files(void)
{
	if (system("mkdir d"))
		abort();
	include(16000);
	ok(made.v->n == 2 && made.v->own == 1 && !made.v->missing.n, "a file of the user's");
	file_is(0, "a-b.x: #include \"f.h\"\nx\n", "beside the source that includes it");
	is(made.v->files[1].name, "f.h", "by its name there");
	ok(strlen(made.v->files[1].text) == 16000, "all of it");
	ends_with(made.v->commands, "gcc -O1 -I. a-b.x -o one.out && echo one \"$(each ./one.out)\"\n", "commands");
	include(16001);
	ok(made.v->n == 1 && made.v->missing.n == 1, "a file that is too large is missing");
	scratch_write("d/s.x", "in s\n");
	make_results(true);
	set("sources", "d/s.x");
	results.tests.v->dir = memory_copy(scratch_path);
	make_source();
	ok(made.v->n == 2, "a source");
	is(made.v->files[1].name, "s.x", "is a file, too");
	ok(strstr(made.v->commands, "gcc -c s.x -o one.s.x.o && ") &&
	        strstr(made.v->commands, " a-b.x one.s.x.o -lx -o one.out"),
	    "that is compiled and linked");
}

/* A compiler that makes the same of every source, so that the shorter one is enough. */
static void
compiled_here(const char *brief, const char *want)
{
	struct target target = {.language = &language, .plain = true};

	make_results(true);
	language.prelude = (char *)"whole";
	language.brief = (char *)brief;
	language.program = (char *)"@prelude@\n@code@\n";
	saved_set_trait(results.puts.v, TRAIT_VERSION, "1");
	set("code", "BLACK_BOX(BLACK_BOX(7));");
	target.exe = text_print("%s/cc", scratch_path);
	target.put = results.puts.v;
	here = (struct targets){&target, 1};
	make_source();
	is(made.v->files[0].text, want, *brief ? "a shorter prelude" : "the whole one");
	if (*brief) {
		is(made.v->function, "int f(int a) { return a; }\n", "the code as a function");
		ok(made.v->assembly && made.v->assembly->n == 1 && !strcmp(*made.v->assembly->v, " ret"),
		    "and its assembly");
	}
	free(target.exe);
	here = (struct targets){0};
}

static void
test_compilers(void)
{
	scratch_write("cc", "#!/bin/sh\nwhile [ $1 != -o ]; do shift; done\n"
	                    "printf 'f:\\n\\tret\\n\\t.size\\n' >$2\n");
	if (system("chmod +x cc"))
		abort();
	compiled_here("brief", "brief\nBLACK_BOX(BLACK_BOX(7));\n");
	compiled_here("", "whole\nBLACK_BOX(BLACK_BOX(7));\n");
}

int
main(void)
{
	scratch_enter();
	test_scripts();
	test_refusals();
	test_files();
	test_compilers();
	standalone_sources_free(&made);
	scratch_leave();
	return tap_done();
}
