#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "are.h"
#include "machine/native.h"
#include "scratch.h"
#include "tap.h"
#include "util/memory.h"
#include "util/message.h"
#include "valgrind/valgrind.h"

/* What valgrind calls the machine of the host. */
#ifdef __aarch64__
#define HOST "arm64-linux"
#else
#define HOST "amd64-linux"
#endif

/* What is said about a word of --grindargs, "" if it is taken. */
static void
argued(const char *word, const char *want)
{
	struct words words = WORDS_EMPTY;
	int status;
	size_t n;

	words_add(&words, "--x");
	words_add(&words, word);
	fflush(stdout);
	if (!fork()) {
		if (!freopen("err", "w", stderr))
			abort();
		valgrind_check_args(&words);
		fflush(stderr);
		_exit(0);
	}
	wait(&status);
	ok(status == (*want ? STATUS_USAGE << 8 : 0), "%s: status", word);
	is(scratch_load("err", &n), want, word);
	words_free(&words);
}

static void
test_args(void)
{
	argued("--D1=1024,2,64", "");
	argued("--trace=yes", "");
	argued("-", "");
	argued("x",
	    "cgbench: --grindargs: 'x' is not an option of valgrind: options begin with "
	    "'-'\n");
	argued("--tool=x", "cgbench: --grindargs: remove --tool; cgbench sets it\n");
	argued("-q", "cgbench: --grindargs: remove -q; cgbench sets it\n");
	argued("--", "cgbench: --grindargs: remove --; cgbench sets it\n");
	argued("--sim-hints=none",
	    native.option ? "cgbench: --grindargs: remove --sim-hints; cgbench sets it\n" : "");
}

static void
logs(pid_t pid, size_t *from, const char *want, const char *name)
{
	char *got = valgrind_log(".", pid, from);

	is(got, want, name);
	free(got);
}

static void
test_log(void)
{
	static const char first[] = "before\n"
	                            "==12== Cachegrind, a cache profiler\n"
	                            "==12== \n"
	                            "==12==\n"
	                            "\n"
	                            "==12== heap is full\n"
	                            "--12-- warning: L3 cache found, using its data\n";
	static const char second[] = "said of 13\n"
	                             "==13== D   refs: 7\n"
	                             "==00:00:00:00.048 13== no room\n"
	                             "=13== odd";
	size_t from = 0;
	char *all = text_print("%s%s", first, second);

	logs(0, NULL, "", "no log");
	scratch_write("log", all);
	logs(0, NULL, "before\nheap is full\nsaid of 13\nno room\n=13== odd\n", "what is new");
	logs(12, NULL, "before\nheap is full\n", "about the first process");
	logs(14, NULL, "", "about none");
	logs(12, &from, "before\nheap is full\n", "from the start");
	ok(from == strlen(first) - strlen("\n--12-- warning: L3 cache found, using its data\n"),
	    "to the last line with its number");
	logs(13, &from, "said of 13\nno room\n=13== odd\n", "from there on");
	logs(13, &from, "", "nothing more");
	scratch_write("log", "said of 13\n==13==\n==12== heap is full\n");
	logs(13, NULL, "", "a line without a blank tells no process");
	scratch_write("log", "said of 13\n==13== \n==12== heap is full\n");
	logs(13, NULL, "said of 13\n", "an empty line does");
	ok(valgrind_lacks_threads("x\nUse --max-threads=INT to") &&
	        !valgrind_lacks_threads(all),
	    "no room for threads");
	free(all);
}

/* A tool that says its version. */
static void
make_tool(const char *said)
{
	char *script = text_print("#!/bin/sh\n%s\n", said);

	scratch_write("cachegrind-" HOST, script);
	if (chmod("cachegrind-" HOST, 0755))
		abort();
	free(script);
}

static void
is_found(const char *version, field_set fields, const char *want)
{
	struct valgrind valgrind = {0}, profiler = {0};
	struct words args = WORDS_EMPTY, tail;
	char *said = text_print("echo valgrind-%s", version);
	char *wanted = text_print(
	    "%s%s%s --x=y", want, native.option ? " " : "", native.option ? native.option : "");

	make_tool(said);
	words_add(&args, "--x=y");
	valgrind_find(&valgrind, fields, false, &args);
	is(valgrind.version, version, version);
	tail = (struct words){.v = valgrind.options.v + 7, .n = valgrind.options.n - 7};
	are(&tail, wanted, "its options, after those of the caches");
	valgrind_make_profiler(&profiler, &valgrind);
	ok(profiler.fields == FIELD_ALL && !strcmp(profiler.tool, "callgrind"), "a profiler");
	tail = (struct words){.v = profiler.options.v, .n = 4};
	are(&tail,
	    " --tool=callgrind --command-line-only=yes --vgdb=no --callgrind-out-file=out.%p",
	    "with options of its own");
	ok(words_find(&profiler.options, "--cache-sim=yes") < profiler.options.n &&
	        words_find(&profiler.options, "--branch-sim=yes") < profiler.options.n,
	    "counts in all fields");
	valgrind_free(&valgrind);
	valgrind_free(&profiler);
	words_free(&args);
	free(said);
	free(wanted);
}

