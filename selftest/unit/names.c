/* The names by which messages call files of a run, and lines of a benchfile. */

#include "measure/names.h"
#include "tap.h"

static char none[] = "", c[] = "c", line_of[] = "#line {line} \"{file}\"";
static char *words[] = {(char *)"x", NULL};
static struct config config;
static struct run run = {.config = &config, .workdir = "/run", .tmp = (char *)"/run/tmp"};
static struct put put = {.label = (char *)"a/b"};
static struct test test = {.name = (char *)".t%", .file = (char *)"my.bench"};
static struct language language = {.name = c,
    .extension = none,
    .line = none,
    .hold = none,
    .settle = none,
    .renew = none,
    .terminator = none,
    .headers = none,
    .prelude = none,
    .program = (char *)"first\n@code@\n@setup@\n",
    .function = none,
    .shim = none,
    .iteration = none,
    .empty = (char *)"nothing",
    .compile = {.v = words, .n = 1}};
static struct target target = {.put = &put, .language = &language, .plain = true};
static struct names names = {
    .run = &run, .target = &target, .test = &test, .symbol = "cgbenchtest00000005", .dir = "/run/c00000001"};

static void
says(const char *said, const char *want)
{
	is_freed(names_output(&names, true, 1, said), want, said);
}

static void
test_paths(void)
{
	is_freed(names_put(&config, &target), "DIR/a%2Fb", "a put");
	is_freed(names_test(&names), "DIR/a%2Fb/%2Et%25", "a test");
	config.keep = "/keep";
	is_freed(names_test(&names), "/keep/a%2Fb/%2Et%25", "one that is kept");
	test.name = (char *)"t.x\ty";
	is_freed(names_test(&names), "/keep/a%2Fb/t.x%09y", "with a tab");
	config.keep = NULL;
	test.name = (char *)"t";
}

static void
test_command(void)
{
	char *argv[] = {(char *)"/run/c00000001/11/x", (char *)"/run/c00000001/test.o",
	    (char *)"/run/p00000001/program", (char *)"/run/main.o", (char *)"/run/tmp/y", (char *)"/run/z",
	    (char *)"../lib.so", NULL};
	char *env[] = {(char *)"X=/run/tmp", NULL};
	const struct command command = {
	    .argv = {.v = argv, .n = 7}, .env = {.v = env, .n = 1}, .cwd = (char *)"/run/c00000001/00"};

	is_freed(names_command(&names, &command),
	    "cd DIR/a%2Fb/t/empty-short && env X=TMPDIR DIR/a%2Fb/t/active-long/x "
	    "DIR/a%2Fb/t/test.o DIR/p00000001/program DIR/main.o TMPDIR/y DIR/z ../lib.so",
	    "without a program");
	names.program_dir = "/run/p00000001";
	target.main_object = (char *)"/run/main.o";
	target.preload = "../lib.so";
	is_freed(names_command(&names, &command),
	    "cd DIR/a%2Fb/t/empty-short && env X=TMPDIR DIR/a%2Fb/t/active-long/x DIR/a%2Fb/t/test.o "
	    "DIR/a%2Fb/t/program DIR/a%2Fb/main.o TMPDIR/y DIR/z DIR/libcgbench-forkserver.so",
	    "with all files");
	target.preload = NULL;
}

static void
test_output(void)
{
	char *wrong;

	says("/run/c00000001/test.c: /run/p00000001/program: ../p00000001/program: cgbenchtest00000005",
	    "test.c: program: program: cgbenchtest");
	says("/run/main.o /run/tmp/x /run/y", "DIR/a%2Fb/main.o TMPDIR/x DIR/y");
	names.program_dir = NULL;
	target.main_object = NULL;
	test_set(&test, "code", memory_copy("x\ny"), 10);
	test_set(&test, "setup", memory_copy("z"), 20);
	says("test.c:2: odd", "test.c:2: odd");
	language.position = pattern_new("(?:test.c|my.bench):([0-9]+)", &wrong);
	says("test.c:2: odd\ntest.c:3, test.c:5:9", "my.bench:10: odd\nmy.bench:11, my.bench:20:9");
	says("test.c:1: test.c:4: test.c:0", "test.c:1: test.c:4: test.c:0");
	says("test.c:7: test.c:99:", "test.c:7: test.c:99:");
	language.line = line_of;
	says("my.bench:11: my.bench:12: my.bench:20", "my.bench:11: my.bench:12: my.bench:20");
	language.compile.n = 0;
	language.line = none;
	is_freed(names_output(&names, false, 1, "test.c:3 my.bench:2"), "my.bench:20 my.bench:2", "an empty script");
	pattern_free(language.position);
}

int
main(void)
{
	test_paths();
	test_command();
	test_output();
	while (test.part_count)
		part_free(&test.parts[--test.part_count]);
	free(test.parts);
	return tap_done();
}
