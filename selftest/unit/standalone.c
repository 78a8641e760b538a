#include <stdlib.h>

#include "measure/build/standalone.h"
#include "saved.h"
#include "scratch.h"
#include "tap.h"

/* Those of this run, which compile sources. */
static struct targets here;

static char *compile[] = {
    (char *)"{put}", (char *)"-c", (char *)"{source}", (char *)"-o", (char *)"{object}", NULL};
static char *program[] = {(char *)"{put}", (char *)"{args}", (char *)"{cflags}",
    (char *)"{source}", (char *)"{objects}", (char *)"{ldflags}", (char *)"-o",
    (char *)"{program}", NULL};
static char *run[] = {(char *)"{put}", (char *)"{args}", NULL};
static char *link_words[] = {(char *)"-lx", NULL};
static char *extensions[] = {(char *)".x", NULL};

static struct source_rule rule = {.name = (char *)"x",
    .extensions = {extensions, 1},
    .compile = {compile, 5},
    .link = {link_words, 1}};

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
		language.run = (struct words){run, 2};
		return;
	}
	language.compile = (struct words){compile, 5};
	language.standalone = (struct words){program, 8};
	language.rules = (struct source_rules){&rule, 1};
}

/* A test on a put of that language. */
static void
make_results(struct results *results)
{
	static const enum trait empty[] = {
	    TRAIT_PATH, TRAIT_VERSION, TRAIT_ENV, TRAIT_GRINDARGS};

	saved_small(results);
	results->tests.language = memory_copy("x");
	saved_set_trait(results->puts.v, TRAIT_LANGUAGE, "x");
	saved_set_trait(results->puts.v, TRAIT_ARGS, "-O1");
	for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
		saved_set_trait(results->puts.v, empty[i], "");
}

static struct standalone_sources
made_of(struct results *results)
{
	struct standalone_source *source = memory_new(sizeof *source);

	standalone_make(source, results, &languages, &here, 0, memory_new(sizeof(size_t)), 1);
	results_free(results);
	return (struct standalone_sources){source, 1};
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
	struct results results;
	struct standalone_sources made;

	make_language(false);
	make_results(&results);
	saved_set_trait(results.puts.v, TRAIT_ENV, "A=b");
	made = made_of(&results);
	ok(made.v->n == 2 && made.v->own == 2 && !made.v->function && !made.v->missing.n,
	    "two scripts");
	is(made.v->files[0].name, "a-b.1.x", "one");
	is(made.v->files[0].text, "x\n", "with the code");
	is(made.v->files[1].name, "a-b.0.x", "another");
	is(made.v->files[1].text, "nothing\n", "without it");
	ends_with(made.v->commands,
	    "script() { sed \"s/@count@/$2/\" a-b.$1.x >script; }\n"
	    "echo one \"$(export A=b; each gcc -O1)\"\n",
	    "their commands");
	ok(strstr(made.v->commands, "'1 20' '1 10' '0 20' '0 10'") &&
	        strstr(made.v->commands, " / 10 }"),
	    "four runs for ten iterations");
	standalone_sources_free(&made);
	language.extension = (char *)"";
	make_results(&results);
	made = made_of(&results);
	is(made.v->files[0].name, "a-b.1.x", "without an extension, that of the language");
	standalone_sources_free(&made);
}

/* Why there is no source. */
static void
refused(struct results *results, const char *why)
{
	struct standalone_sources made = made_of(results);

	is(made.v->why, why, why);
	ok(!made.v->n && !made.v->commands, "and none");
	standalone_sources_free(&made);
}

