#ifndef CGBENCH_QEMU_SEEN_H
#define CGBENCH_QEMU_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The instructions that were translated inside a block, with another one after them, and so do
   not end a block by themselves. */

/* Remembers the instruction at an address, of which these are the n bytes. */
void seen_add(uint64_t address, const void *code, size_t n);
bool seen_has(uint64_t address, const void *code, size_t n);

#endif
