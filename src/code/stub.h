#pragma once

#include "code/image.h"

/* Returns the function that a stub of the linkage table jumps to. address: of any instruction
   of what may be a stub. Returns NULL if it is not a stub, or its target has no name. */
const char *stub_import(const struct image *image, uint64_t address);

enum { STUB_SIZE = 16 };

/* Returns true if a stub of AArch64 begins at the address; *place: where the address of its
   function is. */
bool stub_place(const struct image *image, uint64_t address, uint64_t *place);

/* Copies what precedes the distance to the place in the image's stubs; of AArch64 the whole
   stub, in which the linker fills in the place. Returns how many bytes these are; 0 if the
   image has no stubs, or longer ones. */
size_t stub_start(const struct image *image, unsigned char start[STUB_SIZE]);
