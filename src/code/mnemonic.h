#ifndef MNEMONIC_H
#define MNEMONIC_H

#include <stdbool.h>

#include "model/profile.h"

/* What an instruction of AArch64 or RISC-V does, from its text as objdump writes it, without
   blanks after commas: "ldr x0,[sp,#8]". machine: as in an ELF header. */

/* As decoded_kind has it, with these differences:
   - LOAD_OP: only an atomic operation, such as ldadd and amoadd.w; no other works with memory
   - VECTOR: works on vector registers; all that computes a single number is OTHER
   UNKNOWN if objdump does not know it. */
enum profile_kind mnemonic_kind(int machine, const char *text);
/* Whether it accesses memory relative to the stack pointer, or to the frame pointer if the
   function has one; see listing.h. */
bool mnemonic_is_frame(int machine, const char *text, bool frame_pointer);

#endif
