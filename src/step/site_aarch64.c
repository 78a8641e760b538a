#include <string.h>

#include "model/chance.h"
#include "step/site.h"
#include "step/step.h"

/* Accesses are not decoded. */
field_set
step_fields(void)
{
	return FIELD_FLOW;
}

/* glibc then does not choose by the model of the processor, which valgrind hides. */
const char *
step_setting(void)
{
	return "GLIBC_TUNABLES=glibc.cpu.name=generic:glibc.pthread.rseq=0";
}

/* Every stop ends what ldxr, ldaxp and the like reserve, so that their loops would not end. A
   pair is casp unless bit 31 is set. */
static bool
reserves(uint32_t word)
{
	return (word & 0x3fc00000) == 0x08400000 && (word >> 31 || !(word & 0x00200000));
}

void
site_decode(struct step_site *site)
{
	uint32_t word = 0;

	site->known = site->n >= sizeof word;
	memcpy(&word, site->bytes, sizeof word);
	site->known = site->known && !reserves(word);
	/* mrs of cntvct_el0, rndr and rndrrs */
	site->chance = (word & 0xffffffe0) == 0xd53be040   ? CHANCE_TIME
	               : (word & 0xffffffc0) == 0xd53b2400 ? CHANCE_RANDOM
	                                                   : 0;
	site->counts.of[FIELD_IR] = 1;
	/* b.cond, cbz, tbz; br, blr; svc, brk */
	site->counts.of[FIELD_COND] =
	    (word & 0xff000000) == 0x54000000 || (word & 0x7c000000) == 0x34000000;
	site->counts.of[FIELD_IND] = (word & 0xffdffc1f) == 0xd61f0000;
	site->traps = (word & 0xffe0001f) == 0xd4000001 || (word & 0xffe0001f) == 0xd4200000;
}

/* llvm-mca is not given what was executed here. */
void
site_add_text(
    struct text *t, const struct step_site *site, const struct user_regs_struct *before)
{
	(void)t;
	(void)site;
	(void)before;
}

uint64_t
site_hide(const struct step_site *site, struct user_regs_struct *registers, unsigned long *flag)
{
	(void)site;
	(void)registers;
	*flag = 0;
	return 0;
}

void
site_replace(const struct step_site *site, uint64_t value, struct user_regs_struct *registers)
{
	unsigned number = site->bytes[0] & 31;

	if (number < 31)
		registers->regs[number] = value;
	/* All flags are clear if there was a number. */
	if (site->chance == CHANCE_RANDOM)
		registers->pstate &= ~0xf0000000ull;
}

uint64_t
registers_pc(const struct user_regs_struct *registers)
{
	return registers->pc;
}

long
registers_call(const struct user_regs_struct *registers, uint64_t *argument)
{
	*argument = registers->regs[0];
	return (long)registers->regs[8];
}

void
site_add_counts(struct counts *counts, const struct step_site *site,
    const struct user_regs_struct *before, const struct user_regs_struct *after)
{
	(void)before;
	(void)after;
	for (enum field f = 0; f <= FIELD_IND; f++)
		counts->of[f] += site->counts.of[f];
}
