#include <ctype.h>
#include <dirent.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "machine/machine.h"
#include "machine/native.h"
#include "process/jobs.h"
#include "process/launch.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "outfile/cachegrind.h"
#include "valgrind/caches.h"
#include "outfile/load_map.h"
#include "util/array.h"
#include "valgrind/valgrind.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x10u
#endif

#define TOOL "cachegrind"
#define PROFILER "callgrind"
#define OUT_FILE "-out-file="

/* The fork server calls this function where a process begins to run its test. Costs before that
   are the same in all measurements and only make out files larger. Compilers may add to its
   name. */
#define BECOME "cgbench_become*"

static bool
has_tool(const char *dir)
{
	OWNED char *tool = text_print("%s/" TOOL "-%s", dir, native.valgrind);

	return access(tool, X_OK) == 0;
}

/* The tools are in a directory near the launcher's, which depends on valgrind's build. */
static char *
find_libexec(void)
{
	OWNED char *debian = text_print("lib/%s/valgrind", machine_host()->triple);
	const char *const below[] = {
	    "libexec/valgrind", "lib/valgrind", debian, "lib64/valgrind"};
	const char *given = getenv("VALGRIND_LIB");
	OWNED char *launcher = NULL, *real = NULL;
	char *found = NULL;

	if (given && has_tool(given))
		return file_real(given);
	launcher = file_find_executable("valgrind");
	if (!launcher)
		message_die(STATUS_FAILURE, "valgrind is not in $PATH; install it "
		                            "(Debian: apt-get install valgrind)");
	real = file_real(launcher);
	for (size_t i = 0; real && !found && i < COUNTOF(below); i++) {
		OWNED char *dir =
		    text_print("%.*s/../%s", (int)(strrchr(real, '/') - real), real, below[i]);

		found = has_tool(dir) ? file_real(dir) : NULL;
	}
	if (!found)
		message_die(STATUS_FAILURE,
		    TOOL "-%s is missing near %s; set VALGRIND_LIB to its directory",
		    native.valgrind, launcher);
	return found;
}

/* Valgrind executes its launcher in place of a program that its program executes. Debian's
   "valgrind" is a script that executes the other one. */
static char *
find_launcher(void)
{
	char *launcher = file_find_executable("valgrind.bin");

	return launcher ? launcher : file_find_executable("valgrind");
}

static void
valgrind_add_env(const char *libexec, const char *launcher, struct words *env)
{
	words_take(env, text_print("VALGRIND_LIB=%s", libexec));
	words_take(env, text_print("VALGRIND_LAUNCHER=%s", launcher));
}

enum { ASK_SECONDS = 60 };

/* Sets command to one that prints the version of a tool. */
static void
ask_version(const struct valgrind *valgrind, const char *tool, struct command *command)
{
	*command = (struct command){.timeout = ASK_SECONDS};
	words_add(&command->argv, tool);
	words_add(&command->argv, "--version");
	valgrind_add_env(valgrind->libexec, "valgrind", &command->env);
}

/* Returns "3.19.0" if a tool said "valgrind-3.19.0\n", or NULL if it said something else. */
static char *
valgrind_read_version(const struct outcome *outcome)
{
	static const char name[] = "valgrind-";
	const char *said = outcome->output;

	if (!said || outcome->status || !text_begins(said, name))
		return NULL;
	said += strlen(name);
	return memory_copy_n(said, strcspn(said, "\n"));
}

static char *
valgrind_find_version(const struct valgrind *valgrind)
{
	OWNED char *tool = text_print("%s/" TOOL "-%s", valgrind->libexec, native.valgrind);
	struct command command;
	FREED_BY(outcome_free) struct outcome outcome = {0};
	OWNED char *why = NULL;
	char *version;

	ask_version(valgrind, tool, &command);
	jobs_run_one(&command, &outcome);
	version = valgrind_read_version(&outcome);
	if (version)
		return version;
	why = outcome_why(&outcome);
	message_warn("%s --version fails: %s", tool, why ? why : "it prints no version");
	if (outcome.output)
		message_block(outcome.output);
	exit(STATUS_FAILURE);
}

