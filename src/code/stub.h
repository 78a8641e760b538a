#ifndef STUB_H
#define STUB_H

#include "code/image.h"

/* The function that a stub of the linkage table jumps to. address: of any instruction of what
   may be a stub. Returns NULL if it is none, or goes to what has no name. */
const char *stub_import(const struct image *image, uint64_t address);

#endif
