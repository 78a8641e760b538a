#pragma once

#include <elf.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "code/calls.h"
#include "code/isolate.h"
#include "inject/forkserver/protocol.h"
#include "input/target.h"
#include "machine/native.h"
#include "measure/engine.h"
#include "measure/compile/unit.h"
#include "measure/measure.h"
#include "measure/run.h"
#include "model/chance.h"
#include "process/jobs.h"
#include "process/launch.h"
#include "scratch.h"
#include "step/step.h"
#include "tap.h"
#include "util/file.h"
#include "util/paths.h"

/* Whole runs without a process: instead of process/jobs, each job that a run queues is played when its turn comes, as
   the scene's plan says. What a run decides is what it queues next.

   A plan is words. Each begins with the letter of an aim, and the rest says what a job of that aim does; the next job
   of the aim takes the next word. Without a word it does what it should. Of a compiler or a script see doings, and "s"
   that it cannot be started. Of a session there is a letter for each request, see play_request.

   What is played is noted: the letter of each job and, for a session, its cells or, without a server, its only
   measurement, such as "0al" for the long active loop of the first cell. */

static const char aim_letters[] = "TKCAURLBMDPclrVv";

struct job {
	struct job *next;
	struct command command;
	int aim;
	void *owner;
	struct text replies, part; /* all of them, and what an event has of them */
	size_t given, late;        /* bytes; late: where a process begins that took too long */
	struct outcome outcome;
};

struct jobs {
	struct job *first, *now;
};

static struct text played;                       /* what was played */
static char plan[1024];                          /* of which the words that were taken begin with '-' */
static Elf64_Ehdr product = {.e_ident = ELFMAG}; /* what compilers make */
static const char *program_path;                 /* a file that linkers copy, or NULL */
static unsigned links;                           /* how often one did */
static bool library_missing;
static void (*played_saves)(const struct results *kept); /* or NULL */
static size_t slice = sizeof(struct cgbench_reply);      /* bytes of replies that come at once */
static void (*look)(const struct job *job);              /* at a session, before it is played */
static void (*play_time)(struct job *, const char *);    /* plays a process that is timed */
static char left[32];                                    /* the file in the current directory */
static pid_t last_pid;

/* The rest of the next word that begins with the letter, or "". */
static const char *
planned(char letter)
{
	static char word[64];
	char *at = plan;

	while (*at && *at != letter)
		at += strcspn(at, " "), at += strspn(at, " ");
	if (!*at)
		return "";
	*at++ = '-';
	snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
	return word;
}

/* The directory may have been removed with a task that failed. */
static void
fill(const char *dir, const char *name, const char *s)
{
	OWNED char *path = text_print("%s/%s", dir, name);

	file_write(path, s, strlen(s));
}

static void
make_log(const struct job *job, pid_t pid, const char *said)
{
	OWNED char *path = text_print("%s/" LAUNCH_LOG, job->command.cwd);
	FILE *f = fopen(path, "a");

	if (f)
		fprintf(f, "==%d== %s\n", pid, said);
	if (f)
		fclose(f);
}

static void
make_note(const struct job *job, pid_t pid, unsigned chance)
{
	OWNED char *path = text_print("%s/chance", job->command.cwd);
	const unsigned note[] = {(unsigned)pid, chance};
	FILE *f = fopen(path, "a");

	if (f)
		fwrite(note, sizeof note, 1, f);
	if (f)
		fclose(f);
}

static bool
is_profiled(const struct job *job)
{
	return strstr(job->command.argv.v[0], "/callgrind-") != NULL;
}

/* The out file of a process that counts so much in each of its fields. */
static void
make_counts(const struct job *job, pid_t pid, int n, const char *function)
{
	static const char profile[] = "# callgrind format\nversion: 1\npositions: instr line\n"
	                              "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim\n"
	                              "summary: %d\n\nob=(1) /none\nfl=(1) a.c\nfn=(1) f\n0x10 0 %d\n\ntotals: %d\n";
	bool emulated = job->command.argv.n && !strcmp(job->command.argv.v[0], "/qemu");
	field_set fields = job->command.trace ? step_fields() : emulated ? FIELD_QEMU : FIELD_BIT(FIELD_IR);
	struct text events = TEXT_EMPTY, counts = TEXT_EMPTY;
	char *name = text_print("out.%d", pid), *out;

	for (enum field f = 0; f < FIELD_COUNT; f++) {
		if (!(fields & FIELD_BIT(f)))
			continue;
		text_addf(&events, " %s", field_rows[f].event);
		text_addf(&counts, " %d", n);
	}
	out = is_profiled(job)
	          ? text_print(profile, n, n, n)
	          : text_print("events:%s\nfn=%s\n1%s\nsummary:%s\n", events.s, function, counts.s, counts.s);
	fill(job->command.cwd, name, out);
	text_free(&events);
	text_free(&counts);
	free(name);
	free(out);
}

