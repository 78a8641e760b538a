#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "are.h"
#include "machine/machine.h"
#include "machine/native.h"
#include "scratch.h"
#include "util/file.h"
#include "util/message.h"
#include "valgrind/valgrind.h"

/* Valgrind's name for the machine of the host. */
#ifdef __aarch64__
#define HOST "arm64-linux"
#else
#define HOST "amd64-linux"
#endif

/* Leak checkers would look at a child that ends in message_die, which frees nothing. */
static void
leave(int status, void *unused)
{
	(void)unused;
	fflush(stderr);
	_exit(status);
}

/* Checks how a child process ends that runs a job, and what it says; the directory is "@". */
static void
ends(void (*job)(const char *), const char *arg, int want_status, const char *want, const char *name)
{
	int status;
	size_t n;

	fflush(stdout);
	if (!fork()) {
		on_exit(leave, NULL);
		if (!freopen("err", "w", stderr))
			abort();
		job(arg);
		exit(0);
	}
	wait(&status);
	ok(status == want_status << 8, "%s: status", name);
	is_freed(text_replace(scratch_load("err", &n), scratch_path, "@"), want, name);
}

static void
check_arg(const char *word)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_add(&words, "--x");
	words_add(&words, word);
	valgrind_check_args(&words);
}

/* want: what is said about a word of --grindargs, "" if it is taken. */
static void
argued(const char *word, const char *want)
{
	ends(check_arg, word, *want ? STATUS_USAGE : 0, want, word);
}

static void
test_args(void)
{
	argued("--D1=1024,2,64", "");
	argued("--trace=yes", "");
	argued("-", "");
	argued("x", "cgbench: --grindargs: 'x' is not an option of valgrind: options begin with '-'\n");
	argued("--tool=x", "cgbench: --grindargs: cgbench sets --tool: remove it\n");
	argued("-q", "cgbench: --grindargs: cgbench sets -q: remove it\n");
	argued("--", "cgbench: --grindargs: cgbench sets --: remove it\n");
	argued("--sim-hints=none", native.option ? "cgbench: --grindargs: cgbench sets --sim-hints: remove it\n" : "");
}

static void
logs(pid_t pid, size_t *from, const char *want, const char *name)
{
	is_freed(valgrind_log(".", pid, from), want, name);
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
	OWNED char *all = text_print("%s%s", first, second);

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
	ok(valgrind_lacks_threads("x\nUse --max-threads=INT to") && !valgrind_lacks_threads(all),
	    "no room for threads");
}

/* A tool that says its version. */
static void
make_tool(const char *said)
{
	OWNED char *script = text_print("#!/bin/sh\n%s\n", said);

	scratch_write("cachegrind-" HOST, script);
	if (chmod("cachegrind-" HOST, 0755))
		abort();
}

static void
is_found(const char *version, field_set fields, const char *want)
{
	FREED_BY(valgrind_free) struct valgrind valgrind = {0}, profiler = {0};
	FREED_BY(words_free) struct words args = WORDS_EMPTY;
	struct words tail;
	OWNED char *said = text_print("echo valgrind-%s", version);
	OWNED char *wanted =
	    text_print("%s%s%s --x=y", want, native.option ? " " : "", native.option ? native.option : "");

	make_tool(said);
	words_add(&args, "--x=y");
	valgrind_find(&valgrind, fields, false, &args);
	is(valgrind.version, version, version);
	tail = (struct words){.v = valgrind.options.v + 7, .n = valgrind.options.n - 7};
	are(&tail, wanted, "its options, after those of the caches");
	valgrind_make_profiler(&profiler, &valgrind);
	ok(profiler.fields == FIELD_ALL && !strcmp(profiler.tool, "callgrind"), "a profiler");
	tail = (struct words){.v = profiler.options.v, .n = 4};
	are(&tail, " --tool=callgrind --command-line-only=yes --vgdb=no --callgrind-out-file=out.%p",
	    "with options of its own");
	ok(words_find(&profiler.options, "--cache-sim=yes") < profiler.options.n &&
	        words_find(&profiler.options, "--branch-sim=yes") < profiler.options.n,
	    "counts in all fields");
}

