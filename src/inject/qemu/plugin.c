/* A plugin of QEMU that counts the instructions and data accesses of a process as cachegrind
   does. A process that QEMU's program forks goes on from a copy of these counts. */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "api.h"
#include "protocol.h"
#include "sites.h"
#include "x86.h"

/* QEMU tells its callbacks more than they need. */
#define UNUSED __attribute__((unused))

#define EXPORT __attribute__((visibility("default")))

/* The version of the interface that this plugin is for, by QEMU's functions: QEMU reads it
   before it calls any of this plugin's, and refuses others. */
EXPORT int qemu_plugin_version;

__attribute__((constructor)) static void
choose_version(void)
{
	qemu_plugin_version = qemu_plugin_register_vcpu_insn_exec_inline ? QEMU_API_1
	                      : qemu_plugin_set_pc                       ? QEMU_API_DATA
	                                                                 : QEMU_API_2;
}

/* QEMU passes callbacks its id for this plugin, first; it copies instructions. */
static bool passes_id, copies;

/* All instructions add to this, unless a profile is taken: then each has its own site. */
static struct site all;
static bool profiles;
static uint64_t distance; /* of the guest's addresses in this process */

/* The bytes that an instruction has read, or written: the last of its ranges. */
struct access_range {
	const struct site *site;
	uint64_t execution; /* the value of "executed" there */
	uint64_t begin, end;
};

/* Instructions that QEMU translated together, and executes one after the other. */
struct translated_block {
	struct site *first, *last;
	uint64_t end; /* the address of the instruction after the last one */
};

static const struct translated_block *current;

static struct access_range last_read, last_write;
static char *directory;
static unsigned threads;
static uint64_t clock_calls, refused_calls;
static bool told_of_ticks;

/* A group of instructions: those with these bits set so. */
struct group {
	uint32_t mask, bits;
};

/* Returns true if something holds for an instruction, of which these are the n bytes. */
typedef bool predicate(const unsigned char *bytes, size_t n);

static const struct guest {
	const char *name;
	/* The system calls with which a process ends: those of all threads, and of one. */
	int64_t exit_group, exit;
	int64_t forks[4]; /* those that make a process */
	/* For these the C library calls the kernel's own code where there is some. */
	int64_t clocks[4];
	/* It tries these at the start of every program, known or not. */
	int64_t tried[4];
	/* Instructions that store if no other thread has. */
	struct group conditional[2];
	/* An instruction that fills memory, which QEMU does not report. */
	struct group fill;
	/* Instructions that read a counter of the processor. */
	struct group ticks[2];
	predicate *reads_ticks; /* or NULL */
	/* Instructions whose accesses are all counted, and those that make one access of each
	   kind, however QEMU makes it; NULL: none. */
	predicate *has_operands, *has_gaps;
} guests[] = {
    {"x86_64", 231, 60, {56, 57, 58, 435}, {228, 96, 201, 309}, {273, 334},
        .reads_ticks = x86_reads_ticks, .has_operands = x86_has_operands,
        .has_gaps = x86_has_gaps},
    {"aarch64", 94, 93, {220, 435}, {113, 169}, {99, 293},
        .conditional = {{0x3fe00000, 0x08000000}, {0xbfe00000, 0x88200000}}, /* stxr, stxp */
        .fill = {0xffffffe0, 0xd50b7420}},                                   /* dc zva */
    {"riscv64", 94, 93, {220, 435}, {113, 169, 168}, {99, 293},
        .conditional = {{0xf800707f, 0x1800202f}, {0xf800707f, 0x1800302f}}, /* sc.w, sc.d */
        /* rdcycle and rdtime, rdinstret; the timer of AArch64 is a clock that is pinned. */
        .ticks = {{0xffeff07f, 0xc0002073}, {0xfffff07f, 0xc0202073}}},
};
static const struct guest *guest;

/* Returns true if the range is of the instruction that is executed now, at that site. */
static bool
is_of(const struct access_range *range, const struct site *site)
{
	return range->site == site && range->execution == site->executed;
}

/* Returns true if the bytes follow the range, or are in it, in the same instruction: QEMU
   accesses what is wide in several parts, and reads again what it exchanges. Otherwise a new
   range begins. */
static bool
goes_on(struct access_range *range, const struct site *site, uint64_t address, uint64_t size)
{
	uint64_t end = address + size;
	bool same = is_of(range, site) && address >= range->begin &&
	            (end <= range->end || address == range->end);

	if (!same)
		*range = (struct access_range){site, site->executed, address, address};
	if (end > range->end)
		range->end = end;
	return same;
}

