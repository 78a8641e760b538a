#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/placeholder.h"
#include "input/wrapper.h"
#include "process/jobs.h"
#include "util/file.h"
#include "util/array.h"
#include "util/message.h"

/* The first line of a script, "#!...", or NULL; the caller frees. */
static char *
first_line(const char *path)
{
	FREED_BY(text_free) struct text start = TEXT_EMPTY;
	char *line = NULL;

	if (file_read_start(path, &start, 80) && start.n > 2 && !memcmp(start.s, "#!", 2))
		line = memory_copy_n(start.s, strcspn(start.s, "\n"));
	return line;
}

/* Returns true if exe is a link to a program that the language does not claim: one program that
   acts by the name it was called by is linked to by many. */
static bool
is_foreign_link(const char *exe, const struct language *language)
{
	OWNED char *real = file_real(exe);

	return real && strcmp(file_base(real), file_base(exe)) != 0 &&
	       !pattern_match(language->match, file_base(real));
}

static void
wrapper_ask(const struct target *target, unsigned timeout, struct outcome *outcome)
{
	struct command command = {.timeout = timeout};
	FREED_BY(words_free) struct words put = WORDS_EMPTY;
	const struct placeholder placeholders[] = {
	    {"put", &put}, {"args", &target->args}, {NULL, NULL}};
	/* A file that holds the question; it disappears with this process. */
	int fd = memfd_create("executable", MFD_CLOEXEC);

	if (fd < 0 || dprintf(fd, "%s\n", target->language->executable) < 0)
		message_die(STATUS_FAILURE, "memfd_create: %s", strerror(errno));
	/* The language's variables help it to start; the user's own find the interpreter. */
	words_add_all(&command.env, &target->language->env);
	for (char **variable = environ; *variable; variable++)
		words_set_variable(&command.env, *variable);
	words_set_variables(&command.env, &target->put->env);
	words_add(&put, target->exe);
	placeholder_fill(&command.argv, &target->language->run, placeholders);
	command.input = text_print("/proc/%ld/fd/%d", (long)getpid(), fd);
	jobs_run_one(&command, outcome);
	close(fd);
}

/* Returns the path that the wrapper names: the last line that is the path of a program, as
   other lines may be messages; or else the last line if it is a path. NULL: none. The caller
   frees. */
static char *
find_path(const char *printed)
{
	const char *s = printed ? printed : "";
	char *found = NULL;
	size_t n;

	for (; *s; s += n + (s[n] == '\n')) {
		OWNED char *line = NULL, *exe = NULL;

		n = strcspn(s, "\n");
		line = memory_copy_n(s, n);
		exe = *line == '/' ? file_find_executable(line) : NULL;
		if (exe || (!found && *s == '/' && (!s[n] || !s[n + 1]))) {
			free(found);
			found = memory_copy(line);
		}
	}
	return found;
}

/* Why the path that a wrapper named is no interpreter, or NULL. */
static char *
wrapper_why_not(const char *path)
{
	OWNED char *line = NULL, *exe = path ? file_find_executable(path) : NULL;
	char *why = NULL;

	if (!path)
		return memory_copy("asked for its interpreter, it names no program");
	if (!exe)
		return text_print(
		    "asked for its interpreter, it names '%s': %s", path, strerror(errno));
	line = first_line(path);
	if (line)
		why = text_print(
		    "asked for its interpreter, it names '%s', which is a script too", path);
	return why;
}

/* Why there is no answer, with the first line that was printed; or NULL. */
static char *
wrapper_why_failed(const struct outcome *outcome)
{
	OWNED char *why = outcome_why(outcome);
	const char *printed = outcome->output ? outcome->output : "";

	if (!why)
		return NULL;
	printed += strspn(printed, " \t\r\n");
	return text_print("asking it for its interpreter failed: %s%s%.*s", why,
	    *printed ? ": " : "", (int)strcspn(printed, "\r\n"), printed);
}

/* The program that the wrapper names, or NULL with *why set. */
static char *
answer(const struct target *target, unsigned timeout, char **why, enum status *status)
{
	FREED_BY(outcome_free) struct outcome outcome = {0};
	char *path = NULL;

	if (!*target->language->executable) {
		*why = memory_copy("name the program that it starts");
		return NULL;
	}
	wrapper_ask(target, timeout, &outcome);
	*why = wrapper_why_failed(&outcome);
	if (outcome_is_of_host(&outcome))
		*status = STATUS_FAILURE;
	if (!*why) {
		path = find_path(outcome.output);
		*why = wrapper_why_not(path);
	}
	if (*why) {
		free(path);
		path = NULL;
	}
	return path;
}

char *
wrapper_follow(const struct target *target, unsigned timeout, char **why, enum status *status)
{
	OWNED char *line = first_line(target->exe), *reason = NULL;
	char *path = NULL;
	struct stat s, t;

	*why = NULL;
	*status = STATUS_USAGE;
	if (line || is_foreign_link(target->exe, target->language))
		path = answer(target, timeout, &reason, status);
	if (line && reason)
		*why = text_print(
		    "is a script that begins with %s, not the interpreter itself; %s", line,
		    reason);
	if (path && !stat(path, &s) && !stat(target->exe, &t) && s.st_dev == t.st_dev &&
	    s.st_ino == t.st_ino) {
		free(path);
		path = NULL;
	}
	return path;
}

void
wrapper_follow_all(struct targets *targets, unsigned timeout)
{
	ARRAY_EACH(struct target, target, targets->v, targets->n) {
		enum status status;
		char *why, *path;

		if (!language_is_script(target->language))
			continue;
		/* The interpreter itself must be measured, and not a program that starts it. */
		path = wrapper_follow(target, timeout, &why, &status);
		if (why)
			message_die(status, "'%s' (%s) %s", target->put->exe, target->exe, why);
		if (!path)
			continue;
		message_warn("'%s' (%s) starts another program, which is measured instead: %s",
		    target->put->exe, target->exe, path);
		free(target->exe);
		target->exe = path;
	}
}
