#pragma once

#include "code/image.h"
#include "code/instruction.h"

/* The instructions of images, whatever machine they are for. */

/* The instruction at an address; its length is 0 if there is none. */
struct instruction machine_code_read(const struct image *image, uint64_t address);

/* On AArch64 and RISC-V, an address is made of two instructions: one that has its page, such as
   adrp or auipc, and one that has the rest. Returns whether the instruction at an address of
   the code from begin to end is one of such two; sets *place to what both make. */
bool machine_code_place(
    const struct image *image, uint64_t begin, uint64_t end, uint64_t address, uint64_t *place);

/* Returns true if the code from begin to end sets its frame pointer. */
bool machine_code_has_frame_pointer(const struct image *image, uint64_t begin, uint64_t end);