/* Cachegrind counts what an instruction modifies as read, and not also as written. */
static bool
modifies(const struct site *site, uint64_t address, uint64_t size)
{
	return is_of(&last_read, site) && address >= last_read.begin &&
	       address + size <= last_read.end;
}

/* The site of an access, and what it was asked to tell of it, a qemu_plugin_mem_rw, are
   together the data of a callback. */
static struct site *
site_of(void *data)
{
	return (struct site *)((uintptr_t)data & ~(uintptr_t)QEMU_PLUGIN_MEM_RW);
}

/* Returns what the access does; an atomic operation, in a program that maps shared memory, does
   both at once. If both were asked for, version 1 of the interface tells it. */
static unsigned
what(qemu_plugin_meminfo_t info, void *data)
{
	unsigned asked = (uintptr_t)data & QEMU_PLUGIN_MEM_RW;

	return asked == QEMU_PLUGIN_MEM_RW ? info >> QEMU_MEMINFO_RW & asked : asked;
}

static bool
is_load(qemu_plugin_meminfo_t info, void *data)
{
	return what(info, data) & QEMU_PLUGIN_MEM_R;
}

/* Called for each access. */
static void
access_memory(UNUSED unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	uint64_t size = UINT64_C(1) << qemu_plugin_mem_size_shift(info);
	struct site *site = site_of(data);

	if (is_load(info, data))
		site->reads += !goes_on(&last_read, site, address, size);
	else if (!modifies(site, address, size))
		site->writes += !goes_on(&last_write, site, address, size);
}

/* Counts an instruction that only stores, but for which QEMU compares first. */
static void
store_conditionally(
    UNUSED unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	uint64_t size = UINT64_C(1) << qemu_plugin_mem_size_shift(info);
	struct site *site = site_of(data);

	if (what(info, data) & QEMU_PLUGIN_MEM_W)
		site->writes += !goes_on(&last_write, site, address, size);
}

static void
access_operand(
    UNUSED unsigned cpu, qemu_plugin_meminfo_t info, UNUSED uint64_t address, void *data)
{
	struct site *site = site_of(data);

	site->reads += is_load(info, data);
	site->writes += !is_load(info, data);
}

static void
access_with_gaps(UNUSED unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	struct site *site = site_of(data);
	struct access_range *last = is_load(info, data) ? &last_read : &last_write;

	if (is_of(last, site))
		return;
	*last = (struct access_range){site, site->executed, address, address};
	*(is_load(info, data) ? &site->reads : &site->writes) += 1;
}

/* The bytes of an instruction. */
struct encoded {
	unsigned char bytes[16];
	size_t n;
};

static struct encoded
plugin_encoded_of(const struct qemu_plugin_insn *insn)
{
	struct encoded encoded = {.n = qemu_plugin_insn_size(insn)};
	const void *at = qemu_plugin_insn_data(insn, encoded.bytes, encoded.n);

	if (!copies)
		memcpy(encoded.bytes, at, encoded.n);
	return encoded;
}

static bool
plugin_is_in(const struct group *group, const struct encoded *encoded)
{
	uint32_t word;

	memcpy(&word, encoded->bytes, sizeof word);
	return group->mask && encoded->n == sizeof word && (word & group->mask) == group->bits;
}

static qemu_mem_callback *
callback_for(const struct encoded *encoded)
{
	if (plugin_is_in(&guest->conditional[0], encoded) ||
	    plugin_is_in(&guest->conditional[1], encoded))
		return store_conditionally;
	if (guest->has_operands && guest->has_operands(encoded->bytes, encoded->n))
		return access_operand;
	if (guest->has_gaps && guest->has_gaps(encoded->bytes, encoded->n))
		return access_with_gaps;
	return access_memory;
}

/* The instructions that were translated inside a block, with another one after them, and so do
   not end a block by themselves: a hash table with linear probing; 0 is a free place.
   Neighbours in memory are neighbours there, because a forked process gets a copy of each page
   that it changes. What comes when it is half full is not remembered. */
enum { SEEN_SIZE = 1 << 20 };

static uint64_t seen[SEEN_SIZE];
static size_t seen_count;

/* Returns the place of the instruction, or a free one for it; *hash stands for it and is not 0.
 */
