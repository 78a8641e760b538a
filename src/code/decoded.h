#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stddef.h>

#include "model/profile.h"
#include "util/text.h"

/* An instruction of x86-64 as Zydis decodes it: what other files of this folder ask. */

struct decoded {
	ZydisDecodedInstruction i;
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

/* Decodes the instruction that begins at bytes, of which n bytes are left. Returns false if
   there is none. */
bool decoded_read(struct decoded *d, const unsigned char *bytes, size_t n);
/* Does the same for x86 with 32 bits if narrow. */
bool decoded_read_for(struct decoded *d, bool narrow, const unsigned char *bytes, size_t n);

/* Returns true if a list, which ends with ZYDIS_MNEMONIC_INVALID, has the mnemonic. */
bool decoded_is_one_of(ZydisMnemonic mnemonic, const ZydisMnemonic *list);
/* Returns true if the memory of an operand is accessed: not by lea, a nop or a prefetch. */
bool decoded_is_access(const struct decoded *d, const ZydisDecodedOperand *o);

/* Returns what the instruction does: the first of these that applies.
   - CALL: call, ret, system calls, interrupts
   - BRANCH, JUMP: also to another function. A conditional move is no branch.
   - NOP: also endbr64
   - MULTIPLY, DIVIDE: of integers and floating-point numbers, also of vectors and with memory;
     a fused multiply-add multiplies, a square root divides
   - LOAD_OP: does work with memory: add and cmp with memory, cmps, scas; also what reads and
     writes the same place (addl $1,(%rax), xchg, all with lock), as cachegrind counts it as one
     read
   - STORE: writes memory: mov, push, setcc, stos, movs, pushes and pops of memory
   - LOAD: only moves from memory to a register: mov, movzx, movaps, pop, leave, lods, fld,
     fild, broadcasts
   - VECTOR: works on vector registers, or moves between them and general registers (movd). What
     computes a single floating-point number (addsd, ucomisd) is of the kinds below.
   - MOVE: from a register of the same kind or a constant to a register: mov, movzx, movaps,
   xchg
   - ARITHMETIC: add, sub, neg, lea, addsd, maxsd
   - COMPARE: cmp, test, ucomisd
   - LOGIC: and, or, xor, not, shifts, and what works on single bits: bt, bswap, popcnt
   - OTHER: everything else, such as cmov, setcc, cltq, cvtsi2sd, prefetches, fences. */
enum profile_kind decoded_kind(const struct decoded *d);

/* Instructions as the GNU assembler reads them and as gcc writes them: movq -4(%rdx),%xmm0.
   Adds prefixes and name: "lock cmpxchgq", "rep stosq", "movzbl". */
void decoded_add_name(const struct decoded *d, struct text *t);
/* Adds an operand. Displacements are decimal, and so are constants, except the bits of logic
   and vector instructions and what has more than 32 bits. address: NULL, or what is written for
   the displacement, or for the target of a jump. */
void decoded_add_operand(
    const struct decoded *d, const ZydisDecodedOperand *o, const char *address, struct text *t);
/* Returns how many operands are written, and the one that is written at place i. */
size_t decoded_written_count(const struct decoded *d);
const ZydisDecodedOperand *decoded_written(const struct decoded *d, size_t i);
