#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/measurement.h"
#include "process/child.h"
#include "util/file.h"
#include "util/memory.h"
#include "valgrind/valgrind.h"

static const char *const variant_names[VARIANT_COUNT] = {"empty", "active"};
static const char *const length_names[LENGTH_COUNT] = {"short", "long"};

char *
measurement_prepare(const struct measurement *m, const char *work, bool mute)
{
	char *path = text_print("%s/work", m->dir), *end = text_print("%s/end", m->dir);
	char *wrong = NULL;

	if (mkdir(m->dir, 0755) || !file_write(path, work, strlen(work)) ||
	    (mute && !file_write(end, "end", 3)))
		wrong = text_print("%s: %s", path, strerror(errno));
	free(path);
	free(end);
	return wrong;
}

char *
measurement_name(const struct measurement *m)
{
	return text_print("%s/%s loop", variant_names[m->variant], length_names[m->length]);
}

/* What the process wrote to one of its files, as a string; its length, which '\0's in it do not
   end, is left in *n. The caller frees. */
static char *
written(const struct measurement *m, const char *name, size_t *n)
{
	char *path = text_print("%s/%s", m->dir, name);
	struct text t = TEXT_EMPTY;

	file_read_start(path, &t, CHILD_OUTPUT);
	free(path);
	*n = t.n;
	return text_take(&t);
}

/* Whether valgrind said that it met an instruction it cannot translate:
       ==123== valgrind: Unrecognised instruction at address 0x109046. */
static bool
unknown_instruction(const char *log)
{
	return strstr(log, "valgrind: Unrecognised instruction") != NULL;
}

/* A compiled program says on a second line which test it has run. */
static bool
is_other(const char *end, const char *symbol)
{
	const char *name = end + strcspn(end, "\n");

	return symbol && !strncmp(end, "end\n", 4) && strcmp(name + 1, symbol);
}

/* Whether the process ended before it had made the last of its files. */
static bool
lacks_files(const struct measurement *m, const struct ending *ending)
{
	char *path = text_print("%s/end", m->dir);
	bool there = !access(path, F_OK);

	free(path);
	return !there && WIFEXITED(ending->status) &&
	       WEXITSTATUS(ending->status) == CGBENCH_NO_FILES;
}

static char *
why_not(const struct measurement *m, const struct ending *ending, const struct test *test,
    unsigned timeout, const char *end, bool wrote_errors)
{
	struct outcome outcome = {.status = ending->status, .timed_out = ending->timed_out};
	char *why = outcome_why(&outcome, timeout);

	if (lacks_files(m, ending)) {
		free(why);
		return memory_copy("could not open its files: their modes were changed, or "
		                   "the disk is full");
	}
	if (why && unknown_instruction(ending->log)) {
		free(why);
		return memory_copy("executes an instruction that valgrind does not know");
	}
	if (why)
		return why;
	if (!strcmp(end, "left"))
		return memory_copy("left its loop early (by break, return or goto)");
	if (!*end)
		return text_print("ended early with status 0, as if by exit(0), or closed "
		                  "descriptor %d, which is cgbench's",
		    CGBENCH_END);
	if (strcmp(end, "end"))
		return text_print("wrote to descriptor %d, which is cgbench's", CGBENCH_END);
	if (wrote_errors && !test->may_write_stderr)
		return memory_copy(
		    "wrote to standard error (a test that may has 'stderr = ok')");
	return NULL;
}

char *
measurement_counts(const struct measurement *m, const struct ending *ending,
    const struct test *test, const char *symbol, const struct config *config,
    struct counts *counts, char **output)
{
	size_t n_errors, n_end;
	char *errors = written(m, "stderr", &n_errors), *end = written(m, "end", &n_end), *why;
	bool other = is_other(end, symbol);

	/* As a line, where the language writes nothing less. */
	end[strcspn(end, "\n")] = '\0';
	why = why_not(m, ending, test, config->timeout, end, n_errors > 0);

	if (!why && other)
		why = memory_copy("was another test: the linker merges or sorts sections");
	if (!why)
		why = valgrind_counts(config->valgrind, ending->dir, ending->pid, counts);
	*output = text_print("%s%s%s", errors,
	    *errors && errors[strlen(errors) - 1] != '\n' ? "\n" : "", ending->log);
	free(errors);
	free(end);
	return why;
}

void
measurement_free(struct measurement *m)
{
	free(m->dir);
	*m = (struct measurement){0};
}
