#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/jobs.h"
#include "process/launch.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "outfile/cachegrind.h"
#include "valgrind/caches.h"
#include "outfile/load_map.h"
#include "util/array.h"
#include "valgrind/tool_copy.h"
#include "valgrind/valgrind.h"

#define TOOL "cachegrind"
#define PROFILER "callgrind"
#define OUT_FILE "-out-file="

/* The function of the fork server after which a process is its test's own: what was counted
   before is the same in all measurements and only makes out files larger. Compilers may add to
   its name. */
#define BECOME "cgbench_become*"

static bool
has_tool(const char *dir)
{
	char *tool = text_print("%s/cachegrind-amd64-linux", dir);
	bool has = access(tool, X_OK) == 0;

	free(tool);
	return has;
}

/* The tools are in a directory beside the launcher's, which depends on how valgrind was built.
 */
static char *
find_libexec(void)
{
	static const char *const below[] = {"libexec/valgrind", "lib/valgrind",
	    "lib/x86_64-linux-gnu/valgrind", "lib64/valgrind"};
	const char *given = getenv("VALGRIND_LIB");
	char *launcher, *real, *dir = NULL;
	size_t i;

	if (given && has_tool(given))
		return realpath(given, NULL);
	launcher = file_find_executable("valgrind");
	if (!launcher)
		message_die(STATUS_FAILURE, "valgrind is not in $PATH; install it "
		                            "(Debian: apt-get install valgrind)");
	real = realpath(launcher, NULL);
	for (i = 0; real && !dir && i < COUNTOF(below); i++) {
		dir =
		    text_print("%.*s/../%s", (int)(strrchr(real, '/') - real), real, below[i]);
		if (!has_tool(dir)) {
			free(dir);
			dir = NULL;
		}
	}
	if (!dir)
		message_die(STATUS_FAILURE,
		    "cachegrind-amd64-linux was not found near %s; set VALGRIND_LIB to its "
		    "directory",
		    launcher);
	free(launcher);
	free(real);
	real = realpath(dir, NULL);
	free(dir);
	return real ? real : memory_copy("");
}

static void
add_env(const char *libexec, struct words *env)
{
	words_take(env, text_print("VALGRIND_LIB=%s", libexec));
	words_add(env, "VALGRIND_LAUNCHER=valgrind");
}

/* Makes command one that tells the version of a tool. */
static void
ask_version(const struct valgrind *valgrind, const char *tool, struct command *command)
{
	*command = (struct command){.timeout = 60};
	words_add(&command->argv, tool);
	words_add(&command->argv, "--version");
	add_env(valgrind->libexec, &command->env);
}

/* What a tool said: "valgrind-3.19.0\n". Returns "3.19.0", or NULL if it is something else. */
static char *
read_version(const struct outcome *outcome)
{
	const char *dash = outcome->output ? strchr(outcome->output, '-') : NULL;

	if (!dash || outcome->status)
		return NULL;
	return memory_copy_n(dash + 1, strcspn(dash + 1, "\n"));
}

static char *
find_version(const struct valgrind *valgrind)
{
	char *tool = text_print("%s/cachegrind-amd64-linux", valgrind->libexec);
	struct command command;
	struct outcome outcome;
	char *version;

	ask_version(valgrind, tool, &command);
	jobs_run_one(&command, &outcome);
	version = read_version(&outcome);
	if (!version)
		message_die(STATUS_FAILURE, "%s --version fails: %s", tool,
		    outcome.start_error ? outcome.start_error : outcome.output);
	outcome_free(&outcome);
	free(tool);
	return version;
}

/* Since 3.16 valgrind also counts instructions that it executes speculatively, unless told not
 * to. */
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
	struct words run = WORDS_EMPTY;
	bool possible;

	silent.options = (struct words)WORDS_EMPTY;
	words_add_all(&silent.options, &valgrind->options);
	words_add(&silent.options, "--cache-sim=yes");
	words_take(&silent.options, text_print("--" TOOL OUT_FILE "%s", out));
	words_add(&silent.options, "-q");
	words_add(&run, "/bin/sh");
	possible = valgrind_command(&silent, &run, false, false, &command);
	words_free(&run);
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
	struct outcome outcome;
	char *why;

	if (!try_options(valgrind, "/dev/null", &outcome))
		return;
	why = outcome_why(&outcome, TRY_SECONDS);
	if (!why) {
		outcome_free(&outcome);
		return;
	}
	words_quote(grindargs, &shown);
	message_warn("--grindargs: valgrind does not run with %s: %s", shown.s, why);
	free(why);
	if (outcome.output)
		message_block(outcome.output);
	exit(STATUS_USAGE);
}

