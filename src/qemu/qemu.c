#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject/qemu/protocol.h"
#include "process/jobs.h"
#include "qemu/qemu.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/paths.h"
#include "outfile/cachegrind.h"

#define BUILDS "; scripts/install-deps --targets in cgbench's source builds one that "

enum { TRY_SECONDS = 60 };

/* Adds a value of QEMU's options, where two commas mean one. */
static void
qemu_add_value(struct text *t, const char *s)
{
	for (; *s; s++)
		text_add(t, *s == ',' ? ",," : (char[]){*s, '\0'});
}

static char *
plugin_option(const struct qemu *qemu, const char *dir, bool profiles)
{
	struct text t = TEXT_EMPTY;

	qemu_add_value(&t, qemu->plugin);
	text_add(&t, "," CGBENCH_QEMU_OUT "=");
	qemu_add_value(&t, dir);
	if (profiles)
		text_add(&t, "," CGBENCH_QEMU_PROFILE);
	return text_take(&t);
}

void
qemu_command(const struct qemu *qemu, const struct words *run, const char *sysroot,
    const char *dir, bool profiles, struct command *command)
{
	struct words *argv = &command->argv;
	bool is_host = qemu->machine == machine_host();

	words_add(argv, qemu->exe);
	words_add(argv, "-cpu");
	words_add(argv, qemu->machine->cpu);
	/* Since QEMU 8.1, a program lies beside QEMU or among libraries, where its heap cannot
	   grow, unless all its addresses are moved or reserved. */
	if (strtol(qemu->version, NULL, 10) >= 8) {
		words_add(argv, is_host ? "-B" : "-R");
		words_add(argv, is_host ? "0x10000000000" : "64G");
	}
	/* Its second thread takes memory when it comes to it, and that would move the stack of
	   a program that lies beside. */
	if (is_host) {
		words_set_variable(&command->env, "MALLOC_ARENA_MAX=1");
		words_add(argv, "-U");
		words_add(argv, "MALLOC_ARENA_MAX");
	}
	words_add(argv, "-L");
	words_add(argv, sysroot);
	words_add(argv, "-plugin");
	words_take(argv, plugin_option(qemu, dir, profiles));
	words_add_all(argv, run);
}

/* "qemu-aarch64 version 7.2.22 (Debian 1:7.2+dfsg-7)\n..." */
static bool
qemu_find_version(struct qemu *qemu)
{
	static const char before[] = " version ";
	struct command command = {.timeout = TRY_SECONDS};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	const char *at;
	OWNED char *why = NULL;

	words_add(&command.argv, qemu->exe);
	words_add(&command.argv, "--version");
	jobs_run_one(&command, &outcome);
	why = outcome_why(&outcome);
	at = outcome.output ? strstr(outcome.output, before) : NULL;
	if (at && !why)
		at += sizeof before - 1;
	else
		qemu->wrong = text_print(
		    "%s --version fails: %s", qemu->exe, why ? why : "it prints no version");
	qemu->version = at ? memory_copy_n(at, strcspn(at, " \n")) : memory_copy("");
	if (at && !why && qemu->machine->number == EM_X86_64 &&
	    strtol(qemu->version, NULL, 10) >= 9 && !strstr(at, "(cgbench)"))
		qemu->wrong = text_print(
		    "%s %s hides from plugins what some instructions do" BUILDS "does not",
		    qemu->exe, qemu->version);
	return !qemu->wrong;
}

/* Returns why QEMU cannot count with the plugin, judging by what it said; NULL: it said nothing
   of that. It may have been built without plugins: qemu: unknown option 'plugin' Or it has
   another version of their interface: qemu-aarch64: Could not load plugin ...: plugin requires
   API version 7, but this QEMU supports only up to version 6 */
static char *
qemu_why_not(const struct qemu *qemu, const char *said)
{
	if (strstr(said, "API version"))
		return text_print("%s has version %s, whose plugin interface is unknown; use "
		                  "QEMU 7.2 to 10.2 or 11.1",
		    qemu->exe, qemu->version);
	if (strstr(said, "unknown option 'plugin'"))
		return text_print("%s %s was built without plugins, which cgbench needs" BUILDS
		                  "has them",
		    qemu->exe, qemu->version);
	if (strstr(said, "plugin"))
		return text_print("%s does not load the plugin: %.*s", qemu->exe,
		    (int)strcspn(said, "\n"), said);
	if (strstr(said, "CPU model") || strstr(said, "Property"))
		return text_print(
		    "%s %s has no processor %s", qemu->exe, qemu->version, qemu->machine->cpu);
	return NULL;
}

