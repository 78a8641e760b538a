#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "input/perlsuite.h"
#include "process/jobs.h"
#include "util/array.h"
#include "util/embedded.h"
#include "util/file.h"
#include "util/message.h"

enum { SECONDS = 60 };

/* Looks for what a benchfile cannot begin with, after comments: a statement, or the '[' of the
   array, alone on its line or before a quoted name. */
bool
perlsuite_is(const char *s)
{
	static const char *const words[] = {"return ", "use ", "no ", "my ", "our ", "+[", "("};

	for (; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		const char *rest = s + strspn(s, " \t\r");

		if (!strchr("#\n", *rest))
			break;
	}
	s += strspn(s, " \t");
	if (*s == '[')
		return strchr("\r\n#'\"", s[1 + strspn(s + 1, " \t")]) != NULL;
	for (size_t i = 0; i < COUNTOF(words); i++)
		if (text_begins(s, words[i]))
			return true;
	return false;
}

/* Makes perl write the benchfile to that descriptor of this process. */
static void
run_perl(const char *path, int fd)
{
	struct command command = {.timeout = SECONDS};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	char *why, *perl = file_find_executable("perl");

	if (!perl)
		message_die(STATUS_USAGE,
		    "%s: reading a suite in Perl needs perl, which is not in $PATH", path);
	words_take(&command.argv, perl);
	words_add(&command.argv, "-e");
	words_add(&command.argv, (const char *)embedded_find("import-perl-benchmarks")->data);
	words_add(&command.argv, "--");
	words_add(&command.argv, path);
	words_take(&command.argv, text_print("/proc/%ld/fd/%d", (long)getpid(), fd));
	jobs_run_one(&command, &outcome);
	why = outcome_why(&outcome);
	if (why) {
		message_warn("%s: perl cannot read it: %s", path, why);
		if (outcome.output)
			message_block(outcome.output);
		free(why);
		exit(STATUS_USAGE);
	}
}

void
perlsuite_import(const char *path, struct text *text)
{
	/* A memory file disappears with this process, however that ends. */
	int fd = memfd_create("benchfile", MFD_CLOEXEC);
	OWNED char *output = NULL;

	if (fd < 0)
		message_die(STATUS_FAILURE, "memfd_create: %s", strerror(errno));
	run_perl(path, fd);
	output = text_print("/proc/self/fd/%d", fd);
	text_cut(text, 0);
	if (!file_read(output, text))
		message_die(STATUS_FAILURE, "%s: %s", output, strerror(errno));
	close(fd);
}