static void
test_find(void)
{
	setenv("VALGRIND_LIB", scratch_path, 1);
	is_found("3.15.0", FIELD_BIT(FIELD_IR), " --cache-sim=no --branch-sim=no");
	is_found("3.16.0", FIELD_BIT(FIELD_IR) | FIELD_BIT(FIELD_DR),
	    " --cache-sim=yes --branch-sim=yes --vex-guest-chase=no");
	is_found("2.17", FIELD_BIT(FIELD_DR), " --cache-sim=yes --branch-sim=yes");
	is_found(
	    "4.0", FIELD_BIT(FIELD_IR), " --cache-sim=no --branch-sim=no --vex-guest-chase=no");
}

static void
commands(const char *program, bool threads, bool rewrites, bool measured, const char *want,
    const char *name)
{
	const struct valgrind valgrind = {.tool = "cachegrind", .libexec = scratch_path};
	struct command command = {.measured = measured};
	struct words run = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;

	words_add(&run, program);
	ok(valgrind_command(&valgrind, &run, threads, rewrites, &command) == (*want != '\0'),
	    "%s: whether there is a tool", name);
	if (*want) {
		text_addf(&t, " %s/cachegrind-%s", scratch_path, want);
		are(&command.argv, t.s, name);
		valgrind_anchor(&valgrind, &command, "/a%b");
		is(command.argv.v[command.argv.n - 1], "--cachegrind-out-file=/a%%b/out.%p",
		    "an out file elsewhere");
		is(command.env.v[0], "VALGRIND_LIB=/a%b/valgrind", "and a link");
	}
	text_free(&t);
	words_free(&command.argv);
	words_free(&command.env);
	words_free(&run);
}

static void
test_command(void)
{
	static const char narrow[16] = "\177ELF\1", wide[16] = "\177ELF\2";

	scratch_store("narrow", narrow, sizeof narrow);
	scratch_store("wide", wide, sizeof wide);
	scratch_store("short", narrow, 5);
	commands("wide", false, false, false, HOST " --max-threads=2 wide", "a program");
	commands("wide", true, true, true,
	    HOST " --smc-check=all --max-threads=500 --sigill-diagnostics=yes --log-fd=252 "
	         "wide",
	    "with all options");
	commands("short", false, false, false, HOST " --max-threads=2 short", "a script");
	commands("narrow", false, false, false, "", "32 bits without a tool");
	commands("missing", false, false, false, "", "no program");
	if (native.narrow == NO_NARROW)
		return;
	if (symlink("cachegrind-" HOST, "cachegrind-x86-linux"))
		abort();
	commands("narrow", false, false, false, "x86-linux --max-threads=2 narrow", "32 bits");
}

/* The instructions that the out file of process 7 has, or what is wrong. */
static void
counts(const char *keep, const char *want, const char *name)
{
	const struct valgrind valgrind = {.fields = FIELD_BIT(FIELD_IR)};
	struct counts counts = {0};
	struct deviations deviations = {0};
	char *wrong = valgrind_counts(&valgrind, ".", 7, keep, &counts, &deviations);
	char *got = wrong ? wrong : text_print("%llu", (unsigned long long)counts.of[FIELD_IR]);

	is(got, want, name);
	ok(access("out.7", F_OK), "the file is removed");
	free(got);
}

static void
test_counts(void)
{
	static const char out[] = "events: Ir\nfn=f\n1 5\nsummary: 5\n";
	const struct valgrind valgrind = {.fields = FIELD_BIT(FIELD_IR)};
	struct deviations deviations = {0};
	struct callgrind_out costs;
	struct counts none;
	char *wrong;

	scratch_write("out.7", out);
	counts(NULL, "5", "counts");
	scratch_write("out.7", out);
	counts("kept", "5", "counts of a file that is kept");
	ok(!access("kept", R_OK), "it is kept");
	scratch_write("out.7", out);
	counts("no/kept", "5", "counts of one that cannot be kept");
	wrong = valgrind_counts(&valgrind, ".", 7, NULL, &none, &deviations);
	ok(wrong != NULL, "no file");
	free(wrong);
	wrong = valgrind_costs(".", 7, &costs);
	ok(wrong != NULL, "nor one of a profiler");
	free(wrong);
	callgrind_free(&costs);
}

/* No copy is made of a tool that looks for no debugging information, or whose options ask for
 * it. */
static void
test_quick(void)
{
	struct valgrind valgrind = {
	    .tool = "cachegrind", .libexec = scratch_path, .version = (char *)"3.19.0"};
	struct valgrind quick;

	make_tool("echo valgrind-3.19.0");
	ok(!valgrind_make_quick(&quick, &valgrind), "nothing to look for");
	words_add(&valgrind.options, "--read-inline-info=yes");
	ok(!valgrind_make_quick(&quick, &valgrind), "it is asked for");
	ok(fcntl(STDIN_FILENO, F_GETFD) >= 0, "no other file is closed");
	words_free(&valgrind.options);
}

int
main(void)
{
	scratch_enter();
	test_args();
	test_log();
	test_find();
	test_command();
	test_counts();
	test_quick();
	scratch_leave();
	return tap_done();
}