/* Since 3.16 valgrind also counts instructions that it executes speculatively, unless an option
   says not to. */
static bool
guest_chase(const char *version)
{
	unsigned major = 0, minor = 0;

	return sscanf(version, "%u.%u", &major, &minor) == 2 &&
	       (major > 3 || (major == 3 && minor >= 16));
}

enum { TRY_SECONDS = 60 };

/* Runs a program that every host has, with the options so far and the out file out. Returns
   false if it cannot be started. */
static bool
try_options(const struct valgrind *valgrind, const char *out, struct outcome *outcome)
{
	struct valgrind silent = *valgrind;
	struct command command = {.timeout = TRY_SECONDS};
	FREED_BY(words_free) struct words run = WORDS_EMPTY;
	bool possible;

	silent.options = (struct words)WORDS_EMPTY;
	words_add_all(&silent.options, &valgrind->options);
	words_add(&silent.options, "--cache-sim=yes");
	words_take(&silent.options, text_print("--" TOOL OUT_FILE "%s", out));
	words_add(&silent.options, "-q");
	words_add(&run, "/bin/sh");
	possible = valgrind_command(&silent, &run, false, false, &command);
	words_free(&silent.options);
	if (possible)
		jobs_run_one(&command, outcome);
	return possible;
}

/* Refuses grindargs that valgrind refuses. */
static void
check_grindargs(const struct valgrind *valgrind, const struct words *grindargs)
{
	struct text shown = TEXT_EMPTY;
	FREED_BY(outcome_free) struct outcome outcome = {0};
	OWNED char *why = NULL;

	if (!try_options(valgrind, "/dev/null", &outcome))
		return;
	why = outcome_why(&outcome);
	if (!why)
		return;
	words_quote(grindargs, &shown);
	message_warn("--grindargs: valgrind does not run with %s: %s", shown.s, why);
	if (outcome.output)
		message_block(outcome.output);
	exit(STATUS_USAGE);
}

/* Adds the caches that cachegrind takes from the host unless it is given others. If it
   cannot find them, as on AArch64, it warns and takes small ones of its own. */
static void
add_host_caches(struct valgrind *valgrind)
{
	FREED_BY(outcome_free) struct outcome outcome = {0};
	bool found = try_options(valgrind, "/dev/stdout", &outcome) && outcome.output &&
	             !strstr(outcome.output, "Cannot auto-detect cache config") &&
	             caches_add_described(&valgrind->options, outcome.output);

	if (!found)
		message_die(STATUS_FAILURE,
		    "--host-cache: cachegrind does not know this host's caches; set them with "
		    "--grindargs='--I1=... --D1=... --LL=...'");
}

void
valgrind_find(
    struct valgrind *valgrind, field_set fields, bool host_cache, const struct words *grindargs)
{
	static const char *const always[] = {"--tool=" TOOL, "--command-line-only=yes",
	    "--vgdb=no", "--" TOOL OUT_FILE "out.%p"};
	bool simulates = fields & ~(FIELD_BIT(FIELD_IR));

	valgrind->tool = TOOL;
	valgrind->fields = fields;
	valgrind->libexec = find_libexec();
	valgrind->launcher = find_launcher();
	valgrind->version = valgrind_find_version(valgrind);
	for (size_t i = 0; i < COUNTOF(always); i++)
		words_add(&valgrind->options, always[i]);
	if (host_cache)
		add_host_caches(valgrind);
	else
		caches_add_fixed(&valgrind->options);
	words_add(&valgrind->options, simulates ? "--cache-sim=yes" : "--cache-sim=no");
	words_add(&valgrind->options, simulates ? "--branch-sim=yes" : "--branch-sim=no");
	if (guest_chase(valgrind->version))
		words_add(&valgrind->options, "--vex-guest-chase=no");
	if (native.option)
		words_add(&valgrind->options, native.option);
	words_add_all(&valgrind->options, grindargs);
	if (grindargs->n)
		check_grindargs(valgrind, grindargs);
}