/* One measurement, which counts 50, and 7 more if it is the long active one; returns the status of its process. */
static int
play_request(const struct job *job, const char *dir, char c, pid_t pid)
{
	const char *base = strrchr(dir, '/') + 1;
	int ir = 50 + 7 * (strchr("1357", *base) && base[1] == '1') + (c >= '1' && c <= '9' ? c - '0' : 0) +
	         (c >= 'A' && c <= 'E' ? 1000 + 20 * (c - 'A') : 0);

	if (c != 'c') /* it leaves no counts */
		make_counts(job, pid, ir, "f");
	if (job->command.requests && !strchr("qxkiutfz", c))
		fill(dir, "end", c == 'l' ? "left" : c == 'h' ? "hello" : "end");
	if (c == 'w')
		fill(dir, "stderr", "oh");
	if (c == 'u' || c == 'i') /* it has an instruction that valgrind does not know */
		make_log(job, pid, "valgrind: Unrecognised instruction at address 0x1.");
	if (c == 'n') /* it opens a socket */
		make_note(job, pid, CHANCE_NETWORK);
	if (c == 't') /* it starts threads */
		make_log(job, pid, "Use --max-threads=INT to specify a larger number");
	return c == 'z'                           ? SIGKILL
	       : c == 'k'                         ? SIGSEGV
	       : c == 'i'                         ? SIGILL
	       : c == 'f'                         ? W_EXITCODE(CGBENCH_NO_FILES, 0)
	       : c == 'x' || c == 'u' || c == 't' ? W_EXITCODE(3, 0)
	                                          : 0;
}

static void
reply(struct job *job, int number, pid_t pid, bool over, int status)
{
	const struct cgbench_reply r = {number, pid, over, status};

	text_add_n(&job->replies, (const char *)&r, sizeof r);
}

/* The ends of sessions that measure nothing. */
static const struct {
	char letter;
	int status;
	bool guard_died;
	const char *says;
} refusals[] = {
    {'T', W_EXITCODE(CGBENCH_THREADS, 0), false, ""},
    {'N', W_EXITCODE(CGBENCH_NO_FORK, 0), false, ""},
    {'S', W_EXITCODE(1, 0), false, "valgrind: x: Operation not permitted\n"},
    {'X', W_EXITCODE(1, 0), false, "valgrind: x: not for this architecture\n"},
    {'Y', W_EXITCODE(1, 0), false, "valgrind: x: odd\n"},
    {'Z', W_EXITCODE(0, 0), false, "odd\n"},
    {'Q', W_EXITCODE(1, 0), false, "qemu-x: Could not open '/lib/ld.so': No such file\n"},
    {'G', SIGKILL, true, ""},
};

/* Plays a request, unless an earlier one of its cell failed. */
static void
play_next(struct job *job, const struct cgbench_request *r, int number, char c, int *failed)
{
	char *dir = text_print("%s/%s", job->command.cwd, r->dir), *base = strrchr(dir, '/') + 1;
	bool here = r->call == CGBENCH_HERE, active = strchr("1357", *base), more = base[1] == '1';
	pid_t pid = here ? job->outcome.pid : ++last_pid;
	int status;

	if (here)
		text_addf(&played, "%d%c%c", r->cell, active ? 'a' : 'e', more ? 'l' : 's');
	else if (active && more)
		text_addf(&played, "%d", r->cell);
	if (c == '!') {
		job->outcome.status = SIGKILL;
	} else if (c != 'S' && here) {
		job->outcome.status = play_request(job, dir, c, pid);
	} else if (c != 'S' && *failed != r->cell) {
		reply(job, number, pid, false, 0);
		status = play_request(job, dir, c, pid);
		job->late = c == 'z' ? job->replies.n : job->late;
		reply(job, number, pid, true, status);
		*failed = status ? r->cell : *failed;
	}
	free(dir);
}

