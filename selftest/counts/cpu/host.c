/* host KIND ADDRESSES PROGRAM ARG...: runs a program as if the host were another one. KIND says what its cpuid
   instructions report: avx2, avx, sse4.2 and sse2 leave out what processors without the next better set lack; amd
   reports the caches of an EPYC. ADDRESSES, separated by commas, are those of the cpuid instructions when the program
   is loaded without randomisation. The kind "kernel" needs none and hides what newer kernels tell a program. Exit
   status: the program's; 77 if ptrace is refused, 76 for any other failure. */
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

/* The answer of a cpuid instruction. */
struct answer {
	unsigned eax, ebx, ecx, edx;
};

/* Hides what processors without AVX2, without AVX and without SSSE3 lack. */
static void
hide(const char *kind, unsigned leaf, struct answer *answer)
{
	bool sse2 = !strcmp(kind, "sse2"), sse42 = sse2 || !strcmp(kind, "sse4.2");

	if (leaf == 7 && strcmp(kind, "avx2"))
		answer->ebx &= ~(bit_AVX2 | bit_BMI | bit_BMI2);
	if (leaf == 1 && sse42)
		answer->ecx &= ~(bit_AVX | bit_OSXSAVE | bit_XSAVE | bit_FMA | bit_F16C);
	if (leaf == 1 && sse2)
		answer->ecx &= ~(bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_CMPXCHG16B);
	if (leaf == 0x80000001 && sse2)
		answer->ecx &= ~bit_LZCNT;
}

/* The vendor, and caches of 32 KiB, 32 KiB, 1 MiB and 256 MiB. The last one has 1 way: valgrind
   3.19 reads so what an EPYC reports. */
static void
pose_as_amd(unsigned leaf, struct answer *answer)
{
	if (leaf == 0) {
		answer->ebx = signature_AMD_ebx;
		answer->ecx = signature_AMD_ecx;
		answer->edx = signature_AMD_edx;
	} else if (leaf == 0x80000000) {
		answer->eax = 0x80000008;
	} else if (leaf == 0x80000005) {
		answer->ecx = answer->edx = 32u << 24 | 8u << 16 | 1u << 8 | 64;
	} else if (leaf == 0x80000006) {
		answer->ecx = 1024u << 16 | 6u << 12 | 1u << 8 | 64;
		answer->edx = 512u << 18 | 1u << 12 | 1u << 8 | 64;
	}
}

/* Executes the cpuid instruction, two bytes, that a trap of one byte replaced; the program has
   stopped after the trap. */
static void
execute_cpuid(pid_t pid, const char *kind)
{
	struct user_regs_struct r;
	struct answer answer;
	unsigned leaf;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &r))
		fail("PTRACE_GETREGS");
	leaf = (unsigned)r.rax;
	__cpuid_count(leaf, (unsigned)r.rcx, answer.eax, answer.ebx, answer.ecx, answer.edx);
	if (!strcmp(kind, "amd"))
		pose_as_amd(leaf, &answer);
	else
		hide(kind, leaf, &answer);
	r.rax = answer.eax;
	r.rbx = answer.ebx;
	r.rcx = answer.ecx;
	r.rdx = answer.edx;
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

/* Added by Linux 5.14 and 6.3. */
static bool
is_new(long type)
{
	return type == AT_MINSIGSTKSZ || type == AT_RSEQ_FEATURE_SIZE || type == AT_RSEQ_ALIGN;
}

/* The stack of a program that starts holds the number of its arguments, their addresses, NULL,
   the addresses of its environment, NULL, and pairs of a type and a value, the last of type 0. */
static void
forget_news(pid_t pid)
{
	enum { WORD = sizeof(long) };
	struct user_regs_struct r;
	unsigned long from, to;
	long type;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &r))
		fail("PTRACE_GETREGS");
	for (from = r.rsp + (unsigned long)(peek(pid, r.rsp) + 2) * WORD; peek(pid, from); from += WORD)
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
				execute_cpuid(pid, argv[1]);
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