static void
test_find(void)
{
	setenv("VALGRIND_LIB", scratch_path, 1);
	is_found("3.15.0", FIELD_BIT(FIELD_IR), " --cache-sim=no --branch-sim=no");
	is_found("3.16.0", FIELD_BIT(FIELD_IR) | FIELD_BIT(FIELD_DR),
	    " --cache-sim=yes --branch-sim=yes --vex-guest-chase=no");
	is_found("2.17", FIELD_BIT(FIELD_DR), " --cache-sim=yes --branch-sim=yes");
	is_found("4.0", FIELD_BIT(FIELD_IR), " --cache-sim=no --branch-sim=no --vex-guest-chase=no");
}

static void
commands(const char *program, bool threads, bool rewrites, bool measured, const char *want, const char *name)
{
	const struct valgrind valgrind = {.tool = "cachegrind", .libexec = scratch_path};
	struct command command = {.measured = measured};
	FREED_BY(words_free) struct words run = WORDS_EMPTY;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	words_add(&run, program);
	ok(valgrind_command(&valgrind, &run, threads, rewrites, &command) == (*want != '\0'),
	    "%s: whether there is a tool", name);
	if (*want) {
		text_addf(&t, " %s/cachegrind-%s", scratch_path, want);
		are(&command.argv, t.s, name);
		valgrind_anchor(&valgrind, &command, "/a%b");
		is(command.argv.v[command.argv.n - 1], "--cachegrind-out-file=/a%%b/out.%p", "an out file elsewhere");
	}
	words_free(&command.argv);
	words_free(&command.env);
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
	    HOST " --smc-check=all --max-threads=500 --sigill-diagnostics=yes --log-fd=252 wide", "with all options");
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

	is_freed(wrong ? wrong : text_print("%llu", (unsigned long long)counts.of[FIELD_IR]), want, name);
	ok(access("out.7", F_OK), "the file is removed");
}

static void
test_counts(void)
{
	static const char out[] = "events: Ir\nfn=f\n1 5\nsummary: 5\n";
	const struct valgrind valgrind = {.fields = FIELD_BIT(FIELD_IR)};
	struct deviations deviations = {0};
	struct callgrind_out costs;
	struct counts none;
	char *wrong, *no_profile;

	scratch_write("out.7", out);
	counts(NULL, "5", "counts");
	scratch_write("out.7", out);
	counts("kept", "5", "counts of a file that is kept");
	ok(!access("kept", R_OK), "it is kept");
	scratch_write("out.7", out);
	counts("no/kept", "5", "counts of one that cannot be kept");
	wrong = valgrind_counts(&valgrind, ".", 7, NULL, &none, &deviations);
	no_profile = valgrind_costs(".", 7, &costs);
	ok(wrong && no_profile, "no file, nor one of a profiler");
	free(wrong);
	free(no_profile);
	callgrind_free(&costs);
}

/* The processes in a directory, in the order of their numbers; one was only forked. */
static void
test_counts_all(void)
{
	const struct valgrind valgrind = {.fields = FIELD_BIT(FIELD_IR)};
	struct deviations deviations = {0};
	FREED_BY(processes_free) struct processes processes = {0};
	struct counts counts = {0};
	FREED_BY(text_free) struct text shown = TEXT_EMPTY;

	is_freed(valgrind_counts_all(&valgrind, ".", NULL, &counts, &processes, &deviations),
	    "cachegrind wrote no counts", "no process");
	scratch_write("log", "==9== Command: sh -c x\n==10== Command: cat x\n");
	scratch_write("out.10", "cmd: cat x\nevents: Ir\nsummary: 5\n");
	scratch_write("out.9", "cmd: sh -c x\nevents: Ir\nsummary: 20\n");
	scratch_write("out.11", "cmd: sh -c x\nevents: Ir\nsummary: 300\n");
	is_freed(valgrind_counts_all(&valgrind, ".", "kept", &counts, &processes, &deviations), NULL, "processes");
	ok(counts.of[FIELD_IR] == 325, "their sum");
	ok(processes.n == 3 && processes.v[0].counts.of[FIELD_IR] == 20 && processes.v[1].counts.of[FIELD_IR] == 5,
	    "each of them");
	ok(!processes.v[0].forked && !processes.v[1].forked && processes.v[2].forked, "one was forked");
	ok(!access("kept", R_OK) && !access("kept.2", R_OK) && !access("kept.3", R_OK), "their files are kept");
	processes_show(&processes, &shown);
	is(shown.s, "3 processes, whose programs cost in Ir: sh 320, cat 5", "by program");
}

