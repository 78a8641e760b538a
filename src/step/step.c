#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "model/chance.h"
#include "outfile/cachegrind.h"
#include "process/chance/settle.h"
#include "process/status.h"
#include "step/site.h"
#include "step/step.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

/* The file is like cachegrind's out file, or begins with this character and says why there are
   no counts. */
#define OUT_FILE "out."
#define EXECUTED_FILE STEP_EXECUTED "."
enum { WRONG = '!' };

/* The most lines of the list of executed instructions that are kept. */
enum { MOST_LINES = 1 << 20 };

/* Instructions that were decoded, by their address; others may take their place. */
enum { SITES = 1 << 14 };

struct stepper {
	pid_t pid;
	const char *dir;
	struct user_regs_struct now;
	struct counts counts;
	unsigned real;        /* what is not pinned: a set of enum chance */
	uint64_t read;        /* what was last read by chance instead */
	const char *wrong;    /* why there are no counts; NULL: there are */
	bool keeps;           /* what is executed: */
	struct text executed; /* its lines, */
	size_t lines;         /* and how many there would be */
	struct step_site sites[SITES];
};

static void
write_out(const struct stepper *s)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY, numbers = TEXT_EMPTY;
	OWNED char *path = text_print("%s/" OUT_FILE "%ld", s->dir, (long)getpid());

	text_add(&t, "events:");
	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (step_fields() & FIELD_BIT(f)) {
			text_addf(&t, " %s", field_rows[f].event);
			text_addf(&numbers, " %" PRIu64, s->counts.of[f]);
		}
	text_addf(&t, "\nsummary:%s\n", numbers.s);
	if (s->wrong) {
		text_cut(&t, 0);
		text_addf(&t, "%c%s\n", WRONG, s->wrong);
	}
	if (!file_write(path, t.s, t.n))
		unlink(path);
}

static void
write_executed(const struct stepper *s)
{
	OWNED char *path = text_print("%s/" EXECUTED_FILE "%ld", s->dir, (long)getpid());

	if (s->executed.n && s->lines <= MOST_LINES &&
	    !file_write(path, s->executed.s, s->executed.n))
		unlink(path);
}

/* Ends as the traced process did. */
static _Noreturn void
step_end(const struct stepper *s, int status)
{
	struct rlimit no_core = {0, 0};

	write_out(s);
	write_executed(s);
	if (WIFEXITED(status))
		_exit(WEXITSTATUS(status));
	setrlimit(RLIMIT_CORE, &no_core);
	kill(getpid(), WTERMSIG(status));
	_exit(1);
}

/* Lets the process go on with a signal, or 0, until it stops. Returns the status of that, as of
   waitpid; ends with the process. */
static int
resume(struct stepper *s, enum __ptrace_request request, int number)
{
	struct iovec registers = {&s->now, sizeof s->now};
	int status = 0;

	ptrace(request, s->pid, NULL, number);
	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!WIFSTOPPED(status))
		step_end(s, status);
	ptrace(PTRACE_GETREGSET, s->pid, NT_PRSTATUS, &registers);
	return status;
}

/* Returns the instruction at an address. */
static struct step_site *
site_at(struct stepper *s, uint64_t at)
{
	struct step_site *site = &s->sites[(at ^ at >> 14) % SITES];
	unsigned char bytes[sizeof site->bytes] = {0};
	struct iovec here = {bytes, sizeof bytes},
	             there = {(void *)(uintptr_t)at, sizeof bytes};
	ssize_t n = process_vm_readv(s->pid, &here, 1, &there, 1, 0);

	if (site->address == at && site->n && !memcmp(bytes, site->bytes, sizeof bytes))
		return site;
	*site = (struct step_site){.address = at, .n = n > 0 ? (size_t)n : 0};
	memcpy(site->bytes, bytes, sizeof bytes);
	site_decode(site);
	return site;
}

/* Returns true if a SIGTRAP behind an instruction that traps is the program's own. */
static bool
step_is_own(const struct stepper *s)
{
	siginfo_t info;

	if (ptrace(PTRACE_GETSIGINFO, s->pid, NULL, &info))
		return false;
	return info.si_code == SI_KERNEL || (info.si_code <= 0 && info.si_pid);
}

/* Runs to where the process closes the descriptor of replies: it is about to read its work. */
static void
skip_start(struct stepper *s)
{
	uint64_t argument = 0;
	int status, number = 0;
	bool done = false;

	while (!done) {
		status = resume(s, PTRACE_SYSCALL, number);
		number = WSTOPSIG(status);
		if (number != (SIGTRAP | 0x80))
			continue;
		number = 0;
		done = registers_call(&s->now, &argument) == SYS_close &&
		       argument == CGBENCH_REPLIES;
	}
	/* The call runs to its end. */
	resume(s, PTRACE_SYSCALL, 0);
}

/* Lets the thread run that the process has just started. */
static void
let_go(struct stepper *s)
{
	unsigned long thread;

	s->wrong = "starts threads, which --engine=step does not follow";
	if (!ptrace(PTRACE_GETEVENTMSG, s->pid, NULL, &thread) &&
	    waitpid((pid_t)thread, NULL, __WALL) > 0)
		ptrace(PTRACE_DETACH, (pid_t)thread, NULL, NULL);
}