static uint64_t *
seen_at(const struct qemu_plugin_insn *insn, uint64_t *hash)
{
	uint64_t address = qemu_plugin_insn_vaddr(insn);
	struct encoded encoded = plugin_encoded_of(insn);
	size_t i;

	*hash = address * 0x9e3779b97f4a7c15u;
	for (i = 0; i < encoded.n; i++)
		*hash = (*hash ^ encoded.bytes[i]) * 0x100000001b3u;
	*hash |= 1;
	i = (size_t)(address / 2) & (SEEN_SIZE - 1);
	while (seen[i] && seen[i] != *hash)
		i = (i + 1) & (SEEN_SIZE - 1);
	return &seen[i];
}

static void
remember(const struct qemu_plugin_insn *insn)
{
	uint64_t hash, *at = seen_at(insn, &hash);

	if (!*at && seen_count < SEEN_SIZE / 2) {
		*at = hash;
		seen_count++;
	}
}

static void
plugin_add_one(UNUSED unsigned cpu, void *number)
{
	++*(uint64_t *)number;
}

static bool
reads_ticks(const struct encoded *encoded)
{
	return plugin_is_in(&guest->ticks[0], encoded) ||
	       plugin_is_in(&guest->ticks[1], encoded) ||
	       (guest->reads_ticks && guest->reads_ticks(encoded->bytes, encoded->n));
}

static void
tell_of_ticks(UNUSED unsigned cpu, UNUSED void *data)
{
	if (!told_of_ticks)
		syscall(CGBENCH_QEMU_TICKS);
	told_of_ticks = true;
}

static void
translate_one(struct qemu_plugin_insn *insn, bool is_second_attempt)
{
	struct site *site = profiles ? sites_at(qemu_plugin_insn_vaddr(insn)) : &all;
	struct encoded encoded = plugin_encoded_of(insn);
	/* Asked for reads or writes alone, QEMU 7.2 calls back for the others. Asked for both,
	   QEMU 10.2 does not tell which it is. */
	bool both = qemu_plugin_version == QEMU_API_1;

	if (!is_second_attempt)
		qemu_plugin_register_vcpu_insn_exec_cb(
		    insn, plugin_add_one, QEMU_PLUGIN_CB_NO_REGS, &site->executed);
	if (plugin_is_in(&guest->fill, &encoded))
		qemu_plugin_register_vcpu_insn_exec_cb(
		    insn, plugin_add_one, QEMU_PLUGIN_CB_NO_REGS, &site->writes);
	if (reads_ticks(&encoded))
		qemu_plugin_register_vcpu_insn_exec_cb(
		    insn, tell_of_ticks, QEMU_PLUGIN_CB_NO_REGS, NULL);
	for (unsigned rw = both ? QEMU_PLUGIN_MEM_RW : QEMU_PLUGIN_MEM_R;
	     rw <= (both ? QEMU_PLUGIN_MEM_RW : QEMU_PLUGIN_MEM_W); rw++)
		qemu_plugin_register_vcpu_mem_cb(insn, callback_for(&encoded),
		    QEMU_PLUGIN_CB_NO_REGS, rw, (char *)site + rw);
}

static void
enter_block(UNUSED unsigned cpu, void *data)
{
	const struct translated_block *block = data;

	if (current && current->end != block->first->address)
		sites_jump(current->last, block->first);
	current = block;
}

/* For a profile, what the blocks of a program are entered from. */
static void
plugin_follow(struct qemu_plugin_tb *tb, size_t n)
{
	struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0),
	                        *last = qemu_plugin_tb_get_insn(tb, n - 1);
	uint64_t address = qemu_plugin_insn_vaddr(last);
	struct translated_block *block = sites_allocate(sizeof *block);

	*block = (struct translated_block){sites_at(qemu_plugin_insn_vaddr(first)),
	    sites_at(address), address + qemu_plugin_insn_size(last)};
	distance = (uint64_t)(uintptr_t)qemu_plugin_insn_haddr(first) - block->first->address;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, enter_block, QEMU_PLUGIN_CB_NO_REGS, block);
}

/* Returns true if the block is the second attempt at an instruction that QEMU left after it was
   counted, because it changes code that lies on its own page, or because its atomic operation
   can only be done alone. QEMU then translates it as a block of its own. */
static bool
is_second_attempt(const struct qemu_plugin_tb *tb)
{
	uint64_t hash;

	return qemu_plugin_tb_n_insns(tb) == 1 &&
	       *seen_at(qemu_plugin_tb_get_insn(tb, 0), &hash);
}

