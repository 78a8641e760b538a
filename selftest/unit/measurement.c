#include <signal.h>
#include <sys/stat.h>

#include "measure/measurement.h"
#include "scratch.h"
#include "tap.h"

static struct measurement m = {.dir = "dir"};

static void
test_names(void)
{
	struct measurement other = {VARIANT_ACTIVE, LENGTH_LONG, .profiles = true, .dir = "dir"};

	is_freed(measurement_path(&m, "x"), "x/00", "a path");
	is_freed(measurement_path(&other, "x"), "x/31", "that for a profile is another");
	other.profiles = false;
	is_freed(measurement_path(&other, "x"), "x/11", "a path of the active one");
	is_freed(measurement_name(&other), "active/long loop", "its name");
	is(measurement_dir(&other), "active-long", "its directory");
	other.length = LENGTH_SHORT;
	is_freed(measurement_name(&other), "active/short loop", "that of the short one");
	is(measurement_dir(&other), "active-short", "and its directory");
	is(measurement_dir(&m), "empty-short", "that of the empty one");
}

static bool
holds(const char *path, const char *want)
{
	size_t n;
	const char *s = scratch_load(path, &n);

	return s && !strcmp(s, want);
}

static void
test_prepare(void)
{
	is_freed(measurement_prepare(&m, "1 2 3", false), NULL, "a directory");
	ok(holds("dir/work", "1 2 3") && access("dir/end", F_OK), "with its work");
	is_freed(measurement_prepare(&m, "", false), "dir/work: File exists", "only once");
	if (system("rm -r dir"))
		abort();
	is_freed(measurement_prepare(&m, "4", true), NULL, "for a mute program");
	ok(holds("dir/work", "4") && holds("dir/end", "end"), "the end is written before");
}

/* The end that a process has written, "-" for none; its standard error; the status and the
   output of valgrind; and why its counts are not used. */
static const struct row {
	const char *end, *said;
	bool may_say;
	int status;
	const char *output, *want;
} rows[] = {
    {"end", "", false, 0, "", NULL},
    {"end\nsymbol", "", false, 0, "", NULL},
    {"end\nother", "", false, 0, "", "another test ran instead: the linker merged or sorted sections"},
    {"left", "", false, 0, "", "left its loop early (by break, return or goto)"},
    {"left\nother", "x", false, 0, "", "left its loop early (by break, return or goto)"},
    {"false", "", false, 0, "", "'verify' is false: r == 1"},
    {"-", "x\ncgbench: verify is false\n", false, 1 << 8, "", "'verify' is false: r == 1"},
    {"what\nend", "", false, 0, "", "wrote to descriptor 255, which is cgbench's"},
    {"-", "", false, 0, "",
        "ended early with status 0, as if by exit(0), or closed descriptor 255, which is cgbench's"},
    {"", "", false, 0, "", "ended early with status 0, as if by exit(0), or closed descriptor 255, which is cgbench's"},
    {"end", "x", false, 0, "", "wrote to standard error; if that is intended, write 'stderr = ok' in the test"},
    {"end", "x", true, 0, "", NULL},
    {"end\nother", "x", false, 0, "", "wrote to standard error; if that is intended, write 'stderr = ok' in the test"},
    {"left", "", false, 3 << 8, "", "exited with status 3"},
    {"end", "", false, SIGSEGV, "", "killed by SIGSEGV"},
    {"-", "", false, 126 << 8, "", "could not open its files: their modes were changed, or the disk is full"},
    {"", "", false, 126 << 8, "", "exited with status 126"},
    {"-", "", false, 126, "", "killed by signal 126"},
    {"-", "", false, SIGILL, "x\nvalgrind: Unrecognised instruction at address 0x1\n",
        "executes an instruction that valgrind does not know"},
    {"end", "", false, 0, "valgrind: Unrecognised instruction", NULL},
};

static void
test_why(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *row = &rows[i];
		struct outcome outcome = {.status = row->status, .output = memory_copy(row->output)};
		struct test test = {.may_write_stderr = row->may_say};

		unlink("dir/end");
		if (strcmp(row->end, "-"))
			scratch_write("dir/end", row->end);
		scratch_write("dir/stderr", row->said);
		is_freed(measurement_why(&m, &outcome, &test, "r == 1\n2", "symbol"), row->want,
		    row->want ? row->want : "nothing");
		if (!strcmp(row->end, "end\nother") && !*row->said)
			is_freed(measurement_why(&m, &outcome, &test, "", NULL), NULL, "nothing of a script");
		outcome_free(&outcome);
	}
}

static void
outputs(const char *errors, const char *want, const char *name)
{
	const struct outcome outcome = {.output = (char *)"log"};

	scratch_write("dir/stderr", errors);
	is_freed(measurement_output(&m, &outcome), want, name);
}

static void
test_crashed(void)
{
	const struct outcome late = {.status = SIGSEGV, .overtime.limit = 9};
	const struct outcome faulty = {.status = SIGSEGV}, last = {.status = SIGSYS};
	const struct outcome killed = {.status = SIGKILL}, failed = {.status = 1 << 8};

	ok(measurement_crashed(&faulty) && measurement_crashed(&last), "a fault of the code");
	ok(!measurement_crashed(&late), "not if it was late");
	ok(!measurement_crashed(&killed) && !measurement_crashed(&failed), "nor another end");
}

int
main(void)
{
	scratch_enter();
	test_names();
	test_prepare();
	test_why();
	outputs("", "log", "nothing was written");
	outputs("x", "x\nlog", "what was written is a line");
	outputs("x\n", "x\nlog", "as it may be already");
	test_crashed();
	scratch_leave();
	return tap_done();
}
