#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commandline.h"
#include "app/commands.h"
#include "app/options.h"
#include "app/plan.h"
#include "input/detect.h"
#include "process/pager.h"
#include "process/signals.h"
#include "report/list.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"
#include "util/replace.h"

/* Opens closed standard descriptors: the next file opened would get their numbers. */
static void
fill_descriptors(void)
{
	int fd = open("/dev/null", O_RDONLY);

	while (fd >= 0 && fd < 3)
		fd = dup(fd);
	if (fd >= 0)
		close(fd);
}

static void
die_of(int number)
{
	replace_cleanup();
	/* The default action runs once this handler returns. */
	raise(number);
}

/* A signal that ends the program first removes from now on a half-written saved file. A file
   that exceeds its limit (ulimit -f) causes a write error instead of a signal. */
static void
handle_signals(void)
{
	struct sigaction act = {.sa_handler = die_of, .sa_flags = SA_RESETHAND}, old;

	for (size_t i = 1; i < SIGNALS_COUNT; i++) {
		sigaction(signals_list[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaction(signals_list[i], &act, NULL);
	}
	signal(SIGXFSZ, SIG_IGN);
}

static pid_t self;

/* A child that has not become its program yet must not remove what the run still needs. */
static void
out_of_memory(void)
{
	if (getpid() != self)
		_exit(STATUS_FAILURE);
	message_shown("out of memory");
	exit(STATUS_FAILURE);
}

static void
list_languages(const struct options *o)
{
	FREED_BY(languages_free) struct languages languages = {0};

	languages_add_all(&languages, &o->measure.language_files);
	pager_begin(!o->print.no_pager);
	detect_print(&languages, o->measure.timeout);
	pager_end();
}

static void
list_tests(struct options *o)
{
	FREED_BY(plan_free) struct plan plan = {0};

	pager_begin(!o->print.no_pager);
	plan_make(&plan, o);
	list_print(&plan.results, terminal_of(stdout, o->view.colors, o->view.width), stdout);
	pager_end();
}

static int
main_act(struct options *o)
{
	conflicts_check(o);
	switch (o->action) {
	case ACTION_GRIND:
		return o->save.history ? history_command(o) : grind(o);
	case ACTION_LIST:
		list_tests(o);
		return STATUS_OK;
	case ACTION_HELP:
		/* The topic of "--help TOPIC" is parsed as a put. */
		help_print(!o->argument && o->puts.n ? o->puts.v[0].exe : o->argument);
		return STATUS_OK;
	case ACTION_VERSION:
		puts("cgbench " VERSION BUILT_FROM);
		return STATUS_OK;
	case ACTION_LANGUAGES:
		list_languages(o);
		return STATUS_OK;
	case ACTION_DOCTOR:
		return doctor_print(&o->measure);
	case ACTION_COMPLETE:
		complete_print(&o->complete);
		return STATUS_OK;
	case ACTION_COMPLETION:
		complete_script(o->argument);
		return STATUS_OK;
	case ACTION_SELFTEST:
		if (o->puts.n || o->save.reads.n)
			message_die(STATUS_USAGE, "--action=selftest takes no %s",
			    o->puts.n ? "puts" : "--read");
		return samples_run();
	}
	abort();
}

int
main(int argc, char **argv)
{
	FREED_BY(options_free) struct options options = {0};
	int status;

	fill_descriptors();
	/* Whatever is hidden from others, the files of a run must be accessible to the run. */
	umask(umask(0) & (S_IRWXG | S_IRWXO));
	handle_signals();
	self = getpid();
	memory_begin(out_of_memory);
	json_set_alloc_funcs(memory_new, free);
	/* A compiler finds its assembler and linker in it, as cgbench finds the compiler. */
	setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 0);
	commandline_parse(&options, argc, argv);
	status = main_act(&options);
	output_end();
	return status;
}