/* Only loads the plugin: /dev/null is not a program, so QEMU exits. */
static void
try_plugin(struct qemu *qemu)
{
	struct command command = {.timeout = TRY_SECONDS};
	FREED_BY(words_free) struct words none = WORDS_EMPTY;
	FREED_BY(outcome_free) struct outcome outcome = {0};

	words_add(&none, "/dev/null");
	qemu_command(qemu, &none, "/", "/", false, &command);
	jobs_run_one(&command, &outcome);
	if (outcome.overtime.limit || !WIFEXITED(outcome.status)) {
		OWNED char *why = outcome_why(&outcome);

		qemu->wrong =
		    text_print("%s does not load %s: %s", qemu->exe, qemu->plugin, why);
	} else {
		qemu->wrong = qemu_why_not(qemu, outcome.output ? outcome.output : "");
	}
}

static void
qemu_find(struct qemu *qemu)
{
	OWNED char *name = text_print("qemu-%s", qemu->machine->name);

	qemu->exe = file_find_executable(name);
	qemu->plugin = paths_library(CGBENCH_QEMU_PLUGIN);
	if (!qemu->exe)
		qemu->wrong = text_print("%s, and %s is not in $PATH; install it "
		                         "(Debian: apt-get install qemu-user)",
		    qemu->machine == machine_host() ? "--engine=qemu needs QEMU"
		                                    : "its programs are for another machine",
		    name);
	else if (!qemu->plugin)
		qemu->wrong = memory_copy(CGBENCH_QEMU_PLUGIN
		    " is missing beside cgbench; build and install cgbench again");
	else if (qemu_find_version(qemu))
		try_plugin(qemu);
}

const struct qemu *
qemus_find(struct qemus *qemus, const struct machine *machine)
{
	struct qemu *qemu;

	for (size_t i = 0; i < qemus->n; i++)
		if (qemus->v[i].machine == machine)
			return &qemus->v[i];
	qemu = &qemus->v[qemus->n++];
	qemu->machine = machine;
	qemu_find(qemu);
	return qemu;
}

void
qemus_free(struct qemus *qemus)
{
	for (size_t i = 0; i < qemus->n; i++) {
		free(qemus->v[i].exe);
		free(qemus->v[i].version);
		free(qemus->v[i].plugin);
		free(qemus->v[i].wrong);
	}
	*qemus = (struct qemus){0};
}

/* qemu-aarch64: Could not open '/lib/ld-linux-aarch64.so.1': No such file or directory */
char *
qemu_refusal(const struct qemu *qemu, const char *sysroot, const char *said)
{
	static const char before[] = ": Could not open '";
	const struct machine *machine = qemu->machine;
	const char *at = strstr(said, before);
	int n;

	if (!text_begins(said, "qemu-") || !at || at > said + strcspn(said, "\n"))
		return NULL;
	at += sizeof before - 1;
	n = (int)strcspn(at, "'\n");
	if (!strcmp(sysroot, machine == machine_host() ? "/" : machine->sysroot))
		return text_print(
		    "%.*s is missing in %s; install it (Debian: apt-get install %s)", n, at,
		    sysroot, machine->libc);
	return text_print("%.*s is missing in the sysroot %s; omit --sysroot to use Debian's "
	                  "(apt-get install %s)",
	    n, at, sysroot, machine->libc);
}

/* Returns the number after words that the plugin writes in a complete file. */
static uint64_t
number_after(const char *s, const char *words)
{
	const char *at = strstr(s, words);

	return at ? strtoull(at + strlen(words), NULL, 10) : 0;
}

/* Reads the plugin's file, which is in the format of cachegrind's out file, or a line that says
   why there are no counts. */
static char *
qemu_parse(
    const struct text *t, const char *dir, struct counts *counts, struct deviations *deviations)
{
	const char *s = t->s ? t->s : "", *wrong;

	if (*s == CGBENCH_QEMU_WRONG)
		return memory_copy_n(s + 1, strcspn(s + 1, "\n"));
	wrong = cachegrind_parse_out(s, t->n, FIELD_QEMU, counts);
	if (wrong)
		return out_file_wrong(QEMU_WRITER, dir, wrong);
	deviations->of[DEVIATION_VDSO] += number_after(s, CGBENCH_QEMU_CLOCK);
	deviations->of[DEVIATION_SYSCALL] += number_after(s, CGBENCH_QEMU_REFUSED);
	return NULL;
}

char *
qemu_counts(const char *dir, pid_t pid, const char *keep, struct counts *counts,
    struct deviations *deviations)
{
	OWNED char *path = text_print("%s/" CGBENCH_QEMU_FILE "%ld", dir, (long)pid);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	char *wrong = file_read(path, &t) ? qemu_parse(&t, dir, counts, deviations)
	                                  : out_file_wrong(QEMU_WRITER, dir, NULL);

	out_file_end(path, keep);
	return wrong;
}