/* Plays the requests of a session, of which "!" kills the server; see refusals, too. */
static void
play_session(struct job *job, const char *letters)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	OWNED char *path = text_print("%s/%s", job->command.cwd, job->command.requests);
	const char *says = "";
	int failed = -1, number = 0;

	if (is_profiled(job))
		text_add(&played, "p");
	for (size_t i = 0; i < COUNTOF(refusals); i++) {
		if (*letters != refusals[i].letter)
			continue;
		job->outcome.status = refusals[i].status;
		job->outcome.guard_died = refusals[i].guard_died;
		says = refusals[i].says;
		letters = "S";
		break;
	}
	job->outcome.output = memory_copy(says);
	if (!file_read(path, &t))
		abort();
	for (size_t at = 0; at < t.n; at += sizeof(struct cgbench_request)) {
		const struct cgbench_request *r = (const struct cgbench_request *)(t.s + at);

		if (r->call == CGBENCH_WARM)
			continue;
		play_next(job, r, number++, *letters ? *letters : '.', &failed);
		letters += *letters && !strchr("!S", *letters);
	}
}

/* The ends of compilers and scripts, with what they print. */
static const struct doing {
	char letter;
	bool fails, makes;
	const char *says;
} doings[] = {
    {'\0', false, true, ""},
    {'0', false, false, ""},
    {'1', true, false, "no good\n"},
    {'t', true, false, ""}, /* it takes too long */
    {'w', false, true, "x.c:1: warning: odd\n"},
    {'l', false, true, "ld: warning: odd\n"},
    {'i', false, true, "x.c:1: warning: implicit declaration of function 'f'\n"},
    {'o', true, false, "the code borrows 'v' or so\n"},
    {'n', true, false, "no 'continue' here\n"},
    {'y', true, false,
        "==9== Process terminating with default action of signal 11 (SIGSEGV)\n"
        "==9==    at 0x1: f (your.bench:4)\n==9==    by 0x2: f (my.bench:33)\n"
        "==9==    by 0x3: g (my.bench:7)\n"},
    {'x', true, false, "==9==    at 0x1: f (my.bench:4)\n"},
    {'d', false, true, ""},   /* it leaves a file in the current directory */
    {'g', false, true, ""},   /* it makes a module that is there, too */
    {'p', false, true, NULL}, /* see files_said */
    {'q', false, true, NULL},
    {'r', false, true, NULL},
    {'u', false, true, NULL},
};

static size_t
file_size(const char *path)
{
	struct stat s;

	return path && !stat(path, &s) ? (size_t)s.st_size : 0;
}

/* Makes the file behind "-o". A copy of a program is longer by how many there are. */
static void
make_product(const struct command *command, char c)
{
	size_t i = words_find(&command->argv, "-o") + 1;
	OWNED char *dir = NULL;

	if (i >= command->argv.n)
		return;
	if (!program_path || command->product)
		scratch_store(command->argv.v[i], (const char *)&product, sizeof product);
	else if (!file_copy_tree(program_path, command->argv.v[i]) ||
	         truncate(command->argv.v[i], (off_t)(file_size(program_path) + ++links)))
		abort();
	if (c == 'd') {
		snprintf(left, sizeof left, "%s", file_base(command->argv.v[i]));
		scratch_write(left, "");
	}
	if (c != 'g')
		return;
	dir = file_parent(command->argv.v[i]);
	fill(dir, "x.mod", "");
	scratch_write("x.mod", "");
}

/* The files that a linker reads: but for "u" the first object, but for "q" only the system's
   besides, one of them as the member of an archive. */
static char *
files_said(const struct command *command, char c)
{
	size_t i = 0;

	while (!text_ends(command->argv.v[i], ".o"))
		i++;
	return text_print("%s\n/no\n%s\n(%s)x.o\n%s%s\n", c == 'u' ? "" : command->argv.v[i], native.loader,
	    c == 'r' ? "library" : native.loader, scratch_path, c == 'q' ? "/put" : "/no");
}

