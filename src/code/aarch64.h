#ifndef AARCH64_H
#define AARCH64_H

#include "code/instruction.h"

enum { AARCH64_SECOND_ARGUMENT = 1 };

/* Decodes an instruction of AArch64, as instruction_read does one of x86-64. What is not known
   exactly may write every register that it names. */
struct instruction aarch64_read(const unsigned char *code, size_t n);

#endif
