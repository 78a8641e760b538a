#ifndef CGBENCH_QEMU_LEARNT_H
#define CGBENCH_QEMU_LEARNT_H

#include <stddef.h>
#include <stdint.h>

/* Which memory processes read that their server does not. A page of a file that a process reads
   first costs it as much as forty that it finds mapped. So a process that ends tells the server
   what it used, and the server reads there, too: each later fork copies these mappings. */

struct learnt_range {
	uintptr_t begin, end;
};

/* Begins to learn about memory that is mapped from a file: n ranges, which end and begin with
   pages. More than a few are ignored. */
void learnt_begin(const struct learnt_range *ranges, size_t n);
/* In a process that ends: tells what it used, unless another one already did. */
void learnt_tell(void);
/* In the server, before a fork: reads where a process did, if one has told. */
void learnt_use(void);

#endif