static void
play(struct job *job)
{
	char letter = aim_letters[job->aim];
	const char *does = planned(letter);
	const struct doing *doing = doings;

	text_addf(&played, "%s%c", played.n ? " " : "", letter);
	job->outcome = (struct outcome){.pid = ++last_pid};
	if (letter == 'B')
		text_addf(
		    &played, "%zu", file_size(job->command.argv.v[job->command.argv.n - 1]) - file_size(program_path));
	if (*does == 's') {
		job->outcome.start_error = memory_copy("cannot run it");
	} else if (letter == 'M' && job->command.requests) {
		fill(job->command.cwd, LAUNCH_LOG, "");
		if (look)
			look(job);
		play_session(job, does);
	} else if (letter == 'P') {
		play_time(job, does);
	} else if (letter == 'M') {
		fill(job->command.cwd, LAUNCH_LOG, "");
		job->outcome.output = memory_copy("");
		job->outcome.status = play_request(job, job->command.cwd, *does, job->outcome.pid);
	} else {
		while (doing->letter != *does)
			doing++;
		job->outcome.status = *does == 't' ? SIGKILL : W_EXITCODE(doing->fails, 0);
		if (*does == 't')
			job->outcome.overtime.limit = 9;
		job->outcome.output = doing->says ? memory_copy(doing->says) : files_said(&job->command, *does);
		if (doing->makes)
			make_product(&job->command, *does);
	}
}

/* Stand-ins do not use all that they are given. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

struct jobs *
jobs_new(unsigned parallel)
{
	return memory_new(sizeof(struct jobs));
}

static void
free_job(struct job *job)
{
	if (!job)
		return;
	command_free(&job->command);
	text_free(&job->replies);
	text_free(&job->part);
	outcome_free(&job->outcome);
	free(job);
}

void
jobs_push_first(struct jobs *jobs, struct command *command, int aim, void *owner)
{
	struct job *job = memory_new(sizeof *job);

	*job = (struct job){.next = jobs->first, .command = *command, .aim = aim, .owner = owner, .late = SIZE_MAX};
	jobs->first = job;
}

void
jobs_push(struct jobs *jobs, struct command *command, int aim, void *owner)
{
	struct jobs rest = {0};
	struct job **last = &jobs->first;

	while (*last)
		last = &(*last)->next;
	jobs_push_first(&rest, command, aim, owner);
	*last = rest.first;
}

void
jobs_start(struct jobs *jobs)
{
}

bool
jobs_next(struct jobs *jobs, struct job_event *event)
{
	struct job *job = jobs->now;

	if (!job || job->given == SIZE_MAX) {
		free_job(job);
		job = jobs->now = jobs->first;
		if (!job)
			return false;
		jobs->first = job->next;
		play(job);
	}
	*event = (struct job_event){.job = job, .aim = job->aim, .owner = job->owner};
	text_cut(&job->part, 0);
	if (job->given < job->replies.n) {
		text_add_n(&job->part, job->replies.s + job->given,
		    job->given + slice < job->replies.n ? slice : job->replies.n - job->given);
		if (job->given == job->late)
			event->late.limit = 9;
		event->replies = &job->part;
		job->given += job->part.n;
	} else {
		event->outcome = &job->outcome;
		job->given = SIZE_MAX;
	}
	return true;
}

void
jobs_watch(struct job *job, pid_t pid)
{
}

bool
jobs_want_more(const struct jobs *jobs)
{
	return !jobs->first;
}

/* It tries a put once more. */
bool
jobs_run(struct jobs *jobs, struct command *command, struct outcome *outcome)
{
	struct job job = {.command = *command};

	play(&job);
	*outcome = job.outcome;
	command_free(&job.command);
	return true;
}

void
jobs_run_one(struct command *command, struct outcome *outcome)
{
	jobs_run(NULL, command, outcome);
}

void
jobs_kill(struct jobs *jobs)
{
	struct job *job;

	while ((job = jobs->now ? jobs->now : jobs->first)) {
		if (!jobs->now)
			jobs->first = job->next;
		jobs->now = NULL;
		free_job(job);
	}
}

void
jobs_free(struct jobs *jobs)
{
	jobs_kill(jobs);
	free(jobs);
}

/* Objects and programs are no ELF files; those that the plan does not separate are linked as they are. */
static unsigned separates; /* how many more times an object is copied with stubs of its own */
static bool separated;     /* the linker made no stub for them */

