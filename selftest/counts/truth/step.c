/* step PROGRAM FUNCTION SHORT LONG [pairs] <WORK: what one turn of a test costs, by single-stepping the processor.
   FUNCTION is the address of the test's function in a program that --keep left, WORK is a file with a line that makes
   it run the test. Runs the function four times as cgbench does, active and not, SHORT and LONG turns, and prints the
   double difference:

       Ir=92.0 COND=31.0 IND=0.0 turns=91.0 marked=0.0

   Ir, COND and IND follow the rules for what valgrind counts; turns is how many times the processor stopped, marked how
   many of these between the marks nopl 0x6e676562(%rax) "begn" and nopl 0x736c6c61(%rax) "alls".

   With "pairs", prints instead a line for each instruction and the one executed after it:

       40174a 401730 call 3 3

   These are their addresses; whether the first one is a call; how often they are executed in LONG turns more than in
   SHORT ones, and the double difference. An element of a repeated instruction is followed by the instruction itself, as
   in valgrind.

   Exit status: 77 where ptrace is refused, 1 for any other failure. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ZF = 1 << 6 };

enum count { IR, COND, IND, TURNS, MARKED, COUNTS };

static const char *const names[COUNTS] = {"Ir", "COND", "IND", "turns", "marked"};

/* Valgrind treats an instruction as one of these kinds; repeated ones differ by their end. */
enum kind { OTHER, CONDITIONAL, INDIRECT, LOCKED, REPEAT, REPEAT_EQUAL, REPEAT_UNEQUAL, MARK_BEGIN, MARK_END };

/* Instructions that are executed one after the other; a hash table. */
enum { PAIRS = 1 << 16 };

struct pair {
	unsigned long from, to;
	bool is_call;
	long counts[2][2]; /* active, long */
};

static struct pair pairs[PAIRS];

static void
fail(const char *what)
{
	perror(what);
	exit(errno == EPERM ? 77 : 1);
}

static bool
is_prefix(unsigned char c)
{
	return c == 0x66 || c == 0x67 || c == 0xf0 || c == 0xf2 || c == 0xf3 || c == 0x2e || c == 0x36 || c == 0x3e ||
	       c == 0x26 || c == 0x64 || c == 0x65;
}

static enum kind
kind_of_repeated(unsigned char prefix, unsigned char opcode)
{
	switch (opcode & 0xfe) {
	case 0xa4: /* movs */
	case 0xaa: /* stos */
	case 0xac: /* lods */
		return REPEAT;
	case 0xa6: /* cmps */
	case 0xae: /* scas */
		return prefix == 0xf3 ? REPEAT_EQUAL : REPEAT_UNEQUAL;
	}
	return OTHER;
}

/* Returns whether it is a locked instruction that is no comparison and exchange itself. */
static bool
is_locked(bool prefix, const unsigned char *s)
{
	bool exchanges = (*s & 0xfe) == 0x86 && s[1] < 0xc0;
	bool compares = *s == 0x0f && ((s[1] & 0xfe) == 0xb0 || s[1] == 0xc7);

	return exchanges || (prefix && !compares);
}

static enum kind
kind_of(const unsigned char *s)
{
	static const unsigned char nop[] = {0x0f, 0x1f, 0x80};
	unsigned char repeat = 0;
	bool lock = false;
	int extension;

	if (!memcmp(s, nop, sizeof nop) && !memcmp(s + sizeof nop, "begn", 4))
		return MARK_BEGIN;
	if (!memcmp(s, nop, sizeof nop) && !memcmp(s + sizeof nop, "alls", 4))
		return MARK_END;
	for (; is_prefix(*s); s++) {
		if (*s == 0xf2 || *s == 0xf3)
			repeat = *s;
		lock |= *s == 0xf0;
	}
	if ((*s & 0xf0) == 0x40) /* REX */
		s++;
	extension = s[1] >> 3 & 7;
	if ((*s & 0xf0) == 0x70 || (*s & 0xfc) == 0xe0 || (*s == 0x0f && (s[1] & 0xf0) == 0x80))
		return CONDITIONAL;
	if (*s == 0xff && (extension == 2 || extension == 4))
		return INDIRECT;
	if (is_locked(lock, s))
		return LOCKED;
	return repeat ? kind_of_repeated(repeat, *s) : OTHER;
}

