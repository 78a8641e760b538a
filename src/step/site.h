#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/user.h>

#include "model/field.h"
#include "util/text.h"

/* Single-stepping must know these of the machine that cgbench runs on: one file for each. */

/* An instruction at its address in memory. */
struct step_site {
	uint64_t address;
	size_t n; /* how many of these bytes could be read */
	unsigned char bytes[16];
	bool known;       /* it could be decoded */
	bool traps;       /* a signal behind it may be its own: a system call, a breakpoint */
	unsigned repeats; /* the machine's own: it is repeated for each element */
	unsigned chance;  /* an enum chance, if it reads a counter of time or a random number */
	bool shows;       /* it stores the flags, of which one is that of single steps */
	/* The address of the next one, if it always follows; else 0. It may have been executed,
	   too: the processor does not stop between the two, such as behind mov to ss, or a
	   hypervisor forgets to. */
	uint64_t next;
	struct counts counts; /* what it counts each time, as far as step_fields has it */
};

/* Decodes the instruction of a site whose address and bytes are set, and else nothing. */
void site_decode(struct step_site *site);
/* Adds a line with the instruction as the GNU assembler reads it, if that is known; what it
   jumps to is "target". A comment has its address, and those of the memory that it loads (L),
   stores (S) or modifies (M), with their sizes: "# 401136 L7ffe0010,8". before: the registers.
 */
void site_add_text(
    struct text *t, const struct step_site *site, const struct user_regs_struct *before);
/* Takes the flag of single steps out of what the site's instruction has stored in a register.
   Returns the address where it stored the flags, or 0, and sets *flag to the bit. */
uint64_t site_hide(
    const struct step_site *site, struct user_regs_struct *registers, unsigned long *flag);
/* Puts a value in the place of what the site's instruction has read by chance. */
void site_replace(
    const struct step_site *site, uint64_t value, struct user_regs_struct *registers);
uint64_t registers_pc(const struct user_regs_struct *registers);
/* Returns the number of the system call that a process begins or ends. Sets its first argument.
 */
long registers_call(const struct user_regs_struct *registers, uint64_t *argument);
/* Adds what one step of the site's instruction counted. */
void site_add_counts(struct counts *counts, const struct step_site *site,
    const struct user_regs_struct *before, const struct user_regs_struct *after);
