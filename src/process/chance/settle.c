#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

#include "process/chance/settle.h"
#include "process/peer.h"

static bool
settle_read_word(pid_t pid, uint64_t at, size_t size, uint64_t *word)
{
	*word = 0;
	return peer_read(pid, at, word, size);
}

/* The stack pointer of a stopped process. Sets *narrow if its words have 32 bits. */
static uint64_t
stack_of(pid_t pid, bool *narrow)
{
	struct user_regs_struct registers = {0};
	struct iovec iov = {&registers, sizeof registers};

	ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &iov);
	*narrow = iov.iov_len < sizeof registers;
#ifdef __x86_64__
	/* The sixteenth of the seventeen registers of 32 bits. */
	return *narrow ? ((const uint32_t *)(const void *)&registers)[15] : registers.rsp;
#else
	return registers.sp;
#endif
}

/* The stack holds argc, the arguments, the environment, each list with a null behind
   it, and then pairs of a type and a value, of which AT_NULL is the last. */
void
settle_started(pid_t pid, unsigned seed)
{
	char bytes[16] = "sixteen of them";
	static const uint64_t ignored = AT_IGNORE;
	bool narrow;
	uint64_t at = stack_of(pid, &narrow), type = 0, value = 0;
	size_t word = narrow ? sizeof(uint32_t) : sizeof(uint64_t);
	int nulls = 0;

	memcpy(bytes, &(uint32_t){seed * 2654435761u}, seed ? sizeof(uint32_t) : 0);
	for (at += word; nulls < 2; at += word) {
		if (!settle_read_word(pid, at, word, &value))
			return;
		nulls += !value;
	}
	while (settle_read_word(pid, at, word, &type) &&
	       settle_read_word(pid, at + word, word, &value) && type) {
		if (type == AT_RANDOM)
			peer_write(pid, value, bytes, sizeof bytes);
		else if (type == AT_SYSINFO_EHDR)
			peer_write(pid, at, &ignored, word);
		at += 2 * word;
	}
}
