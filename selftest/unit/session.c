/* A session gives files and requests to the process that measures, and takes its replies. */

#include "played.h"

static struct text seen;

static void
see_file(const struct job *job, const char *name, int most)
{
	OWNED char *path = text_print("%s/%s", job->command.cwd, name);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	if (file_read(path, &t))
		text_addf(&seen, " %s[%zu]=%.*s", name, t.n, most < 0 ? (int)strcspn(t.s, "\n") : most, t.s);
}

/* Notes the requests, the files, and the command, without valgrind's own words. */
static void
see(const struct job *job)
{
	const struct command *command = &job->command;
	OWNED char *path = text_print("%s/requests", command->cwd);
	OWNED char *link = text_print("%s/" VALGRIND_LINK, command->cwd);
	char to[256] = "";
	struct cgbench_request r;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	size_t warm = 0;

	text_cut(&seen, 0);
	if (!file_read(path, &t) || t.n % sizeof r)
		abort();
	for (size_t at = 0; at < t.n; at += sizeof r) {
		memcpy(&r, t.s + at, sizeof r);
		if (r.call == CGBENCH_WARM)
			warm += r.cell == -2 && r.number == -1 && r.stack == 5 && r.heap == 6;
		else
			text_addf(&seen, "%s:%d:%d:%d:%d:%s ", r.call == CGBENCH_FORK ? "fork" : "here", r.cell,
			    r.number, r.stack, r.heap, r.dir);
	}
	text_addf(&seen, "warm:%zu", warm);
	see_file(job, "input", -1);
	see_file(job, CGBENCH_WARMUP, 0);
	if (readlink(link, to, sizeof to - 1) > 0)
		text_addf(&seen, " link:%s", strcmp(to, scratch_path) ? to : "@");
	text_addf(&seen, " %s %s%s%s%s", command->requests, command->input, command->measured ? " measured" : "",
	    command->profiled ? " profiled" : "", command->trace ? " traced" : "");
	for (size_t i = 0, own = 0; i < command->argv.n; i++) {
		own = own || command->argv.v[i][0] == '.' || command->trace;
		if (own || !strncmp(command->argv.v[i], "--max", 5))
			text_addf(&seen, " %s", *command->argv.v[i] == '/' ? "@" : command->argv.v[i]);
	}
}

#define FORKED \
	"fork:0:0:5:6:../c00000000/11 fork:0:1:5:6:../c00000000/01 " \
	"fork:0:2:5:6:../c00000000/10 fork:0:3:5:6:../c00000000/00 " \
	"fork:1:4:5:6:../c00000001/11 fork:1:5:5:6:../c00000001/01 " \
	"fork:1:6:5:6:../c00000001/10 fork:1:7:5:6:../c00000001/00 warm:16 "
#define HERE "here:1:0:5:6:../c00000001/10 warm:16 "

static const struct row {
	const char *engine, *language, *want;
} rows[] = {
    {"fork", "shell", FORKED "input[16384]= link:@ requests input measured --max-threads=2"},
    {"exec", "shell", HERE "input[16384]= link:@ requests input measured --max-threads=2"},
    {"fork", "c",
        FORKED "input[16384]=99999999 0 10 link:@ requests input measured --max-threads=2 ../A00000000/program"},
    {"exec", "c",
        HERE "input[16384]=99999999 0 10 link:@ requests input measured --max-threads=2 ../A00000000/program"},
    {"step", "c", HERE "input[16384]=99999999 0 10 requests input measured traced ../A00000000/program"},
    {"fork", "perl", FORKED "input[16384]= warmup[1059]= link:@ requests input measured --max-threads=2"},
    {"step", "perl", HERE "input[16384]= requests input measured traced @ -"},
};

static void
test_given(void)
{
	look = see;
	for (const struct row *row = rows; row < rows + COUNTOF(rows); row++) {
		OWNED char *name = text_print("%s, engine %s", row->language, row->engine);

		played_make(row->language, 1, 2);
		played_engine(row->engine);
		config.layout = (struct memory_layout){.stack = 5, .heap = 6};
		*plan = 0;
		measure_run(&results, &targets, &config);
		is(seen.s, row->want, name);
		played_free();
	}
	look = NULL;
	text_free(&seen);
}

#define FORK PLAYED_ONE("fork", "shell")
#define EXEC PLAYED_ONE("exec", "shell")
#define COMMAND PLAYED_ONE("exec", "command")

