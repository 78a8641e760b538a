#pragma once

#include <stdint.h>
#include <stdio.h>

/* Counts belong to sites: one site for the whole process or, for a profile, one for each
   address that an instruction was executed at. */

struct site {
	uint64_t address; /* of the guest */
	uint64_t executed, reads, writes;
	/* Execution went on to these from here, other than to the next instruction. */
	struct site_jump *jumps;
	struct site *next; /* in its list of the table */
};

struct site_jump {
	struct site *to;
	uint64_t times;
	struct site_jump *next;
};

/* Memory that is zero. Ends QEMU if there is none. */
void *sites_allocate(size_t size);
/* The site of an address. It stays where it is. */
struct site *sites_at(uint64_t address);
/* Counts that execution went from one to another. */
void sites_jump(struct site *from, struct site *to);
/* Sets all counts to zero. */
void sites_clear(void);
/* The sums of the counts of all sites. */
struct site sites_sum(void);
/* Writes the sites that counted anything; see protocol.h. distance: of the guest's addresses in
   this process. */
void sites_write(FILE *file, uint64_t distance);
