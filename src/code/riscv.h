#ifndef RISCV_H
#define RISCV_H

#include "code/instruction.h"

enum { RISCV_SECOND_ARGUMENT = 11 };

/* Decodes an instruction of RISC-V with 64 bits, as instruction_read does one of x86-64. What
   is not known exactly may write every register that it names. */
struct instruction riscv_read(const unsigned char *code, size_t n);

#endif