/* Two tests whose session ends in these ways. */
static const struct scene outcomes[] = {
    {FORK, "M.f", "T M01", "empty/long loop: could not open its files: their modes were changed, or the d, 7"},
    {FORK, "M.l", "T M01", "empty/long loop: left its loop early (by break, return or goto), 7"},
    {FORK, "M..h", "T M01", "active/short loop: wrote to descriptor 255, which is cgbench's, 7"},
    {FORK, "M...w", "T M01", "empty/short loop: wrote to standard error; if that is intended, write 'stderr , 7"},
    {FORK, "Mc", "T M01", "active/long loop: cachegrind wrote no counts, 7"},
    {FORK, "MX", "T M01", "active/long loop: its program is for another machine; only compiled tests run  *2"},
    {FORK, "MY", "T M01", "active/long loop: valgrind cannot run it: 'link' and 'run' of its language mus *2"},
    {FORK, "MZ", "T M01", "active/long loop: ended without reading its input; if it only starts another p *2"},
    {FORK, "MG", "T M01", "active/long loop: its parent ended first: killed by SIGKILL *2"},
    {EXEC, "MX", "T M0al M1al M1es M1el M1as",
        "active/long loop: its program is for another machine; only compiled tests run , 7"},
    {EXEC, "MZ", "T M0al M1al M1es M1el M1as",
        "active/long loop: ended early with status 0, as if by exit(0), or closed descr, 7"},
    {EXEC, "MG", "T M0al M1al M1es M1el M1as", "active/long loop: its parent ended first: killed by SIGKILL, 7"},
    {EXEC, "MN", "T M0al M1al M1es M1el M1as", "active/long loop: exited with status 125, 7"},
    {EXEC, "MT", "T M0al M1al M1es M1el M1as", "active/long loop: exited with status 124, 7"},
    {COMMAND, "Ml", "M M M M", "7 *2"},
    {COMMAND, "Mk", "M M M", "active/long loop: killed by SIGSEGV, 7"},
    {COMMAND, "Mt", "M M M M M M M M M M M M M", "7 *2"},
};

/* Replies are read one by one here, because they say together that a process was late. */
static const struct scene late[] = {
    {FORK, "M.z", "T M01", "empty/long loop: not done after 9 seconds of processor time (--timeout), 7"},
    {FORK, "M....z", "T M01", "7, active/long loop: not done after 9 seconds of processor time (--timeout)"},
};

/* Programs of another machine, which QEMU runs. */
static void
emulates(const char *as_planned, const char *jobs, const char *cells)
{
	struct qemu qemu = {.machine = machine_of_name("riscv64-linux-gnu"),
	    .exe = (char *)"/qemu",
	    .version = (char *)"7.2",
	    .plugin = (char *)"/plugin"};

	played_make("c", 1, 2);
	targets.v[0].qemu = &qemu;
	targets.v[0].sysroot = memory_copy("/usr/riscv64-linux-gnu");
	product.e_machine = EM_RISCV;
	played_is(as_planned, as_planned, jobs, cells, "");
	product.e_machine = (Elf64_Half)native.number;
	played_free();
}

static void
test_emulated(void)
{
	emulates("", "T C C L M01", "7 *2");
	emulates(
	    "MQ", "T C C L M01", "active/long loop: /lib/ld.so is missing in /usr/riscv64-linux-gnu; install it  *2");
	emulates("MS", "T C C L M01", "active/long loop: exited with status 1 *2");
	emulates("Mu", "T C C L M01", "active/long loop: executes an instruction that valgrind does not know, 7");
	emulates("Mk", "T C C L M01", "active/long loop: killed by SIGSEGV, 7");
	emulates("M.c", "T C C L M01", "empty/long loop: QEMU's plugin wrote no counts, 7");
	emulates("Mt", "T C C L M01 M0 M0 M0 M0 M0", "7 *2");
}

/* An engine that counts everything twice, but only instructions. */
static field_set
instructions(void)
{
	return FIELD_BIT(FIELD_IR);
}

static bool
run_doubling(
    const struct engine_place *place, const struct words *run, bool threads, bool rewrites, struct command *command)
{
	(void)place, (void)threads, (void)rewrites;
	words_add_all(&command->argv, run);
	return true;
}

static char *
refuse_doubling(const struct engine_place *place, const char *said)
{
	(void)place;
	return memory_copy(said);
}

static char *
take_doubled(
    const struct engine_place *place, pid_t pid, const char *keep, struct counts *counts, struct deviations *deviations)
{
	char *why = engine_valgrind.counts(place, pid, keep, counts, deviations);

	counts->of[FIELD_IR] *= 2;
	return why;
}

static void
test_engine(void)
{
	static const struct engine doubling = {.forks = true,
	    .fields = instructions,
	    .command = run_doubling,
	    .refusal = refuse_doubling,
	    .counts = take_doubled};

	played_make("c", 1, 2);
	config.engine = &doubling;
	played_is("an engine of its own", "", "T C C L M01", "14 *2", "");
	ok(results_cell(&results, 0, 0)->lacks == (FIELD_ALL & ~FIELD_BIT(FIELD_IR)), "its fields");
	played_free();
	config.engine = NULL;
}

/* Sessions that cannot begin. */
static void
test_refused(void)
{
	played_make("command", 1, 2);
	results.tests.v[0].in_dir = results.tests.v[1].in_dir = true;
	results.tests.v[0].dir = memory_copy("/no");
	results.tests.v[1].dir = memory_copy("/");
	played_is(
	    "no directory to run in", "", "M M", "active/long loop: runs in /no: No such file or directory, 7", "");
	played_free();
	played_make("shell", 1, 2);
	free(targets.v[0].exe);
	targets.v[0].exe = memory_copy("/no");
	played_is("no program", "", "T", "active/long loop: @ has no cachegrind for the program's *2", "");
	played_free();
	played_make("c", 1, 2);
	played_set("sources", "/no/a.c");
	played_is("objects of sources", "", "T U C C L L M0 M0", "7 *2", "");
	text_cut(&played, 0);
	played_is("which the next run has already", "", "T C C L L M0 M0", "7 *2", "");
	played_free();
}

int
main(void)
{
	played_begin();
	test_given();
	played_scenes(late, COUNTOF(late));
	slice = 3 * slice / 2;
	played_scenes(outcomes, COUNTOF(outcomes));
	test_emulated();
	test_engine();
	test_refused();
	return played_end();
}
