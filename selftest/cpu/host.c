/* host CPU ADDRESSES PROGRAM ARG...: runs a program that finds itself on a processor of the
   kind avx, sse4.2 or sse2. ADDRESSES, separated by commas, are those of its cpuid
   instructions, where it is loaded without randomisation. Exit status: the program's; 77 where
   ptrace is refused, 76 for any other failure. */
#include <cpuid.h>
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef AT_RSEQ_FEATURE_SIZE
#define AT_RSEQ_FEATURE_SIZE 27
#define AT_RSEQ_ALIGN 28
#endif
#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

static void
fail(const char *what)
{
	fprintf(stderr, "host: %s: %s\n", what, strerror(errno));
	exit(errno == EPERM ? 77 : 76);
}

/* What a processor without AVX2, without AVX and without SSSE3 has not. */
static void
hide(const char *cpu, unsigned leaf, unsigned *ebx, unsigned *ecx)
{
	bool sse2 = !strcmp(cpu, "sse2"), sse42 = sse2 || !strcmp(cpu, "sse4.2");

	if (leaf == 7 && strcmp(cpu, "avx2"))
		*ebx &= ~(bit_AVX2 | bit_BMI | bit_BMI2);
	if (leaf == 1 && sse42)
		*ecx &= ~(bit_AVX | bit_OSXSAVE | bit_XSAVE | bit_FMA | bit_F16C);
	if (leaf == 1 && sse2)
		*ecx &= ~(bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_CMPXCHG16B);
	if (leaf == 0x80000001 && sse2)
		*ecx &= ~bit_LZCNT;
}

/* Does the instruction that was replaced, which has two bytes; the program stands after one. */
static void
stand_in(pid_t pid, const char *cpu)
{
	struct user_regs_struct r;
	unsigned a, b, c, d;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &r))
		fail("PTRACE_GETREGS");
	__cpuid_count((unsigned)r.rax, (unsigned)r.rcx, a, b, c, d);
	hide(cpu, (unsigned)r.rax, &b, &c);
	r.rax = a;
	r.rbx = b;
	r.rcx = c;
	r.rdx = d;
	r.rip++;
	if (ptrace(PTRACE_SETREGS, pid, NULL, &r))
		fail("PTRACE_SETREGS");
}

static void
set_trap(pid_t pid, unsigned long address)
{
	long word;

	errno = 0;
	word = ptrace(PTRACE_PEEKTEXT, pid, address, NULL);
	if (errno || (word & 0xffff) != 0xa20f) {
		fprintf(stderr, "host: there is no cpuid at %#lx\n", address);
		kill(pid, SIGKILL);
		exit(76);
	}
	if (ptrace(PTRACE_POKETEXT, pid, address, (word & ~0xffl) | 0xcc))
		fail("PTRACE_POKETEXT");
}

static void
set_traps(pid_t pid, const char *addresses)
{
	char *end;

	for (; *addresses; addresses = *end ? end + 1 : end)
		set_trap(pid, strtoul(addresses, &end, 0));
}

static long
peek(pid_t pid, unsigned long address)
{
	return ptrace(PTRACE_PEEKDATA, pid, address, NULL);
}

/* What came with Linux 5.14 and 6.3. */
static bool
is_new(long type)
{
	return type == AT_MINSIGSTKSZ || type == AT_RSEQ_FEATURE_SIZE || type == AT_RSEQ_ALIGN;
}

/* On the stack of a program that starts are the number of its arguments, their addresses, NULL,
   the addresses of its environment, NULL, and pairs of a type and a value, the last of type 0.
 */
static void
forget_news(pid_t pid)
{
	enum { WORD = sizeof(long) };
	struct user_regs_struct r;
	unsigned long from, to;
	long type;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &r))
		fail("PTRACE_GETREGS");
	for (from = r.rsp + (unsigned long)(peek(pid, r.rsp) + 2) * WORD; peek(pid, from);
	     from += WORD)
		;
	to = from += WORD;
	do {
		type = peek(pid, from);
		if (!is_new(type)) {
			ptrace(PTRACE_POKEDATA, pid, to, type);
			ptrace(PTRACE_POKEDATA, pid, to + WORD, peek(pid, from + WORD));
			to += 2 * WORD;
		}
		from += 2 * WORD;
	} while (type);
}

static void
begin(pid_t pid, const char *kind, const char *addresses)
{
	if (!strcmp(kind, "kernel"))
		forget_news(pid);
	else
		set_traps(pid, addresses);
}

int
main(int argc, char **argv)
{
	bool begun = false;
	int status;
	pid_t pid;

	if (argc < 4) {
		fprintf(stderr, "usage: host KIND ADDRESSES PROGRAM ARG...\n");
		return 76;
	}
	pid = fork();
	if (pid < 0)
		fail("fork");
	if (!pid) {
		personality(ADDR_NO_RANDOMIZE);
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77);
		execv(argv[3], argv + 3);
		_exit(76);
	}
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		int number = WSTOPSIG(status);

		if (number == SIGTRAP) {
			if (begun)
				stand_in(pid, argv[1]);
			else
				begin(pid, argv[1], argv[2]);
			begun = true;
			number = 0;
		}
		if (ptrace(PTRACE_CONT, pid, NULL, number))
			fail("PTRACE_CONT");
	}
	if (WIFSIGNALED(status))
		kill(getpid(), WTERMSIG(status));
	return WEXITSTATUS(status);
}
