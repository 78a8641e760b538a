#include <inttypes.h>
#include <string.h>

#include "code/decoded.h"
#include "model/chance.h"
#include "step/site.h"
#include "step/step.h"

enum { CARRY_FLAG = 1, ZERO_FLAG = 1 << 6, TRAP_FLAG = 1 << 8 };

/* A repeated instruction goes on while elements are left, and are equal or unequal. */
enum { REPEATS = 1, REPEATS_EQUAL, REPEATS_UNEQUAL };

field_set
step_fields(void)
{
	return FIELD_STEP;
}

/* To glibc, valgrind's processor is one of Intel with AVX2 and caches of these sizes; glibc
   also asks the kernel for the number of the processor. */
const char *
step_setting(void)
{
	return "GLIBC_TUNABLES=glibc.cpu.x86_data_cache_size=32768"
	       ":glibc.cpu.x86_shared_cache_size=8388608"
	       ":glibc.cpu.x86_non_temporal_threshold=2097152"
	       ":glibc.cpu.x86_rep_movsb_threshold=8192"
	       ":glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-RTM,Fast_Unaligned_Load"
	       ":glibc.pthread.rseq=0";
}

/* cachegrind counts a read, and no write, for memory that is modified. */
static void
add_accesses(struct counts *counts, const struct decoded *d)
{
	for (size_t i = 0; i < d->i.operand_count; i++) {
		const ZydisDecodedOperand *o = &d->operands[i];
		bool reads = o->actions & ZYDIS_OPERAND_ACTION_MASK_READ;

		if (!decoded_is_access(d, o))
			continue;
		counts->of[FIELD_DR] += reads;
		counts->of[FIELD_DW] += !reads;
	}
}

static unsigned
chance_of(ZydisMnemonic mnemonic)
{
	switch (mnemonic) {
	case ZYDIS_MNEMONIC_RDTSC:
	case ZYDIS_MNEMONIC_RDTSCP:
		return CHANCE_TIME;
	case ZYDIS_MNEMONIC_RDRAND:
	case ZYDIS_MNEMONIC_RDSEED:
		return CHANCE_RANDOM;
	default:
		return 0;
	}
}

static bool
always_goes_on(const ZydisDecodedInstruction *i)
{
	switch (i->meta.category) {
	case ZYDIS_CATEGORY_COND_BR:
	case ZYDIS_CATEGORY_UNCOND_BR:
	case ZYDIS_CATEGORY_CALL:
	case ZYDIS_CATEGORY_RET:
	case ZYDIS_CATEGORY_SYSCALL:
	case ZYDIS_CATEGORY_INTERRUPT:
		return false;
	default:
		return !(i->attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE |
		                             ZYDIS_ATTRIB_HAS_REPNE));
	}
}

void
site_decode(struct step_site *site)
{
	struct decoded d;
	const ZydisDecodedOperand *target = &d.operands[0];
	bool jumps;

	site->counts.of[FIELD_IR] = 1;
	site->known = decoded_read(&d, site->bytes, site->n);
	if (!site->known)
		return;
	jumps = d.i.meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
	        d.i.meta.category == ZYDIS_CATEGORY_CALL;
	site->counts.of[FIELD_COND] = d.i.meta.category == ZYDIS_CATEGORY_COND_BR;
	site->counts.of[FIELD_IND] = jumps && target->type != ZYDIS_OPERAND_TYPE_IMMEDIATE;
	add_accesses(&site->counts, &d);
	site->traps = d.i.meta.category == ZYDIS_CATEGORY_SYSCALL ||
	              d.i.meta.category == ZYDIS_CATEGORY_INTERRUPT;
	site->chance = chance_of(d.i.mnemonic);
	/* A system call leaves the flags in r11. */
	site->shows = d.i.meta.category == ZYDIS_CATEGORY_SYSCALL ||
	              (d.i.cpu_flags && d.i.cpu_flags->tested & ZYDIS_CPUFLAG_TF);
	if (always_goes_on(&d.i))
		site->next = site->address + d.i.length;
	if (d.i.attributes & ZYDIS_ATTRIB_HAS_REP)
		site->repeats = REPEATS;
	if (d.i.attributes & ZYDIS_ATTRIB_HAS_REPE)
		site->repeats = REPEATS_EQUAL;
	if (d.i.attributes & ZYDIS_ATTRIB_HAS_REPNE)
		site->repeats = REPEATS_UNEQUAL;
}

uint64_t
site_hide(const struct step_site *site, struct user_regs_struct *registers, unsigned long *flag)
{
	*flag = TRAP_FLAG;
	if (!site->traps)
		return registers->rsp;
	registers->r11 &= ~(uint64_t)TRAP_FLAG;
	return 0;
}