static void
test_refusals(void)
{
	struct results results;

	make_language(false);
	make_results(&results);
	saved_set_trait(results.puts.v, TRAIT_LANGUAGE, "y");
	refused(&results, "the language y is unknown here");
	make_results(&results);
	saved_set_trait(results.puts.v, TRAIT_LANGUAGE, "");
	refused(&results, "the file does not say which language the put is");
	make_results(&results);
	free(results.tests.language);
	results.tests.language = memory_copy("y");
	refused(&results, "the file has no code for that language");
	language.iteration = (char *)"@code@";
	make_results(&results);
	refused(&results, "x has no loop");
	language.command = true;
	make_results(&results);
	refused(&results, "the test is a command line");
	make_results(&results);
	test_set(results.tests.v, "compile", memory_copy("yes"), 0);
	refused(&results, "the test measures the compiler");
	make_language(true);
	language.standalone = (struct words){0};
	make_results(&results);
	refused(&results, "the language file of x has no \"standalone\"");
	make_language(true);
	make_results(&results);
	test_set(results.tests.v, "sources", memory_copy("s.y"), 0);
	refused(&results, "the language file of x has no rule for s.y");
}

/* Makes a source that includes a file of so many bytes. */
static struct standalone_sources
with_file(size_t n)
{
	struct results results;
	char *s = memory_new(n + 1);

	memset(s, '\n', n);
	scratch_store("d/f.h", s, n);
	free(s);
	make_language(true);
	make_results(&results);
	test_set(results.tests.v, "preamble", memory_copy("#include \"f.h\""), 0);
	test_set(results.tests.v, "cflags", memory_copy("-Id"), 0);
	return made_of(&results);
}

static void
test_files(void)
{
	struct standalone_sources made;
	struct results results;

	if (system("mkdir d"))
		abort();
	made = with_file(16000);
	ok(made.v->n == 2 && made.v->own == 1 && !made.v->missing.n, "a file of the user's");
	is(made.v->files[0].name, "a-b.x", "beside the source");
	is(made.v->files[0].text, "#include \"f.h\"\nx\n", "that includes it");
	is(made.v->files[1].name, "f.h", "by its name there");
	ok(strlen(made.v->files[1].text) == 16000, "all of it");
	ends_with(made.v->commands,
	    "gcc -O1 -I. a-b.x -o one.out && echo one \"$(each ./one.out)\"\n", "commands");
	standalone_sources_free(&made);
	made = with_file(16001);
	ok(made.v->n == 1 && made.v->missing.n == 1, "a file that is too large is missing");
	standalone_sources_free(&made);
	scratch_write("d/s.x", "in s\n");
	make_results(&results);
	test_set(results.tests.v, "sources", memory_copy("d/s.x"), 0);
	results.tests.v->dir = memory_copy(scratch_path);
	made = made_of(&results);
	ok(made.v->n == 2, "a source");
	is(made.v->files[1].name, "s.x", "is a file, too");
	ok(strstr(made.v->commands, "gcc -c s.x -o one.s.x.o && ") &&
	        strstr(made.v->commands, " a-b.x one.s.x.o -lx -o one.out"),
	    "that is compiled and linked");
	standalone_sources_free(&made);
}

/* A compiler that makes the same of every source, so that the shorter one is enough. */
static void
compiled_here(const char *brief, const char *want)
{
	struct target target = {.language = &language, .plain = true};
	struct results results;
	struct standalone_sources made;

	make_language(true);
	language.prelude = (char *)"whole";
	language.brief = (char *)brief;
	language.program = (char *)"@prelude@\n@code@\n";
	make_results(&results);
	saved_set_trait(results.puts.v, TRAIT_VERSION, "1");
	test_set(results.tests.v, "code", memory_copy("BLACK_BOX(BLACK_BOX(7));"), 0);
	target.exe = text_print("%s/cc", scratch_path);
	target.put = results.puts.v;
	here = (struct targets){&target, 1};
	made = made_of(&results);
	is(made.v->files[0].text, want, *brief ? "a shorter prelude" : "the whole one");
	if (*brief) {
		is(made.v->function, "int f(int a) { return a; }\n", "the code as a function");
		ok(made.v->assembly && made.v->assembly->n == 1 &&
		        !strcmp(*made.v->assembly->v, " ret"),
		    "and its assembly");
	}
	standalone_sources_free(&made);
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
	scratch_leave();
	return tap_done();
}