/* Adds the caches that cachegrind takes from the host unless it is given others. */
static void
add_host_caches(struct valgrind *valgrind)
{
	struct outcome outcome = {0};
	bool found = try_options(valgrind, "/dev/stdout", &outcome) && outcome.output &&
	             caches_add_described(&valgrind->options, outcome.output);

	if (!found)
		message_die(STATUS_FAILURE,
		    "--host-cache: cachegrind does not describe this host's caches; set them with "
		    "--grindargs='--I1=... --D1=... --LL=...'");
	outcome_free(&outcome);
}

void
valgrind_find(
    struct valgrind *valgrind, field_set fields, bool host_cache, const struct words *grindargs)
{
	static const char *const always[] = {"--tool=" TOOL, "--command-line-only=yes",
	    "--vgdb=no", "--" TOOL OUT_FILE "out.%p"};
	bool simulates = fields & ~(FIELD_BIT(FIELD_IR));
	size_t i;

	valgrind->tool = TOOL;
	valgrind->fields = fields;
	valgrind->libexec = find_libexec();
	valgrind->version = find_version(valgrind);
	for (i = 0; i < COUNTOF(always); i++)
		words_add(&valgrind->options, always[i]);
	if (host_cache)
		add_host_caches(valgrind);
	else
		caches_add_fixed(&valgrind->options);
	words_add(&valgrind->options, simulates ? "--cache-sim=yes" : "--cache-sim=no");
	words_add(&valgrind->options, simulates ? "--branch-sim=yes" : "--branch-sim=no");
	if (guest_chase(valgrind->version))
		words_add(&valgrind->options, "--vex-guest-chase=no");
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

/* What the profiler has in place of an option of the other tool, or NULL. Without its own
   functions for the linker's stubs, callgrind would add what a stub costs to the instruction
   that calls it. */
static const char *
profiler_option(const char *option)
{
	if (!strncmp(option, "--tool=", 7))
		return "--tool=" PROFILER;
	if (!strncmp(option, "--" TOOL OUT_FILE, sizeof "--" TOOL OUT_FILE - 1))
		return "--" PROFILER OUT_FILE "out.%p";
	if (!strncmp(option, "--cache-sim=", 12))
		return "--cache-sim=yes";
	if (!strncmp(option, "--branch-sim=", 13))
		return "--branch-sim=yes";
	return NULL;
}

void
valgrind_make_profiler(struct valgrind *profiler, const struct valgrind *valgrind)
{
	static const char *const own[] = {"--dump-instr=yes", "--dump-line=yes",
	    "--skip-plt=no", "--separate-recs=1", "--show-below-main=yes",
	    ("--zero-before=" BECOME), LOAD_MAP_OPTION, LOAD_MAP_OPTION};
	size_t i;

	*profiler = (struct valgrind){.tool = PROFILER,
	    .libexec = memory_copy(valgrind->libexec),
	    .version = memory_copy(valgrind->version),
	    .fields = FIELD_ALL};
	for (i = 0; i < valgrind->options.n; i++) {
		const char *option = valgrind->options.v[i], *other = profiler_option(option);

		words_add(&profiler->options, other ? other : option);
	}
	for (i = 0; i < COUNTOF(own); i++)
		words_add(&profiler->options, own[i]);
}

/* Whether the user's options are about debugging information, such as --read-inline-info. */
static bool
asks_for_debugging(const struct words *options)
{
	static const char *const parts[] = {"debug", "-info", "-sym"};
	size_t i, k;

	for (i = 0; i < options->n; i++)
		for (k = 0; k < COUNTOF(parts); k++)
			if (strstr(options->v[i], parts[k]))
				return true;
	return false;
}

/* A host may refuse to run what is only in memory. */
static bool
runs_copy(const struct valgrind *quick)
{
	struct command command;
	struct outcome outcome;
	char *version;
	bool runs;

	ask_version(quick, quick->copy, &command);
	child_run(&command, &outcome);
	version = read_version(&outcome);
	runs = version != NULL;
	command_free(&command);
	outcome_free(&outcome);
	free(version);
	return runs;
}

bool
valgrind_make_quick(struct valgrind *quick, const struct valgrind *valgrind)
{
	char *tool = text_print("%s/%s-amd64-linux", valgrind->libexec, valgrind->tool);
	int copy = asks_for_debugging(&valgrind->options) ? -1 : tool_copy_make(tool);

	*quick = (struct valgrind){.tool = valgrind->tool,
	    .libexec = memory_copy(valgrind->libexec),
	    .version = memory_copy(valgrind->version),
	    .fields = valgrind->fields,
	    .copy = copy < 0 ? NULL : tool_copy_path(copy, tool),
	    .copy_file = copy};
	words_add_all(&quick->options, &valgrind->options);
	free(tool);
	if (quick->copy && runs_copy(quick))
		return true;
	valgrind_free(quick);
	*quick = (struct valgrind){0};
	return false;
}

/* A library's file there is taken without a comparison of the two. */
void
valgrind_add_symbols(struct valgrind *quick, const char *dir)
{
	words_take(&quick->options, text_print("--extra-debuginfo-path=%s", dir));
	words_add(&quick->options, "--allow-mismatched-debuginfo=yes");
}

void
valgrind_check_args(const struct words *grindargs)
{
	static const char *const refused[] = {"--tool", "-q", "--quiet", "--log-file",
	    "--log-fd", "--log-socket", "--cachegrind-out-file", "--trace-children",
	    "--cache-sim", "--branch-sim", "--command-line-only", "-h", "--help",
	    "--help-debug", "--version", "--"};
	size_t i, k;

	for (i = 0; i < grindargs->n; i++) {
		const char *word = grindargs->v[i];

		if (word[0] != '-')
			message_die(STATUS_USAGE,
			    "--grindargs: '%s' is not an option of valgrind: options begin with '-'",
			    word);
		for (k = 0; k < COUNTOF(refused); k++)
			if (strlen(refused[k]) == strcspn(word, "=") &&
			    !strncmp(word, refused[k], strlen(refused[k])))
				message_die(STATUS_USAGE,
				    "--grindargs: remove %s; cgbench sets it", refused[k]);
	}
}

/* The name of the program's architecture, or NULL if it cannot be read. For a script the
   interpreter's is not looked up. */
static const char *
architecture_of(const char *program)
{
	unsigned char id[EI_NIDENT] = {0};
	int fd = open(program, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return NULL;
	n = read(fd, id, sizeof id);
	close(fd);
	if (n == sizeof id && !memcmp(id, ELFMAG, SELFMAG) && id[EI_CLASS] == ELFCLASS32)
		return "x86-linux";
	return "amd64-linux";
}

bool
valgrind_command(const struct valgrind *valgrind, const struct words *run, bool threads,
    bool rewrites, struct command *command)
{
	const char *name = architecture_of(run->v[0]);
	char *tool = NULL;

	if (name && valgrind->copy && !strcmp(name, "amd64-linux"))
		tool = memory_copy(valgrind->copy);
	else if (name)
		tool = text_print("%s/%s-%s", valgrind->libexec, valgrind->tool, name);
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
	words_add_all(&command->argv, run);
	add_env(command->measured ? VALGRIND_LINK : valgrind->libexec, &command->env);
	return true;
}

static void
replace_word(struct words *words, const char *name, char *word)
{
	size_t i;

	for (i = 0; i < words->n && strncmp(words->v[i], name, strlen(name)); i++)
		;
	free(words->v[i]);
	words->v[i] = word;
}

void
valgrind_anchor(const struct valgrind *valgrind, struct command *command, const char *dir)
{
	char *option = text_print("--%s" OUT_FILE, valgrind->tool);
	struct text out = TEXT_EMPTY;
	const char *s;

	text_add(&out, option);
	for (s = dir; *s; s++)
		text_addf(&out, *s == '%' ? "%%%%" : "%c", *s);
	text_add(&out, "/out.%p");
	replace_word(&command->argv, option, text_take(&out));
	free(option);
	replace_word(
	    &command->env, "VALGRIND_LIB=", text_print("VALGRIND_LIB=%s/" VALGRIND_LINK, dir));
}

char *
valgrind_costs(const char *dir, pid_t pid, struct callgrind_out *out)
{
	char *path = text_print("%s/out.%ld", dir, (long)pid), *wrong = NULL;
	struct text t = TEXT_EMPTY;
	const char *what;

	*out = (struct callgrind_out){0};
	if (!file_read(path, &t)) {
		wrong = out_file_wrong("callgrind", dir, NULL);
	} else {
		what = callgrind_parse(out, &t);
		if (what)
			wrong = out_file_wrong("callgrind", dir, what);
	}
	unlink(path);
	text_free(&t);
	free(path);
	return wrong;
}

char *
valgrind_counts(const struct valgrind *valgrind, const char *dir, pid_t pid, const char *keep,
    struct counts *counts, struct deviations *deviations)
{
	char *path = text_print("%s/out.%ld", dir, (long)pid), *wrong = NULL;
	struct text t = TEXT_EMPTY;
	const char *what;

	if (!file_read(path, &t)) {
		wrong = out_file_wrong("cachegrind", dir, NULL);
	} else {
		what = cachegrind_parse_out(t.s ? t.s : "", t.n, valgrind->fields, counts);
		if (what)
			wrong = out_file_wrong("cachegrind", dir, what);
		else
			deviation_add_out(deviations, t.s, t.n);
	}
	if (!keep || rename(path, keep))
		unlink(path);
	text_free(&t);
	free(path);
	return wrong;
}

/* Remarks on the host's caches, the lines that begin and end each log, and empty lines are not
   news. With -q, valgrind would leave them out, but also say nothing of a heap that cannot
   grow.
 */
static bool
is_news(const char *line, size_t n)
{
	static const char *const usual[] = {"warning: L3 cache found",
	    "warning: specified LL cache", "warning: simulated LL cache", "== Cachegrind, ",
	    "== Copyright (C) ", "== Using Valgrind-", "== Command: ", " refs: ", " misses: ",
	    " miss rate: ", "== Branches: ", "== Mispredicts: ", "== Mispred rate: "};
	size_t i;

	for (i = 0; i < COUNTOF(usual); i++)
		if (memmem(line, n, usual[i], strlen(usual[i])))
			return false;
	return n > 0 && line[n - 1] != ' ' && line[n - 1] != '=';
}

/* Parses "==123== text" or, with --time-stamp=yes, "==00:00:00:00.048 123== text". Returns 0 if
   the line has no pid. */
static pid_t
pid_of(const char *line, size_t n)
{
	const char *mark = n > 2 ? memmem(line + 2, n - 2, "== ", 3) : NULL;

	while (mark && isdigit((unsigned char)mark[-1]))
		mark--;
	return mark ? (pid_t)strtol(mark, NULL, 10) : 0;
}

/* The line after its pid, which differs in every run. */
static const char *
after_pid(const char *line, size_t n)
{
	const char *mark = n > 2 ? memmem(line + 2, n - 2, "== ", 3) : NULL;

	return mark && !strncmp(line, "==", 2) ? mark + 3 : line;
}

static void
add_if(struct text *news, struct text *lines, bool wanted)
{
	if (wanted && lines->n)
		text_add_n(news, lines->s, lines->n);
	text_cut(lines, 0);
}

static void
add_line(struct text *t, const char *start, const char *end)
{
	text_add_n(t, start, (size_t)(end - start));
	text_add_char(t, '\n');
}

/* A line without a pid belongs to the process of the next line with one. Returns where the last
   line about that process ends. */
static size_t
add_news(struct text *news, const char *log, pid_t pid)
{
	struct text lines = TEXT_EMPTY;
	size_t n, end = 0;
	pid_t about = 0;
	const char *s;

	for (s = log; *s; s += n + (s[n] == '\n')) {
		n = strcspn(s, "\n");
		if (is_news(s, n))
			add_line(&lines, after_pid(s, n), s + n);
		if (!pid_of(s, n))
			continue;
		about = pid_of(s, n);
		if (!pid || about == pid)
			end = (size_t)(s - log) + n;
		add_if(news, &lines, !pid || about == pid);
	}
	add_if(news, &lines, !pid || about == pid);
	text_free(&lines);
	return end;
}

char *
valgrind_log(const char *dir, pid_t pid, size_t *from)
{
	char *path = text_print("%s/" LAUNCH_LOG, dir);
	struct text t = TEXT_EMPTY, news = TEXT_EMPTY;
	size_t begin = 0, *at = from ? from : &begin;

	if (file_read_from(path, *at, &t) && t.s)
		*at += add_news(&news, t.s, pid);
	text_free(&t);
	free(path);
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
	free(valgrind->version);
	words_free(&valgrind->options);
}