char *
isolate_test(const char *path, const char *symbol, const char *why, unsigned shift)
{
	return memory_copy(why);
}

bool
isolate_align(const char *path)
{
	return !access(path, R_OK);
}

bool
isolate_memory(const char *path)
{
	return !access(path, R_OK);
}

bool
calls_separate(const char *from, const char *to, const char *symbol, const struct words *imports,
    const unsigned char *start, size_t n)
{
	return separates && separates-- && file_copy_tree(from, to);
}

bool
calls_are_separate(const struct image *image, const unsigned char *start, size_t n)
{
	return separated;
}

char *
paths_library(const char *name)
{
	return library_missing ? NULL : text_print("%s/library", scratch_path);
}

char *
paths_headers(void)
{
	return NULL;
}

char *
paths_suite(const char *language)
{
	return NULL;
}

/* The run that a scene changes and plays. */
static struct languages languages;
static struct results results;
static struct targets targets;
static struct valgrind valgrind;
static struct words unforkable;
static struct object_store objects;
static struct host_files host_files;
static struct config config;
static int said_file;

static void
played_begin(void)
{
	char *tool;

	scratch_enter();
	setenv("TMPDIR", scratch_path, 1);
	setenv("XDG_CONFIG_HOME", scratch_path, 1);
	fflush(stderr);
	said_file = dup(STDERR_FILENO);
	scratch_store("put", "\177ELF\2-----------", 16);
	scratch_write("library", "x");
	for (size_t i = 0; i < 2; i++) {
		tool = text_print("%s-%s", i ? "callgrind" : "cachegrind", native.valgrind);
		scratch_write(tool, "");
		if (chmod(tool, 0755))
			abort();
		free(tool);
	}
	if (!freopen("said", "w", stderr))
		abort();
	product.e_ident[EI_CLASS] = ELFCLASS64;
	product.e_ident[EI_DATA] = ELFDATA2LSB;
	product.e_machine = (Elf64_Half)native.number;
	languages_add_all(&languages, &(struct words)WORDS_EMPTY);
	words_add(&valgrind.options, "--read-inline-info=yes");
	valgrind.tool = "cachegrind";
	valgrind.libexec = scratch_path;
	valgrind.fields = FIELD_BIT(FIELD_IR);
}

/* Makes the puts "a", "b", ... of a language and so many tests. */
static void
played_make(const char *language, size_t put_count, size_t tests)
{
	results = (struct results){.loops = {1, 2}};
	for (size_t i = 0; i < tests; i++) {
		OWNED char *name = text_print("t%zu", i);
		struct test *test = tests_add(&results.tests, name);

		test_set(test, "code", memory_copy("x"), 1);
	}
	for (size_t i = 0; i < put_count; i++) {
		struct put *put = puts_add(&results.puts);

		put->exe = memory_copy("put");
		put->label = text_print("%c", (int)('a' + i));
	}
	targets = (struct targets){memory_array(put_count, sizeof *targets.v), put_count};
	for (size_t i = 0; i < put_count; i++)
		targets.v[i] = (struct target){.put = &results.puts.v[i],
		    .language = languages_find(&languages, language),
		    .exe = text_print("%s/put", scratch_path),
		    .plain = true};
	results_make_cells(&results);
	config = (struct config){.valgrind = &valgrind,
	    .forks = true,
	    .jobs = 1,
	    .timeout = 9,
	    .objects = &objects,
	    .unforkable = &unforkable,
	    .files = &host_files};
	text_cut(&played, 0);
	last_pid = 0;
}

/* Returns what was printed since the last call; valid until the next one. */
static const char *
played_said(void)
{
	static char *s;
	size_t n;

	fflush(stderr);
	s = scratch_load("said", &n);
	if (ftruncate(STDERR_FILENO, 0) || lseek(STDERR_FILENO, 0, SEEK_SET) < 0)
		abort();
	return s;
}

/* Shows what a cell counts, its verdicts, and a mark for each warning; or the start of why it
   does not count. The caller frees. */