void
valgrind_none(struct valgrind *valgrind, field_set fields)
{
	*valgrind = (struct valgrind){.tool = TOOL,
	    .libexec = memory_copy(""),
	    .version = memory_copy(""),
	    .fields = fields};
}

static struct valgrind
valgrind_copy(const struct valgrind *valgrind)
{
	struct valgrind copy = {.tool = valgrind->tool,
	    .libexec = memory_copy(valgrind->libexec),
	    .launcher = memory_copy(valgrind->launcher),
	    .version = memory_copy(valgrind->version),
	    .fields = valgrind->fields};

	words_add_all(&copy.options, &valgrind->options);
	return copy;
}

/* Without its own functions for the linker's stubs, callgrind would add what a stub costs to
   the instruction that calls it. */
void
valgrind_make_profiler(struct valgrind *profiler, const struct valgrind *valgrind)
{
	static const char *const own[] = {"--dump-instr=yes", "--dump-line=yes",
	    "--skip-plt=no", "--separate-recs=1", "--show-below-main=yes",
	    ("--zero-before=" BECOME), LOAD_MAP_OPTION, LOAD_MAP_OPTION};
	struct words *options = &profiler->options;
	size_t i;

	*profiler = valgrind_copy(valgrind);
	profiler->tool = PROFILER;
	profiler->fields = FIELD_ALL;
	i = words_find_variable(options, "--" TOOL OUT_FILE);
	if (i < options->n)
		words_replace(options, i, memory_copy("--" PROFILER OUT_FILE "out.%p"));
	words_set_variable(options, "--tool=" PROFILER);
	words_set_variable(options, "--cache-sim=yes");
	words_set_variable(options, "--branch-sim=yes");
	for (i = 0; i < COUNTOF(own); i++)
		words_add(options, own[i]);
}

/* Returns true if the user's options are about debugging information, such as
   --read-inline-info. */
static bool
asks_for_debugging(const struct words *options)
{
	static const char *const pieces[] = {"debug", "-info", "-sym"};

	for (size_t i = 0; i < options->n; i++)
		for (size_t k = 0; k < COUNTOF(pieces); k++)
			if (strstr(options->v[i], pieces[k]))
				return true;
	return false;
}

/* A host may refuse to run what is only in memory. */
static bool
runs_copy(const struct valgrind *quick)
{
	FREED_BY(command_free) struct command command = {0};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	OWNED char *version = NULL;

	ask_version(quick, quick->copy, &command);
	child_run(&command, &outcome);
	version = valgrind_read_version(&outcome);
	return version != NULL;
}

/* Every version looks in the first path, by build id and by name. The second never exists. */
static const char searched[] = "/usr/lib/debug", nowhere[] = "/dev/null/none";

_Static_assert(sizeof searched == sizeof nowhere, "the tool's data stay where they are");

/* Returns true if the path was there. */
static bool
replace_all(struct text *t)
{
	const size_t n = sizeof searched - 1;
	char *at = t->s, *end = t->s + t->n;
	bool any = false;

	while ((at = memmem(at, (size_t)(end - at), searched, n))) {
		memcpy(at, nowhere, n);
		at += n;
		any = true;
	}
	return any;
}

/* A program that reads the map of its memory finds this line,
       58000000-580bd000 r-xp 00000000 00:01 2053    /memfd:NAME (deleted)
   which must be as long as with the tool's own path, and to have "/cachegrind-" in it:
   inject/forkserver/rollback.c looks for that. */
static int
make_file(const char *tool)
{
	static const char around[] = "/memfd: (deleted)";
	const char *name = strrchr(tool, '/');
	int fd;

	if (!name || (size_t)(name - tool) < sizeof around - 1)
		return -1;
	name = tool + sizeof around - 1;
	fd = memfd_create(name, MFD_CLOEXEC | MFD_EXEC);
	/* Kernels before 6.3 do not know MFD_EXEC. */
	return fd < 0 ? memfd_create(name, MFD_CLOEXEC) : fd;
}

static bool
valgrind_write_all(int fd, const char *s, size_t n)
{
	ssize_t written;

	for (; n; s += written, n -= (size_t)written)
		if ((written = write(fd, s, n)) <= 0)
			return false;
	return true;
}