/* Valgrind makes a loop of a repeated instruction: a branch out of it if no element is left, one element, and a branch
   out of it if the comparison says so. The processor stops after each element, or once if there is none. Returns
   whether valgrind comes once more to the instruction than the processor stops: to find that no element is left. */
static bool
comes_again(enum kind kind, const struct user_regs_struct *before, const struct user_regs_struct *after)
{
	bool equal = after->eflags & ZF;

	if (!before->rcx || after->rcx)
		return false;
	return kind == REPEAT || (kind == REPEAT_EQUAL && equal) || (kind == REPEAT_UNEQUAL && !equal);
}

static bool
is_call(const unsigned char *s)
{
	while (is_prefix(*s) || (*s & 0xf0) == 0x40)
		s++;
	return *s == 0xe8 || (*s == 0xff && (s[1] >> 3 & 7) == 2);
}

/* The pair of the table; ends where that is full. */
static struct pair *
pair(unsigned long from, unsigned long to)
{
	unsigned long i = from * 31 + to, tries;

	for (tries = 0; tries < PAIRS; tries++) {
		struct pair *p = &pairs[(i + tries) % PAIRS];

		if (!p->from) {
			p->from = from;
			p->to = to;
		}
		if (p->from == from && p->to == to)
			return p;
	}
	fprintf(stderr, "step: more than %d pairs of instructions\n", PAIRS);
	exit(1);
}

static void
count_pair(const unsigned char *code, enum kind kind, const struct user_regs_struct *before,
    const struct user_regs_struct *after, bool active, bool is_long)
{
	struct pair *p = pair(before->rip, after->rip);

	p->is_call = is_call(code);
	p->counts[active][is_long]++;
	if (comes_again(kind, before, after))
		pair(before->rip, before->rip)->counts[active][is_long]++;
}

static void
print_pairs(void)
{
	for (int i = 0; i < PAIRS; i++) {
		const struct pair *p = &pairs[i];
		long active = p->counts[1][1] - p->counts[1][0];
		long empty = p->counts[0][1] - p->counts[0][0];

		if (active || empty)
			printf(
			    "%lx %lx %s %ld %ld\n", p->from, p->to, p->is_call ? "call" : "-", active, active - empty);
	}
}

/* Adds one stop. */
static void
count(long counts[COUNTS], enum kind kind, const struct user_regs_struct *before, const struct user_regs_struct *after)
{
	bool again = comes_again(kind, before, after);

	counts[TURNS]++;
	counts[IR] += 1 + again;
	counts[IND] += kind == INDIRECT;
	if (kind == CONDITIONAL || kind == LOCKED)
		counts[COND]++;
	if (kind == REPEAT || kind == REPEAT_EQUAL || kind == REPEAT_UNEQUAL)
		counts[COND] += 1 + again;
	if ((kind == REPEAT_EQUAL || kind == REPEAT_UNEQUAL) && before->rcx)
		counts[COND]++;
}

static void
read_code(pid_t pid, unsigned long address, unsigned char code[2 * sizeof(long)])
{
	long word;

	/* Memory may end after the last instruction. */
	memset(code, 0, 2 * sizeof word);
	for (int i = 0; i < 2; i++) {
		errno = 0;
		word = ptrace(PTRACE_PEEKTEXT, pid, address + (unsigned long)i * sizeof word, NULL);
		if (!errno)
			memcpy(code + (size_t)i * sizeof word, &word, sizeof word);
	}
}

static struct user_regs_struct
read_registers(pid_t pid)
{
	struct user_regs_struct registers;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &registers))
		fail("step: PTRACE_GETREGS");
	return registers;
}

/* Lets the program go on until it stops, with a signal of its own or 0; returns the next. */
static int
resume(pid_t pid, enum __ptrace_request request, int signal)
{
	int status = 0;

	if (ptrace(request, pid, NULL, signal) || waitpid(pid, &status, 0) < 0)
		fail("step: ptrace");
	if (WIFSTOPPED(status))
		return WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
	fprintf(stderr, "step: the program ends with status %#x\n", (unsigned)status);
	exit(1);
}