static char *
cell_shown(size_t i)
{
	const struct cell *cell = &results.cells[i];
	bool once = results.tests.v[i / results.puts.n].once;
	char *verdicts, *shown;

	if (cell->failure)
		return text_print("%s: %.60s", cell->failure->stage, cell->failure->why);
	if (!cell->measured)
		return memory_copy("-");
	/* The objects are no machine code, in which the loop would be found. */
	verdicts = verdict_names(cell->verdicts & ~(1u << VERDICT_LOOP));
	shown = text_print("%lld%s%s%.*s%s%.60s", (long long)results_spent(cell, once, FIELD_IR), *verdicts ? " " : "",
	    verdicts, (int)cell->warnings, "!!!!",
	    cell->profile      ? " profiled"
	    : cell->unprofiled ? ": "
	                       : "",
	    cell->unprofiled ? cell->unprofiled : "");
	free(verdicts);
	return shown;
}

/* The cells of the results, test by test; "7 *3" for three that are alike. */
static void
add_cells(struct text *t)
{
	size_t n = results.tests.n * results.puts.n, same = 1;

	for (size_t i = 0; i < n; i++) {
		char *s = cell_shown(i), *next = i + 1 < n ? cell_shown(i + 1) : NULL;

		if (next && !strcmp(s, next)) {
			same++;
		} else {
			text_add(t, s);
			if (same > 1)
				text_addf(t, " *%zu", same);
			text_add(t, next ? ", " : "");
			same = 1;
		}
		free(s);
		free(next);
	}
}

/* Plays a run and checks what was played, the cells, and what was printed. */
static void
played_is(const char *name, const char *as_planned, const char *jobs, const char *cells, const char *said)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	char *named, *without, *cells_shown;
	enum measure_end end;
	struct measure *m;

	snprintf(plan, sizeof plan, "%s", as_planned);
	m = measure_begin(&results, &targets, &config);
	while (measure_go_on(m))
		if (played_saves)
			played_saves(&config.partial->kept);
	end = measure_close(m);
	is(played.s, jobs, name);
	text_add(&t, "");
	add_cells(&t);
	cells_shown = text_replace(t.s, scratch_path, "@");
	is(end == MEASURE_DONE ? cells_shown : end == MEASURE_UNFIT ? "unfit" : "failed", cells, name);
	free(cells_shown);
	named = text_replace(played_said(), scratch_path, "@");
	without = text_replace(named, *left ? left : "?", "main.o");
	is(without, said, name);
	free(named);
	free(without);
}

static void
played_free(void)
{
	targets_free(&targets);
	results_free(&results);
	host_files_free(&host_files);
	units_forget(&objects);
	words_free(&unforkable);
}

/* Two tests on one put or more, with the engine fork, exec or step. */
struct scene {
	const char *engine, *language;
	size_t puts;
	const char *key, *text;                 /* a part of the tests, or NULL */
	const char *plan, *jobs, *cells, *said; /* said: NULL is "" */
};

/* The beginning of a scene on one put, whose tests have no other part. */
#define PLAYED_ONE(e, l) .engine = e, .language = l, .puts = 1, .text = NULL

/* Sets a part of all tests. */
static void
played_set(const char *key, const char *text)
{
	for (size_t i = 0; i < results.tests.n; i++)
		test_set(&results.tests.v[i], key, memory_copy(text), 1);
}

static void
played_engine(const char *engine)
{
	config.forks = !strcmp(engine, "fork");
	config.engine = strcmp(engine, "step") ? NULL : &engine_step;
}

__attribute__((unused)) static void
played_scenes(const struct scene *scenes, size_t n)
{
	ARRAY_EACH(const struct scene, scene, scenes, n) {
		OWNED char *name = text_print("%s, engine %s%s%s%s%s: %s", scene->language, scene->engine,
		    scene->key ? ", " : "", scene->key ? scene->key : "", scene->key ? " = " : "",
		    scene->text ? scene->text : "", scene->plan);

		played_make(scene->language, scene->puts, 2);
		played_engine(scene->engine);
		if (scene->key)
			played_set(scene->key, scene->text);
		played_is(name, scene->plan, scene->jobs, scene->cells, scene->said ? scene->said : "");
		played_free();
	}
}

static int
played_end(void)
{
	languages_free(&languages);
	text_free(&played);
	words_free(&valgrind.options);
	fflush(stderr);
	dup2(said_file, STDERR_FILENO);
	scratch_leave();
	return tap_done();
}