/* Returns the place of a general register, from rax to r15. */
static unsigned long long *
general(struct user_regs_struct *r, ZydisRegister number)
{
	unsigned long long *const all[] = {&r->rax, &r->rcx, &r->rdx, &r->rbx, &r->rsp, &r->rbp,
	    &r->rsi, &r->rdi, &r->r8, &r->r9, &r->r10, &r->r11, &r->r12, &r->r13, &r->r14,
	    &r->r15};

	return all[number - ZYDIS_REGISTER_RAX];
}

void
site_replace(const struct step_site *site, uint64_t value, struct user_regs_struct *registers)
{
	struct decoded d;
	unsigned long long *whole;

	if (site->chance == CHANCE_TIME) {
		registers->rax = (uint32_t)value;
		registers->rdx = value >> 32;
		return;
	}
	if (!decoded_read(&d, site->bytes, site->n))
		return;
	whole = general(registers, ZydisRegisterGetLargestEnclosing(
	                               ZYDIS_MACHINE_MODE_LONG_64, d.operands[0].reg.value));
	/* A register's half is zero-extended, its quarter is not. */
	if (d.operands[0].size == 16)
		value = (value & 0xffff) | (*whole & ~0xffffull);
	else if (d.operands[0].size == 32)
		value = (uint32_t)value;
	*whole = value;
	registers->eflags |= CARRY_FLAG;
}

static void
add_addresses(
    struct text *t, const struct decoded *d, uint64_t at, const struct user_regs_struct *before)
{
	ZydisRegisterContext context = {{0}};
	struct user_regs_struct registers = *before;

	for (ZydisRegister r = ZYDIS_REGISTER_RAX; r <= ZYDIS_REGISTER_R15; r++)
		context.values[r] = *general(&registers, r);
	for (size_t i = 0; i < d->i.operand_count; i++) {
		const ZydisDecodedOperand *o = &d->operands[i];
		bool reads = o->actions & ZYDIS_OPERAND_ACTION_MASK_READ;
		bool writes = o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
		char kind = "?LSM"[reads + 2 * writes];
		int size = o->size / 8;
		uint64_t address;

		if (!decoded_is_access(d, o) ||
		    !ZYAN_SUCCESS(ZydisCalcAbsoluteAddressEx(&d->i, o, at, &context, &address)))
			continue;
		if (o->mem.segment == ZYDIS_REGISTER_FS)
			address += before->fs_base;
		/* push and call write below the stack pointer. */
		if (o->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN && writes &&
		    o->mem.base == ZYDIS_REGISTER_RSP)
			address -= (uint64_t)size;
		text_addf(t, " %c%" PRIx64 ",%d", kind, address, size);
	}
}

void
site_add_text(
    struct text *t, const struct step_site *site, const struct user_regs_struct *before)
{
	struct decoded d;

	if (!decoded_read(&d, site->bytes, site->n))
		return;
	decoded_add_name(&d, t);
	for (size_t i = 0; i < decoded_written_count(&d); i++) {
		const ZydisDecodedOperand *o = decoded_written(&d, i);
		bool jumps = o->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && o->imm.is_relative;

		text_add_char(t, i ? ',' : ' ');
		decoded_add_operand(&d, o, jumps ? "target" : NULL, t);
	}
	text_addf(t, "\t# %" PRIx64, site->address);
	add_addresses(t, &d, site->address, before);
	text_add_char(t, '\n');
}

uint64_t
registers_pc(const struct user_regs_struct *registers)
{
	return registers->rip;
}

long
registers_call(const struct user_regs_struct *registers, uint64_t *argument)
{
	*argument = registers->rdi;
	return (long)registers->orig_rax;
}

/* The processor stops behind each element of a repeated instruction, or once if there is none.
   To valgrind it is a loop: a branch out if no element is left, one element, and a branch out
   if the comparison says so. So valgrind executes it once more when none is left. */
static void
count_repeated(struct counts *counts, const struct step_site *site,
    const struct user_regs_struct *before, const struct user_regs_struct *after)
{
	bool equal = after->eflags & ZERO_FLAG, compares = site->repeats != REPEATS;
	bool again = before->rcx && !after->rcx &&
	             (!compares || equal == (site->repeats == REPEATS_EQUAL));

	counts->of[FIELD_IR] += 1 + again;
	counts->of[FIELD_COND] += 1 + again + (compares && before->rcx);
	if (!before->rcx)
		return;
	counts->of[FIELD_DR] += site->counts.of[FIELD_DR];
	counts->of[FIELD_DW] += site->counts.of[FIELD_DW];
}

void
site_add_counts(struct counts *counts, const struct step_site *site,
    const struct user_regs_struct *before, const struct user_regs_struct *after)
{
	if (site->repeats)
		count_repeated(counts, site, before, after);
	else
		for (enum field f = 0; f <= FIELD_IND; f++)
			counts->of[f] += site->counts.of[f];
}
