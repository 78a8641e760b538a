#ifndef MACHINES_H
#define MACHINES_H

#include "model/results.h"

/* Which puts' programs QEMU ran, on which machines and what it counts, in one line:
       arm ran on aarch64, riscv on riscv64: under QEMU, which counts only Ir, Dr and Dw
   NULL if it ran none. The caller frees. */
char *machines_text(const struct results *results);

#endif