/* Makes a copy of the tool, in memory, that looks for no debugging information below
   /usr/lib/debug. Reading that of the C library and the loader takes half of the time in
   which a dynamically linked program starts. It counts what the tool itself counts, and in a
   program's memory it has the same place, and a name of the same length. Returns a descriptor
   that closes on exec, or -1: it cannot be made, or would start no faster. */
static int
make_copy(const char *tool)
{
	FREED_BY(text_free) struct text bytes = TEXT_EMPTY;
	int fd = -1;

	if (file_read(tool, &bytes) && bytes.n && replace_all(&bytes))
		fd = make_file(tool);
	if (fd >= 0 && !valgrind_write_all(fd, bytes.s, bytes.n)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Returns a path for exec that leads to the copy, in every process that has the descriptor.
   Slashes make it as long as that of the tool: the path is on the stack of the tool, below
   which the tool puts the program. */
static char *
path_of_copy(int copy, const char *tool)
{
	struct text path = TEXT_EMPTY;
	OWNED char *number = text_print("%d", copy);

	text_add(&path, "/proc/self/fd/");
	while (path.n + strlen(number) < strlen(tool))
		text_add_char(&path, '/');
	text_add(&path, number);
	return text_take(&path);
}

char *
valgrind_tool(const struct valgrind *valgrind, const char *architecture)
{
	return text_print("%s/%s-%s", valgrind->libexec, valgrind->tool, architecture);
}

bool
valgrind_make_quick(struct valgrind *quick, const struct valgrind *valgrind)
{
	OWNED char *tool = valgrind_tool(valgrind, native.valgrind);
	int copy = asks_for_debugging(&valgrind->options) ? -1 : make_copy(tool);

	*quick = valgrind_copy(valgrind);
	quick->copy = copy < 0 ? NULL : path_of_copy(copy, tool);
	quick->copy_file = copy;
	if (quick->copy && runs_copy(quick))
		return true;
	valgrind_free(quick);
	*quick = (struct valgrind){0};
	return false;
}

/* Valgrind then takes the file in dir without checking that it belongs to the library. */
void
valgrind_add_symbols(struct valgrind *quick, const char *dir)
{
	words_take(&quick->options, text_print("--extra-debuginfo-path=%s", dir));
	words_add(&quick->options, "--allow-mismatched-debuginfo=yes");
}

void
valgrind_check_args(const struct words *grindargs)
{
	static const char refused[] =
	    "--tool -q --quiet --log-file --log-fd --log-socket --cachegrind-out-file "
	    "--trace-children --cache-sim --branch-sim --command-line-only -h --help --help-debug "
	    "--version --";

	for (size_t i = 0; i < grindargs->n; i++) {
		const char *word = grindargs->v[i];
		size_t n = strcspn(word, "=");

		if (word[0] != '-')
			message_die(STATUS_USAGE,
			    "--grindargs: '%s' is not an option of valgrind: options begin with '-'",
			    word);
		if (text_is_one_of(word, n, refused) ||
		    (native.option && !strncmp(word, native.option, n + 1)))
			message_die(STATUS_USAGE, "--grindargs: cgbench sets %.*s: remove it",
			    (int)n, word);
	}
}

/* Returns the name of the program's architecture, or NULL if it cannot be read. A script has
   none: its interpreter is not looked up. */
static const char *
architecture_of(const char *program)
{
	FREED_BY(text_free) struct text id = TEXT_EMPTY;

	if (!file_read_start(program, &id, EI_NIDENT))
		return NULL;
	return id.n == EI_NIDENT && !memcmp(id.s, ELFMAG, SELFMAG) &&
	               id.s[EI_CLASS] == ELFCLASS32
	           ? native.valgrind_narrow
	           : native.valgrind;
}

bool
valgrind_command(const struct valgrind *valgrind, const struct words *run, bool threads,
    bool rewrites, struct command *command)
{
	const char *name = architecture_of(run->v[0]);
	char *tool = NULL;

	if (name && valgrind->copy && name == native.valgrind)
		tool = memory_copy(valgrind->copy);
	else if (name)
		tool = valgrind_tool(valgrind, name);
	if (!tool || access(tool, X_OK)) {
		free(tool);
		return false;
	}
	words_take(&command->argv, tool);
	if (rewrites)
		words_add(&command->argv, "--smc-check=all");
	words_add_all(&command->argv, &valgrind->options);
	words_add(&command->argv, threads ? "--max-threads=500" : "--max-threads=2");
	if (command->measured) {
		words_add(&command->argv, "--sigill-diagnostics=yes");
		words_take(&command->argv, text_print("--log-fd=%d", CGBENCH_LOG));
	}
	if (command->follows)
		words_add(&command->argv, "--trace-children=yes");
	words_add_all(&command->argv, run);
	if (command->follows && valgrind->launcher)
		valgrind_add_env(valgrind->libexec, valgrind->launcher, &command->env);
	else
		valgrind_add_env(command->measured ? VALGRIND_LINK : valgrind->libexec,
		    "valgrind", &command->env);
	return true;
}

void
valgrind_anchor(const struct valgrind *valgrind, struct command *command, const char *dir)
{
	OWNED char *escaped = text_replace(dir, "%", "%%");
	OWNED char *out = text_print("--%s" OUT_FILE "%s/out.%%p", valgrind->tool, escaped);

	words_set_variable(&command->argv, out);
}

char *
valgrind_costs(const char *dir, pid_t pid, struct callgrind_out *out)
{
	OWNED char *path = text_print("%s/out.%ld", dir, (long)pid);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	bool read = file_read(path, &t);
	const char *what = read ? callgrind_parse(out, &t) : NULL;
	char *wrong = !read || what ? out_file_wrong("callgrind", dir, what) : NULL;

	if (!read)
		*out = (struct callgrind_out){0};
	unlink(path);
	return wrong;
}

/* Reads an out file, and moves or removes it. name: NULL, or what takes the program's
   arguments; the caller frees. */
static char *
valgrind_read_out(const struct valgrind *valgrind, const char *dir, const char *file,
    const char *keep, struct counts *counts, struct deviations *deviations, char **name)
{
	OWNED char *path = text_print("%s/%s", dir, file);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	bool read = file_read(path, &t);
	const char *what =
	    read ? cachegrind_parse_out(t.s ? t.s : "", t.n, valgrind->fields, counts) : NULL;
	char *wrong = !read || what ? out_file_wrong("cachegrind", dir, what) : NULL;

	if (!wrong)
		deviation_add_out(deviations, t.s, t.n);
	if (!wrong && name)
		*name = cachegrind_command(t.s, t.n);
	out_file_end(path, keep);
	return wrong;
}

char *
valgrind_counts(const struct valgrind *valgrind, const char *dir, pid_t pid, const char *keep,
    struct counts *counts, struct deviations *deviations)
{
	OWNED char *file = text_print("out.%ld", (long)pid);

	return valgrind_read_out(valgrind, dir, file, keep, counts, deviations, NULL);
}

static int
by_pid(const void *a, const void *b)
{
	return *(const pid_t *)a - *(const pid_t *)b;
}

size_t
valgrind_processes(const char *dir, pid_t **pids)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	size_t n = 0;

	*pids = NULL;
	while (d && (entry = readdir(d)))
		if (text_begins(entry->d_name, "out."))
			*ARRAY_ADD(*pids, n) = (pid_t)atol(entry->d_name + strlen("out."));
	if (d)
		closedir(d);
	if (n)
		qsort(*pids, n, sizeof **pids, by_pid);
	return n;
}

char *
valgrind_counts_all(const struct valgrind *valgrind, const char *dir, const char *keep,
    struct counts *counts, struct processes *processes, struct deviations *deviations)
{
	OWNED char *path = text_print("%s/" LAUNCH_LOG, dir);
	FREED_BY(text_free) struct text log = TEXT_EMPTY;
	bool logged = file_read(path, &log) && log.s;
	pid_t *pids;
	size_t n = valgrind_processes(dir, &pids);
	char *wrong = n ? NULL : out_file_wrong("cachegrind", dir, NULL);

	for (size_t i = 0; i < n && !wrong; i++) {
		OWNED char *file = text_print("out.%ld", (long)pids[i]);
		OWNED char *kept = keep && i ? text_print("%s.%zu", keep, i + 1) : NULL;
		OWNED char *begun = text_print("%ld== Command: ", (long)pids[i]);
		struct process_counts *process = processes_add(processes);

		wrong = valgrind_read_out(valgrind, dir, file, kept ? kept : keep,
		    &process->counts, deviations, &process->command);
		/* A process for which valgrind has not begun to run a program:
		       ==123== Command: sh -c 'a | b' */
		process->forked = logged && !strstr(log.s, begun);
	}
	free(pids);
	if (!wrong)
		*counts = processes_sum(processes);
	return wrong;
}

/* Remarks on the host's caches, the lines that begin and end each log, and empty lines are not
   news. With -q, valgrind would leave them out, but also say nothing of a heap that cannot
   grow. */
static bool
is_news(const char *line, size_t n)
{
	static const char *const usual[] = {"warning: L3 cache found",
	    "warning: specified LL cache", "warning: simulated LL cache", "== Cachegrind, ",
	    "== Copyright (C) ", "== Using Valgrind-", "== Command: ", " refs: ", " misses: ",
	    " miss rate: ", "== Branches: ", "== Mispredicts: ", "== Mispred rate: "};

	for (size_t i = 0; i < COUNTOF(usual); i++)
		if (memmem(line, n, usual[i], strlen(usual[i])))
			return false;
	return n > 0 && line[n - 1] != ' ' && line[n - 1] != '=';
}

/* Parses "==123== text" or, with --time-stamp=yes, "==00:00:00:00.048 123== text". *pid: 0 if
   the line has none. Returns the line after its pid, which differs in every run. */
static const char *
after_pid(const char *line, size_t n, pid_t *pid)
{
	const char *mark = n > 2 ? memmem(line + 2, n - 2, "== ", 3) : NULL, *digits = mark;

	while (digits && isdigit((unsigned char)digits[-1]))
		digits--;
	*pid = digits ? (pid_t)strtol(digits, NULL, 10) : 0;
	return mark && text_begins(line, "==") ? mark + 3 : line;
}

static void
add_if(struct text *news, struct text *lines, bool wanted)
{
	if (wanted && lines->n)
		text_add_n(news, lines->s, lines->n);
	text_cut(lines, 0);
}

/* A line without a pid belongs to the process of the next line with one. Returns where the last
   line about that process ends. */
static size_t
add_news(struct text *news, const char *log, pid_t pid)
{
	FREED_BY(text_free) struct text lines = TEXT_EMPTY;
	const char *said;
	pid_t about = 0, of;
	size_t n, end = 0;

	for (const char *s = log; *s; s += n + (s[n] == '\n')) {
		n = strcspn(s, "\n");
		said = after_pid(s, n, &of);
		if (is_news(s, n))
			text_addf(&lines, "%.*s\n", (int)(s + n - said), said);
		if (!of)
			continue;
		about = of;
		if (!pid || about == pid)
			end = (size_t)(s - log) + n;
		add_if(news, &lines, !pid || about == pid);
	}
	add_if(news, &lines, !pid || about == pid);
	return end;
}

char *
valgrind_log(const char *dir, pid_t pid, size_t *from)
{
	OWNED char *path = text_print("%s/" LAUNCH_LOG, dir);
	struct text t = TEXT_EMPTY, news = TEXT_EMPTY;
	size_t begin = 0, *at = from ? from : &begin;

	if (file_read_from(path, *at, &t) && t.s)
		*at += add_news(&news, t.s, pid);
	text_free(&t);
	return text_take(&news);
}

bool
valgrind_lacks_threads(const char *log)
{
	return strstr(log, "Use --max-threads=INT") != NULL;
}

void
valgrind_free(struct valgrind *valgrind)
{
	if (valgrind->copy)
		close(valgrind->copy_file);
	free(valgrind->copy);
	free(valgrind->libexec);
	free(valgrind->launcher);
	free(valgrind->version);
	words_free(&valgrind->options);
}
