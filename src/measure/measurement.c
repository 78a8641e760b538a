#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "measure/measurement.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

static const char *const variant_names[VARIANT_COUNT] = {"empty", "active"};
static const char *const length_names[LENGTH_COUNT] = {"short", "long"};

char *
measurement_prepare(const struct measurement *m, const char *work, bool mute)
{
	OWNED char *path = text_print("%s/work", m->dir), *end = text_print("%s/end", m->dir);
	char *wrong = NULL;

	if (mkdir(m->dir, 0755) || !file_write(path, work, strlen(work)) ||
	    (mute && !file_write(end, "end", 3)))
		wrong = text_print("%s: %s", path, strerror(errno));
	return wrong;
}

char *
measurement_path(const struct measurement *m, const char *dir)
{
	return text_print("%s/%u%u", dir,
	    m->variant + VARIANT_COUNT * (m->profiles + 2u * m->again), m->length);
}

const char *
measurement_dir(const struct measurement *m)
{
	static const char *const names[VARIANT_COUNT][LENGTH_COUNT] = {
	    {"empty-short", "empty-long"}, {"active-short", "active-long"}};

	return names[m->variant][m->length];
}

char *
measurement_name(const struct measurement *m)
{
	return text_print("%s/%s loop", variant_names[m->variant], length_names[m->length]);
}

/* The start of what the process wrote to one of its files; the caller frees. */
static struct text
written(const struct measurement *m, const char *name)
{
	OWNED char *path = text_print("%s/%s", m->dir, name);
	struct text t = TEXT_EMPTY;

	file_read_start(path, &t, CHILD_OUTPUT);
	return t;
}

/* ==123== valgrind: Unrecognised instruction at address 0x109046. */
bool
measurement_unknown(const char *output)
{
	return strstr(output, "valgrind: Unrecognised instruction") != NULL;
}

static char *
measurement_why_failed(const struct measurement *m, const struct outcome *outcome)
{
	char *why = outcome_why(outcome), *end = text_print("%s/end", m->dir);
	const char *better = NULL;

	/* It ended before it had made the last of its files. */
	if (access(end, F_OK) && WIFEXITED(outcome->status) &&
	    WEXITSTATUS(outcome->status) == CGBENCH_NO_FILES)
		better = "could not open its files: their modes were changed, or the disk is "
		         "full";
	else if (why && measurement_unknown(outcome->output))
		better = "executes an instruction that valgrind does not know";
	free(end);
	if (!better)
		return why;
	free(why);
	return memory_copy(better);
}

/* Judges by the first line of what the process wrote at its end; a language may be unable to
   write less than a line. */
static char *
why_unfinished(const struct measurement *m, const char *end)
{
	OWNED char *obstacle = NULL;

	if (!strcmp(end, "end"))
		return NULL;
	if (!strcmp(end, "left"))
		return memory_copy("left its loop early (by break, return or goto)");
	if (*end)
		return text_print("wrote to descriptor %d, which is cgbench's", CGBENCH_END);
	obstacle = file_obstacle(m->dir);
	return text_print("ended early with status 0, as if by exit(0), or closed "
	                  "descriptor %d, which is cgbench's%s",
	    CGBENCH_END, obstacle);
}

char *
measurement_why(const struct measurement *m, const struct outcome *outcome,
    const struct test *test, const char *verify, const char *symbol)
{
	OWNED char *output = measurement_output(m, outcome);
	struct text t = written(m, "end");
	char *end = text_take(&t), *why = measurement_why_failed(m, outcome);
	size_t n = strcspn(end, "\n");
	/* A compiled program says on a second line which test it has run. */
	bool other = symbol && text_begins(end, "end\n") && strcmp(end + n + 1, symbol);

	end[n] = '\0';
	if (!strcmp(end, "false") || (why && strstr(output, "cgbench: verify is false"))) {
		free(why);
		why = text_print("'verify' is false: %.*s", (int)strcspn(verify, "\n"), verify);
	}
	if (!why)
		why = why_unfinished(m, end);
	free(end);
	if (!why && !test->may_write_stderr) {
		t = written(m, "stderr");
		if (t.n)
			why = text_print("wrote to standard error; if that is intended, %s",
			    strcmp(test_file(test), "--command")
			        ? "write 'stderr = ok' in the test"
			        : "use --ignore-status");
		text_free(&t);
	}
	if (!why && other)
		why = memory_copy(
		    "another test ran instead: the linker merged or sorted sections");
	return why;
}

char *
measurement_output(const struct measurement *m, const struct outcome *outcome)
{
	struct text t = written(m, "stderr");
	OWNED char *errors = text_take(&t);
	size_t n = strlen(errors);

	return text_print(
	    "%s%s%s", errors, n && errors[n - 1] != '\n' ? "\n" : "", outcome->output);
}

bool
measurement_crashed(const struct outcome *outcome)
{
	static const int signals[] = {
	    SIGSEGV, SIGFPE, SIGILL, SIGABRT, SIGBUS, SIGTRAP, SIGSYS};

	if (outcome->overtime.limit || !WIFSIGNALED(outcome->status))
		return false;
	for (size_t i = 0; i < COUNTOF(signals); i++)
		if (WTERMSIG(outcome->status) == signals[i])
			return true;
	return false;
}