/* Ends with 77 where it may not be traced. */
static void
be_traced(char *program)
{
	char *argv[] = {program, NULL}, *envp[] = {NULL};

	if (lseek(0, 0, SEEK_SET) < 0)
		_exit(1);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(77);
	execve(program, argv, envp);
	_exit(1);
}

/* Starts the program and lets it run to its function. */
static pid_t
start(char *program, unsigned long function)
{
	unsigned long code;
	struct user_regs_struct registers;
	int status;
	pid_t pid = fork();

	if (pid < 0)
		fail("step: fork");
	if (!pid)
		be_traced(program);
	if (waitpid(pid, &status, 0) < 0)
		fail("step: waitpid");
	if (!WIFSTOPPED(status))
		exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
	errno = 0;
	code = (unsigned long)ptrace(PTRACE_PEEKTEXT, pid, function, NULL);
	if (errno || ptrace(PTRACE_POKETEXT, pid, function, (code & ~0xfful) | 0xcc))
		fail("step: PTRACE_POKETEXT");
	resume(pid, PTRACE_CONT, 0);
	registers = read_registers(pid);
	registers.rip = function;
	if (ptrace(PTRACE_POKETEXT, pid, function, code) || ptrace(PTRACE_SETREGS, pid, NULL, &registers))
		fail("step: PTRACE_SETREGS");
	return pid;
}

/* Steps from the first instruction of the function to behind its last one. */
static void
step_function(pid_t pid, unsigned long n, unsigned long active, bool is_long, long counts[COUNTS])
{
	struct user_regs_struct now = read_registers(pid), before;
	unsigned long stack = now.rsp;
	unsigned char code[2 * sizeof(long)];
	bool marked = false;
	int signal = 0;

	now.rdi = n;
	now.rsi = active;
	if (ptrace(PTRACE_SETREGS, pid, NULL, &now))
		fail("step: PTRACE_SETREGS");
	while (now.rsp <= stack) {
		enum kind kind;
		int was = signal;

		before = now;
		read_code(pid, before.rip, code);
		kind = kind_of(code);
		signal = resume(pid, PTRACE_SINGLESTEP, was);
		now = read_registers(pid);
		/* No instruction is behind it, neither where a signal comes up nor where its handler begins. */
		if (was || signal)
			continue;
		count(counts, kind, &before, &now);
		/* A hypervisor that executes cpuid may forget the stop behind it. */
		if (code[0] == 0x0f && code[1] == 0xa2 && now.rip != before.rip + 2) {
			unsigned char hidden[sizeof code];

			read_code(pid, before.rip + 2, hidden);
			count(counts, kind_of(hidden), &before, &now);
			counts[MARKED] += marked;
		}
		count_pair(code, kind, &before, &now, active, is_long);
		if (kind == MARK_BEGIN || kind == MARK_END)
			marked = kind == MARK_BEGIN;
		else
			counts[MARKED] += marked;
	}
}

int
main(int argc, char **argv)
{
	long counts[2][2][COUNTS] = {0};
	unsigned long function, turns[2];
	int status;

	if (argc < 5 || argc > 6 || (argc == 6 && strcmp(argv[5], "pairs")) ||
	    !(function = strtoul(argv[2], NULL, 16))) {
		fprintf(stderr, "usage: step PROGRAM FUNCTION SHORT LONG [pairs] <WORK\n");
		return 1;
	}
	for (unsigned long i = 0; i < 2; i++)
		turns[i] = strtoul(argv[3 + i], NULL, 10);
	for (unsigned long active = 0; active < 2; active++)
		for (unsigned long i = 0; i < 2; i++) {
			pid_t pid = start(argv[1], function);

			step_function(pid, turns[i], active, i, counts[active][i]);
			if (kill(pid, SIGKILL) || waitpid(pid, &status, 0) < 0)
				fail("step: kill");
		}
	if (argc == 6) {
		print_pairs();
		return 0;
	}
	for (int k = 0; k < COUNTS; k++)
		printf("%s=%.1f%c", names[k],
		    (double)((counts[1][1][k] - counts[1][0][k]) - (counts[0][1][k] - counts[0][0][k])) /
		        (double)(turns[1] - turns[0]),
		    k + 1 < COUNTS ? ' ' : '\n');
	return 0;
}