/* Returns true if the process has a handler for a signal. */
static bool
handles(const struct stepper *s, int number)
{
	return status_number(s->pid, "SigCgt:", 16) >> (number - 1) & 1;
}

static void
count_site(
    struct stepper *s, const struct step_site *site, const struct user_regs_struct *before)
{
	if (!site->known)
		s->wrong = "executes an instruction that cgbench cannot decode";
	site_add_counts(&s->counts, site, before, &s->now);
	if (s->keeps && s->lines++ < MOST_LINES)
		site_add_text(&s->executed, site, before);
}

/* Pins what an instruction has read, which is different each time. */
static void
pin(struct stepper *s, const struct step_site *site)
{
	struct iovec registers = {&s->now, sizeof s->now};

	if (!(site->chance & ~s->real))
		return;
	if (site->chance == CHANCE_TIME)
		s->read += 1000000;
	else
		s->read = s->read * 6364136223846793005u + 1442695040888963407u;
	site_replace(site, s->read, &s->now);
	ptrace(PTRACE_SETREGSET, s->pid, NT_PRSTATUS, &registers);
}

/* Hides from the program that it is single-stepped. */
static void
step_hide(struct stepper *s, const struct step_site *site)
{
	struct iovec registers = {&s->now, sizeof s->now};
	unsigned long flag;
	uint64_t at;
	long word;

	if (!site->shows)
		return;
	at = site_hide(site, &s->now, &flag);
	if (!at) {
		ptrace(PTRACE_SETREGSET, s->pid, NT_PRSTATUS, &registers);
		return;
	}
	errno = 0;
	word = ptrace(PTRACE_PEEKDATA, s->pid, at, NULL);
	if (!errno)
		ptrace(PTRACE_POKEDATA, s->pid, at, (unsigned long)word & ~flag);
}

/* Takes in what the site's instruction did. */
static void
step_take(
    struct stepper *s, const struct step_site *site, const struct user_regs_struct *before)
{
	pin(s, site);
	step_hide(s, site);
	count_site(s, site, before);
}

static _Noreturn void
step_to_end(struct stepper *s)
{
	int number = 0;

	for (;;) {
		struct user_regs_struct before = s->now;
		const struct step_site *site = site_at(s, registers_pc(&before));
		uint64_t next = site->next;
		bool enters = number && handles(s, number);
		int status = resume(s, PTRACE_SINGLESTEP, number);

		if (status >> 16 == PTRACE_EVENT_CLONE)
			let_go(s);
		number = WSTOPSIG(status);
		if (number == SIGTRAP && !(site->traps && step_is_own(s)))
			number = 0;
		/* No instruction is behind it, neither where a signal comes up nor where its
		   handler begins. */
		if (enters || number)
			continue;
		step_take(s, site, &before);
		while (next && registers_pc(&s->now) != next) {
			site = site_at(s, next);
			next = site->next;
			step_take(s, site, &before);
		}
	}
}

static _Noreturn void
step_follow(pid_t pid, const char *dir, unsigned real, unsigned seed, bool keeps)
{
	struct stepper *s = memory_new(sizeof *s);
	int status;

	s->pid = pid;
	s->dir = dir;
	s->real = real;
	s->read = seed;
	s->keeps = keeps;
	if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
		_exit(127);
	ptrace(PTRACE_SETOPTIONS, pid, NULL,
	    PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE);
	settle_started(pid, seed);
	s->wrong = "ended without reading its input";
	skip_start(s);
	s->wrong = NULL;
	step_to_end(s);
}

void
step_trace(pid_t pid, const char *dir, unsigned real, unsigned seed)
{
	step_follow(pid, dir, real, seed, false);
}

void
step_keep(pid_t pid, const char *dir, unsigned real, unsigned seed)
{
	step_follow(pid, dir, real, seed, true);
}

char *
step_counts(const char *dir, pid_t pid, const char *keep, struct counts *counts)
{
	OWNED char *path = text_print("%s/" OUT_FILE "%ld", dir, (long)pid);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	const char *wrong = NULL;
	char *why = NULL;

	if (!file_read(path, &t))
		why = out_file_wrong("cgbench", dir, NULL);
	else if (t.n && *t.s == WRONG)
		why = memory_copy_n(t.s + 1, strcspn(t.s + 1, "\n"));
	else
		wrong = cachegrind_parse_out(t.s ? t.s : "", t.n, step_fields(), counts);
	if (wrong)
		why = out_file_wrong("cgbench", dir, wrong);
	if (keep) {
		OWNED char *executed = text_print("%s/" EXECUTED_FILE "%ld", dir, (long)pid);
		OWNED char *kept =
		    text_print("%.*s" STEP_EXECUTED, (int)(file_base(keep) - keep), keep);

		out_file_end(executed, kept);
	}
	out_file_end(path, keep);
	return why;
}