/* No copy is made of a tool that looks for no debugging information, or whose options ask for
   it. */
static void
test_quick(void)
{
	struct valgrind valgrind = {.tool = "cachegrind", .libexec = scratch_path, .version = (char *)"3.19.0"};
	struct valgrind quick;

	make_tool("echo valgrind-3.19.0");
	ok(!valgrind_make_quick(&quick, &valgrind), "nothing to look for");
	words_add(&valgrind.options, "--read-inline-info=yes");
	ok(!valgrind_make_quick(&quick, &valgrind), "it is asked for");
	ok(fcntl(STDIN_FILENO, F_GETFD) >= 0, "no other file is closed");
	words_free(&valgrind.options);
}

/* A tool that is this program looks for debugging information, and says its version. */
static void
test_copy(void)
{
	struct valgrind valgrind = {
	    .tool = "cachegrind", .libexec = scratch_path, .version = (char *)"3.19.0", .fields = 7};
	FREED_BY(command_free) struct command command = {.measured = true};
	FREED_BY(words_free) struct words run = WORDS_EMPTY;
	struct words tail;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	struct valgrind quick;
	OWNED char *self = file_real("/proc/self/exe");
	bool copied;

	unlink("cachegrind-" HOST);
	words_add(&valgrind.options, "--x");
	words_add(&run, "/bin/sh");
	copied = file_copy_tree(self, "cachegrind-" HOST) && valgrind_make_quick(&quick, &valgrind);
	ok(copied, "a copy");
	if (!copied)
		return;
	ok(!strcmp(quick.tool, "cachegrind") && !strcmp(quick.version, "3.19.0") && quick.fields == 7 &&
	        !strcmp(quick.libexec, scratch_path),
	    "it counts the same");
	ok(strlen(quick.copy) == strlen(scratch_path) + strlen("/cachegrind-" HOST) &&
	        text_begins(quick.copy, "/proc/self/fd///") && atoi(strrchr(quick.copy, '/') + 1) == quick.copy_file,
	    "its path is as long as the tool's: %s", quick.copy);
	ok(fcntl(quick.copy_file, F_GETFD) == FD_CLOEXEC, "it closes on exec");
	ok(file_read(quick.copy, &t) && !memmem(t.s, t.n, "/usr/lib/debug", 14) &&
	        memmem(t.s, t.n, "/dev/null/none", 14),
	    "it looks elsewhere");
	valgrind_add_symbols(&quick, "dir");
	ok(valgrind_command(&quick, &run, false, false, &command), "a command");
	is(command.argv.v[0], quick.copy, "runs the copy");
	tail = (struct words){.v = command.argv.v + 1, .n = 3};
	are(&tail, " --x --extra-debuginfo-path=dir --allow-mismatched-debuginfo=yes", "with the symbols");
	words_add(&valgrind.options, "--keep-debuginfo=no");
	valgrind_free(&quick);
	ok(!valgrind_make_quick(&quick, &valgrind), "no copy if debugging information matters");
	words_free(&valgrind.options);
}

