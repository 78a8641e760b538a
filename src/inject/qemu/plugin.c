/* A plugin of QEMU that counts the instructions and data accesses of a process as cachegrind
   does. A process that QEMU's program forks has a copy of these counts and goes on from there.
 */

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api.h"
#include "protocol.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int qemu_plugin_version = QEMU_API;

/* What QEMU itself adds to, before an instruction is executed. */
static uint64_t executed;
static uint64_t reads, writes;

/* The bytes that an instruction has read, or written: the last of its ranges. */
struct range {
	uint64_t instruction; /* the value of "executed" */
	uint64_t begin, end;
};

static struct range last_read, last_write;
static char *directory;
static unsigned threads;

/* A group of instructions: those with these bits set so. */
struct group {
	uint32_t mask, bits;
};

static const struct machine {
	const char *name;
	/* The system calls with which a process ends: those of all threads, and of one. */
	int64_t exit_group, exit;
	/* Instructions that store if nobody else has. */
	struct group conditional[2];
	/* An instruction that fills memory, of which QEMU tells nobody. */
	struct group fill;
} machines[] = {
    {.name = "x86_64", .exit_group = 231, .exit = 60},
    {.name = "aarch64",
        .exit_group = 94,
        .exit = 93,
        .conditional = {{0x3fe00000, 0x08000000}, {0xbfe00000, 0x88200000}}, /* stxr, stxp */
        .fill = {0xffffffe0, 0xd50b7420}},                                   /* dc zva */
    {.name = "riscv64",
        .exit_group = 94,
        .exit = 93,
        .conditional = {{0xf800707f, 0x1800202f}, {0xf800707f, 0x1800302f}}}, /* sc.w, sc.d */
};
static const struct machine *machine;

/* Whether the bytes follow those of the range, in the same instruction: QEMU accesses what is
   wide in several parts, which later versions do in fewer. Otherwise a new range begins. */
static bool
goes_on(struct range *range, uint64_t address, uint64_t size)
{
	bool same = range->instruction == executed && range->end == address;

	if (!same)
		*range = (struct range){executed, address, address};
	range->end = address + size;
	return same;
}

/* As in cachegrind, what an instruction modifies is read, and not also written. */
static bool
modifies(uint64_t address, uint64_t size)
{
	return last_read.instruction == executed && address >= last_read.begin &&
	       address + size <= last_read.end;
}

/* Called for each access. With a filter for reads or writes, QEMU 7.2 calls it for the others;
   and its inline operations, which would be faster, count stores twice. */
static void
access_memory(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	uint64_t size = (uint64_t)1 << qemu_plugin_mem_size_shift(info);

	(void)cpu;
	(void)data;
	if (!qemu_plugin_mem_is_store(info))
		reads += !goes_on(&last_read, address, size);
	else if (!modifies(address, size))
		writes += !goes_on(&last_write, address, size);
}

/* The same for an instruction that only stores, but for which QEMU compares first. */
static void
store_conditionally(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	(void)cpu;
	(void)data;
	if (qemu_plugin_mem_is_store(info))
		writes += !goes_on(
		    &last_write, address, (uint64_t)1 << qemu_plugin_mem_size_shift(info));
}

static bool
is_in(const struct group *group, const struct qemu_plugin_insn *insn)
{
	uint32_t code;

	if (!group->mask || qemu_plugin_insn_size(insn) != sizeof code)
		return false;
	memcpy(&code, qemu_plugin_insn_data(insn), sizeof code);
	return (code & group->mask) == group->bits;
}

static void
translate_one(struct qemu_plugin_insn *insn)
{
	bool conditional =
	    is_in(&machine->conditional[0], insn) || is_in(&machine->conditional[1], insn);

	qemu_plugin_register_vcpu_insn_exec_inline(
	    insn, QEMU_PLUGIN_INLINE_ADD_U64, &executed, 1);
	if (is_in(&machine->fill, insn))
		qemu_plugin_register_vcpu_insn_exec_inline(
		    insn, QEMU_PLUGIN_INLINE_ADD_U64, &writes, 1);
	qemu_plugin_register_vcpu_mem_cb(insn,
	    conditional ? store_conditionally : access_memory, QEMU_PLUGIN_CB_NO_REGS,
	    QEMU_PLUGIN_MEM_RW, NULL);
}

/* Instructions are counted one by one: a block may be left in the middle. */
static void
translate(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	size_t n = qemu_plugin_tb_n_insns(block), i;

	(void)id;
	for (i = 0; i < n; i++)
		translate_one(qemu_plugin_tb_get_insn(block, i));
}

static void
write_counts(void)
{
	char path[4096 + 64], text[128];
	int n, fd;

	snprintf(path, sizeof path, "%s/" CGBENCH_QEMU_FILE "%ld", directory, (long)getpid());
	if (threads > 1)
		n = snprintf(text, sizeof text, "%cstarts threads, which QEMU does not count\n",
		    CGBENCH_QEMU_WRONG);
	else
		n = snprintf(text, sizeof text, "events: Ir Dr Dw\nsummary: %llu %llu %llu\n",
		    (unsigned long long)executed, (unsigned long long)reads,
		    (unsigned long long)writes);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0)
		return;
	(void)!write(fd, text, (size_t)n);
	close(fd);
}

/* When a process ends, QEMU has nothing else to do for it. */
static void
call_system(qemu_plugin_id_t id, unsigned cpu, int64_t number, uint64_t a1, uint64_t a2,
    uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
	(void)id;
	(void)cpu;
	(void)a2;
	(void)a3;
	(void)a4;
	(void)a5;
	(void)a6;
	(void)a7;
	(void)a8;
	if (number != machine->exit_group && (number != machine->exit || threads > 1))
		return;
	write_counts();
	_exit((int)a1);
}

static void
begin_thread(qemu_plugin_id_t id, unsigned cpu)
{
	(void)id;
	(void)cpu;
	threads++;
}

static const struct machine *
find_machine(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof machines / sizeof *machines; i++)
		if (!strcmp(machines[i].name, name))
			return &machines[i];
	return NULL;
}

EXPORT int qemu_plugin_install(
    qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv);

EXPORT int
qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
	static const char out[] = CGBENCH_QEMU_OUT "=";

	machine = find_machine(info->target_name);
	if (argc == 1 && !strncmp(argv[0], out, sizeof out - 1))
		directory = strdup(argv[0] + sizeof out - 1);
	if (!machine || !directory || strlen(directory) > 4096)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	qemu_plugin_register_vcpu_init_cb(id, begin_thread);
	qemu_plugin_register_vcpu_syscall_cb(id, call_system);
	return 0;
}