/* Instructions are counted one by one: a block may be left in the middle. */
static void
translate(uint64_t first, uint64_t second, UNUSED uint64_t third, UNUSED uint64_t fourth)
{
	struct qemu_plugin_tb *tb = (void *)(uintptr_t)(passes_id ? second : first);
	size_t n = qemu_plugin_tb_n_insns(tb);
	bool again = is_second_attempt(tb);

	if (profiles && n && !again)
		plugin_follow(tb, n);
	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		if (i + 1 < n)
			remember(insn);
		translate_one(insn, again);
	}
}

/* Prints the begin of the out file. Returns its length. */
static int
print_counts(char *text, size_t n)
{
	struct site sum = profiles ? sites_sum() : all;

	if (threads > 1)
		return snprintf(text, n, "%cstarts threads, which QEMU does not count\n",
		    CGBENCH_QEMU_WRONG);
	return snprintf(text, n,
	    CGBENCH_QEMU_CLOCK "%" PRIu64 "\n" CGBENCH_QEMU_REFUSED "%" PRIu64
	                       "\nevents: Ir Dr Dw\nsummary: %" PRIu64 " %" PRIu64 " %" PRIu64
	                       "\n",
	    clock_calls, refused_calls, sum.executed, sum.reads, sum.writes);
}

/* Allocates nothing without a profile: in a forked process, this would copy 30 pages, over
   which what is free is scattered. */
static void
write_counts(void)
{
	char path[4096 + 64], text[256];
	int n = print_counts(text, sizeof text), fd;
	long self = syscall(CGBENCH_QEMU_SELF);
	FILE *file;

	snprintf(path, sizeof path, "%s/" CGBENCH_QEMU_FILE "%ld", directory,
	    self > 0 ? self : (long)getpid());
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return;
	if (write(fd, text, (size_t)n) != n)
		unlink(path);
	else if (profiles && threads == 1 && (file = fdopen(fd, "w"))) {
		sites_write(file, distance);
		fclose(file);
	}
}

/* Returns true if a number is in a list, where 0 is none. */
static bool
is_among(int64_t number, const int64_t list[4])
{
	for (int i = 0; i < 4; i++)
		if (number && list[i] == number)
			return true;
	return false;
}

/* When a process ends, QEMU has nothing else to do for it. */
static void
call_system(UNUSED uint64_t first, uint64_t second, uint64_t third, uint64_t fourth)
{
	int64_t number = (int64_t)(passes_id ? third : second);

	if (number != guest->exit_group && (number != guest->exit || threads > 1))
		return;
	write_counts();
	_exit((int)(passes_id ? fourth : third));
}

/* Calls at the start of the program do not belong to a process that it forks, nor do
   instructions in a profile. */
static void
return_from_system(UNUSED uint64_t first, uint64_t second, uint64_t third, uint64_t fourth)
{
	int64_t number = (int64_t)(passes_id ? third : second);
	int64_t result = (int64_t)(passes_id ? fourth : third);

	if (is_among(number, guest->clocks))
		clock_calls++;
	if (result == -ENOSYS && !is_among(number, guest->tried))
		refused_calls++;
	if (result || !is_among(number, guest->forks))
		return;
	clock_calls = refused_calls = 0;
	told_of_ticks = false;
	if (profiles)
		sites_clear();
}

static void
begin_thread(void)
{
	threads++;
}

static const struct guest *
plugin_find_guest(const char *name)
{
	for (size_t i = 0; i < sizeof guests / sizeof *guests; i++)
		if (!strcmp(guests[i].name, name))
			return &guests[i];
	return NULL;
}

EXPORT int
qemu_plugin_install(uint64_t id, const qemu_info_t *info, int argc, char **argv)
{
	static const char out[] = CGBENCH_QEMU_OUT "=";

	guest = plugin_find_guest(info->target_name);
	if (argc && !strncmp(argv[0], out, sizeof out - 1))
		directory = argv[0] + sizeof out - 1;
	passes_id = info->version.cur < QEMU_API_DATA;
	copies = info->version.cur >= QEMU_API_COPIES;
	profiles = argc == 2 && !strcmp(argv[1], CGBENCH_QEMU_PROFILE);
	if (!guest || !directory || strlen(directory) > 4096 || argc != 1 + profiles)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate, NULL);
	qemu_plugin_register_vcpu_init_cb(id, begin_thread, NULL);
	qemu_plugin_register_vcpu_syscall_cb(id, call_system, NULL);
	qemu_plugin_register_vcpu_syscall_ret_cb(id, return_from_system, NULL);
	return 0;
}