/* Finds it with these options; "host" asks for the host's caches. */
static void
find(const char *given)
{
	FREED_BY(valgrind_free) struct valgrind valgrind = {0};
	FREED_BY(words_free) struct words args = WORDS_EMPTY;
	bool host = !strcmp(given, "host");

	if (!host)
		words_split(&args, given);
	valgrind_find(&valgrind, FIELD_ALL, host, &args);
	fprintf(stderr, "%s", valgrind.libexec + strlen(scratch_path));
	for (size_t i = 0; host && i < valgrind.options.n; i++)
		if (text_begins(valgrind.options.v[i], "--D1"))
			fprintf(stderr, " %s", valgrind.options.v[i]);
}

static void
says(const char *given, int want_status, const char *want, const char *name)
{
	ends(find, given, want_status, want, name);
}

static void
test_refused(void)
{
	static const char described[] =
	    "[ $# = 1 ] && echo valgrind-3.19.0 || echo 'desc: I1 cache:         32768 B, 64 B, "
	    "8-way associative\ndesc: D1 cache:         16384 B, 64 B, 4-way associative\ndesc: "
	    "LL cache:         1048576 B, 64 B, 16-way associative'";

	make_tool(described);
	says("host", 0, " --D1=16384,4,64", "the host's caches");
	make_tool("[ $# = 1 ] && echo valgrind-3.19.0 || echo 'Cannot auto-detect cache config'");
	says("host", STATUS_FAILURE,
	    "cgbench: --host-cache: cachegrind does not know this host's "
	    "caches; set them with --grindargs='--I1=... --D1=... --LL=...'\n",
	    "which it does not know");
	make_tool("[ $# = 1 ] && echo valgrind-3.19.0 || { echo bad; exit 1; }");
	says("", 0, "", "no options");
	says("--y 'a b'", STATUS_USAGE,
	    "cgbench: --grindargs: valgrind does not run with --y 'a b': exited with status 1\n    bad\n",
	    "options that it refuses");
	make_tool("echo valgrind-3.19.0; exit 1");
	says("", STATUS_FAILURE,
	    "cgbench: @/cachegrind-" HOST " --version fails: exited with status 1\n    valgrind-3.19.0\n",
	    "no version");
	make_tool("echo grind-3.19.0");
	says("", STATUS_FAILURE,
	    "cgbench: @/cachegrind-" HOST " --version fails: it prints no version\n    grind-3.19.0\n",
	    "another program");
	make_tool("echo valgrind-3.19.0");
	says("--y", 0, "", "options that it takes");
}

/* The tools may be in several places near a launcher. */
static void
test_beside(void)
{
	OWNED char *debian = text_print("lib/%s/valgrind", machine_host()->triple);
	const char *const below[] = {"libexec/valgrind", "lib/valgrind", debian, "lib64/valgrind"};

	setenv("VALGRIND_LIB", "/no", 1);
	setenv("PATH", "/no", 1);
	says("", STATUS_FAILURE, "cgbench: valgrind is not in $PATH; install it (Debian: apt-get install valgrind)\n",
	    "no launcher");
	scratch_write("valgrind", "");
	if (chmod("valgrind", 0755) || !file_make_dirs("bin") || rename("valgrind", "bin/valgrind"))
		abort();
	setenv("PATH", "bin", 1);
	says("", STATUS_FAILURE,
	    "cgbench: cachegrind-" HOST " is missing near @/bin/valgrind; set VALGRIND_LIB to its directory\n",
	    "no tool");
	for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
		OWNED char *tool = text_print("%s/cachegrind-" HOST, below[i]);
		OWNED char *want = text_print("/%s", below[i]);

		make_tool("echo valgrind-3.19.0");
		setenv("PATH", "bin:/bin:/usr/bin", 1);
		if (!file_make_dirs(below[i]) || rename("cachegrind-" HOST, tool))
			abort();
		says("", 0, want, below[i]);
		unlink(tool);
	}
}

int
main(int argc, char **argv)
{
	if (argc > 1)
		return strcmp(argv[1], "--version") || puts("valgrind-3.19.0") < 0;
	scratch_enter();
	test_copy();
	test_args();
	test_log();
	test_find();
	test_command();
	test_counts();
	test_counts_all();
	test_quick();
	test_refused();
	test_beside();
	scratch_leave();
	return tap_done();
}
