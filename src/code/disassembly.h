#pragma once

#include "code/image.h"
#include "model/profile.h"
#include "util/text.h"

/* The text, kind, frame and target of a profile's sites, as listing.h has them, for AArch64 and
   RISC-V, which binutils' objdump disassembles. It is given the instructions alone, one after
   the other, so that it takes no longer for a large library. Addresses are named as in
   listing.h, and where two instructions make one, both have its name: "adrp x0,counts", "add
   x0,x0,:lo12:counts". images: of the profile's binaries, NULL for those that are left out. */

/* Adds to bytes what objdump is to read. */
void disassembly_ask(
    const struct profile *profile, const struct image *const *images, struct text *bytes);
/* Takes what it printed. Returns false if that is not what was asked for, and then some sites
   remain unknown. */
bool disassembly_read(
    struct profile *profile, const struct image *const *images, const char *printed);
